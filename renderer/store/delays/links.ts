/**
 * Where a segment of a chain leads: to the packet in its lane, the resource, the notification, what was paged, and always to its
 * moment.
 */
import { type DelaySegmentView, ENGINES } from '../../../preload/contract'
import { fullName } from '../allocations'
import { setMoment } from '../cursor/cursor'
import type { GpuHistory } from '../gpu'
import { firstEndingFrom } from '../gpu-packets'
import type { InterfaceState } from '../model'
import { setGpuTab, setInterface, setMemoryTab, showAllocation, useStore } from '../store'

/** What a segment leads to. */
export type Target =
  | { tab: 'gpu'; packet: number | null }
  | { tab: 'memory'; resource: number | null }
  | { tab: 'notifications' }

/** The packet that a segment names, as it ran in that time or next after it; null: it is not kept, or has not ended. */
export function packetOf(
  { packets, names }: GpuHistory,
  { packet, start, end }: Pick<DelaySegmentView, 'packet' | 'start' | 'end'>,
): number | null {
  if (packet === null) return null
  const engine = ENGINES.indexOf(packet.engine)
  const index = packets.engines[engine]
  if (index === undefined) return null
  const { contexts, commands, starts } = packets.columns
  for (let at = firstEndingFrom(packets, engine, start); at < index.count; at++) {
    const slot = index.slot(at)
    // what it waits for has begun when the wait ends
    if (starts[slot]! > end) return null
    if (names[contexts[slot]!] === packet.context && names[commands[slot]!] === packet.command)
      return packets.idOf(slot)
  }
  return null
}

/** Packets that segments of a chain name, in a window of time; each once. @param window µs */
export function packetsNamed(
  history: GpuHistory,
  segments: readonly DelaySegmentView[],
  { from, to }: { from: number; to: number },
): number[] {
  const ids = new Set<number>()
  for (const segment of segments) {
    if (segment.packet === null || segment.end < from || segment.start > to) continue
    const id = packetOf(history, segment)
    if (id !== null) ids.add(id)
  }
  return [...ids]
}

/** The allocation of a name; null: there is none any more. */
export function resourceOf({ allocations }: Pick<InterfaceState, 'allocations'>, name: string): number | null {
  return allocations.ids.find((id) => fullName(allocations, id) === name) ?? null
}

export function targetOf(view: InterfaceState, segment: DelaySegmentView): Target {
  if (segment.resource !== null) return { tab: 'memory', resource: resourceOf(view, segment.resource) }
  if (segment.callback !== null) return { tab: 'notifications' }
  // until what the policy made resident is in place: of what it waits for otherwise, and nobody knows, there is no record
  if (segment.kind === 'policy-wait' && segment.packet === null && segment.record !== null)
    return { tab: 'memory', resource: null }
  return { tab: 'gpu', packet: packetOf(view.gpuHistory, segment) }
}

/** What the link says that it leads to. */
export function targetName(target: Target): string {
  if (target.tab === 'gpu') return 'the GPU lanes'
  if (target.tab === 'notifications') return 'the notification'
  return target.resource === null ? 'what was paged, in Memory' : 'the resource in Memory'
}

/** Goes to what a segment names, at the moment at which it began. */
export function follow(segment: DelaySegmentView): void {
  const target = targetOf(useStore.getState().view, segment)
  setMoment(segment.start)
  if (target.tab === 'gpu') setGpuTab({ selectedId: target.packet })
  if (target.tab === 'memory') showResource(target.resource)
  setInterface({ tab: target.tab })
}

/** Goes to the resource, at the moment of the record that says why it was out. */
export function followWhy({ resource, why }: DelaySegmentView): void {
  if (why === null) return
  setMoment(why.record.t)
  if (resource !== null) showResource(resourceOf(useStore.getState().view, resource))
  setInterface({ tab: 'memory' })
}

/** Its row and its history; of one that is gone, the operations that moved it. */
function showResource(id: number | null): void {
  if (id === null) setMemoryTab({ view: 'paging' })
  else showAllocation(id)
}
