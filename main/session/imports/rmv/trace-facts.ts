/** What a trace says of its machine and its own state, as the scenario and the report have it. */

import { formatBytes, formatCount } from '../../../../preload/contract'
import { alignDown } from '../../../sim/align'
import { GRANULE } from '../../scenario'
import { LOCAL, NON_LOCAL } from '../system'
import type { SegmentInfo } from './chunks'
import type { TokenStream } from './tokens'

export const HEAP = { local: 0, invisible: 1, system: 2 } as const

export interface SystemSaid {
  /** as the scenario has it */
  system: { localMemory?: number; nonLocalMemory?: number }
  lines: string[]
  derived: string[]
}

/** Memory of the GPU: both of its segments are local, whether the CPU sees them or not. */
export function saidSystem(segments: readonly SegmentInfo[]): SystemSaid {
  const of = (heap: number): number =>
    segments.filter((segment) => segment.heap === heap).reduce((sum, { size }) => sum + size, 0)
  const [visible, invisible, system] = [of(HEAP.local), of(HEAP.invisible), of(HEAP.system)]
  const local = usable(visible + invisible)
  const nonLocal = usable(system)
  const lines = [
    local === null
      ? null
      : `local memory ${formatBytes(local)}: ${formatBytes(visible)} that the CPU sees, ${formatBytes(invisible)} that it does not`,
    nonLocal === null ? null : `system memory ${formatBytes(nonLocal)}`,
  ]
  const assumed = [
    local === null ? `localMemory: ${formatBytes(LOCAL)}, the default; ${unsaid(visible + invisible)}` : null,
    nonLocal === null ? `nonLocalMemory: ${formatBytes(NON_LOCAL)}, the default; ${unsaid(system)}` : null,
  ]
  return {
    system: {
      ...(local === null ? {} : { localMemory: local }),
      ...(nonLocal === null ? {} : { nonLocalMemory: nonLocal }),
    },
    lines: lines.filter((line) => line !== null),
    derived: assumed.filter((line) => line !== null),
  }
}

/** bytes of which no machine has more: what says so is damaged */
const MOST_MEMORY = 2 ** 50

/** Why the default stands. @param bytes that the trace says */
function unsaid(bytes: number): string {
  if (bytes <= MOST_MEMORY) return 'the trace does not say'
  const said = Number.isFinite(bytes) ? formatBytes(bytes) : `more than ${formatBytes(Number.MAX_SAFE_INTEGER)}`
  return `the trace says ${said}, which no machine has`
}

function usable(bytes: number): number | null {
  const whole = alignDown(bytes, GRANULE)
  return whole > 0 && whole <= MOST_MEMORY ? whole : null
}

/** Where the trace is malformed, everything at once; null: nowhere. */
export function damageReport(container: string | null, streams: readonly TokenStream[]): string | null {
  const all = streams.flatMap(({ damage, source }) => (damage === null ? [] : [`${damage} (stream ${source.index})`]))
  if (container !== null) all.unshift(container)
  return all.length === 0 ? null : all.join('; ')
}

/** "18,805 page-table updates: not imported (checked only)"; null: there are none. */
export function line(count: number, one: string, rest: string, many = `${one}s`): string | null {
  return count === 0 ? null : `${formatCount(count)} ${count === 1 ? one : many}: ${rest}`
}
