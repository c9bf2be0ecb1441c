/**
 * Why an allocation is not in its segment (LB-09): noted where it happens, told when it is brought in. Columns indexed by
 * handle, and maps of what few have; what many share, such as all that one callback evicted, is one object.
 */
import { grown } from '../../sim/grown'
import type { Simulation } from '../../sim/simulation'
import type { Recorded } from '../../sim/trace-records'
import type { AllocationHandle } from './allocation-table'

/** What the policy of an eviction is called where a person, or a step of a file, made the call beside it (SC-14). */
export const BY_HAND = 'by hand'

/** One press of the app: its effect, null for a set of its own, and the number of the submission that it becomes. */
export interface PressOccasion {
  readonly effect: string | null
  readonly submission: number
}

/** When, by whom and by which rule allocations were taken off the residency list. */
export interface EvictionOccasion {
  /** µs */
  readonly t: number
  /** the policy, what else of the app holds memory, or BY_HAND; null: the app let go of its own reference */
  readonly policy: string | null
  /** as the trace names it: `periodic`, `budget`, `aged`, `opportunistic`, `explicit` */
  readonly rule: string
  /** the trim callback that made the call, and the notification that it was for; null: none */
  readonly callback: { readonly cookie: number; readonly notification: number; readonly flags: number } | null
  /** the press that made it, with the submission that it became; null: none */
  readonly press: PressOccasion | null
}

/** Index of a record of the trace, from 0, and its moment in µs. */
export interface RecordReference {
  readonly t: number
  readonly index: number
}

/** What the paging queue does: it brings something in, or takes something out. */
export interface PagingActivity extends Recorded {
  readonly type: 'paging'
  readonly kind: 'page-in' | 'page-out'
  /** null: memory of another process */
  readonly handle: AllocationHandle | null
  readonly resource: string
  readonly bytes: number
  /** of page-out: `reclaim`, `pressure`, `eager`; of page-in as its record says */
  readonly reason: string
  /** of page-out: for whose memory; null: for nobody's, as with eager eviction */
  readonly wantedBy: string | null
  /** of page-out: for which allocation's; null: for none */
  readonly wantedFor: AllocationHandle | null
  /** of page-in: why it was out; null: memory of another process */
  readonly why: OutReason | null
  /** its transfer has ended */
  over: boolean
}

export type OutReason =
  /** `record`: its creation */
  | { readonly because: 'never-resident'; readonly record: RecordReference }
  /** `pagedOut`: when the kernel took the memory that nobody had asked to keep, and for whom; null: not for anybody */
  | {
      readonly because: 'evicted'
      readonly occasion: EvictionOccasion
      readonly record: RecordReference
      readonly pagedOut: { readonly for: string | null; readonly record: RecordReference }
    }
  | { readonly because: 'reclaimed'; readonly for: string | null; readonly record: RecordReference }
  | { readonly because: 'lost-with-device'; readonly record: RecordReference }

/** Nothing more is known of it than when it was. @param t µs */
function lettingGo(t: number): EvictionOccasion {
  return { t, policy: null, rule: 'explicit', callback: null, press: null }
}

/** number of no occasion */
const NONE = 0

export class OutReasons {
  // by handle
  /** µs */
  private createdAt = new Float64Array(64)
  private createRecords = new Float64Array(64)
  /** number of its last occasion */
  private occasionOf = new Int32Array(64)
  private evictRecords = new Float64Array(64)
  private readonly lost = new Map<AllocationHandle, RecordReference>()
  private readonly pagedOut = new Map<AllocationHandle, PagingActivity>()
  /** by number; one that nobody has any more gives its number to a later one */
  private readonly occasions: (EvictionOccasion | null)[] = [null]
  /** of how many allocations each is the last, and one more while it is the newest of its kind */
  private readonly holders: number[] = [0]
  private readonly freeNumbers: number[] = []
  /** number of the last one: what is evicted together shares it */
  private occasion = NONE
  /** the same of what nobody has explained, which every eviction is before somebody does */
  private unexplained = NONE
  /** by name: what a device had that was destroyed last, with why that was; made again, it is known by it */
  private losses: ReadonlyMap<string, RecordReference> | null = null

  constructor(private readonly sim: Simulation) {}

  /** An allocation exists from now on; its record is the next one. */
  create(handle: AllocationHandle, name: string): void {
    const { losses, sim } = this
    this.remove(handle)
    if (handle >= this.createdAt.length) {
      this.createdAt = grown(Float64Array, this.createdAt, Math.max(2 * this.createdAt.length, handle + 1))
      this.createRecords = grown(Float64Array, this.createRecords, this.createdAt.length)
    }
    this.createdAt[handle] = sim.now
    this.createRecords[handle] = sim.trace.total
    const loss = losses?.get(name)
    if (loss !== undefined) this.lost.set(handle, loss)
  }

  remove(handle: AllocationHandle): void {
    this.lost.delete(handle)
    this.pagedOut.delete(handle)
    // nothing was evicted yet that is as far up: it has none
    const number = this.occasionOf[handle] ?? NONE
    if (number === NONE) return
    this.occasionOf[handle] = NONE
    this.release(number)
  }

  /** It is off the residency list; where a record says so, it is the next one. */
  evictedBy(handle: AllocationHandle, how: Omit<EvictionOccasion, 't'>): void {
    this.takeOccasion(how)
    this.leavesList(handle, this.occasion, this.sim.trace.total)
  }

  /** As `evictedBy` of each; their records are the next ones, in this order. @param from index of the first @param to index behind the last */
  allEvictedBy(handles: Int32Array, from: number, to: number, how: Omit<EvictionOccasion, 't'>): void {
    if (from === to) return
    this.takeOccasion(how)
    let highest = 0
    for (let i = from; i < to; i++) highest = Math.max(highest, handles[i] as AllocationHandle)
    if (highest >= this.occasionOf.length) this.reserveOccasions(highest)
    const { occasion, occasionOf, evictRecords } = this
    const record = this.sim.trace.total - from
    this.holders[occasion] = (this.holders[occasion] as number) + to - from
    // most had one in common before, too
    let [common, count] = [NONE, 0]
    for (let i = from; i < to; i++) {
      const handle = handles[i] as AllocationHandle
      const before = occasionOf[handle] as number
      if (before !== common) {
        this.release(common, count)
        common = before
        count = 0
      }
      count++
      occasionOf[handle] = occasion
      evictRecords[handle] = record + i
    }
    this.release(common, count)
  }

  /** What is evicted together shares its occasion. */
  private takeOccasion({ policy, rule, callback, press }: Omit<EvictionOccasion, 't'>): void {
    const { now } = this.sim
    const last = this.occasions[this.occasion]
    const isSame = last?.t === now && last.policy === policy && last.rule === rule
    if (!isSame || last.callback !== callback || last.press !== press)
      this.occasion = this.newest(this.occasion, { t: now, policy, rule, callback, press })
  }

  /** It is off the residency list; whoever knows more of that says so by `evictedBy`. */
  letGo(handle: AllocationHandle): void {
    const { now } = this.sim
    if (this.occasions[this.unexplained]?.t !== now) this.unexplained = this.newest(this.unexplained, lettingGo(now))
    this.leavesList(handle, this.unexplained, this.sim.trace.total)
  }

  /** @param number of its occasion @param record index of its record */
  private leavesList(handle: AllocationHandle, number: number, record: number): void {
    if (handle >= this.occasionOf.length) this.reserveOccasions(handle)
    const before = this.occasionOf[handle] as number
    if (before !== number) {
      this.occasionOf[handle] = number
      this.holders[number] = (this.holders[number] as number) + 1
      if (before !== NONE) this.release(before)
    }
    this.evictRecords[handle] = record
  }

  /** Where nothing is ever evicted there is no room for it. */
  private reserveOccasions(handle: AllocationHandle): void {
    const capacity = Math.max(2 * this.occasionOf.length, handle + 1)
    this.occasionOf = grown(Int32Array, this.occasionOf, capacity)
    this.evictRecords = grown(Float64Array, this.evictRecords, capacity)
  }

  /** @param before number of the one that was the newest of its kind @returns number of the one that is now */
  private newest(before: number, occasion: EvictionOccasion): number {
    const number = this.freeNumbers.pop() ?? this.occasions.length
    this.occasions[number] = occasion
    this.holders[number] = 1
    if (before !== NONE) this.release(before)
    return number
  }

  /** So many have another one now. */
  private release(number: number, count = 1): void {
    if (number === NONE) return
    const left = (this.holders[number] as number) - count
    this.holders[number] = left
    if (left > 0) return
    this.occasions[number] = null
    this.freeNumbers.push(number)
  }

  /** Its memory is taken. */
  leaves(handle: AllocationHandle, activity: PagingActivity): void {
    this.pagedOut.set(handle, activity)
  }

  /**
   * A device is gone, and what it had with it. What it had not brought in again is lost with the device before it.
   * @param own allocations, by name @param isIn it is in its segment
   * @param record of its removal; null: it was destroyed without
   */
  lose(
    own: Iterable<[string, AllocationHandle]>,
    isIn: (handle: AllocationHandle) => boolean,
    record: RecordReference | null,
  ): void {
    const losses = new Map<string, RecordReference>()
    const now = record ?? this.next()
    for (const [name, handle] of own) {
      const lost = isIn(handle) || this.pagedOut.has(handle) ? now : this.lost.get(handle)
      if (lost !== undefined) losses.set(name, lost)
    }
    this.losses = losses
  }

  /** Everything that was lost has been made again: a later allocation of such a name is a new one. */
  forgetLosses(): void {
    this.losses = null
  }

  /** Why it is out now. */
  of(handle: AllocationHandle): OutReason {
    const out = this.pagedOut.get(handle)
    const occasion = this.occasions[this.occasionOf[handle] ?? NONE] ?? null
    if (out !== undefined) {
      const record = { t: out.recordedAt, index: out.recordIndex }
      if (out.reason === 'pressure' || occasion === null) return { because: 'reclaimed', for: out.wantedBy, record }
      const evicted = { t: occasion.t, index: this.evictRecords[handle] as number }
      return { because: 'evicted', occasion, record: evicted, pagedOut: { for: out.wantedBy, record } }
    }
    const lost = this.lost.get(handle)
    if (lost !== undefined) return { because: 'lost-with-device', record: lost }
    const record = { t: this.createdAt[handle] as number, index: this.createRecords[handle] as number }
    return { because: 'never-resident', record }
  }

  private next(): RecordReference {
    return { t: this.sim.now, index: this.sim.trace.total }
  }
}
