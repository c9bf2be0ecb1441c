/** What is said of an import, as lines: on the command line, and in the app's dialog. */
import { formatCount } from '../../../preload/contract'
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

/**
 * How many of what was counted before are what: `2 of them freed, 0 named by the app`. Of one it is said by itself: `freed, not
 * named by the app`.
 * @param all how many there are
 */
export function ofThem(all: number, ...some: readonly (readonly [count: number, what: string])[]): string {
  if (all === 1) return some.map(([count, what]) => (count === 1 ? what : `not ${what}`)).join(', ')
  return some.map(([count, what], i) => `${formatCount(count)}${i === 0 ? ' of them' : ''} ${what}`).join(', ')
}
