/** What a person sees of a session, however its frames came. */
import { effectName, fullName } from '../../../renderer/store/allocations'
import type { GpuHistory } from '../../../renderer/store/gpu'
import { allocationNamesOf } from '../../../renderer/store/gpu-packets'
import type { InterfaceState } from '../../../renderer/store/model'

/** The lanes' packets, requests and marks, row by row: how they are stored may differ. */
function onTheLanes({ names, packets, preemptions, marks }: GpuHistory): unknown {
  const { columns } = packets
  const ids = Array.from({ length: packets.count }, (_, i) => packets.oldestId + i)
  const slots = Array.from({ length: preemptions.count }, (_, i) => preemptions.slot(i))
  return {
    packets: ids.map((id) => {
      const slot = packets.slotOf(id)
      const { engines, kinds, outcomes, fences, flags, submitted, starts, ends, switches } = columns
      const numbers = [engines, kinds, outcomes, fences, flags, submitted, starts, ends, switches]
      const texts = [names[columns.contexts[slot] as number], names[columns.commands[slot] as number]]
      const used = allocationNamesOf(packets, slot, names)
      return [id, ...numbers.map((column) => column[slot]), columns.allocationCounts[slot], ...texts, ...used].join(' ')
    }),
    preemptions: slots.map((slot) => {
      const { engines, requested, stopped, boundaries, reasons, held } = preemptions
      return [engines, requested, stopped, boundaries, reasons, held].map((column) => column[slot]).join(' ')
    }),
    marks: [...marks],
  }
}

/** What a person sees of it: without the numbering of frames, and a moment's last sample only. */
export function visible({
  seq: _seq,
  hitches,
  drops,
  allocations,
  samples,
  notifications,
  findings,
  gpuHistory,
  backgroundHistory: { tasks },
  ...rest
}: InterfaceState) {
  const { ids, bytes: sizes, segments, driverFlags, states, references, changedAt, lastUsed } = allocations
  const rows = ids.map((id) => ({
    id,
    name: fullName(allocations, id),
    effect: effectName(allocations, id),
    bytes: sizes[id],
    segment: segments[id],
    driverFlags: driverFlags[id],
    state: states[id],
    references: references[id],
    changedAt: changedAt[id],
    lastUsed: lastUsed[id],
  }))
  return {
    ...rest,
    lanes: onTheLanes(gpuHistory),
    tasks,
    allocations: rows.sort((a, b) => a.id - b.id),
    notifications: notifications.items,
    findings: findings.items,
    hitches: hitches.items,
    drops: drops.items,
    samples: samples.items.filter(({ t }, index) => samples.items[index + 1]?.t !== t),
  }
}

/** The same with heaps by their places: the page's own numbers of them are those in which it came to see them. */
export function withHeapsByPlace<Seen extends Pick<InterfaceState, 'heapMap' | 'defragmentation'>>({
  heapMap,
  defragmentation,
  ...rest
}: Seen) {
  const place = new Map(heapMap.blocks.map(({ id }, index) => [id, index]))
  const moves = defragmentation.moves.map((move) => ({ ...move, from: place.get(move.from), to: place.get(move.to) }))
  return {
    ...rest,
    heaps: {
      ...heapMap,
      byId: [],
      byAllocation: [...heapMap.byAllocation].map(([allocation, { id }]) => [allocation, place.get(id)]),
      blocks: heapMap.blocks.map(({ id: _, ...block }) => block),
    },
    defragmentation: { ...defragmentation, moves },
  }
}
