/** The system that a log was recorded on, as far as it says. */
import { formatBytes } from '../../../../preload/contract'
import { GRANULE } from '../../scenario'
import { memoryFor } from '../system'
import type { Log } from './log'
import type { LogWriter } from './writer'

const LOCAL = 0
const NON_LOCAL = 1
/** bytes of which no machine has more */
const MOST_MEMORY = 2 ** 50
/** displays that a scenario can have */
const MOST_DISPLAYS = 8

export interface LogSystem {
  /** as the scenario has them */
  fields: object
  imported: string[]
  derived: string[]
}

/** Memory, displays and budget; what the log does not say of them is assumed, and said to be. */
export function systemOf(log: Log, writer: LogWriter): LogSystem {
  const local = largest(log, LOCAL)
  const nonLocal = largest(log, NON_LOCAL)
  const assumed = local === null ? memoryFor(Math.max(log.mostResident, Math.min(log.mostUsed, MOST_MEMORY))) : null
  const rates = log.refreshRates.slice(0, MOST_DISPLAYS)
  const [first, ...slower] = rates
  const { budget } = writer
  const fields = {
    ...(local === null ? assumed : { localMemory: local }),
    ...(nonLocal === null ? {} : { nonLocalMemory: nonLocal }),
    ...(budget === null ? {} : { budget }),
    ...(first === undefined ? {} : { refreshRate: first }),
    ...(slower.length === 0 ? {} : { displays: rates.map((refreshRate) => ({ refreshRate })) }),
    // the recorded one is among the other processes
    compositor: { enabled: false },
  }
  const shown = [
    local === null ? null : `local memory ${formatBytes(local)}`,
    nonLocal === null ? null : `non-local memory ${formatBytes(nonLocal)}`,
    first === undefined ? null : `display of ${first} Hz`,
    slower.length === 0 ? null : `other displays of ${slower.map((rate) => `${rate} Hz`).join(', ')}`,
  ]
  return {
    fields,
    imported: shown.filter((text) => text !== null),
    derived: Object.entries(assumed ?? {})
      .filter(([name]) => name === 'localMemory' || nonLocal === null)
      .map(([name, bytes]) => `${name}: ${formatBytes(bytes)}; the log has no segments`),
  }
}

/** Of the adapter that has the most of it. */
function largest(log: Log, group: number): number | null {
  const sums = new Map<string, number>()
  for (const segment of log.segments.values())
    if (segment.group === group) sums.set(segment.adapter, (sums.get(segment.adapter) ?? 0) + segment.size)
  const most = Math.floor(Math.max(0, ...sums.values()) / GRANULE) * GRANULE
  return most > 0 && most <= MOST_MEMORY ? most : null
}
