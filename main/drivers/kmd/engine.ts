/**
 * One engine of the GPU: a hardware queue of which the head runs, the context whose state is loaded, and what happens
 * when it is asked to preempt or is reset (GP-06, GP-07, GP-10, GP-16, GP-22). It knows nothing of priorities or
 * fences: those are the scheduler's. Times in µs.
 */
import type { PacketWork } from '../../../preload/contract/specs'
import { goOnWith, kept, type Then } from '../../sim/continuation'
import type { EventHandle } from '../../sim/event-queue'
import type { Simulation } from '../../sim/simulation'
import { nextStop, type SaveCosts, type SavePoint } from './preemption'
import type { Granularities } from './scheduling-caps'

/** State of a context as the hardware keeps it. */
export interface HardwareContext {
  /** it has state in memory that has to be restored */
  saved: boolean
}

/** What the engine needs of a packet, and what it writes into it. */
export interface HardwarePacket {
  /** null: switches to the null context and does nothing else (GP-15) */
  readonly hardwareContext: HardwareContext | null
  readonly duration: number
  readonly work: PacketWork | null
  /** the ordinal of the command, for the trace */
  readonly cause: number
  /** stands still for so long when it starts, and answers nothing meanwhile; Infinity: until it is reset */
  hang: number
  /** a wait instruction: done when this is reached (GP-22) */
  readonly until: { isReached(): boolean; whenReached(callback: Then): void } | null
  /** how much of `duration` has run */
  progress: number
  /** when it last entered the hardware queue, and came to its head; -1: it has not */
  enteredAt: number
  headAt: number
  /** when it last started to run; -1: it has not */
  startedAt: number
  /** µs of saving and restoring before it; -1: its context was loaded already */
  switched: number
}

type StopBoundary = SavePoint | 'none' | 'wait' | 'finished' | 'reset'

/** The answer to a preemption request. */
export interface Preempted<P> {
  boundary: StopBoundary
  /** µs of the save, part of the latency */
  save: number
  /** what was running and has not finished */
  interrupted: P | null
  /** what had not started, in order */
  held: P[]
}

export interface EngineHooks<P> {
  /** its turn has come: whether it may start; asked before a switch to its context, and again after it */
  admits(packet: P): boolean
  /** the first of them may not: it and what its context had behind it are no longer in the queue */
  refused(packets: P[]): void
  started(packet: P): void
  /** it has run to its end; the next one has not started yet */
  completed(packet: P): void
  /** it stopped before its end; its progress is kept */
  interrupted(packet: P): void
}

export interface EngineSettings {
  granularities: Granularities
  saves: SaveCosts
  restore: number
}

type State = 'idle' | 'switching' | 'running' | 'saving'

const none = (): boolean => false

export class Engine<P extends HardwarePacket> {
  static readonly lasting = ['runsFirst'] as const
  /** the head runs, or is about to */
  readonly queue: P[] = []
  /** whose state is in the engine; null: the null context */
  loaded: HardwareContext | null = null
  /** whose state was saved last; null: nobody's, or the engine was reset since */
  leaving: HardwareContext | null = null
  /** µs, until when that was written into its memory */
  leavingUntil = 0
  /** µs in which packets ran */
  private busyBefore = 0
  private state: State = 'idle'
  private event: EventHandle | null = null
  /** where the head stands still until */
  private hungUntil = 0
  /** when the head, while it runs, comes to its end or stops, µs; Infinity: not by itself */
  private headLeavesAt = Number.POSITIVE_INFINITY
  /** the head stops where this packet ends: a preemption was asked for */
  private answer: Then<[Preempted<P>]> | null = null
  private draining = false
  /** which of those that have not started run before the engine stops */
  private runsFirst: (packet: P) => boolean = none
  private stopBoundary: SavePoint = 'dma-buffer'
  private stopSave = 0
  /** counts the runs: what a wait instruction was waiting for may come when it is gone */
  private run = 0

  constructor(
    private readonly sim: Simulation,
    private readonly settings: EngineSettings,
    private readonly hooks: EngineHooks<P>,
  ) {}

  /** µs in which packets ran so far @param now µs */
  busy(now: number): number {
    const head = this.queue[0]
    return this.busyBefore + (this.state === 'running' && head !== undefined ? now - head.startedAt : 0)
  }

  /** The head stands still and answers nothing. */
  get hung(): boolean {
    return this.state === 'running' && this.sim.now < this.hungUntil
  }

  /** µs, until when the head stands still that does now; Infinity: until the engine is reset */
  get hangsUntil(): number {
    return this.hungUntil
  }

  /** Asked to preempt, it saves the context that it has loaded. */
  get saving(): boolean {
    return this.state === 'saving'
  }

  /** What runs now, null while it switches or does nothing. */
  get running(): P | null {
    return this.state === 'running' ? (this.queue[0] as P) : null
  }

  /** At this very moment the head comes to its end, or stops as it was asked to: what is due now is not overdue. */
  get leavesNow(): boolean {
    return this.state === 'running' && this.sim.now === this.headLeavesAt
  }

  /** A preemption request is under way. */
  get preempting(): boolean {
    return this.answer !== null
  }

  /** It does nothing: a packet would start at once, or after a switch to its context. */
  get isIdle(): boolean {
    return this.state === 'idle' && this.queue.length === 0
  }

  /** The state of that context is being written into its memory. */
  isSaving(context: HardwareContext): boolean {
    return this.leaving === context && this.sim.now < this.leavingUntil
  }

  /** µs of saving what is loaded and of restoring that context before its packet starts; -1: it is loaded already */
  switchCost(context: HardwareContext | null): number {
    const { loaded, settings } = this
    if (context === loaded && context !== null) return -1
    return (loaded === null ? 0 : settings.saves['dma-buffer']) + (context?.saved === true ? settings.restore : 0)
  }

  /** A packet of that context came, ran for `duration` µs, and ended, and nothing else was in it. */
  ranAlone(context: HardwareContext, duration: number): void {
    if (context !== this.loaded) this.load(context)
    this.busyBefore += duration
    this.run++
  }

  submit(packet: P): void {
    packet.startedAt = -1
    packet.switched = -1
    packet.enteredAt = this.sim.now
    this.queue.push(packet)
    if (this.queue.length === 1 && this.state === 'idle') this.begin()
  }

  /**
   * The request has reached the engine: it stops at the next boundary that its granularity allows.
   * @param answer called when it has stopped and the context is saved; at once where there is nothing to stop (GP-07)
   * @param runsFirst which packets of its queue it cannot hold back, nor what stands before them (GP-21); it has captured
   * nothing
   */
  preempt(answer: Then<[Preempted<P>]>, runsFirst: (packet: P) => boolean = none): void {
    const head = this.queue[0]
    if (head === undefined) return goOnWith(answer, { boundary: 'finished', save: 0, interrupted: null, held: [] })
    this.answer = answer
    this.runsFirst = runsFirst
    this.stopBoundary = 'dma-buffer'
    this.stopSave = this.settings.saves['dma-buffer']
    if (this.state === 'running') this.aim(head)
    else this.draining = this.granularityIsNone(head)
  }

  /** Everything in it is gone, the loaded state as well. @returns what was in the queue, in order */
  reset(): P[] {
    if (this.event !== null) this.sim.cancel(this.event)
    this.event = null
    const head = this.queue[0]
    if (this.state === 'running' && head !== undefined) this.busyBefore += this.sim.now - head.startedAt
    this.state = 'idle'
    this.answer = null
    this.draining = false
    this.run++
    if (this.loaded !== null) this.loaded.saved = false
    // half of a state is none
    if (this.leaving !== null && this.isSaving(this.leaving)) this.leaving.saved = false
    this.loaded = null
    this.leaving = null
    return this.queue.splice(0)
  }

  private granularityIsNone(packet: P): boolean {
    return nextStop(packet, packet.progress, true, this.settings.granularities, this.settings.saves) === null
  }

  /** Switches to the head's context where another one is loaded, then runs it. */
  private begin(): void {
    const head = this.queue[0]
    if (head === undefined) {
      this.state = 'idle'
      return
    }
    head.headAt = this.sim.now
    const { hardwareContext } = head
    if (hardwareContext === this.loaded && hardwareContext !== null) return this.start()
    if (!this.hooks.admits(head)) return this.refuse(head)
    const cost = this.switchCost(hardwareContext)
    this.load(hardwareContext)
    head.switched = cost
    if (cost === 0) return this.start()
    this.state = 'switching'
    this.event = this.sim.scheduleAs(head.cause, cost, this.onSwitched)
  }

  /** What was loaded is saved, which takes a while. @param save µs */
  private load(context: HardwareContext | null, save = this.settings.saves['dma-buffer']): void {
    const { loaded } = this
    if (loaded !== null) {
      loaded.saved = true
      this.leaving = loaded
      this.leavingUntil = this.sim.now + save
    }
    this.loaded = context
  }

  private readonly onSwitched = (): void => {
    this.event = null
    if (this.answer === null || this.mustGoOn) return this.start()
    // asked to preempt while it switched: the head has not started
    this.save()
  }

  private start(): void {
    const head = this.queue[0] as P
    const { sim } = this
    if (!this.hooks.admits(head)) return this.refuse(head)
    this.state = 'running'
    this.run++
    head.startedAt = sim.now
    this.hungUntil = head.hang > 0 ? sim.now + head.hang : 0
    this.headLeavesAt = Number.POSITIVE_INFINITY
    if (head.until !== null) this.startWait(head, head.until)
    else this.scheduleEnd(head)
    this.hooks.started(head)
    // whatever stands behind a wait instruction that holds cannot run: it stops there (GP-22)
    const asked = this.answer !== null && !this.draining && this.state === 'running' && this.queue[0] === head
    if (asked && head.until?.isReached() === false) this.interrupt(head, head.progress, 'dma-buffer')
  }

  /** The head may not start: it leaves with what its context has behind it, and the next one's turn comes. */
  private refuse({ hardwareContext }: P): void {
    const refused = this.queue.filter((packet) => packet.hardwareContext === hardwareContext)
    const kept = this.queue.filter((packet) => packet.hardwareContext !== hardwareContext)
    this.queue.splice(0, this.queue.length, ...kept)
    this.state = 'idle'
    this.hooks.refused(refused)
    this.goOn()
  }

  private startWait(head: P, until: NonNullable<P['until']>): void {
    const reached = kept({ self: this, run: this.run, cause: head.cause }, (wait) =>
      wait.self.endWait(wait.run, wait.cause),
    )
    if (until.isReached()) reached.run()
    else until.whenReached(reached)
  }

  /** A later event, as any end is: whoever signals goes on first. */
  private endWait(run: number, cause: number): void {
    const end = kept({ self: this, run }, ({ self, run }) => {
      if (self.run === run && self.state === 'running') self.onEnd()
    })
    this.sim.scheduleAs(cause, 0, end)
  }

  private scheduleEnd(head: P): void {
    const standing = head.hang > 0 ? head.hang : 0
    if (standing === Number.POSITIVE_INFINITY) return
    const left = standing + head.duration - head.progress
    this.headLeavesAt = this.sim.now + left
    this.event = this.sim.scheduleAs(head.cause, left, this.onEnd)
  }

  private readonly onEnd = (): void => {
    this.event = null
    const head = this.queue.shift() as P
    this.busyBefore += this.sim.now - head.startedAt
    head.progress = head.duration
    head.hang = 0
    this.state = 'idle'
    this.hooks.completed(head)
    this.goOn()
  }

  /** The head has left. */
  private goOn(): void {
    // whoever was told may have reset the engine, or submitted to it while it was idle
    if (this.state !== 'idle') return
    if (this.answer === null) this.begin()
    else if (this.mustGoOn) this.begin()
    else this.save()
  }

  /** Asked to preempt, it cannot hold everything back that has not started. */
  private get mustGoOn(): boolean {
    return this.queue.length > 0 && (this.draining || this.queue.some(this.runsFirst))
  }

  /** Takes packets back that have not started; the head stays. @returns them, in order */
  withdraw(which: (packet: P) => boolean): P[] {
    const withdrawn = this.queue.filter((packet, index) => index > 0 && which(packet))
    if (withdrawn.length > 0) {
      const kept = this.queue.filter((packet, index) => index === 0 || !which(packet))
      this.queue.splice(0, this.queue.length, ...kept)
    }
    return withdrawn
  }

  /** Where the running head stops: at its end, or before. */
  private aim(head: P): void {
    const { sim, settings } = this
    if (this.granularityIsNone(head)) {
      this.draining = true
      return
    }
    if (head.until !== null) return this.interrupt(head, head.progress, 'dma-buffer')
    const standing = this.hungUntil - sim.now
    if (standing === Number.POSITIVE_INFINITY) return
    const elapsed = standing > 0 ? head.progress : head.progress + sim.now - Math.max(head.startedAt, this.hungUntil)
    const fresh = elapsed === head.progress
    const stop = nextStop(head, elapsed, fresh, settings.granularities, settings.saves)
    if (stop === null || stop.boundary === 'dma-buffer') return // its end comes by itself
    if (this.event !== null) sim.cancel(this.event)
    const progress = elapsed + stop.after
    const { boundary } = stop
    const stopping = kept({ self: this, run: this.run, head, progress, boundary }, ({ self, run, ...at }) => {
      if (self.run === run) self.interrupt(at.head, at.progress, at.boundary)
    })
    const left = Math.max(0, standing) + stop.after
    this.headLeavesAt = sim.now + left
    this.event = sim.scheduleAs(head.cause, left, stopping)
  }

  private interrupt(head: P, progress: number, boundary: SavePoint): void {
    this.event = null
    this.run++
    this.busyBefore += this.sim.now - head.startedAt
    head.progress = progress
    head.hang = 0
    this.stopBoundary = boundary
    this.stopSave = this.settings.saves[boundary]
    this.state = 'saving'
    this.hooks.interrupted(head)
    this.save(head)
  }

  /** The context is saved; then the request is answered. @param interrupted the head, where it had started */
  private save(interrupted: P | null = null): void {
    this.state = 'saving'
    const save = this.loaded === null ? 0 : this.stopSave
    this.load(null, save)
    const saved = kept({ self: this, save, interrupted }, (stop) => stop.self.stopped(stop.save, stop.interrupted))
    this.event = this.sim.scheduleAs(interrupted?.cause ?? 0, save, saved)
  }

  private stopped(save: number, interrupted: P | null): void {
    this.event = null
    this.state = 'idle'
    const answer = this.answer as NonNullable<typeof this.answer>
    const boundary = interrupted?.until != null ? 'wait' : this.draining ? 'none' : this.stopBoundary
    this.answer = null
    this.draining = false
    const queue = this.queue.splice(0)
    const held = interrupted === null ? queue : queue.slice(1)
    goOnWith(answer, { boundary, save, interrupted, held })
  }
}
