import type { AllocationChanges, AllocationView, Frame } from '../../../preload/contract'

/** A delta frame with nothing but its clock. */
export function frame(seq: number, parts: Partial<Frame> = {}): Frame {
  return { seq, full: false, clock: { now: seq * 1000, running: true, speed: 1 }, ...parts }
}

/** What an allocation is where a test does not care. */
export const allocation = {
  id: 0,
  name: 'Blur.main',
  effect: 'Blur',
  bytes: 65_536,
  segment: 'local',
  notifyEviction: false,
  notifyIoMmuUnmap: false,
  compressed: false,
} satisfies AllocationView

interface Row {
  id: number
  state: number
  references?: number
  changedAt?: number
  lastUsed?: number
  priority?: number
}

/** Deltas of allocations: created ones by name, changed ones as rows. */
export function changes(
  created: AllocationChanges['created'],
  rows: readonly Row[] = [],
  destroyed: number[] = [],
): AllocationChanges {
  return {
    created,
    destroyed,
    ids: Uint32Array.from(rows, ({ id }) => id),
    states: Uint8Array.from(rows, ({ state }) => state),
    priorities: Uint8Array.from(rows, ({ priority }) => priority ?? 2),
    references: Uint32Array.from(rows, ({ references }) => references ?? 0),
    changedAt: Float64Array.from(rows, ({ changedAt }) => changedAt ?? 0),
    lastUsed: Float64Array.from(rows, ({ lastUsed }) => lastUsed ?? -1),
  }
}

/** `count` allocations of 64 KiB named Load.r0, Load.r1, … */
export function many(count: number): AllocationChanges['created'] {
  return Array.from({ length: count }, (_, id) => ({ ...allocation, id, name: `Load.r${id}`, effect: 'Load' }))
}
