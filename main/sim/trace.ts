/**
 * What happened, in order. Any layer writes; no layer reads it to decide. The live trace is a bounded ring that counts
 * what it drops; a writer attached to it gets every record (SC-11).
 */
import type { EvictReason, TraceFields, TraceRecord, TraceType } from './trace-records'
import { type EvictionsAtOnce, evictRecord, TraceRing } from './trace-ring'

export type TraceWriter = (record: TraceRecord) => void

export class Trace {
  /** the ordinal of the command being carried out; 0: the system itself */
  cause = 0
  private readonly ring: TraceRing
  private written = 0
  private readonly writers: TraceWriter[] = []
  private elsewhere = 0

  /**
   * @param now the simulated clock, µs
   * @param capacity records that the ring keeps; 0 keeps none (writers only)
   * @param keptElsewhere types that come in such numbers that whoever is interested keeps them himself
   */
  constructor(
    private readonly now: () => number,
    readonly capacity = 65_536,
    private readonly keptElsewhere: ReadonlySet<TraceType> = new Set(),
  ) {
    this.ring = new TraceRing(capacity)
  }

  /** Records written since the start: the index, from 0, of the one that is written next. */
  get total(): number {
    return this.written
  }

  /** How many records came into the ring since the start. */
  get came(): number {
    return this.written - this.elsewhere
  }

  /** How many records the ring no longer has. */
  get forgotten(): number {
    return this.came - this.ring.length
  }

  attach(writer: TraceWriter): void {
    this.writers.push(writer)
  }

  /** @param fields an object made for this record: it becomes the record, since a copy costs more than all the rest */
  write<K extends TraceType>(type: K, fields: TraceFields[K]): void {
    const record = fields as unknown as Record<string, unknown>
    record.t = this.now()
    record.type = type
    if (this.cause !== 0) record.cause = this.cause
    this.add(record as unknown as TraceRecord)
  }

  /** The records still in the ring, oldest first. */
  records(): Generator<TraceRecord> {
    return this.ring.records()
  }

  /** @param record that has its time, its type and its cause already, as those have that come by the million */
  add(record: TraceRecord): void {
    if (this.leaves(record.type)) this.elsewhere++
    else this.ring.add(record)
    this.tell(record)
  }

  /**
   * As a write of an `evict` record, of which there is an object only where a writer gets it.
   * @param bytes of the resource @param references how many are left @param age µs, undefined: never used
   * @param left bytes, undefined: `bytes` @see TraceFields
   */
  addEviction(
    resource: string,
    bytes: number,
    reason: EvictReason,
    references: number,
    policy: string,
    age: number | undefined,
    left: number | undefined,
  ): void {
    const { cause } = this
    const t = this.now()
    if (this.leaves('evict')) this.elsewhere++
    else this.ring.addEviction(t, resource, bytes, reason, references, policy, age, left, cause)
    if (this.writers.length === 0) this.written++
    else this.tell(evictRecord(t, resource, bytes, reason, references, policy, age, left, cause))
  }

  /** As `addEviction` of each, in order, with no reference left; at once where nobody wants an object of each. */
  addEvictions(evictions: EvictionsAtOnce): void {
    const { keys, reason, policy } = evictions
    if (this.writers.length === 0) {
      if (this.leaves('evict')) this.elsewhere += keys.length
      else this.ring.addEvictions(this.now(), evictions, this.cause)
      this.written += keys.length
      return
    }
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as number
      const { name, size } = evictions.resourceOf(key)
      const [age, left] = [evictions.ageOf(key), evictions.leftOf(key)]
      this.addEviction(name, size, reason, 0, policy, age < 0 ? undefined : age, left === size ? undefined : left)
    }
  }

  private leaves(type: TraceType): boolean {
    return this.keptElsewhere.size > 0 && this.keptElsewhere.has(type)
  }

  private tell(record: TraceRecord): void {
    this.written++
    const { writers } = this
    for (let i = 0; i < writers.length; i++) (writers[i] as TraceWriter)(record)
  }
}
