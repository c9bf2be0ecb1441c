/** What a recording became is told in a dialog, which has room for some of it; all of it can be saved as a file (LB-19). */

import type { CommandResult } from '../../../preload/contract'
import { MOST_LINES } from '../../session/scenario'
import type { Dialogs } from './dialogs'
import { writeWhole } from './files'

export interface ImportToTell {
  /** that it was imported, in a sentence */
  message: string
  /** of the recording's file */
  name: string
  /** lines for a person */
  report: string
  /** the recording goes on after it */
  more: boolean
}

/** Asks where to write what is not the project. */
interface Places {
  whereBeside(kind: 'txt', suggested: string): Promise<string | CommandResult>
}

/** @returns whether what follows in the recording is wanted now */
export async function tellImport(
  dialogs: Pick<Dialogs, 'imported' | 'error'>,
  documents: Places,
  { message, name, report, more }: ImportToTell,
): Promise<boolean> {
  for (;;) {
    const answer = await dialogs.imported(message, shortened(report), more)
    if (answer !== 'save') return answer === 'more'
    const path = await documents.whereBeside('txt', `${name} import report.txt`)
    const saved = typeof path === 'string' ? writeWhole(path, `${report}\n`) : path
    if (!saved.ok && saved.cancelled !== true) await dialogs.error('The report was not saved.', saved.message)
  }
}

/** Of more lines than a dialog has room for, the last that it shows says where all are. */
function shortened(report: string): string {
  const lines = report.split('\n')
  if (lines.length <= MOST_LINES) return report
  const first = lines.slice(0, MOST_LINES - 1)
  return [...first, `… and ${lines.length - first.length} more lines, which Save Report… writes.`].join('\n')
}
