/** The resources that GPU work can use, by their full names: what a form suggests, and whether there is one. */
import type { HeapBlockView } from '../../../preload/contract'
import { fullName, isCalled } from '../../store/allocations'
import { DESTINATION, FREE, isRangeCalled, rangeName } from '../../store/heap-ranges'
import type { InterfaceState } from '../../store/model'

/** names that are suggested at once: a list of more is no help */
const MOST_SUGGESTED = 50

export type Memory = Pick<InterfaceState, 'allocations' | 'heapMap'>

/** What is asked of each allocation, and of what lies in each heap that several share, until it answers true. */
interface Asked {
  allocation(id: number): boolean
  range(block: HeapBlockView, range: number): boolean
}

/** Allocations come in order of their creation. @returns whether one of the answers was true */
function some({ allocations, heapMap: { blocks } }: Memory, asked: Asked): boolean {
  for (const id of allocations.ids) if (asked.allocation(id)) return true
  for (const block of blocks) {
    if (block.committed) continue
    for (let range = 0; range < block.kinds.length; range++) {
      const kind = block.kinds[range]
      if (kind !== FREE && kind !== DESTINATION && asked.range(block, range)) return true
    }
  }
  return false
}

/** A heap that several share is no resource (RS-15). */
function isOwn({ heapMap: { byAllocation } }: Memory, id: number): boolean {
  return byAllocation.get(id)?.committed !== false
}

/** Names in which all that is typed occurs, without those that are chosen. */
export function suggested(memory: Memory, typed: string, chosen: readonly string[]): string[] {
  const text = typed.trim().toLowerCase()
  const found = new Set<string>()
  const add = (name: string): boolean => {
    if (name !== '' && name.toLowerCase().includes(text) && !chosen.includes(name)) found.add(name)
    return found.size === MOST_SUGGESTED
  }
  some(memory, {
    allocation: (id) => isOwn(memory, id) && add(fullName(memory.allocations, id)),
    range: (block, range) => add(rangeName(block, range)),
  })
  return [...found]
}

/** Asked at each key that is pressed, and where heaps change at each frame. */
export function isResource(memory: Memory, name: string): boolean {
  if (name === '') return false
  return some(memory, {
    allocation: (id) => isCalled(memory.allocations, id, name) && isOwn(memory, id),
    range: (block, range) => isRangeCalled(block, range, name),
  })
}
