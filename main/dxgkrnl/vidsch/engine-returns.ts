/**
 * What comes back from engines: packets that start and end, that may not start, that were preempted (GP-10 to GP-12), and
 * what a reset leaves (GP-23, GP-24).
 */
import type { Preempted } from '../../drivers/kmd/engine'
import { goOnWith, kept } from '../../sim/continuation'
import type { Context, Packet } from './context'
import type { EngineState } from './engine-state'
import { dropPacket, releasePacket, usePacket } from './packet-memory'
import type { PreemptionRequest, RequestReason } from './preemption-request'
import { reportPacket, reportPreemption } from './reports'
import type { SchedulerHooks } from './scheduler-options'
import type { SchedulerPort } from './scheduler-port'

/** It signals on submit. */
const signals = ({ request }: Packet): boolean => request?.signal !== undefined

export class EngineReturns {
  constructor(
    private readonly scheduler: SchedulerPort<'contexts' | 'feeder' | 'quanta' | 'timeouts'>,
    private readonly hooks: SchedulerHooks,
  ) {}

  /** What it uses may have been evicted, or taken by pressure, since it entered the hardware queue (RS-02, RS-07). */
  admits(packet: Packet): boolean {
    const { context, allocations } = packet
    const { scheduler } = this
    if (context.removed || (allocations.length > 0 && !scheduler.vidmm.demand.isReady(allocations))) {
      // while it stands in the hardware queue: what it waited for until now is found by that
      scheduler.history.end()
      return false
    }
    usePacket(scheduler.vidmm, packet)
    return true
  }

  started(state: EngineState, packet: Packet): void {
    const { residency } = this.scheduler.vidmm
    const { allocations, context, split, paging } = packet
    for (let i = 0; i < allocations.length; i++) residency.touch(allocations[i] as number)
    context.bound = paging === null ? allocations : paging.bound
    context.boundUpTo = residency.table.lastOrdinal
    packet.stoppedFor = null
    this.scheduler.quanta.started(state, packet)
    if (split !== null && split.index === split.count - 1 && state.bound === context) state.bound = null
    this.scheduler.timeouts.started(state, packet)
    if (state.request === null && state.hardware.queue.length > 0) this.scheduler.feeder.feed(state)
  }

  completed(state: EngineState, packet: Packet): void {
    const { vidmm } = this.scheduler
    const { context, allocations, signals, request, paging } = packet
    reportPacket(this.scheduler, state, packet, packet.startedAt, 'completed')
    this.scheduler.history.ran(packet)
    this.scheduler.quanta.stopped(context, false)
    if (packet.kind === 'context-switch') {
      goOnWith(paging?.completed, packet.startedAt)
      this.scheduler.feeder.feed(state)
      return
    }
    // before the fence: at the moment it is signalled the driver has seen all work before it (BP-22)
    if (signals > 0) goOnWith(request?.executed)
    // before the fence: whoever waits for it finds the packet's allocations no longer in use
    for (let i = 0; i < allocations.length; i++) vidmm.usedByGpu(allocations[i] as number)
    // first what goes with it (RS-11): whoever waits for an allocation to be idle must not page out a destroyed one
    for (let i = 0; i < allocations.length; i++) vidmm.residency.countQueued(allocations[i] as number, -1)
    this.leaveHardware(packet)
    if (signals > 0) context.progress.signal(signals)
    const signal = request?.signal
    if (signal !== undefined && signals > 0) signal.fence.signal(signal.value)
    if (signals > 0) goOnWith(request?.finished, 'completed')
    goOnWith(paging?.completed, packet.startedAt)
    this.scheduler.feeder.feed(state)
  }

  /** It stopped before its end; its progress is kept (GP-10), unless its device is gone. */
  interrupted(state: EngineState, packet: Packet): void {
    this.reportPreempted(state, packet, packet.startedAt)
    packet.stoppedFor = state.request
    this.scheduler.quanta.stopped(packet.context, state.request?.reason === 'priority')
  }

  /** Its device is removed, or its memory has to be brought in again; what its context has behind it waits with it. */
  refused(state: EngineState, packets: readonly Packet[]): void {
    const { context } = packets[0] as Packet
    this.scheduler.feeder.rearrange(state, () => {
      for (const packet of packets) {
        packet.resubmitted = true
        packet.startedAt = -1
        this.leaveHardware(packet)
        if (!context.removed) continue
        reportPacket(this.scheduler, state, packet, this.scheduler.sim.now, 'device-removed')
        dropPacket(this.scheduler.vidmm, packet)
      }
      if (!context.removed) this.returnTo(state, context, packets)
    })
    this.scheduler.feeder.feed(state)
  }

  /** What goes with its device does not come again, and is not said to have been preempted (GP-11). @param start µs */
  private reportPreempted(state: EngineState, packet: Packet, start: number): void {
    reportPacket(this.scheduler, state, packet, start, packet.context.removed ? 'device-removed' : 'preempted')
  }

  /** Sends a preemption request to the engine (GP-06). */
  ask(state: EngineState, reason: RequestReason, context: string | null): void {
    const { sim, history } = this.scheduler
    history.end()
    const fence = ++state.nextFence
    const request: PreemptionRequest = {
      type: 'request',
      fence,
      engine: state.name,
      requested: sim.now,
      reason,
      context,
      recordedAt: -1,
      recordIndex: -1,
    }
    state.request = request
    if (context !== null) this.scheduler.quanta.asked(state, context)
    const reached = kept({ self: this, state, request }, ({ self, state, request }) =>
      self.requestReached(state, request),
    )
    sim.schedule(this.scheduler.options.preemptionRequest, reached)
  }

  private requestReached(state: EngineState, request: PreemptionRequest): void {
    if (state.request !== request) return
    this.scheduler.onRequestReached(state.name)
    const holdsSignals = this.scheduler.preemptionModel === 'win8'
    const stopped = kept({ self: this, state, request }, (asked, result: Preempted<Packet>) =>
      asked.self.preempted(asked.state, asked.request, result),
    )
    // GP-21
    state.hardware.preempt(stopped, holdsSignals ? undefined : signals)
  }

  /** The engine has stopped; what it gives back is submitted again (GP-10 to GP-12). */
  private preempted(state: EngineState, request: PreemptionRequest, result: Preempted<Packet>): void {
    const { interrupted, held } = result
    reportPreemption(this.scheduler, state, request, result)
    for (const packet of held) this.reportPreempted(state, packet, this.scheduler.sim.now)
    const [first] = held
    // stopped before, and again while it was switched to
    if (interrupted === null && first !== undefined && first.stoppedFor !== null) first.stoppedFor = request
    state.answered = request
    state.request = null
    this.takeBack(state, interrupted === null ? held : [interrupted, ...held])
    const last = interrupted?.context ?? state.last
    // not the one that it was stopped for, which may have begun before the request reached the engine
    if (last !== null && this.scheduler.quanta.isOver(last)) this.endTurn(state, last)
    if (interrupted !== null) this.waitOffEngine(state, interrupted)
    if (result.boundary !== 'finished') this.turnAround(state)
    this.scheduler.feeder.feed(state)
  }

  /** Its quantum is over: it comes after all others of its priority. */
  private endTurn(state: EngineState, context: Context): void {
    if (context.state !== 'queued') return
    state.remove(context)
    state.add(context)
  }

  /** Nothing enters the engine until the scheduler has taken note of its stop. */
  private turnAround(state: EngineState): void {
    const { sim, options, feeder } = this.scheduler
    if (options.preemptionTurnaround === 0) return
    state.turning = true
    const turned = kept({ state, feeder }, ({ state, feeder }) => {
      state.turning = false
      feeder.feed(state)
    })
    sim.scheduleUncaused(options.preemptionTurnaround, turned)
  }

  /**
   * A wait instruction submitted longer ago than TdrDelay leaves the engine to others when it is preempted, as one of
   * them may be what it waits for: it comes back when its condition holds (GP-22).
   */
  private waitOffEngine(state: EngineState, packet: Packet): void {
    const { context, until, submitted } = packet
    if (until === null || until.isReached() || context.head !== packet) return
    if (this.scheduler.sim.now - submitted < this.scheduler.timeouts.settings.delay) return
    state.remove(context)
    context.state = 'waiting'
    const { feeder } = this.scheduler
    const reached = kept({ state, context, packet, feeder }, ({ state, context, packet, feeder }) => {
      if (context.head !== packet || context.state !== 'waiting') return
      context.state = 'queued'
      state.addFirst(context)
      feeder.feed(state)
    })
    until.whenReached(reached)
  }

  /** Packets that were in the hardware queue, in their order, wait for their turn again; the engine is not fed yet. */
  takeBack(state: EngineState, packets: readonly Packet[]): void {
    this.scheduler.feeder.rearrange(state, () => this.putBack(state, packets))
  }

  private putBack(state: EngineState, packets: readonly Packet[]): void {
    for (const packet of packets) {
      packet.resubmitted = true
      this.leaveHardware(packet)
      if (packet.paging === null && packet.context.removed) dropPacket(this.scheduler.vidmm, packet)
    }
    // ahead of a context switch that has waited for a place since (GP-12)
    state.resubmitted.unshift(...packets.filter(({ paging }) => paging !== null))
    // in reverse, so that they stand in front in the order in which they came
    for (let i = packets.length - 1; i >= 0; i--) {
      const packet = packets[i] as Packet
      if (packet.paging === null && !packet.context.removed) this.returnTo(state, packet.context, [packet])
    }
  }

  private returnTo(state: EngineState, context: Context, packets: readonly Packet[]): void {
    context.putBack(packets)
    context.stopWaitingForPaging(this.scheduler.sim.now)
    state.remove(context)
    context.state = 'queued'
    state.addFirst(context)
  }

  leaveHardware(packet: Packet): void {
    const { context } = packet
    context.inHardware--
    if (context.inHardware === 0) context.ranOut(this.scheduler.sim.now)
    releasePacket(this.scheduler.vidmm, packet)
  }

  /** An engine was reset: what it was asked is void, and what it held is handed back. */
  resetEngine(state: EngineState): Packet[] {
    this.scheduler.history.end()
    if (state.request !== null) this.unanswered(state, state.request)
    state.request = null
    state.bound = null
    state.last = null
    return state.hardware.reset()
  }

  /** The engine was reset before it could answer. */
  private unanswered(state: EngineState, request: PreemptionRequest): void {
    reportPreemption(this.scheduler, state, request, { boundary: 'reset', save: 0, interrupted: null, held: [] })
  }

  /** The packet and its device do not go on; its engine is not fed yet. */
  loseHung(packet: Packet, because: string): void {
    this.scheduler.feeder.rearrange(this.scheduler.stateOf(packet.context), () => {
      this.leaveHardware(packet)
      dropPacket(this.scheduler.vidmm, packet)
      this.hooks.deviceRemoved(packet.context.device, because, { rule: 'GP-23' })
    })
  }

  /** Everything that engines hold goes, paging work as well (GP-24). */
  loseEverything(): void {
    const lost: Packet[] = []
    // what was saved lay in video memory
    for (const context of this.scheduler.contexts.all) context.saved = false
    for (const state of this.scheduler.engines.values()) {
      const { running } = state.hardware
      const packets = this.resetEngine(state)
      const { now } = this.scheduler.sim
      for (const packet of packets) {
        const runs = packet === running
        // what has stopped for a request is told already, though the engine still saves its context
        if (runs || packet.startedAt < 0)
          reportPacket(this.scheduler, state, packet, runs ? packet.startedAt : now, runs ? 'reset' : 'device-removed')
        this.leaveHardware(packet)
        if (packet.paging === null) dropPacket(this.scheduler.vidmm, packet)
        else lost.push(packet)
      }
      lost.push(...state.resubmitted.splice(0))
    }
    for (const { paging } of lost) goOnWith(paging?.lost)
  }
}
