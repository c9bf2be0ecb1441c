/** What tests of imports have in common: captures from bytes, and the scenario that one becomes. */
import type { CaptureFile, Imported, Importing } from '../../../../main/session/imports/capture'
import { scenarioPieces } from '../../../../main/session/imports/text'
import { parseScenarioText, problemsToText, type Scenario } from '../../../../main/session/scenario'

/** @param most bytes that one read gives, to let everything straddle two of them */
export function captureOf(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): CaptureFile & { largestRead: number } {
  const file = {
    size: bytes.length,
    largestRead: 0,
    read: (offset: number, length: number) => {
      file.largestRead = Math.max(file.largestRead, length)
      return bytes.subarray(offset, offset + Math.min(length, most))
    },
  }
  return file
}

export function finished(importing: Importing): Imported {
  for (;;) {
    const next = importing.next()
    if (next.done === true) return next.value
  }
}

export function textOf(imported: Imported): string {
  return [...scenarioPieces(imported)].join('')
}

/** As the program reads what it wrote. */
export function scenarioOf(imported: Imported): Scenario {
  const parsed = parseScenarioText(textOf(imported))
  if (!parsed.ok) throw new Error(problemsToText(parsed.problems, 'imported'))
  return parsed.scenario
}

export function everythingSaid({ report, damage }: Imported): string {
  return [...report.warnings, ...report.imported, ...report.derived, ...report.ignored, damage ?? ''].join('\n')
}
