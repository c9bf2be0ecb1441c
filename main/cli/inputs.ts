/** Reads and validates the scenarios that a command names, all before anything runs (SC-02). */
import { basename } from 'node:path'
import { tooLarge } from '../files/bounded-read'
import { FileError } from '../files/file-error'
import { readStreamOrFile } from '../files/stream-read'
import { beginning, isRecording } from '../session/imports/import'
import { reportName } from '../session/laboratory/comparison/report'
import { MAX_BYTES, parseScenario, problemsToText, type Scenario, shownValue } from '../session/scenario'
import { type CliIo, reasonOf, STDIN, UsageError } from './io'

export interface Input {
  /** as given: a path, or "-" */
  file: string
  /** what messages call it */
  label: string
  /** what its outputs are named after: the file's name without .json */
  base: string
  scenario: Scenario
}

/**
 * @returns every scenario, or undefined when one of them is bad: everything that is wrong has been written then
 * @throws UsageError when standard input is named twice
 */
export async function readInputs(files: readonly string[], io: CliIo): Promise<Input[] | undefined> {
  refuseStdinTwice(files)
  const inputs: Input[] = []
  let bad = false
  for (const file of files) {
    const input = await readInput(file, io)
    if (input === undefined) bad = true
    else inputs.push(input)
  }
  return bad ? undefined : inputs
}

/** What a text is headed with: several files without a name would all be “untitled”. JSON has the name that the file has. */
export function headOf({ scenario, base, label }: Pick<Input, 'scenario' | 'base' | 'label'>): string {
  return reportName(scenario, 'scenario', base || label)
}

/** @throws UsageError when standard input is named twice, as what a command reads */
export function refuseStdinTwice(files: readonly string[]): void {
  if (files.filter((file) => file === STDIN).length > 1)
    throw new UsageError('found "-" twice; standard input can be read once only')
}

/** What messages call a file. */
export function labelOf(file: string): string {
  if (file === STDIN) return '<stdin>'
  return file === '' ? '""' : file
}

/**
 * @param limit bytes
 * @returns undefined when it cannot be read: why has been written then
 */
export async function readBytes(file: string, limit: number, io: CliIo): Promise<Uint8Array | undefined> {
  try {
    if (file !== STDIN) return await readStreamOrFile(file, limit)
    const bytes = await io.stdin(limit)
    if (bytes.length > limit) throw tooLarge(labelOf(file), `more than ${limit} bytes`, limit)
    return bytes
  } catch (error) {
    const why = error instanceof FileError ? `${error.reason}. ${error.advice}` : reasonOf(error)
    io.err(`${shownValue(labelOf(file))}: cannot be read: ${shownValue(why)}\n`)
    return undefined
  }
}

async function readInput(file: string, io: CliIo): Promise<Input | undefined> {
  const label = labelOf(file)
  const bytes = await readBytes(file, MAX_BYTES, io)
  if (bytes === undefined) return undefined
  const result = parseScenario(bytes)
  if (!result.ok) {
    io.err(otherFile(bytes, label) ?? problemsToText(result.problems, label))
    return undefined
  }
  const base = file === STDIN ? 'stdin' : basename(file).replace(/\.json$/i, '')
  return { file, label, base, scenario: result.scenario }
}

const GZIP = [0x1f, 0x8b]

/** What is no scenario at all, and what to do with it; null: it may be one with mistakes, which its own reader tells. */
function otherFile(bytes: Uint8Array, label: string): string | null {
  const other = GZIP.every((byte, i) => bytes[i] === byte)
    ? 'found a file that gzip has packed; expected a scenario; unpack it, or “trimline import” it where it is a recording'
    : isRecording(bytes.subarray(0, beginning.bytes))
      ? 'found a recording of another program; expected a scenario; “trimline import” makes one of it'
      : null
  return other === null ? null : `${shownValue(label)}: ${other}\n`
}
