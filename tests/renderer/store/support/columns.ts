/** Allocations for the tests of the memory instruments, through the store's own way in. */
import { AllocationState } from '../../../../preload/contract'
import { type AllocationColumns, changeAllocations, emptyAllocations } from '../../../../renderer/store/allocations'
import { allocation, changes } from './frames'

export interface Given {
  name?: string
  effect?: string
  bytes?: number
  state?: number
  references?: number
  lastUsed?: number
  changedAt?: number
  segment?: 'local' | 'non-local'
  /** index in RESIDENCY_PRIORITIES */
  priority?: number
}

export function columnsOf(given: readonly Given[]): AllocationColumns {
  const created = given.map(({ name, effect = 'Blur', bytes = 65_536, segment = 'local' }, id) => ({
    ...allocation,
    id,
    segment,
    effect,
    name: name ?? `buffer ${id}`,
    bytes,
  }))
  const rows = given.map((row, id) => ({
    ...row,
    id,
    state: row.state ?? AllocationState.resident,
    references: row.references ?? 1,
  }))
  return changeAllocations(emptyAllocations(), changes(created, rows))
}

/** `count` allocations in effects of `perEffect`. */
export function manyColumns(count: number, perEffect: number): AllocationColumns {
  return columnsOf(
    Array.from({ length: count }, (_, id) => ({
      effect: `Effect ${Math.floor(id / perEffect)}`,
      bytes: 65_536 * (1 + ((id * 7919) % 64)),
      state: id % 4,
    })),
  )
}
