/** A Radeon memory trace of one stream, and what its import comes to. */
import type { Imported, ImportOptions } from '../../../../../main/session/imports/capture'
import { importRmv } from '../../../../../main/session/imports/rmv/rmv'
import { captureOf, finished } from '../support'
import { joined } from '../writing'
import * as rmv from './tokens'

export const T0 = 3_200_000n
export const MiB = 1024 ** 2

export const imported = (file: Uint8Array, options: ImportOptions = {}): Imported =>
  finished(importRmv(captureOf(file), options))
export const steps = (all: Imported): unknown[] => all.steps.map((line) => JSON.parse(line))
export const stream = (...tokens: Uint8Array[]): Uint8Array => joined(rmv.timestamp(T0), ...tokens)
export const trace = (...tokens: Uint8Array[]): Uint8Array => rmv.rdf(rmv.tokensIn(1, stream(...tokens)))

/** What goes wrong at all, whether something could be read before or not. */
export function said(run: () => Imported): string {
  try {
    return run().damage ?? 'imported'
  } catch (error) {
    return (error as Error).message
  }
}
