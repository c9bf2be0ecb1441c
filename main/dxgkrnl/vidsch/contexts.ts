/** The contexts of one scheduler: they come and go with their devices (GP-14, RS-14). */
import type { EngineName } from '../../../preload/contract/names'
import { SegmentGroup } from '../../../preload/contract/names'
import { kept } from '../../sim/continuation'
import type { AllocationHandle } from '../vidmm/allocation-table'
import { Context, type ContextOptions, type Priority, type WaitWatcher } from './context'
import { dropPacket } from './packet-memory'
import { reportPacket } from './reports'
import type { SchedulerHooks } from './scheduler-options'
import type { SchedulerPort } from './scheduler-port'

export class Contexts implements WaitWatcher {
  private contexts: Context[] = []
  /** µs, of contexts that are gone */
  private waitedBefore = 0

  constructor(
    private readonly scheduler: SchedulerPort<'feeder' | 'returns'>,
    private readonly hooks: SchedulerHooks,
  ) {}

  /** µs that GPU work of all contexts has waited for paging so far */
  get waitedForPaging(): number {
    const { now } = this.scheduler.sim
    return this.contexts.reduce((total, context) => total + context.waitedForPaging(now), this.waitedBefore)
  }

  /** Those that stand still for paging now. */
  get standingStill(): Context[] {
    return this.contexts.filter(({ standsStillSince }) => standsStillSince !== null)
  }

  /** In the order in which they were made. */
  get all(): readonly Context[] {
    return this.contexts
  }

  /**
   * With an allocation of its own where the driver wants one: its first packet waits for that to be initialised
   * (GP-14).
   * @param device id; below 0: of no app
   */
  create(name: string, device: number, engine: EngineName, priority: Priority): Context {
    const { contextAllocation } = this.scheduler.options
    const isOfApp = device >= 0 && (this.hooks.isOfApp?.(device) ?? true)
    if (contextAllocation === 0 || !isOfApp) return this.add({ name, device, engine, priority })
    const initialised: { context: Context | null; done: boolean } = { context: null, done: false }
    const row = { device, name: `context ${name}/${engine}`, bytes: contextAllocation }
    const { vidmm } = this.scheduler
    const allocation = vidmm.createContextAllocation(row, (record) => {
      initialised.done = true
      const { context } = initialised
      if (context?.initialisation != null) {
        context.initialisation.over = true
        if (record !== null) Object.assign(context.initialisation, { recordedAt: record.t, recordIndex: record.index })
      }
      if (context !== null) this.begin(context)
    })
    if (allocation === null) this.sayTooLarge(row)
    const context = this.add({ name, device, engine, priority, allocation })
    context.boundUpTo = vidmm.residency.table.lastOrdinal
    if (allocation !== null && !initialised.done) {
      initialised.context = context
      context.state = 'waiting'
      context.initialisation = vidmm.paging.bringingIn(allocation)
      this.scheduler.history.end()
    }
    return context
  }

  /** The context goes on without: no packet could ever run beside it. */
  private sayTooLarge({ name, bytes }: { name: string; bytes: number }): void {
    const { sim, vidmm } = this.scheduler
    const message = `${name} has no allocation of its own: ${bytes} bytes are more than the local segment can ever have free, ${vidmm.largest(SegmentGroup.LOCAL)} bytes`
    sim.trace.write('finding', { rule: 'GP-14', resource: name, message })
  }

  /**
   * Of a device that is removed already: nothing can be submitted to it, and it has no memory (RS-07). Nobody else knows it.
   * @param device id
   */
  createRemoved(name: string, device: number, engine: EngineName, priority: Priority): Context {
    const context = new Context({ name, device, engine, priority })
    context.removed = true
    return context
  }

  private begin(context: Context): void {
    if (context.state !== 'waiting') return
    context.state = 'idle'
    this.scheduler.feeder.advance(context)
  }

  /** @see WaitWatcher.waited @param since µs @param until µs */
  waited(context: Context, since: number, until: number): void {
    this.scheduler.observer.waited?.(context, since, until)
  }

  add(options: ContextOptions): Context {
    const context = new Context(options)
    context.watcher = this
    this.contexts.push(context)
    return context
  }

  /** Drops all work of the device's contexts that has not started; what runs is let run out. @param device id */
  removeDevice(device: number): void {
    const removed = this.contexts.filter((context) => context.device === device && !context.removed)
    if (removed.length > 0) this.scheduler.history.end()
    // first all of them: what one of them lets go must not bring another to its turn
    for (const context of removed) {
      context.removed = true
      context.stopWaitingForPaging(this.scheduler.sim.now)
      const state = this.scheduler.stateOf(context)
      state.remove(context)
      if (state.bound === context) state.bound = null
      context.state = 'idle'
    }
    for (const context of removed) this.dropAll(context)
  }

  private dropAll(context: Context): void {
    const state = this.scheduler.stateOf(context)
    const operations = context.operations.splice(0).slice(context.first)
    context.first = 0
    for (const operation of operations) if (operation.type === 'packet') dropPacket(this.scheduler.vidmm, operation)
    for (const packet of state.hardware.withdraw((pending) => pending.context === context)) {
      reportPacket(this.scheduler, state, packet, this.scheduler.sim.now, 'device-removed')
      this.scheduler.returns.leaveHardware(packet)
      dropPacket(this.scheduler.vidmm, packet)
    }
    if (state.bound === null) this.scheduler.feeder.feed(state)
  }

  /** As removeDevice; its contexts are forgotten (RS-14). @param device id */
  destroyDevice(device: number): void {
    this.removeDevice(device)
    for (const context of this.contexts) {
      if (context.device !== device) continue
      this.waitedBefore += context.waitedForPaging(this.scheduler.sim.now)
      if (context.allocation !== null) this.destroyMemory(context, context.allocation)
    }
    this.contexts = this.contexts.filter((context) => context.device !== device)
  }

  /** When nothing of the context runs any more (RS-11), and its state is not being written into it (GP-14 to GP-16). */
  private destroyMemory(context: Context, allocation: AllocationHandle): void {
    const { vidmm } = this.scheduler
    const unused = kept({ self: this, context, allocation }, ({ self, context, allocation }) =>
      self.holdMemory(context, allocation),
    )
    vidmm.residency.whenUnused(allocation, unused)
    vidmm.destroyContextAllocation(allocation)
  }

  /**
   * While it is saved. What is only loaded nobody needs any more: its memory is not waited for (RS-14; **choice**, as leaving
   * it still takes the time of a save).
   */
  private holdMemory(context: Context, allocation: AllocationHandle): void {
    const { vidmm, sim } = this.scheduler
    const { residency } = vidmm
    const { hardware } = this.scheduler.stateOf(context)
    // what is on its way out was unbound for that
    if (!hardware.isSaving(context) || !residency.isInPlace(allocation)) return
    residency.countQueued(allocation, 1)
    residency.countRunning(allocation, 1)
    const saved = kept({ residency, allocation }, ({ residency, allocation }) => {
      residency.countQueued(allocation, -1)
      residency.countRunning(allocation, -1)
    })
    sim.schedule(hardware.leavingUntil - sim.now, saved)
  }

  /** How many packets were submitted to an engine and are not in its hardware queue yet. */
  waitingFor(engine: EngineName): number {
    let packets = 0
    for (const context of this.contexts)
      if (context.engine === engine && context.pending > 0)
        for (let i = context.first; i < context.operations.length; i++)
          if (context.operations[i]?.type === 'packet') packets++
    return packets
  }
}
