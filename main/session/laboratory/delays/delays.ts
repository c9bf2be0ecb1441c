/**
 * Why presses, frames and presents were late (LB-08): of those that were shown late the worst are kept with their chains,
 * and of all the times by kind. While packets only run one after another, for few that wait, nothing is done until
 * something turns out to be late: its chain is made then, of what ran. In all other times each that is under way is asked
 * before every step of the clock what it waits for; where none is, the clock need not stop for it.
 *
 * What is shown when (**choice**): a press's result and a played frame at the first vertical blank of the first display
 * after the end of its last packet, a present of the compositor at the first of its own display. A press or a frame that is
 * ready at the very moment of a blank has missed it, as what is presented there was made before; a present meets the blank
 * that it ends with (GP-09). Blanks go on where no compositor runs, and behind the end of a run: what is ready by then is
 * shown at the next one, as nothing can stand in its way any more, and what is not takes at least until that. Had nothing
 * stood in its way, it would have been ready when its own time had passed: the GPU's for all its packets, and the
 * processor's for a frame. A press that fails, or whose device is removed, is never shown, and is no delay.
 */
import { firstBlankAfter } from '../../../dxgkrnl/vidsch/compositor'
import type { Context } from '../../../dxgkrnl/vidsch/context'
import type { Scheduler } from '../../../dxgkrnl/vidsch/scheduler'
import { newStand, packetOf, standOfFirst } from '../../../dxgkrnl/vidsch/stand'
import { momentsOf, ranLately, standThen } from '../../../dxgkrnl/vidsch/stand-then'
import { Latencies } from '../../run/latencies'
import { addTimes, MOST_PIECES } from './chain'
import { type DelayTimes, noTimes } from './kinds'
import { ContextLine, standsBehind } from './line'
import { PagedInFor } from './paged-in-for'
import { MADE, Pending, type Submitted } from './pending'
import { delayOf } from './segments'
import type { Delay, DelayedWhat, DelayTotals, OpenPress } from './types'
import { keepWorst, placeAmongWorst } from './worst'

/** delays kept with their chains: the worst [unless more are asked for] */
const WORST_KEPT = 100

/** segments of one that is not among the worst, and of which a follower is told */
const SEGMENTS_TOLD = 64

/** segments that all that are kept have together at most, where each still has 64 (**choice**) */
const SEGMENTS_KEPT = 1_000_000

/** under way, of whom each chain is made by itself of what ran: more are asked, as each would go through that of all */
const MOST_UNMADE = 64

/** lists kept for those that come */
const SPARE = 16

/** Wants to know of every one that was shown late, not only of the worst. */
export interface DelayFollower {
  late(delay: Delay, pending: Pending): void
  /** A frame or a press is over that was not late. @param completed it was shown in time; otherwise it never is */
  passed(pending: Pending, completed: boolean): void
}

export class Delays {
  /** null: nobody, so that only the worst are made */
  follower: DelayFollower | null = null
  /** delays that are over */
  static readonly lasting = ['kept'] as const

  private count = 0
  private worstLate = 0
  private readonly times: DelayTimes = noTimes()
  /** µs from every press that was shown, late or not, to the vertical blank that showed it */
  presses = new Latencies()
  /** is told of each press that is over, with the µs that it took until it was shown; null: it never is */
  pressOver: ((press: Pending, taken: number | null) => void) | null = null
  /** presses under way */
  private readonly open: Pending[] = []
  /** presses that ended and of which nothing was shown: a call of theirs failed, or their device is gone */
  pressesNotShown = 0
  /** µs that late ones waited for each resource to be paged in */
  readonly pagedInFor = new PagedInFor()
  private readonly kept: Delay[] = []
  /** contexts go with their device */
  private readonly lines = new WeakMap<Context, ContextLine>()
  /** lines with members, and some that have none any more */
  private readonly active: ContextLine[] = []
  private readonly stand = newStand()
  /** played, in the order in which they began */
  private readonly frames: Pending[] = []
  /** that have submitted packets and are not over */
  private readonly underWay: Pending[] = []
  /** of those that are over */
  private readonly spare: Submitted[] = []
  private readonly looks = (): void => this.look()

  /**
   * @param refreshRates vertical blanks per second of each display
   * @param keep how many of the worst are kept with their chains; null: nothing is recorded
   */
  constructor(
    readonly scheduler: Scheduler,
    private readonly refreshRates: readonly number[],
    private readonly keep: number | null = WORST_KEPT,
  ) {
    if (keep !== null) scheduler.history.onEnd = () => this.wake()
  }

  /** What is told begins now: what is under way counts when it ends. */
  startOver(): void {
    this.count = 0
    this.worstLate = 0
    Object.assign(this.times, noTimes())
    this.presses = new Latencies()
    this.pressesNotShown = 0
    this.pagedInFor.startOver()
    this.kept.length = 0
  }

  /** Whether anything is known of delays. */
  get recording(): boolean {
    return this.keep !== null
  }

  /** µs */
  get now(): number {
    return this.scheduler.sim.now
  }

  /** So far. */
  get totals(): DelayTotals {
    return { count: this.count, worst: this.worstLate, ...this.times }
  }

  /** The worst so far, the worst of all first; of equal ones the earlier. */
  get worst(): readonly Delay[] {
    return this.kept
  }

  /** A press begins now. @param set names of what is in a set of its own; null: of an effect @returns null: nothing is recorded */
  press(name: string, set: readonly string[] | null): Pending | null {
    if (this.keep === null) return null
    const pending = this.create('press', name, 0, 1, set)
    this.open.push(pending)
    return pending
  }

  /** A frame of playback begins. @param processor µs of processor time that it needs before its first packet */
  frame(processor: number): Pending | undefined {
    if (this.keep === null) return undefined
    const frame = this.create('frame', 'frame', processor, 1, null)
    this.frames.push(frame)
    return frame
  }

  /** What the picture waits for: the oldest frame; where none is under way, the oldest press; undefined: for nothing. */
  get oldest(): Pending | undefined {
    return this.frames[0] ?? this.open[0]
  }

  /**
   * Something begins now.
   * @param processor µs of processor time that it needs before its first packet
   * @param display number of the one on which it is shown, from 1
   * @param set names of what is in a set of its own; null: it is none
   */
  create(what: DelayedWhat, name: string, processor: number, display: number, set: readonly string[] | null): Pending {
    const lists = this.spare.pop() ?? { contexts: [], fences: [] }
    return new Pending(this, what, name, display, this.now, this.scheduler.sim.trace.cause, processor, set, lists)
  }

  /** One that is over begins anew. */
  again(pending: Pending): Pending {
    this.leave(pending)
    pending.restart(this.now)
    return pending
  }

  /** Each press that is still under way: no blank before the next one shows it. */
  get openPresses(): readonly OpenPress[] {
    const next = firstBlankAfter(this.now, this.refreshRates[0] as number)
    return this.open.map(({ begin }) => ({ begin, taken: next - begin }))
  }

  /** It is over; what has failed and ended before may say so again. @param completed false: nothing of it is shown */
  ended(pending: Pending, completed: boolean): void {
    if (pending.isOver) return
    const { what } = pending
    pending.line?.leave(pending, this.now)
    if (what === 'press' && remove(this.open, pending) && !completed) {
      this.pressesNotShown++
      this.pressOver?.(pending, null)
    }
    if (what === 'frame') remove(this.frames, pending)
    if (completed) this.shows(pending)
    else this.passed(pending, false)
    this.leave(pending)
    pending.forget()
    // what is presented comes again
    if (what === 'present') return
    const lists = pending.letGo()
    if (this.spare.length < SPARE) this.spare.push(lists)
  }

  /** At the next vertical blank; most are in time. */
  private shows(pending: Pending): void {
    const { now } = this
    const { what, begin, own, display } = pending
    // nothing stood in its way
    if (what !== 'press' && now <= begin + own) return this.passed(pending, true)
    const rate = this.refreshRates[display - 1] as number
    // a present meets the blank that it ends with, too (GP-09)
    const margin = what === 'present' ? 1 : 0
    const due = firstBlankAfter(Math.max(begin, begin + own - margin), rate)
    const isLate = now - margin >= due
    const shown = firstBlankAfter(now - margin, rate)
    if (what === 'press') {
      this.presses.add(shown - begin)
      this.pressOver?.(pending, shown - begin)
    }
    if (isLate) this.add(pending, due, shown)
    else this.passed(pending, true)
  }

  /** Whoever follows one that is under way learns that it is over. Nobody follows presents: they come at every blank. */
  private passed(pending: Pending, completed: boolean): void {
    if (pending.what !== 'present') this.follower?.passed(pending, completed)
  }

  /** It has nothing under way any more. */
  private leave(pending: Pending): void {
    pending.line?.leave(pending, this.now)
    pending.unmade = MADE
    const { place } = pending
    if (place < 0) return
    const { underWay } = this
    const last = underWay.pop() as Pending
    if (last !== pending) {
      underWay[place] = last
      last.place = place
    }
    pending.place = -1
    if (underWay.length === 0) this.rest()
  }

  /** Nobody is left who could be asked anything. */
  private rest(): void {
    const { active, scheduler } = this
    scheduler.history.forget()
    for (let line = active.pop(); line !== undefined; line = active.pop()) line.isActive = false
    scheduler.sim.onLeaving = null
  }

  /** @see PendingPort.begun */
  begun(pending: Pending, context: Context): void {
    const { scheduler } = this
    if (pending.lacksOthers || this.underWay.length >= MOST_UNMADE) scheduler.history.end()
    pending.place = this.underWay.push(pending) - 1
    if (scheduler.history.isKept || (pending.place === 0 && scheduler.history.begin())) pending.unmade = this.now
    else this.enter(pending, context)
  }

  /** @see PendingPort.bringUp */
  bringUp(pending: Pending): void {
    const { now, scheduler } = this
    if (pending.unmade === MADE || pending.unmade === now) return
    for (const moment of momentsOf(scheduler, pending.unmade, now))
      if (!this.stoodThen(pending, moment)) {
        pending.unmade = MADE
        return
      }
    pending.unmade = now
  }

  /** @returns false: all of its packets had completed, and it stays as it was */
  private stoodThen(pending: Pending, moment: number): boolean {
    const { scheduler, stand } = this
    const place = pending.firstThen((context, fence) => {
      const ran = ranLately(scheduler, context, fence)
      if (ran !== null) return ran.submitted > moment ? 'later' : ran.recordedAt <= moment
      if (context.completed >= fence) return true
      const packet = packetOf(scheduler, context, fence)
      return packet !== null && packet.submitted > moment ? 'later' : false
    })
    if (place < 0) return false
    standThen(scheduler, pending.contextAt(place), moment, stand)
    standsBehind(pending, pending.fenceAt(place), stand, moment)
    return true
  }

  /** What happens is more than one packet after another: from now on they are asked. */
  private wake(): void {
    this.scheduler.sim.onLeaving = this.looks
    for (const pending of this.underWay) {
      this.bringUp(pending)
      if (pending.unmade === MADE) continue
      pending.unmade = MADE
      const context = pending.settle()
      if (context !== null) this.enter(pending, context)
    }
  }

  /** Packets only run one after another from now on, if they do: nobody is asked. */
  private sleep(): void {
    const { underWay, active, scheduler, now } = this
    if (!scheduler.history.mayBegin || underWay.length >= MOST_UNMADE / 2) return
    for (let i = 0; i < underWay.length; i++) if ((underWay[i] as Pending).lacksOthers) return
    if (!scheduler.history.begin()) return
    for (let i = 0; i < underWay.length; i++) {
      const pending = underWay[i] as Pending
      if (pending.line === null) continue
      pending.line.leave(pending, now)
      pending.unmade = now
    }
    for (let line = active.pop(); line !== undefined; line = active.pop()) line.isActive = false
  }

  /** What stands now stands until the next step of the clock. */
  private look(): void {
    const { active, scheduler } = this
    if (!scheduler.history.isKept) this.askAll(active)
    if (scheduler.history.isKept || active.length === 0) scheduler.sim.onLeaving = null
  }

  private askAll(active: ContextLine[]): void {
    for (let i = 0; i < active.length; i++) {
      const line = active[i] as ContextLine
      if (line.goesOn) continue
      if (line.members.length > 0) this.ask(line)
      else {
        line.isActive = false
        active[i--] = active.at(-1) as ContextLine
        active.pop()
      }
    }
    this.sleep()
  }

  /** Only the first of a line is asked: the others wait for it. */
  private ask(line: ContextLine): void {
    const { scheduler, stand, now } = this
    for (let first = line.members[0]; first !== undefined; first = line.members[0]) {
      const context = first.settle()
      if (context === line.context) {
        standOfFirst(scheduler, context, stand)
        return line.stands(first, stand, now)
      }
      line.leave(first, now)
      if (context === null) continue
      // what it waits for there stands from now on, whether that line has been asked already or not
      this.ask(this.enter(first, context))
    }
  }

  private enter(pending: Pending, context: Context): ContextLine {
    const line = this.lineOf(context)
    line.enter(pending, this.now)
    if (!line.isActive) this.active.push(line)
    line.isActive = true
    this.scheduler.sim.onLeaving = this.looks
    return line
  }

  /** Most have been in one of those just now. */
  private lineOf(context: Context): ContextLine {
    const { active } = this
    for (let i = 0; i < active.length; i++)
      if ((active[i] as ContextLine).context === context) return active[i] as ContextLine
    let line = this.lines.get(context)
    if (line === undefined) {
      line = new ContextLine(context, this.scheduler.stateOf(context))
      this.lines.set(context, line)
    }
    return line
  }

  private add(pending: Pending, due: number, shown: number): void {
    const { kept, now, times } = this
    const chain = pending.made
    chain.close(now)
    const late = shown - due
    this.count++
    this.worstLate = Math.max(this.worstLate, late)
    for (const piece of chain.pieces) {
      addTimes(times, piece)
      this.pagedInFor.piece(piece)
    }
    times['vertical-blank'] += shown - now
    const most = this.keep ?? 0
    const place = placeAmongWorst(kept, late)
    const { follower } = this
    if (place >= most && follower === null) return
    const segments = Math.max(SEGMENTS_TOLD, Math.min(MOST_PIECES, Math.floor(SEGMENTS_KEPT / most)))
    const delay = delayOf(pending, now, due, shown, place < most ? segments : SEGMENTS_TOLD)
    if (place < most) keepWorst(kept, place, delay, most)
    follower?.late(delay, pending)
  }
}

/** One that is in the list goes; what stays keeps its order. Most of the time it is alone. @returns whether it was in it */
function remove(list: Pending[], pending: Pending): boolean {
  const place = list.at(-1) === pending ? list.length - 1 : list.indexOf(pending)
  if (place < 0) return false
  if (place === list.length - 1) list.pop()
  else list.splice(place, 1)
  return true
}
