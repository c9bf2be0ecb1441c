/** An ETW log of one app on one engine, and what its import comes to. */
import type { Imported, ImportOptions } from '../../../../../main/session/imports/capture'
import { importEtl } from '../../../../../main/session/imports/etl/etl'
import { captureOf, finished } from '../support'
import * as etl from './logs'

export const MiB = 1024 ** 2
export const C = 0xc1
export const OTHER = 0xc2

export const imported = (file: Uint8Array, options: ImportOptions = {}): Imported =>
  finished(importEtl(captureOf(file), options))
export const steps = (all: Imported): unknown[] => all.steps.map((line) => JSON.parse(line))
/** µs → ticks of the logs here */
const us = (at: number): number => at * 3
export const at = (time: number, more: Omit<etl.EventOptions, 'at'> = {}): etl.EventOptions => ({
  at: us(time),
  ...more,
})

/** A packet of process 100 on node 0 that is queued, runs and ends, µs. */
export const packet = (
  sequence: number,
  queue: number,
  start: number,
  end: number,
  context = C,
  process = 100,
): Uint8Array[] => [
  etl.event(178, etl.queued(context, sequence), at(queue, { process })),
  etl.event(175, etl.started(context, sequence + 500, sequence), at(start, { process: 4 })),
  etl.event(177, etl.ended(context, sequence + 500, sequence), at(end, { process: 0 })),
]
export const context = [etl.event(32, etl.contextOn(C, 0), at(0, { process: 4 }))]
