/**
 * What becomes of packets and of memory when devices go, written from the clauses and not from the scheduler: it watches a
 * run of a scenario, looks after each event, and throws at the first thing that a clause does not allow.
 */
import type { Context } from '../../../../../main/dxgkrnl/vidsch/context'
import type { RunFollower } from '../../../../../main/session/run/runner'
import type { Scenario } from '../../../../../main/session/scenario'
import type { World } from '../../../../../main/session/world/world'
import type { TraceRecord } from '../../../../../main/sim/trace-records'
import { MemoryRules } from './memory'
import { PacketRules } from './packets'
import { StateRules } from './states'
import { Watched } from './watched'

/** more than the longest of these runs has */
const MOST_EVENTS = 60_000

export class RemovalModel implements RunFollower {
  readonly watched: Watched
  private readonly packets: PacketRules
  private readonly states: StateRules
  private readonly memory: MemoryRules
  private events = 0

  constructor(scenario: Scenario) {
    this.watched = new Watched(scenario)
    this.packets = new PacketRules(this.watched)
    this.states = new StateRules(this.watched)
    this.memory = new MemoryRules(this.watched)
  }

  kernel(): void {}
  look(): void {}
  submitted(): void {}

  record(record: TraceRecord): void {
    this.packets.record(record)
  }

  built(world: World): void {
    this.watched.world = world
    const { residency } = world.vidmm
    for (const handle of residency.table.live()) this.watched.gives(handle)
    const { observer } = residency
    residency.observer = { ...observer, created: (handle) => this.watched.gives(handle) }
    world.scheduler.observer = {
      left: (engine, packet, start, outcome) => {
        this.packets.left(packet, start, outcome)
        this.memory.left(packet)
        this.states.left(engine, packet, outcome)
      },
      preempted: (engine, _request, result) => this.states.preempted(engine, result),
    }
    for (const context of world.scheduler.contexts.all) this.know(context)
    this.listen(world)
    this.lookAfterEach(world)
  }

  private know(context: Context): void {
    if (this.watched.contexts.has(context)) return
    this.watched.contexts.add(context)
    this.memory.created(context)
  }

  /** To what the scheduler is asked to do. */
  private listen({ scheduler }: World): void {
    const { packets, states, memory, watched } = this
    const { returns } = scheduler
    const submit = scheduler.submit.bind(scheduler)
    scheduler.submit = (context, request) => {
      this.know(context)
      memory.submitted(context, request)
      return submit(context, request)
    }
    const createContext = scheduler.createContext.bind(scheduler)
    scheduler.createContext = (...args) => {
      const context = createContext(...args)
      this.know(context)
      return context
    }
    const removeDevice = scheduler.removeDevice.bind(scheduler)
    scheduler.removeDevice = (device) => {
      packets.goes(device)
      removeDevice(device)
    }
    const destroyDevice = scheduler.destroyDevice.bind(scheduler)
    scheduler.destroyDevice = (device) => {
      packets.goes(device)
      if (device >= 0) watched.destroyed.add(device)
      destroyDevice(device)
    }
    const unbind = scheduler.unbind.bind(scheduler)
    scheduler.unbind = (handle, then) => memory.unbinding(handle, () => unbind(handle, then))
    // the engine may have switched to what it cannot start for its memory, of which the trace says nothing
    const refused = returns.refused.bind(returns)
    returns.refused = (state, all) => {
      const [head] = all
      if (head !== undefined && !head.context.removed) states.switched(state.name, head)
      refused(state, all)
    }
  }

  private lookAfterEach({ sim }: World): void {
    const advanceTo = sim.advanceTo.bind(sim)
    sim.advanceTo = (until, mayGoOn) =>
      advanceTo(until, () => {
        if (++this.events > MOST_EVENTS) this.watched.fail('SC-01', 'events go on without end')
        this.packets.check()
        this.states.check()
        this.memory.check()
        this.watched.adapterWasReset = false
        return mayGoOn?.() ?? true
      })
  }

  /** To be called when all has come to rest. */
  finish(): void {
    const { world, mayHang, mayWait } = this.watched
    const { bugCheck, settings } = world.scheduler.timeouts
    // what hangs or waits is not ended by anybody
    if (bugCheck !== null || (settings.level === 'off' && (mayHang || mayWait))) return
    this.memory.finish(mayWait)
    if (!mayWait) this.packets.finish()
  }
}
