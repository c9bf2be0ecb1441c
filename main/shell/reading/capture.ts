/** Imports a recording of another program in the process that reads: some have gigabytes (LB-19). */
import type { ImportOptions } from '../../../preload/contract'
import { openFile } from '../../files/random-access'
import { ScenarioFound } from '../../session/imports/capture'
import { beginning, importCapture } from '../../session/imports/import'
import { reportText } from '../../session/imports/report-text'
import { scenarioPieces } from '../../session/imports/text'
import { parseScenarioText, problemsToText, type Scenario, shownLine } from '../../session/scenario'
import { reason } from '../log'
import { follow, type Reading, type ReadingProcess } from './reader'

/**
 * @property report what was imported, derived and left out, in lines for a person
 * @property next µs of the recording from which there was no room; null: it is all there
 * @property isScenario it is no recording, but is or was to be a scenario: what is wrong is what the reader of those says
 */
export type CaptureRead =
  | { ok: true; scenario: Scenario; report: string; next: number | null }
  | { ok: false; message: string; isScenario?: true }

/**
 * In the process that reads: what it made goes through the reader of scenarios like any other file.
 * @param options what is wanted of it
 * @returns what it became, or why it could not, in lines for a person
 */
export async function readCaptureFile(path: string, options: ImportOptions = {}): Promise<CaptureRead> {
  try {
    const file = await openFile(path, beginning)
    try {
      const importing = importCapture(file, options)
      let next = importing.next()
      while (next.done !== true) next = importing.next()
      const parsed = parseScenarioText([...scenarioPieces(next.value)].join(''))
      if (!parsed.ok) return { ok: false, message: problemsToText(parsed.problems, 'the scenario').trimEnd() }
      const report = reportText(next.value).split('\n').map(shownLine).join('\n')
      return { ok: true, scenario: parsed.scenario, report, next: next.value.next }
    } finally {
      file.close()
    }
  } catch (error) {
    return notRead(shownLine(reason(error)), error instanceof ScenarioFound)
  }
}

function notRead(message: string, isScenario: boolean): CaptureRead {
  return { ok: false, message, ...(isScenario ? { isScenario } : {}) }
}

/**
 * In the app.
 * @param part what is wanted of which recording
 * @param start starts the process
 * @param ended called once, unless it is cancelled
 */
export function startImporting(
  part: { path: string; options: ImportOptions },
  start: () => ReadingProcess,
  ended: (read: CaptureRead) => void,
): Reading {
  return follow({ kind: 'import', ...part }, start, {
    failed: (message, isScenario) => ended(notRead(message, isScenario)),
    done: (reply, scenario) => {
      if (reply.kind === 'imported') ended({ ok: true, scenario, report: reply.report, next: reply.next })
    },
  })
}
