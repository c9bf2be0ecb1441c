/** The resources that GPU work can use, by their full names: what a form suggests, and whether there is one. */
import { fullName } from '../../store/allocations'
import { contentsOf } from '../../store/heap-ranges'
import type { InterfaceState } from '../../store/model'

/** names that are suggested at once: a list of more is no help */
const MOST_SUGGESTED = 50

export type Memory = Pick<InterfaceState, 'allocations' | 'heapMap'>

/** What is committed in order of creation, then what is placed, by heaps: a heap that several share is no resource (RS-15). */
function* namesIn({ allocations, heapMap: { blocks, byAllocation } }: Memory): Generator<string> {
  for (const id of allocations.ids) {
    const block = byAllocation.get(id)
    if (block === undefined || block.committed) yield fullName(allocations, id)
  }
  for (const block of blocks) {
    if (block.committed) continue
    for (const { name } of contentsOf(block, Number.POSITIVE_INFINITY)) if (name !== '') yield name
  }
}

/** Names in which all that is typed occurs, without those that are chosen. */
export function suggested(memory: Memory, typed: string, chosen: readonly string[]): string[] {
  const text = typed.trim().toLowerCase()
  const found = new Set<string>()
  for (const name of namesIn(memory)) {
    if (name.toLowerCase().includes(text) && !chosen.includes(name)) found.add(name)
    if (found.size === MOST_SUGGESTED) break
  }
  return [...found]
}

export function isResource(memory: Memory, name: string): boolean {
  for (const one of namesIn(memory)) if (one === name) return true
  return false
}
