/** How an allocation is told in words. */
import type { AllocationColumns } from '../store/allocations'
import { formatBytes, formatCount, formatTime } from '../widgets/format'
import { stateInfo } from '../widgets/state-chip'

/** @param moment µs of simulated time, −1: never */
export function lastUsedText(moment: number): string {
  return moment < 0 ? 'never' : formatTime(moment)
}

/** The rows of an allocation's tooltip: what it is, its state, who holds it, when it was used. */
export function factsOf(columns: AllocationColumns, id: number): [term: string, value: string][] {
  return [
    ['Size', formatBytes(columns.bytes[id] ?? 0)],
    ['State', stateInfo(columns.states[id] ?? 0).label],
    ['References', formatCount(columns.references[id] ?? 0)],
    ['Last used', lastUsedText(columns.lastUsed[id] ?? -1)],
  ]
}

/** One sentence for a screen reader. `sharing`: allocations that share its cell on the map. */
export function sentenceOf(columns: AllocationColumns, id: number, sharing: number): string {
  const facts = factsOf(columns, id).map(([term, value]) => `${term.toLowerCase()} ${value}`)
  const others = sharing > 1 ? `, one of ${formatCount(sharing)} allocations in this cell` : ''
  return `${columns.names[id] ?? ''}: ${facts.join(', ')}${others}.`
}
