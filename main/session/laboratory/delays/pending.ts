/** A press, a frame or a present that is under way: its packets, and the chain of what it has waited for. µs. */
import type { QueueContext } from '../../../d3d12/command-list'
import { Context } from '../../../dxgkrnl/vidsch/context'
import type { HeldBack, PressOwner } from '../../../policies/held-back'
import type { ProcessorStand } from '../../../sim/cpu'
import { Chain, PROCESSOR } from './chain'
import type { PieceKind } from './kinds'
import type { DelayedWhat } from './types'

/** What the recorder of delays does for those that are under way. */
export interface PendingPort {
  /** its first packet is submitted: what came before was not the GPU's */
  begun(pending: Pending, context: Context): void
  ended(pending: Pending, completed: boolean): void
  /** what it has waited for until now is wanted */
  bringUp(pending: Pending): void
  readonly now: number
}

/** Lists of the packets of one that is under way: of their contexts, and of their fence values. */
export interface Submitted {
  /** null: room for one */
  readonly contexts: (Context | null)[]
  readonly fences: number[]
}

/** Of those that are over: nothing is added to it any more. */
const NONE: Submitted = { contexts: [], fences: [] }

/** `Pending.unmade` of one whose chain is made as it goes, or says all */
export const MADE = -1

/** A line in which it stands. */
interface Place {
  leave(pending: Pending, now: number): void
}

const PROCESSOR_KINDS: Readonly<Record<ProcessorStand, PieceKind>> = {
  behind: 'queue',
  displaced: 'engine',
  running: 'run',
}

export class Pending implements PressOwner {
  /** its packets in the order in which they must complete, by context and fence value */
  private lists: Submitted
  /** of them; those that stand behind are of an earlier one */
  private count = 0
  /** the first of them that is not known to have completed */
  private next = 0
  /** made when it is needed: most are never asked what they waited for */
  private links: Chain | null = null
  /** where it stands on the processor since it began; null: it does not, or the chain has it */
  private first: PieceKind | null = null
  /** where it stands; null: in none */
  line: Place | null = null
  private closed = false
  /** for good */
  isOver = false
  /** µs from which its chain is still to be made of what ran; MADE: it is made as it goes, or says all */
  unmade = MADE
  /** its place among those that have packets under way; -1: none */
  place = -1

  /** @param begin µs @param own µs */
  constructor(
    private readonly port: PendingPort,
    readonly what: DelayedWhat,
    readonly name: string,
    /** number of the display, from 1 */
    readonly display: number,
    public begin: number,
    /** ordinal of the command that it belongs to; 0: none */
    public cause: number,
    /** GPU time of its own, and the processor's: what it needs of that before its first packet */
    public own: number,
    /** names of what is in a set of its own; null: it is none */
    readonly set: readonly string[] | null,
    /** with room that an earlier one has left */
    lists: Submitted,
  ) {
    this.lists = lists
  }

  /** What it has waited for. */
  get chain(): Chain {
    if (this.links !== null) return this.links
    const chain = new Chain(this.begin)
    if (this.first !== null) chain.stands(this.begin, this.first, PROCESSOR)
    this.first = null
    this.links = chain
    return chain
  }

  /** As its chain says it. @see Chain.lacksOthers */
  get lacksOthers(): boolean {
    return this.links?.lacksOthers === true
  }

  /** It needs the processor before its first packet. @param stand of that work, from now on */
  onProcessor(stand: ProcessorStand): void {
    if (this.count > 0 || this.closed) return
    const { now } = this.port
    const kind = PROCESSOR_KINDS[stand]
    if (this.links === null && now === this.begin) this.first = kind
    else this.chain.stands(now, kind, PROCESSOR)
  }

  /** Before its first packet is submitted: what a frame goes on without waiting for holds it back no more. */
  heldBack(by: HeldBack): void {
    if (this.count === 0 && !this.closed) this.chain.stands(this.port.now, 'policy-wait', by)
  }

  /**
   * @param fence context fence value
   * @param duration µs that the GPU takes
   * @throws TypeError for what is no line of this system's scheduler: there is nothing to be asked of it
   */
  submitted(context: QueueContext, fence: number, duration: number): void {
    if (this.closed) return
    if (!(context instanceof Context)) throw new TypeError(`${context.name} is no context of the scheduler`)
    const { contexts, fences } = this.lists
    contexts[this.count] = context
    fences[this.count] = fence
    this.own += duration
    if (++this.count === 1) this.port.begun(this, context)
  }

  /** With the packet that was submitted last it is done: what comes later is not waited for. */
  complete(): void {
    this.closed = true
  }

  /** @param completed it is shown; otherwise it never will be */
  ended(completed: boolean): void {
    this.port.ended(this, completed)
  }

  /** The chain, with all that it has waited for until now. */
  get made(): Chain {
    this.port.bringUp(this)
    return this.chain
  }

  /** As a new one; for what comes again at every vertical blank. @param begin µs */
  restart(begin: number): void {
    this.begin = begin
    this.count = 0
    this.next = 0
    this.own = 0
    this.closed = false
    this.first = null
    this.links?.restart(begin)
  }

  /** It is over. A packet knows whose it is: chains that stayed would keep all that was ever waited for, one by another. */
  forget(): void {
    this.links?.forget()
  }

  /** It is over for good. @returns its lists, for another one */
  letGo(): Submitted {
    const { lists } = this
    const { contexts } = lists
    // their room stays: what is written beyond the end of a list costs more
    for (let i = 0; i < this.count; i++) contexts[i] = null
    this.lists = NONE
    this.closed = true
    this.isOver = true
    this.count = 0
    this.next = 0
    return lists
  }

  /** Passes over those that have completed. @returns the context that it stands in now; null: all of them have */
  settle(): Context | null {
    const { contexts, fences } = this.lists
    while (this.next < this.count) {
      const context = contexts[this.next] as Context
      if (context.completed < (fences[this.next] as number)) return context
      this.next++
    }
    return null
  }

  /** The context of its first packet that has not completed; null: none was submitted yet, or all have. */
  get waitsIn(): Context | null {
    const { contexts, fences } = this.lists
    for (let i = this.next; i < this.count; i++) {
      const context = contexts[i] as Context
      if (context.completed < (fences[i] as number)) return context
    }
    return null
  }

  /**
   * The first of its packets that had not completed at an earlier moment of which all that ran is known (LB-08).
   * @param isOver whether that one had, and whether it was submitted only later
   * @returns its index among them; -1: all that it had then had completed
   */
  firstThen(isOver: (context: Context, fence: number) => boolean | 'later'): number {
    const { contexts, fences } = this.lists
    for (let i = 0; i < this.count; i++) {
      const over = isOver(contexts[i] as Context, fences[i] as number)
      if (over === 'later') break
      if (!over) return i
    }
    return -1
  }

  /** @param place index of a packet */
  contextAt(place: number): Context {
    return this.lists.contexts[place] as Context
  }

  /** Context fence value. @param place index of a packet */
  fenceAt(place: number): number {
    return this.lists.fences[place] as number
  }

  /** Context fence value of the packet that it waits for. */
  get fence(): number {
    return this.lists.fences[this.next] as number
  }
}
