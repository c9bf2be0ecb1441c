/**
 * The GPU scheduler: contexts of different priority share engines with bounded hardware queues. A packet enters a
 * hardware queue when its waits are over, everything that it uses is in place (RS-02, RS-07) and its turn has come; work
 * of a higher priority makes the engine preempt (GP-06). `EngineFeed` decides what enters, `EngineReturns` what becomes of
 * what comes back, `Contexts` holds who may submit.
 */
import { ENGINES, type EngineName, type PreemptionModel } from '../../../preload/contract/names'
import { Engine } from '../../drivers/kmd/engine'
import { type Granularities, granularitiesUnder, SubmitFlags } from '../../drivers/kmd/scheduling-caps'
import { goOnWith, kept, type Then } from '../../sim/continuation'
import type { Simulation } from '../../sim/simulation'
import type { AllocationHandle } from '../vidmm/allocation-table'
import type { VideoMemoryManager } from '../vidmm/video-memory-manager'
import { Context, type Packet, type PacketRequest, Priority } from './context'
import { Contexts } from './contexts'
import { EngineFeed } from './engine-feed'
import { EngineReturns } from './engine-returns'
import { EngineState } from './engine-state'
import { type LonePacket, runAlone } from './lone-packet'
import type { MonitoredFence } from './monitored-fence'
import { createPacket } from './new-packet'
import { PagingPort } from './paging-port'
import { Quanta } from './quantum'
import { RunHistory } from './run-history'
import type { SchedulerHooks, SchedulerObserver, SchedulerOptions } from './scheduler-options'
import { Timeouts } from './tdr'

export type { RemovalDetails, SchedulerHooks, SchedulerOptions } from './scheduler-options'

/** Contexts of the system itself have no device of the runtime's. */
const SYSTEM_DEVICE = -1

export class Scheduler {
  observer: SchedulerObserver = {}
  readonly engines = new Map<EngineName, EngineState>()
  readonly timeouts: Timeouts
  readonly paging: PagingPort
  readonly feeder: EngineFeed
  readonly returns: EngineReturns
  readonly quanta: Quanta
  /** for those who follow delays; nothing in the scheduler depends on it */
  readonly history: RunHistory
  readonly contexts: Contexts
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
    hooks: SchedulerHooks,
  ) {
    this.model = options.model
    this.quanta = new Quanta(this, options.quantum)
    this.feeder = new EngineFeed(this, hooks)
    this.returns = new EngineReturns(this, hooks)
    this.contexts = new Contexts(this, hooks)
    this.history = new RunHistory(this, () => this.contexts.all)
    for (const name of ENGINES) this.engines.set(name, this.createEngine(name))
    this.setPreemption(options.model, options.granularities)
    this.nullContext = new Context({ name: 'null', device: SYSTEM_DEVICE, engine: '3d', priority: Priority.paging })
    const system = this.contexts.add({
      name: 'system',
      device: SYSTEM_DEVICE,
      engine: options.pagingEngine,
      priority: Priority.paging,
    })
    this.paging = new PagingPort(this, system)
    vidmm.pageOn(this.paging)
    this.timeouts = new Timeouts(this, options.timeouts, hooks)
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
    request.owner?.submitted(context, signals, request.duration)
    request.signal?.fence.expect(request.signal.value, context)
    this.enqueue(context, packet)
    return signals
  }

  /**
   * Carries a packet out at once where nothing can come between.
   * @param before µs: its end has to be before that moment
   * @param again nothing has happened since the last one of that context but that time has passed
   * @returns false: it has to be submitted
   */
  runAlone(context: Context, packet: LonePacket, before: number, again: boolean): boolean {
    return runAlone(this, this.contexts.all, context, packet, before, again)
  }

  /** Puts a packet of the system itself, or one that is made already, behind what the context has. */
  enqueue(context: Context, packet: Packet): void {
    context.operations.push(packet)
    if (context.state === 'idle') this.feeder.advance(context)
    else this.observer.changed?.()
  }

  /**
   * What is submitted afterwards waits until the fence reaches the value; the CPU goes on (RS-05).
   * @param value fence value
   */
  wait(context: Context, fence: MonitoredFence, value: number, paging: boolean): void {
    if (context.removed) return
    context.operations.push({ type: 'wait', fence, value, paging })
    this.feeder.advance(context)
  }

  /** The fence gets the value when everything submitted before has completed. @param value fence value */
  signal(context: Context, fence: MonitoredFence, value: number): void {
    if (context.removed) return
    context.operations.push({ type: 'signal', fence, value, after: context.submitted })
    fence.expect(value, context)
    this.feeder.advance(context)
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

  /** A packet of that context leaves its engine at this very moment, at its end or as it was asked to. */
  leavesNow(context: Context): boolean {
    const { hardware } = this.stateOf(context)
    return hardware.running?.context === context && hardware.leavesNow
  }

  /**
   * An engine on which the allocation is still bound switches to the null context first (GP-15); one that still writes a
   * context's state into it comes to the end of that (GP-14, GP-16).
   */
  unbind(handle: AllocationHandle, then: Then): void {
    const switches = { left: 1, then }
    const done = kept(switches, (switches) => {
      if (--switches.left === 0) goOnWith(switches.then)
    })
    for (const state of this.engines.values()) {
      const { hardware } = state
      const leaving = hardware.leaving as Context | null
      if (leaving?.allocation === handle && hardware.isSaving(leaving) && this.wasThere(leaving, handle)) {
        switches.left++
        this.sim.schedule(hardware.leavingUntil - this.sim.now, done)
      }
      const loaded = hardware.loaded as Context | null
      if (loaded === null || !this.isBound(loaded, handle)) continue
      switches.left++
      this.switchToNull(state, loaded, done)
    }
    done.run()
  }

  private isBound(context: Context, handle: AllocationHandle): boolean {
    const { bound, allocation } = context
    return (allocation === handle || bound.includes(handle)) && this.wasThere(context, handle)
  }

  /** It is no later one under the handle of what the context has. */
  private wasThere({ boundUpTo }: Context, handle: AllocationHandle): boolean {
    return (this.vidmm.residency.table.ordinals[handle] as number) <= boundUpTo
  }

  private switchToNull(state: EngineState, { priority }: Context, done: Then): void {
    this.history.end()
    const flags = SubmitFlags.ContextSwitch | (priority === Priority.paging ? SubmitFlags.Paging : 0)
    const packet: Packet = {
      ...this.packetOf(this.nullContext, { command: 'context switch', duration: 0, allocations: [], flags }, 0),
      kind: 'context-switch',
      engine: state.name,
      hardwareContext: null,
      paging: { bound: [], completed: done, lost: done },
    }
    state.resubmitted.push(packet)
    this.feeder.feed(state)
  }

  private createEngine(name: EngineName): EngineState {
    const granularities: Granularities = { graphics: 'none', compute: 'none' }
    this.granularities.push(granularities)
    const { saves, restore } = this.options
    const hardware = new Engine<Packet>(
      this.sim,
      { granularities, saves, restore },
      {
        admits: (packet) => this.returns.admits(packet),
        refused: (packets) => this.returns.refused(state, packets),
        started: (packet) => this.returns.started(state, packet),
        completed: (packet) => this.returns.completed(state, packet),
        interrupted: (packet) => this.returns.interrupted(state, packet),
      },
    )
    const state = new EngineState(name, hardware)
    return state
  }

  stateOf(context: Context): EngineState {
    return this.engines.get(context.engine) as EngineState
  }

  /** GP-03 */
  private checkDisabled(packet: Packet): void {
    if (this.model === 'win7' || this.saidDisabled) return
    this.saidDisabled = true
    const message = `the driver asked that "${packet.command}" be not preempted; the Windows 8 model does not let it disable preemption`
    this.sim.trace.write('finding', { rule: 'GP-03', message })
  }

  /** µs that GPU work of all contexts has waited for paging so far */
  get waitedForPaging(): number {
    return this.contexts.waitedForPaging
  }

  /** Contexts that stand still for paging now. */
  get standingStill(): readonly Context[] {
    return this.contexts.standingStill
  }

  /** How many packets were submitted to an engine and are not in its hardware queue yet. */
  waitingFor(engine: EngineName): number {
    return this.contexts.waitingFor(engine)
  }

  /**
   * With an allocation of its own where the driver wants one: its first packet waits for that to be initialised
   * (GP-14).
   * @param device id; below 0: of no app
   * @param removed the device is: so is the context then, from its beginning (RS-07)
   */
  createContext(
    name: string,
    device: number,
    engine: EngineName,
    priority: Priority = Priority.normal,
    removed = false,
  ): Context {
    if (removed) return this.contexts.createRemoved(name, device, engine, priority)
    return this.contexts.create(name, device, engine, priority)
  }

  /** Drops all work of the device's contexts that has not started; what runs is let run out. @param device id */
  removeDevice(device: number): void {
    this.contexts.removeDevice(device)
  }

  /** As removeDevice; its contexts are forgotten (RS-14). @param device id */
  destroyDevice(device: number): void {
    this.contexts.destroyDevice(device)
  }

  /** A packet that stands nowhere yet. @param signals context fence value that its end signals; 0: none */
  packetOf(context: Context, request: PacketRequest, signals: number): Packet {
    return createPacket(this.sim, context, request, signals)
  }
}
