/** How an allocation is told in words. */
import { DriverFlag, type HeapBlockView, RESIDENCY_PRIORITIES, type WhyOut } from '../../../../preload/contract'
import { type AllocationColumns, fullName } from '../../../store/allocations'
import { destinationCount, liveCount } from '../../../store/heap-ranges'
import type { Fact } from '../../../widgets/facts'
import { counted, formatBytes, formatCount, formatExactBytes, formatTime } from '../../../widgets/format'
import { stateInfo } from '../../../widgets/state-chip'

/** @param moment µs of simulated time, −1: never */
export function lastUsedText(moment: number): string {
  return moment < 0 ? 'never' : formatTime(moment)
}

/** By index in SEGMENT_GROUPS. */
export const SEGMENT_LABELS: readonly string[] = ['Local', 'Non-local']

/** @param priority index in RESIDENCY_PRIORITIES */
export function priorityText(priority: number): string {
  const name = RESIDENCY_PRIORITIES[priority] ?? ''
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/**
 * Why an allocation is out, or with the time cursor set, why it was at the last time up to there that it went out, and when
 * it had come back, if by then it had.
 * @param moment of the cursor, µs; null: it is not set
 * @returns null: it is not out, or never was by then
 */
export function whyText(reasons: readonly WhyOut[], moment: number | null): string | null {
  if (moment === null) return reasons.at(-1)?.why ?? null
  const known = reasons.filter(({ t }) => t <= moment)
  const last = known.findLast(({ why }) => why !== null)?.why ?? null
  const newest = known.at(-1)
  if (last === null || newest === undefined || newest.why !== null) return last
  return `${last} Brought back at ${formatTime(newest.t)}.`
}

export interface DriverNote {
  name: string
  meaning: string
}

const DRIVER_NOTES: readonly (DriverNote & { flag: number })[] = [
  {
    flag: DriverFlag.notifyEviction,
    name: 'NotifyEviction',
    meaning: 'The driver is told before it is evicted from an aperture or system memory segment (AN-01, AN-02, AN-06).',
  },
  {
    flag: DriverFlag.notifyIoMmuUnmap,
    name: 'NotifyIoMmuUnmap',
    meaning: 'The driver is told before it is unmapped from the IOMMU, and must not touch its VA after (AN-03, AN-04).',
  },
  {
    flag: DriverFlag.compressed,
    name: 'compressed',
    meaning: 'The driver keeps it compressed while the device uses it; NotifyEviction decompresses it (AN-14).',
  },
]

/** What the driver asked for or does with an allocation. */
export function driverNotes(columns: AllocationColumns, id: number): DriverNote[] {
  return DRIVER_NOTES.filter(({ flag }) => ((columns.driverFlags[id] ?? 0) & flag) !== 0)
}

/** What is to know of an allocation: its size, its state, who holds it, when it was used. */
export function factsOf(columns: AllocationColumns, id: number): Fact[] {
  const state = stateInfo(columns.states[id] ?? 0)
  const bytes = columns.bytes[id] ?? 0
  return [
    { term: 'Size', value: formatBytes(bytes), meaning: formatExactBytes(bytes) },
    { term: 'State', value: state.label, meaning: state.meaning },
    {
      term: 'Segment',
      value: SEGMENT_LABELS[columns.segments[id] ?? 0] ?? '',
      meaning: 'The segment group that it is created in (RS-08)',
    },
    {
      term: 'Priority',
      value: priorityText(columns.priorities[id] ?? 0),
      meaning: 'Residency priority: the lowest goes first when memory is needed (RS-10)',
    },
    {
      term: 'References',
      value: formatCount(columns.references[id] ?? 0),
      meaning: 'MakeResident adds one, Evict takes one; at zero it leaves the residency list (RS-01)',
    },
    {
      term: 'Last used',
      value: lastUsedText(columns.lastUsed[id] ?? -1),
      meaning: 'When a submission last used it, in simulated time',
    },
  ]
}

/** One sentence for a screen reader. `sharing`: allocations that share its cell on the map. */
export function sentenceOf(columns: AllocationColumns, id: number, sharing: number): string {
  const facts = factsOf(columns, id).map(({ term, value }) => `${term.toLowerCase()} ${value}`)
  const others = sharing > 1 ? `, one of ${formatCount(sharing)} allocations in this cell` : ''
  return `${fullName(columns, id)}: ${facts.join(', ')}${others}.`
}

/** `Media block 3: 2 resources placed in it and 1 that a pass moves in`, which is among the contents when the pass has ended (DF-11). */
export function contentsTitle(block: HeapBlockView): string {
  const moving = destinationCount(block)
  const more = moving === 0 ? '' : ` and ${formatCount(moving)} that a pass moves in`
  return `${block.name}: ${counted(liveCount(block), 'resource')} placed in it${more}`
}
