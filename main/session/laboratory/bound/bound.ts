/**
 * The least that any policy brings into local memory (LB-11): with all that is going to be used known, and any part of a
 * unit free to go. A sweep in time drops, whenever there is too little room, from the gap that ends last.
 */
import TinyQueue from 'tinyqueue'
import type { Reference, References } from './references'

/** LB-12 */
export interface Bound {
  /** bytes that the first uses of units cost that were not created resident */
  compulsory: number
  /** bytes; no policy that keeps to the capacity pages in less */
  bound: number
  /** submissions that use any unit */
  uses: number
  /** units that are used */
  units: number
  /** uses whose own units are larger than the capacity at that moment */
  exceeded: number
}

/**
 * The exact bound: every size and capacity in whole bytes gives whole bytes.
 * @param told gets each part of a gap that is dropped: its unit, the number of the event at its end, and bytes; of one gap
 * there may be several
 */
export function boundOf(references: References, told: Dropped = () => {}): Bound {
  const { sizes, events } = references
  const sweep = new Sweep(references, told)
  let [uses, exceeded] = [0, 0]
  for (const event of events) {
    if (event.kind === 'created') {
      sweep.begin(event.unit)
      continue
    }
    if (event.kind === 'destroyed') continue
    if (event.kind === 'capacity') sweep.capacity = event.bytes
    const units = event.kind === 'use' ? event.units : []
    let used = 0
    for (const unit of units) {
      sweep.end(unit)
      used += sizes[unit] as number
    }
    if (units.length > 0) uses++
    if (used > sweep.capacity) exceeded++
    sweep.makeRoom(Math.max(0, sweep.capacity - used))
    for (const unit of units) sweep.begin(unit)
  }
  const { compulsory, units } = firstUses(references)
  return { compulsory, bound: compulsory + sweep.dropped, uses, units, exceeded }
}

/** A part of a gap is not kept. */
type Dropped = (unit: number, event: number, bytes: number) => void

/**
 * How often the bound was paged in (LB-12).
 * @param pagedIn bytes
 * @param bound bytes
 * @returns how often, with a fraction; null: nothing had to be
 */
export function timesBound(pagedIn: number, bound: number): number | null {
  return bound === 0 ? null : pagedIn / bound
}

function firstUses({ sizes, events }: References): { compulsory: number; units: number } {
  const known = new Uint8Array(sizes.length)
  const used = new Set<number>()
  let compulsory = 0
  for (const event of events) {
    if (event.kind === 'created') known[event.unit] = 1
    if (event.kind !== 'use') continue
    for (const unit of event.units) {
      if (known[unit] === 0) compulsory += sizes[unit] as number
      known[unit] = 1
      used.add(unit)
    }
  }
  return { compulsory, units: used.size }
}

/**
 * Gaps under way: of each unit at most one. A gap goes by its unit and the event at its end, in one number, so that those
 * that end last have the highest.
 */
class Sweep {
  capacity = Number.POSITIVE_INFINITY
  /** bytes that were dropped so far, which come back later */
  dropped = 0
  private kept = 0
  /** of each unit, bytes that are kept over its gap; 0: it has none */
  private readonly bytes: Float64Array
  /** of each unit, the event at the end of its gap; -1: it has none */
  private readonly ends: Int32Array
  private readonly following: Following
  /** those that have ended are left in it, below all that have not */
  private readonly open = new TinyQueue<number>([], (a, b) => b - a)

  constructor(
    private readonly references: References,
    private readonly told: Dropped,
  ) {
    this.following = new Following(references)
    this.bytes = new Float64Array(references.sizes.length)
    this.ends = new Int32Array(references.sizes.length).fill(-1)
  }

  /** The unit is used: its gap is over. */
  end(unit: number): void {
    this.kept -= this.bytes[unit] as number
    this.bytes[unit] = 0
    this.ends[unit] = -1
  }

  /** After this event the unit waits for its next use, when it has one. To be called in the order of the references. */
  begin(unit: number): void {
    const end = this.following.next()
    if (end < 0) return
    const size = this.references.sizes[unit] as number
    this.bytes[unit] = size
    this.ends[unit] = end
    this.kept += size
    this.open.push(end * this.bytes.length + unit)
  }

  /** @param room bytes that may be kept over this moment */
  makeRoom(room: number): void {
    while (this.kept > room) {
      const last = this.open.peek()
      if (last === undefined) throw new Error('more is kept than there are gaps')
      const unit = last % this.bytes.length
      const kept = this.ends[unit] === (last - unit) / this.bytes.length ? (this.bytes[unit] as number) : 0
      const bytes = Math.min(kept, this.kept - room)
      this.bytes[unit] = kept - bytes
      this.kept -= bytes
      this.dropped += bytes
      if (bytes > 0) this.told(unit, this.ends[unit] as number, bytes)
      if (bytes === kept) this.open.pop()
    }
  }
}

/** The next use of each unit after each event that names it; read in their order. */
class Following {
  private readonly uses: Int32Array
  private position = 0

  constructor({ sizes, events }: References) {
    let named = 0
    for (const event of events) named += namedIn(event).length
    this.uses = new Int32Array(named)
    const coming = new Int32Array(sizes.length).fill(-1)
    for (let at = events.length - 1; at >= 0; at--) {
      const event = events[at] as Reference
      const units = namedIn(event)
      for (let i = units.length - 1; i >= 0; i--) this.uses[--named] = coming[units[i] as number] as number
      if (event.kind === 'use') for (const unit of units) coming[unit] = at
    }
  }

  /** @returns the event at which what is named next is used again; -1: it is not */
  next(): number {
    return this.uses[this.position++] as number
  }
}

function namedIn(event: Reference): readonly number[] {
  if (event.kind === 'use') return event.units
  return event.kind === 'created' ? [event.unit] : []
}
