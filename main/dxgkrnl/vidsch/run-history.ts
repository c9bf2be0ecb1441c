/**
 * What engines ran lately, and what a context waited for, while that is plain: packets only run one after another to their
 * ends, and at most one context waits, for a fence that another is going to signal. Then it is known afterwards where each
 * packet stood at any moment (`stand-then`), and nobody has to ask while it happens (LB-08). What is not plain ends the
 * history: a preemption, memory that is paged in for a packet, a hang, a reset, parts of a packet, a device that goes. µs.
 */
import { Context, type Packet } from './context'
import type { EngineState } from './engine-state'

/** A context waits for a fence that another one signals. */
export interface ContextWait {
  context: Context
  signaller: Context
  from: number
  /** Infinity: it goes on */
  to: number
}

/** µs for which nothing else may have happened: where it does at every blank, to begin and to end costs more than to ask */
const CALM = 100_000

/** packets after which it begins anew: so many are looked through for one delay, and so many are kept */
const MOST = 256

/** waits kept for those that come: with each frame that is decoded comes one */
const SPARE = 4

interface Watched {
  readonly sim: { readonly now: number }
  readonly engines: ReadonlyMap<string, EngineState>
}

export class RunHistory {
  /** called when it is plain no more, before anything is forgotten: what was is known up to now */
  onEnd: () => void = () => {}
  /** the last that has run to its end, on all engines; each knows the one before it. null: none has */
  last: Packet | null = null
  private count = 0
  readonly waits: ContextWait[] = []
  /** that are over, and become others */
  private readonly spare: ContextWait[] = []
  private kept = false
  /** when something happened last that was not plain */
  private disturbed = 0
  private waiting: ContextWait | null = null

  /** @param contexts all that there are */
  constructor(
    private readonly scheduler: Watched,
    private readonly contexts: () => readonly Context[],
  ) {}

  /** All is plain, and has been since it began. */
  get isKept(): boolean {
    return this.kept
  }

  /** Nothing else has happened for long enough. */
  get mayBegin(): boolean {
    return this.scheduler.sim.now >= this.disturbed + CALM
  }

  /** From now on, if things are plain now. @returns whether they are */
  begin(): boolean {
    if (!this.mayBegin) return false
    for (const state of this.scheduler.engines.values()) if (!isPlain(state)) return false
    this.waiting = null
    for (const context of this.contexts())
      if (!isPlainContext(context) || (context.state === 'waiting' && this.note(context) === null)) return false
    this.kept = true
    this.forgetWaits()
    return true
  }

  /** What happens now is not plain, or too many wait for what runs to look through all of it for each. */
  end(): void {
    this.disturbed = this.scheduler.sim.now
    if (this.kept) this.stop()
  }

  private stop(): void {
    this.kept = false
    this.onEnd()
    this.waiting = null
    this.forget()
  }

  /** Nobody is going to ask about anything before now. */
  forget(): void {
    this.last = null
    this.count = 0
    if (this.waits.length > 0) this.forgetWaits()
  }

  private forgetWaits(): void {
    const { waits, waiting, spare } = this
    for (let wait = waits.pop(); wait !== undefined; wait = waits.pop())
      if (wait !== waiting && spare.length < SPARE) spare.push(wait)
    if (waiting !== null) waits.push(waiting)
  }

  /** A packet has run to its end just now. */
  ran(packet: Packet): void {
    if (!this.kept) return
    packet.ranBefore = this.last
    this.last = packet
    if (++this.count === MOST) this.stop()
  }

  /** A context has begun to wait. */
  waitBegan(context: Context): void {
    if (!this.kept) return
    const wait = this.note(context)
    if (wait === null) this.end()
    else this.waits.push(wait)
  }

  waitEnded(): void {
    if (this.waiting === null) return
    this.waiting.to = this.scheduler.sim.now
    this.waiting = null
  }

  /** @returns null: one more waits, or nobody knows for what */
  private note(context: Context): ContextWait | null {
    const { head } = context
    if (this.waiting !== null || head?.type !== 'wait' || head.paging) return null
    const signaller = head.fence.signallerOf(head.value)
    if (!(signaller instanceof Context) || signaller === context) return null
    this.waiting = this.waitOf(context, signaller)
    return this.waiting
  }

  private waitOf(context: Context, signaller: Context): ContextWait {
    const wait = this.spare.pop()
    const { now } = this.scheduler.sim
    if (wait === undefined) return { context, signaller, from: now, to: Number.POSITIVE_INFINITY }
    wait.context = context
    wait.signaller = signaller
    wait.from = now
    wait.to = Number.POSITIVE_INFINITY
    return wait
  }
}

function isPlain({ hardware, request, turning, resubmitted, bound, claimed }: EngineState): boolean {
  if (request !== null || turning || bound !== null || claimed !== null || resubmitted.length > 0) return false
  return !hardware.saving && hardware.queue.every(isPlainPacket)
}

function isPlainPacket({ hang, split, stoppedFor }: Packet): boolean {
  return hang === 0 && split === null && stoppedFor === null
}

function isPlainContext({ state, initialisation, head }: Context): boolean {
  if (state === 'preparing' || (initialisation !== null && !initialisation.over)) return false
  return head?.type !== 'packet' || isPlainPacket(head)
}
