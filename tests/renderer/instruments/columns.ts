/** Allocations for the tests of the memory instruments, through the store's own way in. */
import { AllocationState } from '../../../preload/contract'
import { type AllocationColumns, changeAllocations, emptyAllocations } from '../../../renderer/store/allocations'
import { allocation } from '../store/frames'

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
  return changeAllocations(emptyAllocations(), {
    created: given.map(({ name, effect = 'Blur', bytes = 65_536, segment = 'local' }, id) => ({
      ...allocation,
      id,
      segment,
      effect,
      name: `${effect}.${name ?? `buffer ${id}`}`,
      bytes,
    })),
    destroyed: [],
    ids: Uint32Array.from(given, (_, id) => id),
    states: Uint8Array.from(given, ({ state = AllocationState.resident }) => state),
    references: Uint32Array.from(given, ({ references = 1 }) => references),
    changedAt: Float64Array.from(given, ({ changedAt = 0 }) => changedAt),
    priorities: Uint8Array.from(given, ({ priority = 2 }) => priority),
    lastUsed: Float64Array.from(given, ({ lastUsed = -1 }) => lastUsed),
  })
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
