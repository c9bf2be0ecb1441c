/** What is said of an import, as lines: on the command line, and in the app's dialog. */
import type { Imported } from './capture'

/** @returns damage and warnings first, then what was imported, derived and left out, each with its title */
export function reportText({ report, damage }: Imported): string {
  const parts: [string, readonly string[]][] = [
    ['', [...(damage === null ? [] : [`damaged: ${damage}; what came before it is imported`]), ...report.warnings]],
    ['imported', report.imported],
    ['derived, not recorded', report.derived],
    ['not imported', report.ignored],
  ]
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) =>
      title === '' ? lines.join('\n') : `${title}\n${lines.map((line) => `  ${line}`).join('\n')}`,
    )
    .join('\n')
}
