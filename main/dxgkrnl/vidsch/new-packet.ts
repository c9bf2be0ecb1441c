/** Makes packets: of what is submitted, and of the parts of what does not fit at once (GP-17). */
import type { Then } from '../../sim/continuation'
import type { Simulation } from '../../sim/simulation'
import type { AllocationHandle } from '../vidmm/allocation-table'
import type { VideoMemoryManager } from '../vidmm/video-memory-manager'
import type { Context, Packet, PacketPart, PacketRequest } from './context'
import type { MonitoredFence } from './monitored-fence'
import { shareOf, splitParts, withShared } from './split'

/** What a wait instruction waits for. */
class FenceWait {
  constructor(
    private readonly fence: MonitoredFence,
    private readonly value: number,
  ) {}

  isReached(): boolean {
    return this.fence.value >= this.value
  }

  whenReached(callback: Then): void {
    this.fence.whenReached(this.value, callback)
  }
}

/** @param signals context fence value that its end signals; 0: none */
export function createPacket(sim: Simulation, context: Context, request: PacketRequest, signals: number): Packet {
  const { command, duration, work, kind, flags, until, allocations } = request
  const own = context.allocation
  const used = request.areDistinct === true || allocations.length < 2 ? allocations : distinct(allocations)
  return {
    type: 'packet',
    context,
    engine: context.engine,
    hardwareContext: context,
    command,
    kind: kind ?? (until === undefined ? 'standard' : 'wait'),
    duration,
    work: work ?? null,
    allocations: own === null ? used : [own, ...used],
    signals,
    submitted: sim.now,
    cause: sim.trace.cause,
    request,
    split: null,
    fence: 0,
    flags: flags ?? 0,
    inUse: false,
    resubmitted: false,
    stoppedFor: null,
    recordedAt: -1,
    recordIndex: -1,
    hitch: 0,
    lackedForcedOut: false,
    ranBefore: null,
    paging: null,
    hang: 0,
    until: until === undefined ? null : new FenceWait(until.fence, until.value),
    progress: 0,
    enteredAt: -1,
    headAt: -1,
    startedAt: -1,
    switched: -1,
  }
}

/** What the engine keeps of the context while a packet of it runs (GP-14). */
function ownOf({ allocation }: Context): readonly AllocationHandle[] {
  return allocation === null ? [] : [allocation]
}

/** Into which parts it can be split, so that each fits (GP-17); null: the driver has no split points that would do. */
function partsOf(vidmm: VideoMemoryManager, context: Context, packet: Packet): PacketPart[] | null {
  const pieces = packet.request?.parts
  if (pieces === undefined || packet.split !== null) return null
  const own = ownOf(context)
  const used = packet.allocations.filter((handle) => !own.includes(handle))
  return splitParts(withShared(pieces, used), (handles) => vidmm.demand.fitsAtOnce([...own, ...handles]))
}

/** As things are now it can never run: it uses what is on no residency list, or more than fits (RS-07). */
export function comesToNothing(vidmm: VideoMemoryManager, context: Context, packet: Packet): boolean {
  const { allocations } = packet
  if (allocations.some((handle) => !vidmm.residency.isListed(handle))) return true
  return !vidmm.demand.fitsAtOnce(allocations) && partsOf(vidmm, context, packet) === null
}

/** Replaces a packet by its parts (GP-17). @returns false when the driver has no split points that would do */
export function splitPacket(vidmm: VideoMemoryManager, context: Context, packet: Packet): boolean {
  const parts = partsOf(vidmm, context, packet)
  if (parts === null) return false
  const own = ownOf(context)
  const { residency } = vidmm
  let end = 0
  const packets = parts.map((part, index): Packet => {
    const start = end
    end += part.duration
    const allocations = [...own, ...distinct(part.allocations)]
    const bound = parts[index - 1]?.allocations ?? []
    const signals = index === parts.length - 1 ? packet.signals : 0
    const split = { index, count: parts.length, fence: packet.signals, bound, whole: packet }
    const work = shareOf(packet.work, start, end, packet.duration)
    return { ...packet, duration: part.duration, work, allocations, signals, split }
  })
  for (const part of packets) for (const handle of part.allocations) residency.countQueued(handle, 1)
  for (const handle of packet.allocations) residency.countQueued(handle, -1)
  context.take()
  context.putBack(packets)
  return true
}

/** Each once, however often it is named. */
function distinct(handles: readonly AllocationHandle[]): readonly AllocationHandle[] {
  if (handles.length <= FEW && areDistinct(handles)) return handles
  const set = new Set(handles)
  return set.size === handles.length ? handles : [...set]
}

/** so many are compared with each other sooner than a set of them is made */
const FEW = 16

function areDistinct(handles: readonly AllocationHandle[]): boolean {
  for (let i = 1; i < handles.length; i++) if (handles.indexOf(handles[i] as number) < i) return false
  return true
}
