import type { AllocationChanges, Frame } from '../../../preload/contract'

/** A delta frame with nothing but its clock. */
export function frame(seq: number, parts: Partial<Frame> = {}): Frame {
  return { seq, full: false, clock: { now: seq * 1000, running: true, speed: 1 }, ...parts }
}

interface Row {
  id: number
  state: number
  references?: number
  changedAt?: number
  lastUsed?: number
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
    references: Uint32Array.from(rows, ({ references }) => references ?? 0),
    changedAt: Float64Array.from(rows, ({ changedAt }) => changedAt ?? 0),
    lastUsed: Float64Array.from(rows, ({ lastUsed }) => lastUsed ?? -1),
  }
}

/** `count` allocations of 64 KiB named Load.r0, Load.r1, … */
export function many(count: number): AllocationChanges['created'] {
  return Array.from({ length: count }, (_, id) => ({ id, name: `Load.r${id}`, effect: 'Load', bytes: 65_536 }))
}
