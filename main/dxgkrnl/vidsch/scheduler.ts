/**
 * The GPU scheduler: contexts of different priority share engines with bounded hardware queues. A packet enters a
 * hardware queue when its waits are over, everything that it uses is in place (RS-02, RS-07) and its turn has come; work
 * of a higher priority makes the engine preempt (GP-06).
 */
import { ENGINES, type EngineName, type PacketOutcomeName, type PreemptionModel } from '../../../preload/contract'
import { checksumOf, type SubmitSettings, submitSplitBuffer } from '../../drivers/kmd/dma-buffer'
import { Engine, type Preempted } from '../../drivers/kmd/engine'
import type { SaveCosts } from '../../drivers/kmd/preemption'
import { type Granularities, granularitiesUnder, SubmitFlags } from '../../drivers/kmd/scheduling-caps'
import type { Simulation } from '../../sim/simulation'
import type { TraceRecord } from '../../sim/trace-records'
import type { AllocationHandle } from '../vidmm/allocation-table'
import type { VideoMemoryManager } from '../vidmm/video-memory-manager'
import { Context, type ContextOptions, type Operation, Priority } from './context'
import { EngineState, type Request, type RequestReason } from './engine-state'
import type { MonitoredFence } from './monitored-fence'
import type { Packet, PacketRequest } from './packet'
import { PagingPort } from './paging-port'
import { dmaBufferOf, leakedBinding, patchListOf, shareOf, splitParts, withShared } from './split'
import { type TimeoutSettings, Timeouts } from './timeouts'

export interface RemovalDetails {
  /** the clause that was violated; null: a finding has been written already */
  rule: string | null
  allocation?: string
}

export interface SchedulerHooks {
  /** a device did what it must not do and is removed; `because` names command and, where it is one, `allocation` */
  deviceRemoved(device: number, because: string, details: RemovalDetails): void
  /** whether memory of the device's contexts is the app's; that of other processes is theirs [true] */
  isOfApp?(device: number): boolean
  /** every device is removed: the adapter was reset (GP-24) */
  adapterReset?(because: string): void
  /** the device's process may not use the GPU any more (GP-25) */
  processBlocked?(device: number, because: string): void
  /** a planned hang of a packet that is submitted now, µs; 0: none */
  hang?(engine: EngineName, paging: boolean): number
  /** a planned failure of an engine reset that is made now (GP-24) */
  resetFails?(): boolean
}

/** Who watches; nothing in the scheduler depends on it. */
export interface SchedulerObserver {
  /** a packet has left its engine */
  left?(engine: EngineName, packet: Packet, start: number, outcome: PacketOutcomeName): void
  preempted?(engine: EngineName, request: Request, result: Preempted<Packet>, stopped: number): void
  /** something that `view` shows has changed */
  changed?(): void
}

export interface SchedulerOptions {
  model: PreemptionModel
  /** as each engine declares them */
  granularities: { '3d': Granularities; compute: Granularities }
  queueDepth: number
  saves: SaveCosts
  /** µs */
  restore: number
  /** µs until a preemption request has reached an engine */
  preemptionRequest: number
  pagingEngine: EngineName
  /** bytes of a context's own allocation; 0: none (GP-14) */
  contextAllocation: number
  /** NoDmaPatching of DXGK_VIDSCHCAPS (GP-18, GP-19) */
  noDmaPatching: boolean
  leaksBindings: boolean
  submit: SubmitSettings
  physicalAdapters: number
  /** WDDM 2.0 or later: resubmitted packets say so (GP-11) */
  saysResubmission: boolean
  timeouts: TimeoutSettings
}

/** Contexts of the system itself have no device of the runtime's. */
export const SYSTEM_DEVICE = -1

export class Scheduler {
  observer: SchedulerObserver = {}
  readonly engines = new Map<EngineName, EngineState>()
  readonly timeouts: Timeouts
  readonly paging: PagingPort
  private contexts: Context[] = []
  /** µs, of contexts that are gone */
  private waitedBefore = 0
  private model: PreemptionModel
  /** one object for each engine: changing it changes the engine */
  private readonly granularities: Granularities[] = []
  private readonly nullContext: Context
  private saidDisabled = false
  /** when a context other than the system's own last got work, µs; -1: never */
  lastSubmission = -1
  /** called then */
  onSubmission: () => void = () => {}
  /** called when a preemption request reaches an engine (GP-05) */
  onRequestReached: (engine: EngineName) => void = () => {}

  constructor(
    readonly sim: Simulation,
    readonly vidmm: VideoMemoryManager,
    readonly options: SchedulerOptions,
    private readonly hooks: SchedulerHooks,
  ) {
    this.model = options.model
    for (const name of ENGINES) this.engines.set(name, this.createEngine(name))
    this.setPreemption(options.model, options.granularities)
    this.nullContext = new Context({ name: 'null', device: SYSTEM_DEVICE, engine: '3d', priority: Priority.paging })
    const system = this.addContext({
      name: 'system',
      device: SYSTEM_DEVICE,
      engine: options.pagingEngine,
      priority: Priority.paging,
    })
    this.paging = new PagingPort(this, system)
    vidmm.pageOn(this.paging)
    this.timeouts = new Timeouts(this, options.timeouts, hooks)
  }

  /** µs that GPU work of all contexts has waited for paging so far */
  get waitedForPaging(): number {
    const { now } = this.sim
    return this.contexts.reduce((total, context) => total + context.waitedForPaging(now), this.waitedBefore)
  }

  get preemptionModel(): PreemptionModel {
    return this.model
  }

  /** From now on; a request that is under way is answered as it was asked. */
  setPreemption(model: PreemptionModel, granularities: SchedulerOptions['granularities']): void {
    this.model = model
    for (const [index, name] of ENGINES.entries()) {
      const declared = name === 'compute' ? granularities.compute : granularities['3d']
      Object.assign(this.granularities[index] as Granularities, granularitiesUnder(model, declared))
    }
  }

  /** With an allocation of its own where the driver wants one: its first packet waits for that to be initialised (GP-14). */
  createContext(name: string, device: number, engine: EngineName, priority: Priority = Priority.normal): Context {
    const { contextAllocation } = this.options
    const isOfApp = device >= 0 && (this.hooks.isOfApp?.(device) ?? true)
    if (contextAllocation === 0 || !isOfApp) return this.addContext({ name, device, engine, priority })
    const initialised: { context: Context | null; done: boolean } = { context: null, done: false }
    const row = { device, name: `context ${name}/${engine}`, bytes: contextAllocation }
    const allocation = this.vidmm.createContextAllocation(row, () => {
      initialised.done = true
      if (initialised.context !== null) this.begin(initialised.context)
    })
    const context = this.addContext({ name, device, engine, priority, allocation })
    if (allocation !== null && !initialised.done) {
      initialised.context = context
      context.state = 'waiting'
    }
    return context
  }

  private begin(context: Context): void {
    if (context.state !== 'waiting') return
    context.state = 'idle'
    this.advance(context)
  }

  private addContext(options: ContextOptions): Context {
    const context = new Context(options)
    this.contexts.push(context)
    return context
  }

  /** @returns the packet's fence value on the context; 0 when the device is removed and nothing was submitted */
  submit(context: Context, request: PacketRequest): number {
    if (context.removed) return 0
    const signals = ++context.submitted
    const packet = this.packetOf(context, request, signals)
    const { allocations } = packet
    for (let i = 0; i < allocations.length; i++) this.vidmm.residency.countQueued(allocations[i] as number, 1)
    if (request.disablePreemption === true) this.checkDisabled(packet)
    if (context.device >= 0) {
      this.lastSubmission = this.sim.now
      this.onSubmission()
    }
    this.enqueue(context, packet)
    return signals
  }

  /** Puts a packet of the system itself, or one that is made already, behind what the context has. */
  enqueue(context: Context, packet: Packet): void {
    context.operations.push(packet)
    if (context.state === 'idle') this.advance(context)
    else this.observer.changed?.()
  }

  /** What is submitted afterwards waits until the fence reaches the value; the CPU goes on (RS-05). */
  wait(context: Context, fence: MonitoredFence, value: number, paging: boolean): void {
    if (context.removed) return
    context.operations.push({ type: 'wait', fence, value, paging })
    this.advance(context)
  }

  /** The fence gets the value when everything submitted before has completed. */
  signal(context: Context, fence: MonitoredFence, value: number): void {
    if (context.removed) return
    context.operations.push({ type: 'signal', fence, value, after: context.submitted })
    this.advance(context)
  }

  /** Drops all work of the device's contexts that has not started; what runs is let run out. */
  removeDevice(device: number): void {
    const removed = this.contexts.filter((context) => context.device === device && !context.removed)
    // first all of them: what one of them lets go must not bring another to its turn
    for (const context of removed) {
      context.removed = true
      context.stopWaitingForPaging(this.sim.now)
      const state = this.stateOf(context)
      state.remove(context)
      if (state.bound === context) state.bound = null
      context.state = 'idle'
    }
    for (const context of removed) this.dropAll(context)
  }

  private dropAll(context: Context): void {
    const state = this.stateOf(context)
    const operations = context.operations.splice(0).slice(context.first)
    context.first = 0
    for (const operation of operations) if (operation.type === 'packet') this.drop(operation)
    for (const packet of state.hardware.withdraw((pending) => pending.context === context)) {
      this.report(state, packet, this.sim.now, 'device-removed')
      this.leaveHardware(packet)
      this.drop(packet)
    }
    if (state.bound === null) this.feed(state)
  }

  /** As removeDevice; its contexts are forgotten (RS-14). */
  destroyDevice(device: number): void {
    this.removeDevice(device)
    for (const context of this.contexts) {
      if (context.device !== device) continue
      this.waitedBefore += context.waitedForPaging(this.sim.now)
      if (context.allocation !== null) this.vidmm.destroyContextAllocation(context.allocation)
    }
    this.contexts = this.contexts.filter((context) => context.device !== device)
  }

  /** A packet runs on an engine. */
  get isRunning(): boolean {
    for (const { hardware } of this.engines.values()) if (hardware.running !== null) return true
    return false
  }

  /** A packet of an app is in a hardware queue. */
  get isBusy(): boolean {
    for (const { hardware } of this.engines.values())
      for (const { context } of hardware.queue) if (context.device >= 0) return true
    return false
  }

  /** Packets submitted to an engine that are not in its hardware queue yet. */
  waitingFor(engine: EngineName): number {
    let packets = 0
    for (const context of this.contexts)
      if (context.engine === engine && context.pending > 0)
        for (let i = context.first; i < context.operations.length; i++)
          if (context.operations[i]?.type === 'packet') packets++
    return packets
  }

  /** An engine on which the allocation is still bound switches to the null context first (GP-15). */
  unbind(handle: AllocationHandle, then: () => void): void {
    let left = 1
    const done = (): void => {
      if (--left === 0) then()
    }
    for (const state of this.engines.values()) {
      const loaded = state.hardware.loaded as Context | null
      if (loaded === null || !(loaded.bound.includes(handle) || loaded.allocation === handle)) continue
      left++
      const flags = SubmitFlags.ContextSwitch | (loaded.priority === Priority.paging ? SubmitFlags.Paging : 0)
      this.switchToNull(state, flags, done)
    }
    done()
  }

  private switchToNull(state: EngineState, flags: number, done: () => void): void {
    const packet: Packet = {
      ...this.packetOf(this.nullContext, { command: 'context switch', duration: 0, allocations: [], flags }, 0),
      kind: 'context-switch',
      hardwareContext: null,
      paging: { bound: [], completed: done, lost: done },
    }
    state.resubmitted.push(packet)
    this.feed(state)
  }

  packetOf(context: Context, request: PacketRequest, signals: number): Packet {
    const { command, duration, work, kind, flags, until, allocations } = request
    const own = context.allocation
    const used = allocations.length < 2 ? allocations : distinct(allocations)
    return {
      type: 'packet',
      context,
      hardwareContext: context,
      command,
      kind: kind ?? (until === undefined ? 'standard' : 'wait'),
      duration,
      work: work ?? null,
      allocations: own === null ? used : [own, ...used],
      signals,
      submitted: this.sim.now,
      cause: this.sim.trace.cause,
      request,
      split: null,
      fence: 0,
      flags: flags ?? 0,
      inUse: false,
      resubmitted: false,
      hitch: 0,
      lackedForcedOut: false,
      paging: null,
      hang: 0,
      until:
        until === undefined
          ? null
          : {
              isReached: () => until.fence.value >= until.value,
              whenReached: (callback) => until.fence.whenReached(until.value, callback),
            },
      progress: 0,
      startedAt: -1,
      switched: -1,
    }
  }

  private createEngine(name: EngineName): EngineState {
    const granularities: Granularities = { graphics: 'none', compute: 'none' }
    this.granularities.push(granularities)
    const { saves, restore } = this.options
    const hardware = new Engine<Packet>(
      this.sim,
      { granularities, saves, restore },
      {
        admits: (packet) => this.admits(packet),
        refused: (packets) => this.refused(state, packets),
        started: (packet) => this.started(state, packet),
        completed: (packet) => this.completed(state, packet),
        interrupted: (packet) => this.report(state, packet, packet.startedAt, 'preempted'),
      },
    )
    const state = new EngineState(name, hardware)
    return state
  }

  private stateOf(context: Context): EngineState {
    return this.engines.get(context.engine) as EngineState
  }

  /** GP-03 */
  private checkDisabled(packet: Packet): void {
    if (this.model === 'win7' || this.saidDisabled) return
    this.saidDisabled = true
    const message = `the driver asked that "${packet.command}" be not preempted; the Windows 8 model does not let it disable preemption`
    this.sim.trace.write('finding', { rule: 'GP-03', message })
  }

  private drop(packet: Packet): void {
    // first what goes with it (RS-11), as when it completes
    for (const handle of packet.allocations) this.vidmm.residency.countQueued(handle, -1)
    this.release(packet)
    if (packet.signals > 0) packet.request?.finished?.('device-removed')
  }

  /** Carries out what comes first, up to a packet that has to wait for its turn. */
  private advance(context: Context): void {
    while (context.state === 'idle' && !context.removed) {
      const { head } = context
      if (head === undefined) return
      if (head.type === 'packet') {
        context.state = 'queued'
        const state = this.stateOf(context)
        state.add(context)
        this.feed(state)
        return
      }
      const { fence, value } = head
      if (head.type === 'signal') {
        context.take()
        context.progress.whenReached(head.after, () => fence.signal(value))
      } else if (fence.value >= value) context.take()
      else {
        context.state = 'waiting'
        if (head.paging) context.startWaitingForPaging(this.sim.now)
        fence.whenReached(value, () => {
          // packets before it may have been put back meanwhile: then it is waited for again
          if (context.head !== head || context.state !== 'waiting') return
          context.stopWaitingForPaging(this.sim.now)
          context.take()
          context.state = 'idle'
          this.advance(context)
        })
      }
    }
  }

  /** Fills the hardware queue, or asks the engine to preempt for what must not wait. */
  private feed(state: EngineState): void {
    if (state.feeding) {
      state.feedAgain = true
      return
    }
    state.feeding = true
    do {
      state.feedAgain = false
      this.fill(state)
    } while (state.feedAgain)
    state.feeding = false
    this.observer.changed?.()
  }

  /**
   * Packets change places: memory that they let go may bring other work to its turn, which comes after all of them stand
   * where they belong. Whoever calls feeds the engine afterwards.
   */
  private rearrange(state: EngineState, work: () => void): void {
    const { feeding } = state
    state.feeding = true
    work()
    state.feeding = feeding
  }

  private fill(state: EngineState): void {
    const { hardware } = state
    const { queue } = hardware
    while (state.request === null) {
      const full = queue.length >= this.options.queueDepth
      const again = full ? undefined : state.resubmitted.shift()
      if (again !== undefined) {
        this.enterHardware(state, again)
        continue
      }
      const context = state.next()
      if (this.unclaim(state, context?.head)) continue
      if (context === null) break
      const urgent = this.mayPreempt(state, context.priority)
      if (full && !urgent) break
      const packet = context.head as Packet
      if (!this.isReady(context, packet)) {
        // memory is demanded when it is the packet's turn, or when it will not wait for that
        if (queue.length > 0 && !urgent) break
        if (!this.sim.causedBy(packet.cause, () => this.prepare(state, context, packet))) continue
      }
      if (urgent) {
        this.claim(state, packet)
        return this.ask(state, 'priority', context.name)
      }
      // what was split has another head now
      if (context.head === packet) this.dispatch(state, context, packet)
    }
    if (state.request !== null) return
    for (let i = 1; i < queue.length; i++) {
      const { context } = queue[i] as Packet
      if (this.mayPreempt(state, context.priority)) return this.ask(state, 'priority', context.name)
    }
  }

  /** Work of this priority does not have to wait for the packet that runs. */
  private mayPreempt(state: EngineState, priority: Priority): boolean {
    const head = state.hardware.queue[0]
    if (head === undefined || state.bound !== null || head.kind === 'context-switch') return false
    // it goes ahead of any other command (GP-12): asked again and again, it would never come to run
    if (head.paging !== null && head.resubmitted) return false
    if (head.context.priority >= priority) return false
    return this.model === 'win8' || head.request?.disablePreemption !== true
  }

  /** Sends a preemption request to the engine (GP-06). */
  ask(state: EngineState, reason: RequestReason, context: string | null): void {
    const { sim } = this
    const request: Request = { fence: ++state.nextFence, requested: sim.now, reason, context }
    state.request = request
    sim.schedule(this.options.preemptionRequest, () => {
      if (state.request !== request) return
      this.onRequestReached(state.name)
      state.hardware.preempt((result) => this.preempted(state, request, result))
    })
  }

  /** The engine has stopped; what it gives back is submitted again (GP-10 to GP-12). */
  private preempted(state: EngineState, request: Request, result: Preempted<Packet>): void {
    const { interrupted, held } = result
    this.writePreempt(state, request, result)
    for (const packet of held) this.report(state, packet, this.sim.now, 'preempted')
    state.request = null
    this.takeBack(state, interrupted === null ? held : [interrupted, ...held])
    if (interrupted !== null) this.waitOffEngine(state, interrupted)
    this.feed(state)
  }

  /**
   * A wait instruction submitted longer ago than TdrDelay leaves the engine to others when it is preempted, as one of
   * them may be what it waits for: it comes back when its condition holds (GP-22).
   */
  private waitOffEngine(state: EngineState, packet: Packet): void {
    const { context, until, submitted } = packet
    if (until === null || until.isReached() || context.head !== packet) return
    if (this.sim.now - submitted < this.timeouts.settings.delay) return
    state.remove(context)
    context.state = 'waiting'
    until.whenReached(() => {
      if (context.head !== packet || context.state !== 'waiting') return
      context.state = 'queued'
      state.addFirst(context)
      this.feed(state)
    })
  }

  private writePreempt(state: EngineState, request: Request, result: Preempted<Packet>): void {
    const { sim } = this
    const { boundary, save, interrupted, held } = result
    const { requested, fence, reason, context } = request
    const record: TraceRecord & { type: 'preempt' } = {
      t: sim.now,
      type: 'preempt',
      engine: state.name,
      requested,
      stopped: sim.now,
      boundary,
      fence,
      reason,
      save,
      held: held.length + (interrupted === null ? 0 : 1),
    }
    if (context !== null) record.context = context
    sim.trace.write('preempt', record)
    this.observer.preempted?.(state.name, request, result, sim.now)
  }

  /** Packets that were in the hardware queue, in their order, wait for their turn again; the engine is not fed yet. */
  takeBack(state: EngineState, packets: readonly Packet[]): void {
    this.rearrange(state, () => this.putBack(state, packets))
  }

  private putBack(state: EngineState, packets: readonly Packet[]): void {
    for (const packet of packets) {
      packet.resubmitted = true
      this.leaveHardware(packet)
      if (packet.paging !== null) state.resubmitted.push(packet)
      else if (packet.context.removed) this.drop(packet)
    }
    // in reverse, so that they stand in front in the order in which they came
    for (let i = packets.length - 1; i >= 0; i--) {
      const packet = packets[i] as Packet
      if (packet.paging === null && !packet.context.removed) this.returnTo(state, packet.context, [packet])
    }
  }

  private returnTo(state: EngineState, context: Context, packets: readonly Packet[]): void {
    context.putBack(packets)
    context.stopWaitingForPaging(this.sim.now)
    state.remove(context)
    context.state = 'queued'
    state.addFirst(context)
  }

  private dispatch(state: EngineState, context: Context, packet: Packet): void {
    if (packet.split !== null && !this.checkPart(state, packet)) return
    state.remove(context)
    context.take()
    context.state = 'idle'
    context.inHardware++
    if (state.claimed === packet) state.claimed = null
    if (packet.split !== null && packet.split.index < packet.split.count - 1 && this.partsStayTogether)
      state.bound = context
    // the system's own work does not hang, but for paging
    if (!packet.resubmitted && (context.device >= 0 || packet.paging !== null))
      packet.hang = this.hooks.hang?.(state.name, packet.paging !== null) ?? 0
    this.enterHardware(state, packet)
    if (packet.paging !== null) this.paging.entered(packet)
    this.advance(context)
  }

  /** GP-18 */
  private get partsStayTogether(): boolean {
    return this.model === 'win7' || this.options.noDmaPatching
  }

  private enterHardware(state: EngineState, packet: Packet): void {
    const isPaging = packet.kind === 'paging'
    if (packet.fence === 0 || !isPaging) packet.fence = ++packet.context.submissions
    if (packet.resubmitted && !isPaging && this.options.saysResubmission) packet.flags |= SubmitFlags.Resubmission
    // one that was given back is counted again
    if (packet.resubmitted && packet.paging !== null) packet.context.inHardware++
    state.hardware.submit(packet)
  }

  private leaveHardware(packet: Packet): void {
    const { context } = packet
    context.inHardware--
    if (context.inHardware === 0) context.ranOut(this.sim.now)
    this.release(packet)
  }

  /** Its turn has come: it keeps its memory, or another context's page-in could take it, and this one take it back. */
  private use(packet: Packet): void {
    if (packet.inUse) return
    packet.inUse = true
    for (const handle of packet.allocations) this.vidmm.residency.countRunning(handle, 1)
  }

  /** The engine preempts for it: what it is to run with stays until then. */
  private claim(state: EngineState, packet: Packet): void {
    state.claimed = packet
    this.use(packet)
  }

  /**
   * Another one's turn has come first: one of its own context that the engine gave back, or one that is more urgent, which
   * may need the very memory that it holds. It gets its memory anew when its turn comes.
   * @param next whose turn it is
   * @returns it had memory; waiters for that may have changed whose turn it is
   */
  private unclaim(state: EngineState, next: Operation | undefined): boolean {
    const { claimed } = state
    if (claimed === null || claimed === next) return false
    state.claimed = null
    const had = claimed.inUse
    this.release(claimed)
    return had
  }

  private release(packet: Packet): void {
    if (!packet.inUse) return
    packet.inUse = false
    for (const handle of packet.allocations) this.vidmm.residency.countRunning(handle, -1)
  }

  /** What it uses may have been evicted, or taken by pressure, since it entered the hardware queue (RS-02, RS-07). */
  private admits(packet: Packet): boolean {
    const { context, allocations } = packet
    if (context.removed) return false
    if (allocations.length > 0 && !this.vidmm.isReady(allocations)) return false
    this.use(packet)
    return true
  }

  /** Its device is removed, or its memory has to be brought in again; what its context has behind it waits with it. */
  private refused(state: EngineState, packets: readonly Packet[]): void {
    const { context } = packets[0] as Packet
    this.rearrange(state, () => {
      for (const packet of packets) {
        packet.resubmitted = true
        packet.startedAt = -1
        this.leaveHardware(packet)
        if (context.removed) this.drop(packet)
      }
      if (!context.removed) this.returnTo(state, context, packets)
    })
    this.feed(state)
  }

  private started(state: EngineState, packet: Packet): void {
    const { residency } = this.vidmm
    const { allocations, context, split, paging } = packet
    for (let i = 0; i < allocations.length; i++) residency.touch(allocations[i] as number)
    context.bound = paging === null ? allocations : paging.bound
    if (split !== null && split.index === split.count - 1 && state.bound === context) state.bound = null
    this.timeouts.started(state, packet)
    if (state.request === null && state.hardware.queue.length > 0) this.feed(state)
  }

  private completed(state: EngineState, packet: Packet): void {
    const { vidmm } = this
    const { context, allocations, signals, request, paging } = packet
    this.report(state, packet, packet.startedAt, 'completed')
    if (packet.kind === 'context-switch') {
      paging?.completed(packet.startedAt)
      this.feed(state)
      return
    }
    // before the fence: whoever waits for it finds the packet's allocations no longer in use
    for (let i = 0; i < allocations.length; i++) vidmm.usedByGpu(allocations[i] as number)
    // first what goes with it (RS-11): whoever waits for an allocation to be idle must not page out a destroyed one
    for (let i = 0; i < allocations.length; i++) vidmm.residency.countQueued(allocations[i] as number, -1)
    this.leaveHardware(packet)
    if (signals > 0) context.progress.signal(signals)
    const signal = request?.signal
    if (signal !== undefined && signals > 0) signal.fence.signal(signal.value)
    if (signals > 0) request?.finished?.('completed')
    paging?.completed(packet.startedAt)
    this.feed(state)
  }

  /** Writes what became of a packet on its engine. */
  report(state: EngineState, packet: Packet, start: number, outcome: PacketOutcomeName): void {
    const { sim } = this
    const { context, kind, fence, hitch, flags, submitted, switched, signals, command } = packet
    // all that records of packets have is set here at once: objects that grow cost more than all the rest
    const record: TraceRecord & { type: 'packet' } = {
      t: sim.now,
      type: 'packet',
      engine: state.name,
      context: context.name,
      kind,
      fence,
      start,
      end: sim.now,
      outcome,
      submitted,
      command,
    }
    if (hitch !== 0) record.hitch = hitch
    if (flags !== 0) record.flags = flags
    if (switched >= 0) record.switch = switched
    if (signals !== 0) record.signals = signals
    sim.trace.write('packet', record)
    packet.hitch = 0
    this.observer.left?.(state.name, packet, start, outcome)
  }

  /** Everything that it needs is in place now. */
  private isReady({ device }: Context, { paging, allocations }: Packet): boolean {
    if (paging !== null) return true
    if (!this.vidmm.isReady(allocations)) return false
    return this.vidmm.residency.forcedOut.size === 0 || !this.vidmm.lacksForcedOut(device, allocations)
  }

  /** @returns false when it has to wait for its memory, or will never run */
  private prepare(state: EngineState, context: Context, packet: Packet): boolean {
    const { residency } = this.vidmm
    this.release(packet)
    const missing = packet.allocations.find((handle) => !residency.isListed(handle))
    if (missing !== undefined) {
      const name = residency.table.names[missing] as string
      this.fail(state, context, packet, notResident(name, packet), { rule: 'RS-07', allocation: name })
      return false
    }
    const lacks = this.vidmm.lacksForcedOut(context.device, packet.allocations)
    const answer = this.vidmm.prepare(context.device, packet.allocations, (complete) => {
      if (context.head !== packet || context.state !== 'preparing') return
      if (!complete) return this.fail(state, context, packet, noMemory(packet))
      // what comes now, its turn on the engine, is no wait for memory any more
      const took = context.stopWaitingForPaging(this.sim.now)
      if (packet.lackedForcedOut) packet.hitch += took
      packet.lackedForcedOut = false
      context.state = 'queued'
      state.addFirst(context)
      this.feed(state)
    })
    if (answer === 'does-not-fit') {
      if (!this.split(context, packet)) this.fail(state, context, packet, doesNotFit(packet))
      return false
    }
    if (answer === 'paging') {
      packet.lackedForcedOut = lacks
      state.remove(context)
      context.state = 'preparing'
      context.startWaitingForPaging(this.sim.now)
      return false
    }
    return true
  }

  /** Replaces a packet by its parts (GP-17). @returns false when the driver has no split points that would do */
  private split(context: Context, packet: Packet): boolean {
    const pieces = packet.request?.parts
    if (pieces === undefined || packet.split !== null) return false
    const own = context.allocation === null ? [] : [context.allocation]
    const used = packet.allocations.filter((handle) => !own.includes(handle))
    const parts = splitParts(withShared(pieces, used), (handles) => this.vidmm.fitsAtOnce([...own, ...handles]))
    if (parts === null) return false
    const { residency } = this.vidmm
    let end = 0
    const packets = parts.map((part, index): Packet => {
      const start = end
      end += part.duration
      const allocations = [...own, ...distinct(part.allocations)]
      const bound = parts[index - 1]?.allocations ?? []
      const signals = index === parts.length - 1 ? packet.signals : 0
      const split = { index, count: parts.length, fence: packet.signals, bound }
      const work = shareOf(packet.work, start, end, packet.duration)
      return { ...packet, duration: part.duration, work, allocations, signals, split }
    })
    for (const part of packets) for (const handle of part.allocations) residency.countQueued(handle, 1)
    for (const handle of packet.allocations) residency.countQueued(handle, -1)
    context.take()
    context.putBack(packets)
    return true
  }

  /** Binding leak detection (GP-19) and, on linked adapters, the check that a broadcast part stays as it is (GP-20). */
  private checkPart(state: EngineState, packet: Packet): boolean {
    const { options, sim, vidmm } = this
    const { split, command, context } = packet
    const part = `part ${(split?.index ?? 0) + 1} of ${split?.count} of "${command}" (fence ${split?.fence})`
    const leaked = options.noDmaPatching
      ? null
      : leakedBinding(packet, patchListOf(packet, options.leaksBindings && (split?.index ?? 0) > 0))
    if (leaked !== null) {
      const name = vidmm.residency.table.names[leaked] as string
      const message = `${part} was rejected: it neither unbinds nor reprograms ${name}, which was bound before the split`
      sim.trace.write('finding', { rule: 'GP-19', resource: name, message })
      this.report(state, packet, sim.now, 'rejected')
      this.fail(state, context, packet, message, { rule: null, allocation: name })
      return false
    }
    if (options.physicalAdapters > 1) this.broadcast(packet, part)
    return true
  }

  private broadcast(packet: Packet, part: string): void {
    const buffer = dmaBufferOf(packet)
    const before = checksumOf(buffer)
    for (let adapter = 0; adapter < this.options.physicalAdapters; adapter++) {
      submitSplitBuffer(buffer, adapter, this.options.submit)
      const found = checksumOf(buffer)
      if (found === before) continue
      const message = `${part}, broadcast to ${this.options.physicalAdapters} linked adapters, was changed by the driver for adapter ${adapter}: checksum ${hex(found)}, not ${hex(before)}`
      this.sim.trace.write('finding', { rule: 'GP-20', message })
      return
    }
  }

  private fail(
    state: EngineState,
    context: Context,
    packet: Packet,
    because: string,
    details: RemovalDetails = { rule: 'RS-07' },
  ): void {
    state.remove(context)
    context.take()
    context.state = 'idle'
    context.stopWaitingForPaging(this.sim.now)
    this.drop(packet)
    this.hooks.deviceRemoved(context.device, because, details)
    // a device that the runtime does not know of: its contexts go on
    this.advance(context)
  }

  /** An engine was reset: what it was asked is void, and what it held is handed back. */
  resetEngine(state: EngineState): Packet[] {
    if (state.request !== null) this.unanswered(state, state.request)
    state.request = null
    state.bound = null
    return state.hardware.reset()
  }

  /** The engine was reset before it could answer. */
  private unanswered(state: EngineState, request: Request): void {
    this.writePreempt(state, request, { boundary: 'reset', save: 0, interrupted: null, held: [] })
  }

  /** The packet and its device do not go on; its engine is not fed yet. */
  loseHung(packet: Packet, because: string): void {
    this.rearrange(this.stateOf(packet.context), () => {
      this.leaveHardware(packet)
      this.drop(packet)
      this.hooks.deviceRemoved(packet.context.device, because, { rule: 'GP-23' })
    })
  }

  /** Everything that engines hold goes, paging work as well (GP-24). */
  loseEverything(): void {
    const lost: Packet[] = []
    for (const state of this.engines.values()) {
      const packets = this.resetEngine(state)
      for (const [index, packet] of packets.entries()) {
        const started = index === 0 && packet.startedAt >= 0
        this.report(state, packet, started ? packet.startedAt : this.sim.now, started ? 'reset' : 'device-removed')
        this.leaveHardware(packet)
        if (packet.paging === null) this.drop(packet)
        else lost.push(packet)
      }
      lost.push(...state.resubmitted.splice(0))
    }
    for (const packet of lost) packet.paging?.lost()
  }

  /** Engines take up work again. */
  resume(): void {
    for (const state of this.engines.values()) this.feed(state)
  }
}

/** Each once, however often it is named. */
function distinct(handles: readonly AllocationHandle[]): readonly AllocationHandle[] {
  const set = new Set(handles)
  return set.size === handles.length ? handles : [...set]
}

function hex(value: number): string {
  return `0x${value.toString(16).padStart(8, '0')}`
}

function notResident(name: string, { command, signals }: Packet): string {
  return `"${command}" (fence ${signals}) used ${name}, which is not on the residency list`
}

function noMemory({ command, signals }: Packet): string {
  return `no memory could be found for what "${command}" (fence ${signals}) uses: nothing else could be paged out`
}

function doesNotFit({ command, signals }: Packet): string {
  return `what "${command}" (fence ${signals}) uses does not fit its memory segment at once`
}
