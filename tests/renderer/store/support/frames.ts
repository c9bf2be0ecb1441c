import {
  type AllocationChanges,
  type CreatedAllocations,
  type Frame,
  SEGMENT_GROUPS,
} from '../../../../preload/contract'

/** A delta frame with nothing but its clock. */
export function frame(seq: number, parts: Partial<Frame> = {}): Frame {
  return { seq, full: false, clock: { now: seq * 1000, running: true, speed: 1 }, ...parts }
}

/** An allocation as a test says it. */
export interface GivenAllocation {
  id: number
  /** within its effect */
  name: string
  effect: string
  bytes: number
  segment: (typeof SEGMENT_GROUPS)[number]
  /** DriverFlag, combined */
  driverFlags: number
}

/** What an allocation is where a test does not care. */
export const allocation: GivenAllocation = {
  id: 0,
  name: 'main',
  effect: 'Blur',
  bytes: 65_536,
  segment: 'local',
  driverFlags: 0,
}

/** As a frame sends them; null when there are none. */
export function created(given: readonly GivenAllocation[]): CreatedAllocations | null {
  if (given.length === 0) return null
  const effectNames = [...new Set(given.map(({ effect }) => effect))]
  let end = 0
  const ends = given.map(({ name }) => {
    end += name.length
    return end
  })
  return {
    ids: Uint32Array.from(given, ({ id }) => id),
    bytes: Float64Array.from(given, ({ bytes }) => bytes),
    segments: Uint8Array.from(given, ({ segment }) => SEGMENT_GROUPS.indexOf(segment)),
    driverFlags: Uint8Array.from(given, ({ driverFlags }) => driverFlags),
    effects: Uint32Array.from(given, ({ effect }) => effectNames.indexOf(effect)),
    effectNames,
    names: given.map(({ name }) => name).join(''),
    nameEnds: Uint32Array.from(ends),
  }
}

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
  given: readonly GivenAllocation[],
  rows: readonly Row[] = [],
  destroyed: number[] = [],
): AllocationChanges {
  return {
    created: created(given),
    destroyed: Uint32Array.from(destroyed),
    ids: Uint32Array.from(rows, ({ id }) => id),
    states: Uint8Array.from(rows, ({ state }) => state),
    priorities: Uint8Array.from(rows, ({ priority }) => priority ?? 2),
    references: Uint32Array.from(rows, ({ references }) => references ?? 0),
    changedAt: Float64Array.from(rows, ({ changedAt }) => changedAt ?? 0),
    lastUsed: Float64Array.from(rows, ({ lastUsed }) => lastUsed ?? -1),
  }
}

/** `count` allocations of 64 KiB named Load.r0, Load.r1, … */
export function many(count: number): GivenAllocation[] {
  return Array.from({ length: count }, (_, id) => ({ ...allocation, id, name: `r${id}`, effect: 'Load' }))
}
