/**
 * The newest records. Evictions come by the hundred thousand in one callback, and an object of each, which lives until it is
 * overwritten, costs more than all the rest of an Evict: here they are rows of numbers, and records when somebody reads them.
 */
import { grown } from './grown'
import type { EvictReason, TraceRecord } from './trace-records'

export type EvictRecord = TraceRecord & { type: 'evict' }

/** What a record says of a resource, which never changes. */
interface EvictedResource {
  readonly name: string
  /** bytes */
  readonly size: number
}

/** Evictions that were made as one, after which none has a reference left. */
export interface EvictionsAtOnce {
  readonly reason: EvictReason
  readonly policy: string
  /** of what was evicted, in that order */
  readonly keys: Int32Array
  resourceOf(key: number): EvictedResource
  /** µs, -1: never used */
  ageOf(key: number): number
  /** bytes that left the residency list */
  leftOf(key: number): number
}

/** numbers of a row: a line of the processor's cache */
const WIDTH = 8
const FIRST_ROWS = 64
/** in the place of what a record has not */
const ABSENT = -1

export class TraceRing {
  /** what is recorded */
  static readonly lasting = ['slots'] as const
  static readonly shared = ['slots'] as const

  /** a record, or the resource of an eviction, or its name: the rows are theirs, in the same order */
  private readonly slots: (TraceRecord | EvictedResource | string)[] = []
  /** by slot: 1 where it is an eviction's; to look at what is overwritten would fetch it from memory */
  private isEviction = new Uint8Array(FIRST_ROWS)
  /** t, bytes, reason, references, policy, age, left, cause; no more than the evictions need: a checkpoint copies them */
  private rows = new Float64Array(FIRST_ROWS * WIDTH)
  /** where the row of the oldest eviction begins */
  private oldest = 0
  private evictions = 0
  /** reasons and policies, by the number that rows have of them */
  private readonly words: string[] = []
  /** the slot of the next record, once all are in use */
  private next = 0

  /** @param capacity records that are kept */
  constructor(readonly capacity: number) {}

  /** How many records it has. */
  get length(): number {
    return this.slots.length
  }

  add(record: TraceRecord): void {
    if (this.capacity === 0) return
    const slot = this.take()
    this.slots[slot] = record
    this.isEviction[slot] = 0
  }

  /**
   * As `add` of an evict record.
   * @param t µs @param bytes of the resource @param references how many are left @param age µs, undefined: never used
   * @param left bytes, undefined: `bytes` @param cause ordinal of the command, 0: none @see TraceFields
   */
  addEviction(
    t: number,
    resource: string,
    bytes: number,
    reason: EvictReason,
    references: number,
    policy: string,
    age: number | undefined,
    left: number | undefined,
    cause: number,
  ): void {
    if (this.capacity === 0) return
    const at = this.newRow(resource)
    const { rows } = this
    rows[at] = t
    rows[at + 1] = bytes
    rows[at + 2] = this.numberOf(reason)
    rows[at + 3] = references
    rows[at + 4] = this.numberOf(policy)
    rows[at + 5] = age ?? ABSENT
    rows[at + 6] = left ?? ABSENT
    rows[at + 7] = cause
  }

  /**
   * As `addEviction` of each. No resource is looked into, since it would have to be fetched from memory, and of those that
   * later ones overwrite nothing is kept at all.
   * @param t µs @param cause ordinal of the command, 0: none
   */
  addEvictions(t: number, evictions: EvictionsAtOnce, cause: number): void {
    if (this.capacity === 0) return
    const { keys } = evictions
    const [reason, policy] = [this.numberOf(evictions.reason), this.numberOf(evictions.policy)]
    for (let i = Math.max(0, keys.length - this.capacity); i < keys.length; i++) {
      const key = keys[i] as number
      const at = this.newRow(evictions.resourceOf(key))
      const { rows } = this
      rows[at] = t
      rows[at + 2] = reason
      rows[at + 3] = 0
      rows[at + 4] = policy
      rows[at + 5] = evictions.ageOf(key)
      rows[at + 6] = evictions.leftOf(key)
      rows[at + 7] = cause
    }
  }

  /** Oldest first. */
  *records(): Generator<TraceRecord> {
    const { slots, next } = this
    let evictions = 0
    for (let i = 0; i < slots.length; i++) {
      const slot = (next + i) % slots.length
      const kept = slots[slot] as TraceRecord | EvictedResource | string
      yield this.isEviction[slot] === 1
        ? this.eviction(kept as EvictedResource | string, this.rowAt(evictions++))
        : (kept as TraceRecord)
    }
  }

  private take(): number {
    const { slots, capacity } = this
    if (slots.length < capacity) {
      if (slots.length === this.isEviction.length)
        this.isEviction = grown(Uint8Array, this.isEviction, 2 * slots.length)
      return slots.length
    }
    const slot = this.next
    this.next = slot + 1 === capacity ? 0 : slot + 1
    if (this.isEviction[slot] === 1) {
      this.oldest = this.rowAt(1)
      this.evictions--
    }
    return slot
  }

  /** The next slot is an eviction's. @param of the resource, or its name @returns where its row begins; `rows` may be others */
  private newRow(of: EvictedResource | string): number {
    const slot = this.take()
    this.slots[slot] = of
    this.isEviction[slot] = 1
    if (this.evictions * WIDTH === this.rows.length) this.grow()
    return this.rowAt(this.evictions++)
  }

  /** Where the row of an eviction begins. @param ordinal 0: the oldest */
  private rowAt(ordinal: number): number {
    const at = this.oldest + ordinal * WIDTH
    return at < this.rows.length ? at : at - this.rows.length
  }

  /** All rows are in use. */
  private grow(): void {
    const { rows, oldest } = this
    this.rows = grown(Float64Array, rows, 2 * rows.length)
    // those that came round go behind the others
    this.rows.copyWithin(rows.length, 0, oldest)
  }

  private numberOf(word: string): number {
    const known = this.words.indexOf(word)
    return known >= 0 ? known : this.words.push(word) - 1
  }

  /** @param of the resource, whose size is not in the row then, or its name @param at where its row begins */
  private eviction(of: EvictedResource | string, at: number): EvictRecord {
    const { rows, words } = this
    const number = (column: number): number => rows[at + column] as number
    const word = (column: number): string => words[number(column)] as string
    const unlessAbsent = (value: number): number | undefined => (value === ABSENT ? undefined : value)
    const [name, size] = typeof of === 'string' ? [of, number(1)] : [of.name, of.size]
    const left = number(6) === size ? undefined : unlessAbsent(number(6))
    return evictRecord(
      number(0),
      name,
      size,
      word(2) as EvictReason,
      number(3),
      word(4),
      unlessAbsent(number(5)),
      left,
      number(7),
    )
  }
}

/**
 * All that these records have is set at once, what this one lacks as well: objects that grow cost more than all the rest.
 * @param t µs @param bytes of the resource @param references how many are left @param age µs, undefined: never used
 * @param left bytes, undefined: `bytes` @param cause ordinal of the command, 0: none @see TraceFields
 */
export function evictRecord(
  t: number,
  resource: string,
  bytes: number,
  reason: EvictReason,
  references: number,
  policy: string,
  age: number | undefined,
  left: number | undefined,
  cause: number,
): EvictRecord {
  return {
    t,
    type: 'evict',
    resource,
    bytes,
    reason,
    references,
    policy,
    age,
    left,
    cause: cause === 0 ? undefined : cause,
  }
}
