/** Reads and validates the scenarios that a command names, all before anything runs (SC-02). */
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { MAX_BYTES, parseScenario, problemsToText, type Scenario, shownValue } from '../scenario'
import { type CliIo, reasonOf, UsageError } from './io'

export const STDIN = '-'

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
  if (files.filter((file) => file === STDIN).length > 1) {
    throw new UsageError('found "-" twice; standard input can be read once only')
  }
  const inputs: Input[] = []
  let bad = false
  for (const file of files) {
    const input = await readInput(file, io)
    if (input === undefined) bad = true
    else inputs.push(input)
  }
  return bad ? undefined : inputs
}

/** What messages call a file. */
export const labelOf = (file: string): string => (file === STDIN ? '<stdin>' : file)

/**
 * @param limit bytes; of a larger file only the first and some more are read
 * @returns undefined when it cannot be read: why has been written then
 */
export async function readBytes(file: string, limit: number, io: CliIo): Promise<Uint8Array | undefined> {
  try {
    return file === STDIN ? await io.stdin(limit) : await readUpTo(file, limit)
  } catch (error) {
    io.err(`${shownValue(labelOf(file))}: cannot be read: ${shownValue(reasonOf(error))}\n`)
    return undefined
  }
}

async function readInput(file: string, io: CliIo): Promise<Input | undefined> {
  const label = labelOf(file)
  const bytes = await readBytes(file, MAX_BYTES, io)
  if (bytes === undefined) return undefined
  const result = parseScenario(bytes)
  if (!result.ok) {
    io.err(problemsToText(result.problems, label))
    return undefined
  }
  const base = file === STDIN ? 'stdin' : basename(file).replace(/\.json$/i, '')
  return { file, label, base, scenario: result.scenario }
}

/** Stops just beyond the limit, so that an endless file ends too. */
async function readUpTo(file: string, limit: number): Promise<Uint8Array> {
  const handle = await open(file, 'r')
  try {
    const chunks: Uint8Array[] = []
    let length = 0
    while (length <= limit) {
      const { bytesRead, buffer } = await handle.read({ buffer: Buffer.allocUnsafe(1024 * 1024), position: null })
      if (bytesRead === 0) break
      chunks.push(buffer.subarray(0, bytesRead))
      length += bytesRead
    }
    return Buffer.concat(chunks)
  } finally {
    await handle.close()
  }
}
