/** Allocations as a frame sends them: in columns, for a million of them as for one. */
import {
  type AllocationChanges,
  AllocationState,
  type CreatedAllocations,
  DriverFlag,
  SEGMENT_GROUPS,
  SegmentGroup,
} from '../../../../preload/contract'
import { AllocationBit, type AllocationHandle } from '../../../dxgkrnl/vidmm/allocation-table'
import type { ResidencyState } from '../../../dxgkrnl/vidmm/residency'
import type { VideoMemoryManager } from '../../../dxgkrnl/vidmm/video-memory-manager'

/** What the app knows of its allocations. */
export interface AllocationOwners {
  /** the effect that it belongs to; '' for one whose effect could not be created */
  effectOf(handle: AllocationHandle): string
  /** its name within that effect, or its whole name where there is none */
  nameInEffect(handle: AllocationHandle): string
  /** µs of its last use by a submission, -1: never */
  lastUsed(handle: AllocationHandle): number
}

const STATE_VALUES: Record<ResidencyState, number> = {
  'paged-out': AllocationState.pagedOut,
  evictable: AllocationState.evictable,
  resident: AllocationState.resident,
  pending: AllocationState.pending,
}

const LOCAL = SEGMENT_GROUPS.indexOf('local')
const NON_LOCAL = SEGMENT_GROUPS.indexOf('non-local')

/** Handles of all that exist, ascending. */
export function liveHandles({ residency: { table } }: VideoMemoryManager): Uint32Array {
  const handles = new Uint32Array(table.names.length)
  let count = 0
  for (let handle = 0; handle < handles.length; handle++)
    if (table.has(handle, AllocationBit.LIVE)) handles[count++] = handle
  return handles.subarray(0, count).slice()
}

/** What changes in their lives. */
export function allocationRows(
  { residency }: VideoMemoryManager,
  owners: AllocationOwners,
  ids: Uint32Array,
): Omit<AllocationChanges, 'created' | 'destroyed'> {
  const { table } = residency
  const count = ids.length
  const rows = {
    ids,
    states: new Uint8Array(count),
    priorities: new Uint8Array(count),
    references: new Uint32Array(count),
    changedAt: new Float64Array(count),
    lastUsed: new Float64Array(count),
  }
  for (let row = 0; row < count; row++) {
    const id = ids[row] as number
    rows.states[row] = STATE_VALUES[residency.state(id)]
    rows.priorities[row] = table.priorities[id] as number
    rows.references[row] = table.references[id] as number
    rows.changedAt[row] = table.changedAt[id] as number
    rows.lastUsed[row] = owners.lastUsed(id)
  }
  return rows
}

/** What never changes in their lives. Names within an effect, as the whole ones repeat it in every row. */
export function createdAllocations(
  { residency: { table }, contents }: VideoMemoryManager,
  owners: AllocationOwners,
  ids: Uint32Array,
): CreatedAllocations {
  const count = ids.length
  const bytes = new Float64Array(count)
  const segments = new Uint8Array(count)
  const driverFlags = new Uint8Array(count)
  const effects = new Uint32Array(count)
  const nameEnds = new Uint32Array(count)
  const effectIndex = new Map<string, number>()
  const names: string[] = []
  let end = 0
  for (let row = 0; row < count; row++) {
    const id = ids[row] as number
    const effect = owners.effectOf(id)
    const index = effectIndex.get(effect) ?? effectIndex.size
    if (index === effectIndex.size) effectIndex.set(effect, index)
    const name = owners.nameInEffect(id)
    names.push(name)
    end += name.length
    nameEnds[row] = end
    effects[row] = index
    bytes[row] = table.bytes[id] as number
    segments[row] = table.segments[id] === SegmentGroup.LOCAL ? LOCAL : NON_LOCAL
    driverFlags[row] =
      (table.has(id, AllocationBit.NOTIFY_EVICTION) ? DriverFlag.notifyEviction : 0) |
      (table.has(id, AllocationBit.NOTIFY_IOMMU_UNMAP) ? DriverFlag.notifyIoMmuUnmap : 0) |
      (contents.has(id) ? DriverFlag.compressed : 0)
  }
  const effectNames = [...effectIndex.keys()]
  return { ids, bytes, segments, driverFlags, effects, effectNames, names: names.join(''), nameEnds }
}
