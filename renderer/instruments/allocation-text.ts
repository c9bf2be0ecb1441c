/** How an allocation is told in words. */
import type { AllocationColumns } from '../store/allocations'
import { formatBytes, formatCount, formatExactBytes, formatTime } from '../widgets/format'
import { stateInfo } from '../widgets/state-chip'

/** @param moment µs of simulated time, −1: never */
export function lastUsedText(moment: number): string {
  return moment < 0 ? 'never' : formatTime(moment)
}

export interface Fact {
  term: string
  value: string
  /** what the term means, with its clause */
  meaning: string
}

/** What is to know of an allocation: its size, its state, who holds it, when it was used. */
export function factsOf(columns: AllocationColumns, id: number): Fact[] {
  const state = stateInfo(columns.states[id] ?? 0)
  const bytes = columns.bytes[id] ?? 0
  return [
    { term: 'Size', value: formatBytes(bytes), meaning: formatExactBytes(bytes) },
    { term: 'State', value: state.label, meaning: state.meaning },
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
  return `${columns.names[id] ?? ''}: ${facts.join(', ')}${others}.`
}
