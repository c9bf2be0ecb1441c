/**
 * Every allocation in dense typed columns indexed by allocation id: a frame that changes 100 of 10,000 allocations
 * writes 100 rows and copies nothing. The columns are shared between versions; what is new after each change is the
 * `AllocationColumns` object that holds them, so that a selector sees a changed reference.
 */
import { type AllocationChanges, type CreatedAllocations, RESIDENCY_PRIORITIES } from '../../preload/contract'
import { AllocationNames } from './allocation-names'

export interface AllocationColumns {
  /** grows by one with every change */
  readonly version: number
  /** live ids in creation order; a new array only when one is created or destroyed */
  readonly ids: readonly number[]
  /** 1 where the id is live */
  readonly live: Uint8Array
  /** AllocationState */
  readonly states: Uint8Array
  readonly references: Uint32Array
  readonly bytes: Float64Array
  /** µs */
  readonly changedAt: Float64Array
  /** µs, -1: never */
  readonly lastUsed: Float64Array
  readonly names: AllocationNames
  /** index in SEGMENT_GROUPS */
  readonly segments: Uint8Array
  /** index in RESIDENCY_PRIORITIES */
  readonly priorities: Uint8Array
  /** DriverFlag, combined */
  readonly driverFlags: Uint8Array
  /** the newest changes, oldest first */
  readonly recent: readonly RecentChange[]
}

/** The ids of one change's rows; `version` is the one that they led to. */
interface RecentChange {
  readonly version: number
  readonly ids: Uint32Array
}

const NORMAL = RESIDENCY_PRIORITIES.indexOf('normal')
/** Changes that are kept for `changedSince`: more than a display frame brings even where frames have queued up. */
const KEPT_CHANGES = 32

const FIRST_CAPACITY = 256

export function emptyAllocations(): AllocationColumns {
  return {
    version: 0,
    ids: [],
    live: new Uint8Array(FIRST_CAPACITY),
    states: new Uint8Array(FIRST_CAPACITY),
    references: new Uint32Array(FIRST_CAPACITY),
    bytes: new Float64Array(FIRST_CAPACITY),
    changedAt: new Float64Array(FIRST_CAPACITY),
    lastUsed: new Float64Array(FIRST_CAPACITY),
    names: new AllocationNames(),
    segments: new Uint8Array(FIRST_CAPACITY),
    priorities: new Uint8Array(FIRST_CAPACITY),
    driverFlags: new Uint8Array(FIRST_CAPACITY),
    recent: [],
  }
}

export function isLive(columns: Pick<AllocationColumns, 'live'>, id: number | null): id is number {
  return id !== null && columns.live[id] === 1
}

/** "Effect.resource" */
export function fullName({ names }: AllocationColumns, id: number): string {
  return names.fullName(id)
}

/** @see AllocationNames.isCalled */
export function isCalled({ names }: Pick<AllocationColumns, 'names'>, id: number, name: string): boolean {
  return names.isCalled(id, name)
}

/** The part of a resource's name after its effect: "Blur.kernel" is "kernel". */
export function shortName({ names }: AllocationColumns, id: number): string {
  return names.shortName(id)
}

/** The effect that owns an allocation; '': none */
export function effectName({ names }: AllocationColumns, id: number): string {
  return names.effect(id)
}

/**
 * Ids whose rows may have changed after a version, some of them several times; null when that is too long ago to know.
 * Spares a reader of a million allocations looking at each of them.
 */
export function changedSince({ version, recent }: AllocationColumns, since: number): Uint32Array[] | null {
  if (since >= version) return []
  const [oldest] = recent
  if (oldest === undefined || oldest.version > since + 1) return null
  return recent.filter((change) => change.version > since).map(({ ids }) => ids)
}

/** Applies one frame's deltas in place and returns the columns under a new version. */
export function changeAllocations(columns: AllocationColumns, changes: AllocationChanges): AllocationColumns {
  const { created, destroyed } = changes
  const next = grown(columns, 1 + Math.max(highest(changes.ids), created === null ? -1 : highest(created.ids)))
  // first: an id that was freed may be that of an allocation created since
  for (const id of destroyed) next.live[id] = 0
  next.names.remove(destroyed)
  let ids = columns.ids
  if (destroyed.length > 0) ids = ids.filter((id) => next.live[id] === 1)
  if (created !== null) ids = ids.concat(create(next, created))
  writeRows(next, changes)
  const version = columns.version + 1
  const recent = [...columns.recent.slice(1 - KEPT_CHANGES), { version, ids: changes.ids }]
  return { ...next, ids, version, recent }
}

function highest(ids: Uint32Array): number {
  let most = -1
  for (let row = 0; row < ids.length; row++) if (ids[row]! > most) most = ids[row]!
  return most
}

/** @returns the ids that were not there before */
function create(next: AllocationColumns, created: CreatedAllocations): number[] {
  const added: number[] = []
  for (let row = 0; row < created.ids.length; row++) {
    const id = created.ids[row]!
    if (next.live[id] === 0) added.push(id)
    next.live[id] = 1
    next.bytes[id] = created.bytes[row]!
    next.references[id] = 0
    next.states[id] = 0
    next.changedAt[id] = 0
    next.lastUsed[id] = -1
    next.segments[id] = created.segments[row]!
    next.priorities[id] = NORMAL
    next.driverFlags[id] = created.driverFlags[row]!
  }
  next.names.add(created)
  return added
}

function writeRows(next: AllocationColumns, changes: AllocationChanges): void {
  for (let row = 0; row < changes.ids.length; row++) {
    const id = changes.ids[row]!
    next.states[id] = changes.states[row]!
    next.references[id] = changes.references[row]!
    next.changedAt[id] = changes.changedAt[row]!
    next.lastUsed[id] = changes.lastUsed[row]!
    next.priorities[id] = changes.priorities[row]!
  }
}

function grown(columns: AllocationColumns, needed: number): AllocationColumns {
  let capacity = columns.live.length
  if (needed <= capacity) return columns
  while (capacity < needed) capacity *= 2
  const widen = <T extends Uint8Array | Uint32Array | Float64Array>(target: T, source: T): T => {
    target.set(source)
    return target
  }
  return {
    ...columns,
    live: widen(new Uint8Array(capacity), columns.live),
    states: widen(new Uint8Array(capacity), columns.states),
    references: widen(new Uint32Array(capacity), columns.references),
    bytes: widen(new Float64Array(capacity), columns.bytes),
    changedAt: widen(new Float64Array(capacity), columns.changedAt),
    lastUsed: widen(new Float64Array(capacity), columns.lastUsed),
    segments: widen(new Uint8Array(capacity), columns.segments),
    priorities: widen(new Uint8Array(capacity), columns.priorities),
    driverFlags: widen(new Uint8Array(capacity), columns.driverFlags),
  }
}
