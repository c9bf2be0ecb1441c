/** What packets do to the counts of the allocations that they use. */
import { goOnWith } from '../../sim/continuation'
import type { VideoMemoryManager } from '../vidmm/video-memory-manager'
import type { Packet } from './context'

/** Its turn has come: it keeps its memory, or another context's page-in could take it, and this one take it back. */
export function usePacket({ residency }: VideoMemoryManager, packet: Packet): void {
  if (packet.inUse) return
  packet.inUse = true
  for (const handle of packet.allocations) residency.countRunning(handle, 1)
}

/** It has left its engine, or its turn: its memory may be taken. */
export function releasePacket({ residency }: VideoMemoryManager, packet: Packet): void {
  if (!packet.inUse) return
  packet.inUse = false
  for (const handle of packet.allocations) residency.countRunning(handle, -1)
}

/** It will never run: nothing of it is queued any more. */
export function dropPacket(vidmm: VideoMemoryManager, packet: Packet): void {
  // first what goes with it (RS-11), as when it completes
  for (const handle of packet.allocations) vidmm.residency.countQueued(handle, -1)
  releasePacket(vidmm, packet)
  if (packet.signals > 0) goOnWith(packet.request?.finished, 'device-removed')
}
