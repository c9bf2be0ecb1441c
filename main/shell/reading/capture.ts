/** Imports a recording of another program in the process that reads: some have gigabytes (LB-19). */
import { openFile } from '../../files/random-access'
import { beginning, importCapture } from '../../session/imports/import'
import { reportText } from '../../session/imports/report-text'
import { scenarioPieces } from '../../session/imports/text'
import { parseScenarioText, problemsToText, type Scenario, shownLine } from '../../session/scenario'
import { reason } from '../log'
import { follow, type Reading, type ReadingProcess } from './reader'

/** @property report what was imported, derived and left out, in lines for a person */
export type CaptureRead = { ok: true; scenario: Scenario; report: string } | { ok: false; message: string }

/** lines of a report that a dialog has room for */
const MOST_LINES = 24

/**
 * In the process that reads: what it made goes through the reader of scenarios like any other file.
 * @returns what it became, or why it could not, in lines for a person
 */
export async function readCaptureFile(path: string): Promise<CaptureRead> {
  try {
    const file = await openFile(path, beginning)
    try {
      const importing = importCapture(file)
      let next = importing.next()
      while (next.done !== true) next = importing.next()
      const parsed = parseScenarioText([...scenarioPieces(next.value)].join(''))
      if (!parsed.ok) return { ok: false, message: problemsToText(parsed.problems, 'the scenario').trimEnd() }
      return { ok: true, scenario: parsed.scenario, report: shortened(reportText(next.value)) }
    } finally {
      file.close()
    }
  } catch (error) {
    return { ok: false, message: shownLine(reason(error)) }
  }
}

/** What there is no room for is on the command line. */
function shortened(report: string): string {
  const lines = report.split('\n').map(shownLine)
  const rest = lines.length - MOST_LINES
  return rest <= 0
    ? lines.join('\n')
    : [...lines.slice(0, MOST_LINES), `… and ${rest} more lines, which “trimline import” prints.`].join('\n')
}

/**
 * In the app.
 * @param start starts the process
 * @param ended called once, unless it is cancelled
 */
export function startImporting(path: string, start: () => ReadingProcess, ended: (read: CaptureRead) => void): Reading {
  return follow({ kind: 'import', path }, start, {
    failed: (message) => ended({ ok: false, message }),
    done: (reply, scenario) => {
      if (reply.kind === 'imported') ended({ ok: true, scenario, report: reply.report })
    },
  })
}
