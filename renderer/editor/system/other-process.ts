/** Which other process the System drawer acts on. Knows no React. */
import type { ProcessView } from '../../../preload/contract'
import { type Parsed, tooLong } from '../../widgets/parse'

/** The process that is meant where none is named. */
const DEFAULT_PROCESS = 'other'
/** Processes that one meets in practice (RS-09). */
const USUAL = [DEFAULT_PROCESS, 'game', 'browser', 'mapping layer app'] as const
const LONGEST_NAME = 100

/** The process that is acted on until another is named: one that runs, if there is any. */
export function firstProcess(processes: readonly ProcessView[]): string {
  return processes[1]?.name ?? DEFAULT_PROCESS
}

/** Names to choose from: those that run, then the usual ones. */
export function processNames(processes: readonly ProcessView[]): string[] {
  return [...new Set([...processes.slice(1).map(({ name }) => name), ...USUAL])]
}

/** @param processes all, the app first */
export function readProcess(text: string, processes: readonly ProcessView[]): Parsed<string> {
  const name = text.trim()
  if (name === '') return { ok: false, message: 'Enter the name of a process, for example game.' }
  if (name === (processes[0]?.name ?? 'app'))
    return { ok: false, message: `“${name}” is the app itself. Enter the name of another process.` }
  const long = tooLong(name, LONGEST_NAME)
  if (long !== null) return { ok: false, message: long }
  return { ok: true, value: name }
}

export interface ChosenProcess {
  /** what it uses, bytes; 0 for one that does not run */
  usage: number
  foreground: boolean
  /** null: it does not run */
  budget: number | null
}

export function chosenProcess(name: string, processes: readonly ProcessView[]): ChosenProcess {
  const found = processes.slice(1).find((process) => process.name === name)
  if (found === undefined) return { usage: 0, foreground: false, budget: null }
  return { usage: found.usage, foreground: found.foreground, budget: found.budget }
}
