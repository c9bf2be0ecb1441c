/**
 * What enters the hardware queues, and when: a context's waits come first, then the memory of its packet, then its turn,
 * for which the engine may be asked to preempt (GP-06, GP-12, GP-18, RS-02, RS-07).
 */
import { SegmentGroup } from '../../../preload/contract/names'
import { SubmitFlags } from '../../drivers/kmd/scheduling-caps'
import { kept, type Then } from '../../sim/continuation'
import type { VideoMemoryManager } from '../vidmm/video-memory-manager'
import type { Context, Operation, Packet, Wait } from './context'
import type { EngineState } from './engine-state'
import { comesToNothing, splitPacket } from './new-packet'
import { dropPacket, releasePacket, usePacket } from './packet-memory'
import { checkPart } from './part-checks'
import type { RemovalDetails, SchedulerHooks } from './scheduler-options'
import type { SchedulerPort } from './scheduler-port'

/** Memory is asked for, for a packet. */
interface Demand {
  readonly self: EngineFeed
  readonly state: EngineState
  readonly context: Context
  readonly packet: Packet
  /** null: there is none yet */
  answer: 'met' | 'failed' | null
}

export class EngineFeed {
  constructor(
    private readonly scheduler: SchedulerPort<'paging' | 'quanta' | 'returns'>,
    private readonly hooks: SchedulerHooks,
  ) {}

  /** Carries out what comes first, up to a packet that has to wait for its turn. */
  advance(context: Context): void {
    while (context.state === 'idle' && !context.removed) {
      const { head } = context
      if (head === undefined) return
      if (head.type === 'packet') {
        context.state = 'queued'
        const state = this.scheduler.stateOf(context)
        this.scheduler.quanta.queued(state, context)
        state.add(context)
        this.feed(state)
        return
      }
      const { fence, value } = head
      if (head.type === 'signal') {
        context.take()
        context.progress.whenReached(
          head.after,
          kept({ fence, value }, ({ fence, value }) => fence.signal(value)),
        )
      } else if (fence.value >= value) context.take()
      else {
        context.state = 'waiting'
        if (head.paging) context.startWaitingForPaging(this.scheduler.sim.now)
        this.scheduler.history.waitBegan(context)
        const reached = kept({ self: this, context, head }, ({ self, context, head }) => self.waited(context, head))
        fence.whenReached(value, reached)
      }
    }
  }

  /** What the context's wait was for is there. */
  private waited(context: Context, wait: Wait): void {
    // packets before it may have been put back meanwhile: then it is waited for again
    if (context.head !== wait || context.state !== 'waiting') return
    context.stopWaitingForPaging(this.scheduler.sim.now)
    this.scheduler.history.waitEnded()
    context.take()
    context.state = 'idle'
    this.advance(context)
  }

  /** Fills the hardware queue, or asks the engine to preempt for what must not wait. */
  feed(state: EngineState): void {
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
    this.scheduler.observer.changed?.()
  }

  private fill(state: EngineState): void {
    const { hardware } = state
    const { queue } = hardware
    if (state.turning) return
    // most of the time nobody waits for the engine
    if (queue.length < 2 && state.hasNothingReady) return
    while (state.request === null) {
      const full = queue.length >= this.scheduler.options.queueDepth
      const again = full ? undefined : state.resubmitted.shift()
      if (again !== undefined) {
        this.enterHardware(state, again)
        continue
      }
      const context = this.scheduler.quanta.next(state, state.next())
      if (this.unclaim(state, context?.head)) continue
      if (context === null) break
      // what it has in the hardware queue is asked for there: what comes after must not take the memory of that
      const urgent = context.inHardware === 0 && this.mayPreempt(state, context)
      if (full && !urgent) break
      const packet = context.head as Packet
      if (!this.isReady(context, packet)) {
        // memory is demanded when it is the packet's turn, or when it will not wait for that
        if (queue.length > 0 && !urgent) break
        // residency is checked when it starts (RS-07): what stands before it leaves the engine first
        if (queue.length > 0 && comesToNothing(this.scheduler.vidmm, context, packet))
          return this.askFor(state, context)
        if (!this.scheduler.sim.causedBy(packet.cause, () => this.prepare(state, context, packet))) continue
      }
      if (urgent) {
        this.claim(state, packet)
        return this.askFor(state, context)
      }
      // what was split has another head now
      if (context.head === packet) this.dispatch(state, context, packet)
    }
    if (state.request !== null) return
    for (let i = 1; i < queue.length; i++) {
      const { context } = queue[i] as Packet
      if (this.mayPreempt(state, context)) return this.askFor(state, context)
    }
  }

  /** Work of this context does not have to wait for the packet that runs. */
  private mayPreempt(state: EngineState, context: Context): boolean {
    const { quanta } = this.scheduler
    const result = quanta.attempt(state, context)
    if (result === 'MissRemainingQuantum' || result === 'MissRemainingPreemptionQuantum') quanta.watch(state)
    return result === 'Success'
  }

  private askFor(state: EngineState, { name, priority }: Context): void {
    const head = state.hardware.queue[0] as Packet
    this.scheduler.returns.ask(state, head.context.priority < priority ? 'priority' : 'quantum', name)
  }

  /** Everything that it needs is in place now. */
  private isReady({ device }: Context, { paging, allocations }: Packet): boolean {
    if (paging !== null) return true
    if (!this.scheduler.vidmm.demand.isReady(allocations)) return false
    return (
      this.scheduler.vidmm.residency.forcedOut.size === 0 ||
      !this.scheduler.vidmm.demand.lacksForcedOut(device, allocations)
    )
  }

  /** @returns false when it has to wait for its memory, or will never run */
  private prepare(state: EngineState, context: Context, packet: Packet): boolean {
    this.scheduler.history.end()
    const { residency } = this.scheduler.vidmm
    releasePacket(this.scheduler.vidmm, packet)
    const missing = packet.allocations.find((handle) => !residency.isListed(handle))
    if (missing !== undefined) {
      const name = residency.table.names[missing] as string
      this.fail(state, context, packet, notResident(name, packet), { rule: 'RS-07', allocation: name })
      return false
    }
    const lacks = this.scheduler.vidmm.demand.lacksForcedOut(context.device, packet.allocations)
    const demand: Demand = { self: this, state, context, packet, answer: null }
    const retry = this.answering(demand)
    const answer = this.scheduler.vidmm.demand.prepare(context.device, packet.allocations, retry)
    if (answer === 'does-not-fit') {
      if (!splitPacket(this.scheduler.vidmm, context, packet))
        this.fail(state, context, packet, doesNotFit(this.scheduler.vidmm, packet))
      return false
    }
    if (answer === 'paging') {
      // nothing had to be transferred, or nothing could be: it is its turn still
      if (demand.answer === 'failed') this.fail(state, context, packet, noMemory(packet))
      if (demand.answer !== null) return false
      packet.lackedForcedOut = lacks
      state.remove(context)
      context.state = 'preparing'
      context.demand = retry
      context.startWaitingForPaging(this.scheduler.sim.now)
      return false
    }
    return true
  }

  private answering(demand: Demand): Then<[complete: boolean]> {
    return kept(demand, (demand, complete: boolean) => {
      demand.answer = complete ? 'met' : 'failed'
      demand.self.demanded(demand.state, demand.context, demand.packet, complete)
    })
  }

  /** What the packet lacked has been brought in, or it could not be. */
  private demanded(state: EngineState, context: Context, packet: Packet, complete: boolean): void {
    if (context.head !== packet || context.state !== 'preparing') return
    if (!complete) return this.fail(state, context, packet, noMemory(packet))
    // what comes now, its turn on the engine, is no wait for memory any more
    const took = context.stopWaitingForPaging(this.scheduler.sim.now)
    if (packet.lackedForcedOut) packet.hitch += took
    packet.lackedForcedOut = false
    context.state = 'queued'
    state.addReady(context)
    this.feed(state)
  }

  private dispatch(state: EngineState, context: Context, packet: Packet): void {
    if (packet.split !== null) {
      const rejected = checkPart(this.scheduler, state, packet, this.hooks)
      if (rejected !== null) {
        const { because, allocation } = rejected
        return this.fail(state, context, packet, because, { rule: null, allocation })
      }
    }
    // the system's own work does not hang, but for paging; a wait instruction only waits: the work behind it hangs
    if (!packet.resubmitted && packet.until === null && (context.device >= 0 || packet.paging !== null))
      packet.hang = this.hooks.hang?.(state.name, packet.paging !== null) ?? 0
    // while it stands in its context: what stood behind it until now is found by that
    if (packet.hang > 0) this.scheduler.history.end()
    state.remove(context)
    context.take()
    context.state = 'idle'
    context.inHardware++
    if (state.claimed === packet) state.claimed = null
    if (packet.split !== null && packet.split.index < packet.split.count - 1 && this.partsStayTogether)
      state.bound = context
    this.enterHardware(state, packet)
    if (packet.paging !== null) this.scheduler.paging.entered(packet)
    this.advance(context)
  }

  /** GP-18 */
  private get partsStayTogether(): boolean {
    return this.scheduler.preemptionModel === 'win7' || this.scheduler.options.noDmaPatching
  }

  private enterHardware(state: EngineState, packet: Packet): void {
    // GP-11, GP-12
    if (packet.fence === 0 || packet.kind !== 'paging') packet.fence = ++packet.context.submissions
    if (packet.resubmitted && this.scheduler.options.saysResubmission) packet.flags |= SubmitFlags.Resubmission
    // one that was given back is counted again
    if (packet.resubmitted && packet.paging !== null) packet.context.inHardware++
    state.hardware.submit(packet)
  }

  /**
   * Packets change places: memory that they let go may bring other work to its turn, which comes after all of them stand
   * where they belong. Whoever calls feeds the engine afterwards.
   */
  rearrange(state: EngineState, work: () => void): void {
    const { feeding } = state
    state.feeding = true
    work()
    state.feeding = feeding
  }

  /** As `rearrange`, of all engines. */
  rearrangeAll(work: () => void): void {
    let all = work
    for (const state of this.scheduler.engines.values()) {
      const others = all
      all = () => this.rearrange(state, others)
    }
    all()
  }

  /** The engine preempts for it: what it is to run with stays until then. */
  private claim(state: EngineState, packet: Packet): void {
    state.claimed = packet
    usePacket(this.scheduler.vidmm, packet)
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
    releasePacket(this.scheduler.vidmm, claimed)
    return had
  }

  private fail(
    state: EngineState,
    context: Context,
    packet: Packet,
    because: string,
    details: RemovalDetails = { rule: 'RS-07' },
  ): void {
    this.scheduler.history.end()
    state.remove(context)
    context.take()
    context.state = 'idle'
    context.stopWaitingForPaging(this.scheduler.sim.now)
    dropPacket(this.scheduler.vidmm, packet)
    this.hooks.deviceRemoved(context.device, because, details)
    // a device that the runtime does not know of: its contexts go on
    this.advance(context)
  }

  /** Engines take up work again. */
  resume(): void {
    for (const state of this.scheduler.engines.values()) this.feed(state)
  }
}

/** What is said of a part names the command that it is of: it signals nothing itself, unless it is the last (GP-17). */
function named({ command, signals, split }: Packet): string {
  return `"${command}" (fence ${split?.fence ?? signals})`
}

function notResident(name: string, packet: Packet): string {
  return `${named(packet)} used ${name}, which is not on the residency list`
}

function noMemory(packet: Packet): string {
  return `no memory could be found for what ${named(packet)} uses: nothing else could be paged out`
}

/** The memory of its context counts: the engine keeps its state there while the packet runs (GP-14). */
function doesNotFit(vidmm: VideoMemoryManager, packet: Packet): string {
  const { context, allocations, request } = packet
  const what = `what ${named(packet)} uses does not fit its memory segment at once`
  const found = vidmm.demand.unmeetable(allocations)
  if (found === null) return what
  const own = context.allocation === null ? 0 : (vidmm.residency.table.bytes[context.allocation] as number)
  const ofContext = own > 0 && found.group === SegmentGroup.LOCAL ? `, ${own} of them its context's,` : ''
  const split =
    request?.parts === undefined ? 'it has no split points' : 'a part between two of its split points does not either'
  return `${what}: ${found.bytes} bytes${ofContext} of at most ${found.available}, and ${split}`
}
