/**
 * What an importer reads from, and what it makes of it (LB-19). A capture can be larger than memory: it is read a piece at
 * a time, from wherever in it, and nothing of it is kept but what becomes part of the scenario.
 *
 * @see shared/data/real/formats.md
 */
export type { ImportOptions, ImportUses } from '../../../preload/contract'

/** A file that was recorded by another program. Every call blocks. */
export interface CaptureFile {
  /** bytes */
  readonly size: number
  /** @returns what there is from there on, at most `length` bytes: fewer only at the end */
  read(offset: number, length: number): Uint8Array
}

/** The file cannot be imported: the message says where in it, what was found and what was expected. */
export class CaptureError extends Error {
  override readonly name = 'CaptureError'
}

/** It is no recording but a scenario: what is wrong with that, its own reader says. */
export class ScenarioFound extends CaptureError {
  constructor() {
    super(
      'offset 0: found a scenario; expected a recording of another program; a scenario is not imported: open it, or run it, as it is',
    )
  }
}

/** @param offset bytes from the file's start */
export function badAt(offset: number, found: string, expected: string): CaptureError {
  return new CaptureError(`offset ${offset}: found ${found}; expected ${expected}`)
}

/**
 * @param line from 1
 * @param path of the field, empty for the line as a whole
 */
export function badLine(line: number, path: string, found: string, expected: string): CaptureError {
  return new CaptureError(`line ${line}: ${path === '' ? '' : `${path}: `}found ${found}; expected ${expected}`)
}

/** What is said of an import, in lines for a person. */
export interface ImportReport {
  /** what is wrong with the recording, the first thing to be known */
  warnings: string[]
  /** what the scenario has */
  imported: string[]
  /** what of it was derived rather than recorded; also in the scenario */
  derived: string[]
  /** what was not carried over, counted */
  ignored: string[]
}

/** Where a scenario has no room for more of a recording. */
export interface Cut {
  /** µs of the recording: where what has no room begins */
  next: number
  /** not even all that happens at one moment has room: what else happens then has none anywhere */
  isCrowded: boolean
  /** as `it holds at most 5 steps` */
  why: string
}

/** A recording as a scenario. */
export interface Imported {
  /** of the file; their order is the file's */
  head: ScenarioHead
  /** one line of JSON each, in order of time */
  steps: readonly string[]
  report: ImportReport
  /** where the recording is damaged: the scenario has what came before; null: it is whole */
  damage: string | null
  /** µs of the recording, where the scenario has no room for more: what follows is another part; null: there is none */
  next: number | null
}

export interface ScenarioHead {
  name: string
  source?: string
  license?: string
  derived: readonly string[]
  /** fields as the scenario format has them */
  system: object
}

/** Work that goes on in turns: each value is the part of the file that has been read, from 0 to 1. */
export type Importing = Generator<number, Imported>
