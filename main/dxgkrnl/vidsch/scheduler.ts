/**
 * Runs packets on engines. An engine runs one packet at a time, contexts in the order in which they became ready. A
 * packet starts when its waits are over and everything that it uses is in place (RS-02, RS-07).
 */
import type { Simulation } from '../../sim/simulation'
import type { AllocationHandle } from '../vidmm/allocation-table'
import type { VideoMemoryManager } from '../vidmm/video-memory-manager'
import { Context, type Packet, type PacketRequest, type Wait } from './context'
import type { MonitoredFence } from './monitored-fence'

export interface SchedulerHooks {
  /** a device did what it must not do and is removed; `because` names command and, where it is one, `allocation` */
  deviceRemoved(device: number, because: string, allocation?: string): void
}

interface Engine {
  owner: Context | null
  readonly ready: Context[]
}

export class Scheduler {
  private readonly engines = new Map<string, Engine>()
  private contexts: Context[] = []
  /** µs, of contexts that are gone */
  private waitedBefore = 0

  constructor(
    private readonly sim: Simulation,
    private readonly vidmm: VideoMemoryManager,
    private readonly hooks: SchedulerHooks,
  ) {}

  /** µs that GPU work of all contexts has waited for paging so far */
  get waitedForPaging(): number {
    const { now } = this.sim
    return this.contexts.reduce((total, context) => total + context.waitedForPaging(now), this.waitedBefore)
  }

  createContext(name: string, device: number, engine: string): Context {
    const context = new Context(name, device, engine)
    this.contexts.push(context)
    if (!this.engines.has(engine)) this.engines.set(engine, { owner: null, ready: [] })
    return context
  }

  /** @returns the packet's fence value on the context; 0 when the device is removed and nothing was submitted */
  submit(context: Context, request: PacketRequest): number {
    if (context.removed) return 0
    const fence = ++context.submitted
    for (const handle of request.allocations) this.vidmm.residency.countQueued(handle, 1)
    context.operations.push({ ...request, type: 'packet', fence, cause: this.sim.trace.cause })
    this.advance(context)
    return fence
  }

  /** What is submitted afterwards waits on the GPU until the fence reaches the value; the CPU goes on (RS-05). */
  wait(context: Context, fence: MonitoredFence, value: number, paging: boolean): void {
    if (context.removed) return
    context.operations.push({ type: 'wait', fence, value, paging })
    this.advance(context)
  }

  /** Drops all work of the device's contexts that has not started; what runs is let run out. */
  removeDevice(device: number): void {
    for (const context of this.contexts.filter((candidate) => candidate.device === device)) {
      context.removed = true
      context.stopWaitingForPaging(this.sim.now)
      for (const operation of context.operations.splice(context.running ? 1 : 0))
        if (operation.type === 'packet') this.drop(operation)
    }
  }

  /** As removeDevice; its contexts are forgotten (RS-14). */
  destroyDevice(device: number): void {
    this.removeDevice(device)
    for (const context of this.contexts)
      if (context.device === device) this.waitedBefore += context.waitedForPaging(this.sim.now)
    this.contexts = this.contexts.filter((context) => context.device !== device)
  }

  private drop(packet: Packet): void {
    for (const handle of packet.allocations) this.vidmm.residency.countQueued(handle, -1)
    packet.finished?.('device-removed')
  }

  private engine(context: Context): Engine {
    return this.engines.get(context.engine) as Engine
  }

  private advance(context: Context): void {
    const head = context.operations[0]
    if (context.busy || head === undefined) return
    context.busy = true
    if (head.type === 'wait') this.startWait(context, head)
    else this.acquire(context)
  }

  private startWait(context: Context, wait: Wait): void {
    if (wait.paging) context.startWaitingForPaging(this.sim.now)
    wait.fence.whenReached(wait.value, () => {
      if (context.removed) return
      context.stopWaitingForPaging(this.sim.now)
      this.next(context)
    })
  }

  private next(context: Context): void {
    context.operations.shift()
    context.busy = false
    this.advance(context)
  }

  private acquire(context: Context): void {
    const engine = this.engine(context)
    if (engine.owner !== null) {
      engine.ready.push(context)
      return
    }
    engine.owner = context
    const packet = context.operations[0] as Packet
    context.startWaitingForPaging(this.sim.now)
    this.sim.causedBy(packet.cause, () => this.prepare(context, packet))
  }

  /** @param hitch it has waited for memory that was paged out under pressure */
  private prepare(context: Context, packet: Packet, hitch = false): void {
    const { residency } = this.vidmm
    const missing = packet.allocations.find((handle) => !residency.isListed(handle))
    if (missing !== undefined) {
      const name = residency.table.names[missing] as string
      return this.fail(context, notResident(name, packet), name)
    }
    const waits = hitch || this.vidmm.lacksForcedOut(context.device, packet.allocations)
    const answer = this.vidmm.prepare(context.device, packet.allocations, (complete) => {
      if (context.removed) return this.release(context)
      if (complete) this.prepare(context, packet, waits)
      else this.fail(context, noMemory(packet))
    })
    if (answer === 'does-not-fit') return this.fail(context, doesNotFit(packet))
    if (answer === 'paging') return
    const waited = context.stopWaitingForPaging(this.sim.now)
    this.start(context, packet, hitch ? waited : 0)
  }

  /** @param hitch µs that it waited for memory that was paged out under pressure */
  private start(context: Context, packet: Packet, hitch: number): void {
    const { sim, vidmm } = this
    const start = sim.now
    context.running = true
    count(packet.allocations, (handle) => {
      vidmm.residency.countRunning(handle, 1)
      vidmm.residency.touch(handle)
    })
    sim.schedule(packet.duration, () => this.end(context, packet, start, hitch))
  }

  private end(context: Context, packet: Packet, start: number, hitch: number): void {
    const { sim, vidmm } = this
    const { name, engine } = context
    context.running = false
    sim.trace.write('packet', {
      engine,
      context: name,
      kind: 'standard',
      fence: packet.fence,
      start,
      end: sim.now,
      outcome: 'completed',
      ...(hitch === 0 ? {} : { hitch }),
    })
    // before the fence: whoever waits for it finds the packet's allocations no longer in use
    count(packet.allocations, (handle) => vidmm.usedByGpu(handle))
    // first what goes with it (RS-11): whoever waits for an allocation to be idle must not page out a destroyed one
    for (const handle of packet.allocations) vidmm.residency.countQueued(handle, -1)
    count(packet.allocations, (handle) => vidmm.residency.countRunning(handle, -1))
    context.progress.signal(packet.fence)
    packet.finished?.('completed')
    this.release(context)
    this.next(context)
  }

  private release(context: Context): void {
    const engine = this.engine(context)
    if (engine.owner !== context) return
    engine.owner = null
    let next = engine.ready.shift()
    while (next !== undefined && next.operations.length === 0) next = engine.ready.shift()
    if (next !== undefined) this.acquire(next)
  }

  private fail(context: Context, because: string, allocation?: string): void {
    const packet = context.operations.shift() as Packet
    context.busy = false
    context.stopWaitingForPaging(this.sim.now)
    this.release(context)
    this.drop(packet)
    this.hooks.deviceRemoved(context.device, because, allocation)
  }
}

/** Once per allocation, however often the packet names it. */
function count(handles: readonly AllocationHandle[], action: (handle: AllocationHandle) => void): void {
  for (const handle of new Set(handles)) action(handle)
}

function notResident(name: string, packet: Packet): string {
  return `"${packet.command}" (fence ${packet.fence}) used ${name}, which is not on the residency list`
}

function noMemory(packet: Packet): string {
  return `no memory could be found for what "${packet.command}" (fence ${packet.fence}) uses: nothing else could be paged out`
}

function doesNotFit(packet: Packet): string {
  return `what "${packet.command}" (fence ${packet.fence}) uses does not fit its memory segment at once`
}
