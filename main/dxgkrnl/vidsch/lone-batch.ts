/**
 * Work that is submitted together and that nothing can come between, as most frames of playback are: one packet after
 * another on engines that have nothing else to do, each done before anything else is due. It is carried out at once, with
 * all that can be seen of it afterwards. As soon as something may come between, the rest is the scheduler's. µs.
 */
import type { Context, Operation, Packet } from './context'
import type { EngineState } from './engine-state'
import { isAtRest } from './lone-packet'
import { usePacket } from './packet-memory'
import type { SchedulerHooks } from './scheduler-options'
import type { SchedulerPort } from './scheduler-port'

export class LoneBatch {
  private gathering = false
  /** that have got work, in the order in which they got it first */
  private contexts: Context[] = []
  /** the wait that the history of the scheduler knows of */
  private noted: Operation | null = null

  /** @param all contexts that there are */
  constructor(
    private readonly scheduler: SchedulerPort<'feeder' | 'quanta' | 'returns' | 'timeouts'>,
    private readonly all: () => readonly Context[],
    private readonly hooks: SchedulerHooks,
  ) {}

  /** What `submit` submits belongs together. The clock may stand at the end of all that afterwards. */
  together(submit: () => void): void {
    if (this.gathering || !this.mayBegin) return submit()
    this.gathering = true
    try {
      submit()
      this.carryOut()
    } finally {
      this.handOver()
    }
  }

  /** A context has got one more operation. @returns whether nobody has to look after it */
  takes(context: Context): boolean {
    if (!this.gathering) return false
    const { contexts } = this
    if (!contexts.includes(context)) contexts.push(context)
    if (!this.canWait(context)) this.handOver()
    return true
  }

  /** The rest is looked after as any work is: contexts are in the same order. */
  handOver(): void {
    if (!this.gathering) return
    this.gathering = false
    if (this.noted !== null) this.scheduler.history.waitEnded()
    this.noted = null
    const { contexts } = this
    this.contexts = []
    for (const context of contexts) this.scheduler.feeder.advance(context)
  }

  /** Nothing is under way, nothing is due now, and nobody watches. */
  private get mayBegin(): boolean {
    const { sim, observer, quanta } = this.scheduler
    if (!sim.mayPassTo(sim.now + 1) || quanta.settings !== null) return false
    if (observer.changed !== undefined || observer.left !== undefined || this.hooks.mayHang?.() === true) return false
    return isAtRest(this.scheduler, this.all())
  }

  /** Nobody can tell that it does not run yet: memory would be in use, and of two on one engine the first comes first. */
  private canWait(context: Context): boolean {
    const { head } = context
    if (context.device < 0 || (head?.type === 'packet' && head.allocations.length > 0)) return false
    return this.contexts.every((other) => other === context || other.engine !== context.engine)
  }

  private carryOut(): void {
    while (this.gathering) {
      const packet = this.next()
      if (packet === null || !this.runs(packet)) return
    }
  }

  /** The only packet that waits for nothing; null: there is none, or more than one. */
  private next(): Packet | null {
    const { contexts } = this
    let next: Packet | null = null
    for (let i = 0; i < contexts.length; i++) {
      const context = contexts[i] as Context
      if (this.settles(context)) {
        // others may have waited for that
        next = null
        i = -1
        continue
      }
      const { head } = context
      if (head?.type !== 'packet') continue
      if (next !== null) return null
      next = head
    }
    return next
  }

  /** Waits that are over and signals, up to the next packet. @returns whether something was signalled */
  private settles(context: Context): boolean {
    const { history } = this.scheduler
    let signalled = false
    for (let { head } = context; head !== undefined && head.type !== 'packet'; head = context.head) {
      const { fence, value } = head
      if (head.type === 'wait' && fence.value < value) {
        if (this.noted === head) break
        this.noted = head
        history.waitBegan(context)
        break
      }
      if (this.noted === head) {
        this.noted = null
        history.waitEnded()
      }
      context.take()
      if (head.type === 'wait') continue
      signalled = true
      fence.signal(value)
    }
    return signalled
  }

  /** Carries a packet out; the clock stands at its end then. @returns false: it has to be looked after */
  private runs(packet: Packet): boolean {
    const { scheduler } = this
    const { sim, vidmm, returns } = scheduler
    const { context, duration } = packet
    const state = scheduler.stateOf(context)
    if (!this.isReady(state, packet)) return false
    const entered = sim.now
    const switched = state.hardware.switchCost(context)
    const start = switched > 0 ? entered + switched : entered
    if (!sim.passTo(start + duration)) return false
    context.take()
    context.inHardware++
    packet.fence = ++context.submissions
    packet.enteredAt = entered
    packet.headAt = entered
    packet.startedAt = start
    packet.switched = switched
    packet.progress = duration
    usePacket(vidmm, packet)
    returns.started(state, packet)
    state.hardware.ranAlone(context, duration)
    const { cause } = sim.trace
    sim.trace.cause = packet.cause
    try {
      returns.ended(state, packet)
    } finally {
      sim.trace.cause = cause
    }
    return true
  }

  /** It would come to the head of its engine at once, and run to its end. */
  private isReady(state: EngineState, { context, allocations, until, split }: Packet): boolean {
    const { timeouts, vidmm } = this.scheduler
    if (context.removed || until !== null || split !== null || this.hooks.mayHang?.() === true) return false
    if (!state.hardware.isIdle || !state.isAtRest || !timeouts.isSetFor(state)) return false
    return vidmm.residency.forcedOut.size === 0 && vidmm.demand.isReady(allocations)
  }
}
