/** Delays for the Delays tab: rows of the newest and of the worst of each kind, with their chains, and the one that is chosen (LB-10). */
import {
  DELAY_KINDS,
  type DelayChainView,
  type DelayRowView,
  type DelaysView,
  KEPT_DELAYS,
} from '../../../../preload/contract'
import type { DelayFollower, Delays } from '../../laboratory/delays/delays'
import type { Pending } from '../../laboratory/delays/pending'
import type { Delay } from '../../laboratory/delays/types'
import { keepWorst, placeAmongWorst } from '../../laboratory/delays/worst'
import { chainView, rowView, soFarView } from './chain-view'

/** µs of simulated time after which the chain of one that is under way is shown anew */
const SO_FAR_EVERY = 100_000
/** new rows in one frame: of a burst the rest follows in the next ones */
const ROWS_PER_FRAME = 128

/** A delay with its number. */
interface Kept {
  readonly id: number
  readonly delay: Delay
}

interface Chosen {
  /** null: it has not been shown late, or not yet */
  id: number | null
  /** null: it has been */
  pending: Pending | null
  view: DelayChainView
  /** when that was made */
  at: number
}

/** The worst of a kind. */
class Worst {
  static readonly lasting = ['kept'] as const

  private readonly kept: Delay[] = []

  add(delay: Delay): void {
    const place = placeAmongWorst(this.kept, delay.late)
    if (place < KEPT_DELAYS.worst) keepWorst(this.kept, place, delay, KEPT_DELAYS.worst)
  }

  has(delay: Delay): boolean {
    return this.kept.includes(delay)
  }
}

export class DelayLog implements DelayFollower {
  static readonly lasting = ['kept', 'newest'] as const

  private count = 0
  private readonly counts = { press: 0, frame: 0, present: 0 }
  /** by id, in order */
  private readonly kept = new Map<number, Delay>()
  /** those of `kept` that go when newer ones come, the oldest first; some of the worst may be among them */
  private newest: Kept[] = []
  /**
   * The worst of each kind, which stay: late frames are soon hundreds, and each is as late as the worst press. Of equal ones
   * the earlier.
   */
  private readonly worst = { press: new Worst(), frame: new Worst(), present: new Worst() }
  /** of `newest`, together */
  private segments = 0
  private unsent: number[] = []
  private chosen: Chosen | null = null
  private newestFrame: number | null = null

  /** @param happened something is to be shown; of a press or a frame that was late, µs when it was shown */
  constructor(
    private readonly delays: Delays,
    private readonly happened: (what: 'delayed' | 'delayChosen', shown?: number) => void,
  ) {
    delays.follower = this
  }

  /** A frame has something new to tell of them. */
  get hasFresh(): boolean {
    return this.unsent.length > 0
  }

  late(delay: Delay, pending: Pending): void {
    const id = ++this.count
    this.counts[delay.what]++
    if (delay.what === 'frame') this.newestFrame = id
    this.kept.set(id, delay)
    this.newest.push({ id, delay })
    this.segments += delay.segments.length
    this.worst[delay.what].add(delay)
    this.unsent.push(id)
    const { newest, segments } = KEPT_DELAYS
    // in batches, so that a full log is not gone through at every one
    if (this.newest.length > newest + newest / 8 || this.segments > segments + segments / 8) this.forget()
    if (this.chosen !== null && this.chosen.pending === pending)
      this.chosen = { id, pending: null, view: chainView(id, delay), at: this.delays.now }
    this.happened('delayed', delay.what === 'present' ? undefined : delay.shown)
    if (this.chosen?.id === id) this.happened('delayChosen')
  }

  /** Of its chain nothing is kept: it stays as it is now. */
  passed(pending: Pending, completed: boolean): void {
    if (this.chosen?.pending !== pending) return
    const { now } = this.delays
    const view = soFarView(pending, this.delays.scheduler, completed ? 'in-time' : 'lost')
    this.chosen = { id: null, pending: null, view, at: now }
    this.happened('delayChosen')
  }

  /** Of the run so far. */
  view(): DelaysView {
    const { totals } = this.delays
    const { press, frame, present } = this.counts
    return {
      presses: press,
      frames: frame,
      presents: present,
      worst: totals.worst,
      times: DELAY_KINDS.map((kind) => totals[kind]),
    }
  }

  /** New rows, in order; of many the oldest first. @param full all that are kept */
  takeRows(full: boolean): DelayRowView[] {
    if (full) {
      this.forget()
      this.unsent = []
      return [...this.kept].map(([id, delay]) => rowView(id, delay))
    }
    const taken = this.unsent.splice(0, ROWS_PER_FRAME)
    return taken.flatMap((id) => {
      const delay = this.kept.get(id)
      return delay === undefined ? [] : [rowView(id, delay)]
    })
  }

  /** Shows the chain of one. @returns why that cannot be, and what to do; null: it is shown */
  select(id: number | 'under-way' | null): string | null {
    const chosen = id === 'under-way' ? this.underWay() : id === null ? null : this.known(id)
    if (typeof chosen === 'string') return chosen
    this.chosen = chosen
    this.happened('delayChosen')
    return null
  }

  /** The same of another system of the run, where that has it: a delay is known by its number and when it began. */
  selectAs(selected: DelayChainView | null): void {
    const found = selected === null || selected.id === null ? null : this.known(selected.id)
    const isSame = found !== null && typeof found !== 'string' && found.view.begin === selected?.begin
    this.chosen = isSame ? found : null
    this.happened('delayChosen')
  }

  /** The chain that is shown; null: none is. */
  get selected(): DelayChainView | null {
    return this.chosen?.view ?? null
  }

  /** Time has passed: the chain of one that is under way grows. */
  follow(): void {
    const { chosen, delays } = this
    if (chosen?.pending == null) return
    if (delays.now - chosen.at < SO_FAR_EVERY) return
    this.chosen = this.soFar(chosen.pending)
    this.happened('delayChosen')
  }

  private soFar(pending: Pending): Chosen {
    const at = this.delays.now
    return { id: null, pending, view: soFarView(pending, this.delays.scheduler, 'under-way'), at }
  }

  private underWay(): Chosen | string {
    const { oldest } = this.delays
    if (oldest !== undefined) return this.soFar(oldest)
    return this.newestFrame === null
      ? 'No frame and no press is under way, and no frame was shown late yet.'
      : this.known(this.newestFrame)
  }

  private known(id: number): Chosen | string {
    const delay = this.kept.get(id)
    if (delay !== undefined) return { id, pending: null, view: chainView(id, delay), at: this.delays.now }
    return id > this.count
      ? `There is no delay ${id}: ${this.count} so far.`
      : `The chain of delay ${id} is no longer kept: only those of the newest are, ${KEPT_DELAYS.newest} and ${KEPT_DELAYS.segments} segments of them at most, and of the worst ${KEPT_DELAYS.worst} of each kind.`
  }

  /** All but the newest and the worst of each kind: a chain can have a segment, or scores of them. */
  private forget(): void {
    const { newest } = this
    const from = Math.max(0, newest.length - KEPT_DELAYS.newest, this.firstThatFits())
    this.newest = newest.slice(from)
    this.segments = segmentsOf(this.newest)
    const oldest = this.newest[0]?.id ?? this.count + 1
    for (const [id, delay] of this.kept) if (id < oldest && !this.worst[delay.what].has(delay)) this.kept.delete(id)
    // while no window takes them they would grow for ever
    this.unsent = this.unsent.filter((id) => this.kept.has(id))
  }

  /** From which of the newest on there is room for the segments of all. */
  private firstThatFits(): number {
    let room = KEPT_DELAYS.segments
    for (let i = this.newest.length - 1; i >= 0; i--) {
      room -= (this.newest[i] as Kept).delay.segments.length
      if (room < 0) return i + 1
    }
    return 0
  }
}

function segmentsOf(kept: readonly Kept[]): number {
  return kept.reduce((sum, { delay }) => sum + delay.segments.length, 0)
}
