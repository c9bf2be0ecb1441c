/**
 * The newest packets in typed columns: a ring, so that a long run takes no more memory, and an index per engine, as the
 * packets of one engine follow one another. Appending writes numbers and makes no object per packet.
 */
import { ENGINES, type GpuPackets } from '../../preload/contract'
import { firstNotBefore } from './in-order'

/** A power of two: the slot of a packet is the low bits of its id. */
export const KEPT_PACKETS = 131_072
/** Names of allocations that are kept of each packet. */
const KEPT_NAMES = 4

/** Room at first; a power of two too. The page begins anew with every full frame, and most runs it shows have few. */
const FIRST_PACKETS = 1024

/** One element per slot; times in µs, texts as indexes in the dictionary. */
export interface PacketColumns {
  readonly engines: Uint8Array
  readonly kinds: Uint8Array
  readonly outcomes: Uint8Array
  readonly contexts: Uint32Array
  readonly commands: Uint32Array
  readonly fences: Float64Array
  readonly flags: Uint16Array
  readonly submitted: Float64Array
  /** never after its end: a packet that did not start takes no time */
  readonly starts: Float64Array
  readonly ends: Float64Array
  readonly switches: Float64Array
  readonly allocationCounts: Uint32Array
  readonly namedCounts: Uint8Array
  /** KEPT_NAMES for each slot */
  readonly allocationNames: Uint32Array
}

function makeColumns(size: number): PacketColumns {
  return {
    engines: new Uint8Array(size),
    kinds: new Uint8Array(size),
    outcomes: new Uint8Array(size),
    contexts: new Uint32Array(size),
    commands: new Uint32Array(size),
    fences: new Float64Array(size),
    flags: new Uint16Array(size),
    submitted: new Float64Array(size),
    starts: new Float64Array(size),
    ends: new Float64Array(size),
    switches: new Float64Array(size),
    allocationCounts: new Uint32Array(size),
    namedCounts: new Uint8Array(size),
    allocationNames: new Uint32Array(size * KEPT_NAMES),
  }
}

/** The packets of one engine by the slots that they lie in, oldest first: in order of their ends. */
class EngineIndex {
  private slots = new Uint32Array(1024)
  private first = 0
  count = 0

  /** @param position from 0, the oldest kept */
  slot(position: number): number {
    return this.slots[(this.first + position) & (this.slots.length - 1)]!
  }

  push(slot: number): void {
    if (this.count === this.slots.length) this.grow()
    this.slots[(this.first + this.count) & (this.slots.length - 1)] = slot
    this.count++
  }

  /** Every packet lies in another slot. */
  move(to: (slot: number) => number): void {
    for (let at = 0; at < this.count; at++) {
      const place = (this.first + at) & (this.slots.length - 1)
      this.slots[place] = to(this.slots[place]!)
    }
  }

  dropOldest(): void {
    this.first = (this.first + 1) & (this.slots.length - 1)
    this.count--
  }

  clear(): void {
    this.first = 0
    this.count = 0
  }

  private grow(): void {
    const wider = new Uint32Array(this.slots.length * 2)
    for (let at = 0; at < this.count; at++) wider[at] = this.slot(at)
    this.slots = wider
    this.first = 0
  }
}

export class PacketRing {
  /** of no size until the first packet comes: most states that are made never see one */
  columns = makeColumns(0)
  readonly engines: readonly EngineIndex[] = ENGINES.map(() => new EngineIndex())
  count = 0
  /** id of the packet that comes next */
  nextId = 0
  /** packets that were here and made room for newer ones */
  forgotten = 0

  get oldestId(): number {
    return this.nextId - this.count
  }

  has(id: number | null): id is number {
    return id !== null && id >= this.oldestId && id < this.nextId
  }

  slotOf(id: number): number {
    return id & this.mask
  }

  idOf(slot: number): number {
    return this.oldestId + ((slot - this.oldestId) & this.mask)
  }

  /** Ids that do not go on where those before ended are another run's, or leave a gap: they replace what was there. */
  append(added: GpuPackets): void {
    const rows = added.ends.length
    if (rows === 0) return
    if (this.count > 0 && added.firstId !== this.nextId) this.clear()
    this.nextId = added.firstId
    let named = 0
    for (let row = 0; row < rows; row++) {
      if (this.count === KEPT_PACKETS) this.dropOldest()
      else if (this.count === this.columns.ends.length) this.grow()
      this.write(this.slotOf(this.nextId), added, row, named)
      named += added.namedCounts[row]!
      this.nextId++
      this.count++
    }
  }

  private get mask(): number {
    return this.columns.ends.length - 1
  }

  /** Twice as many slots. Ids from one multiple of the size to the next lie side by side in both. */
  private grow(): void {
    const { columns: before, oldestId } = this
    const size = before.ends.length
    const wider = makeColumns(size === 0 ? FIRST_PACKETS : 2 * size)
    const mask = wider.ends.length - 1
    const oldest = this.slotOf(oldestId)
    for (const name of Object.keys(wider) as (keyof PacketColumns)[]) {
      const width = wider[name].length / wider.ends.length
      wider[name].set(before[name].subarray(oldest * width), (oldestId & mask) * width)
      wider[name].set(before[name].subarray(0, oldest * width), ((oldestId - oldest + size) & mask) * width)
    }
    for (const engine of this.engines) engine.move((slot) => this.idOf(slot) & mask)
    this.columns = wider
  }

  private write(slot: number, added: GpuPackets, row: number, named: number): void {
    const { columns } = this
    const end = added.ends[row]!
    const start = added.starts[row]!
    const engine = added.engines[row]!
    columns.engines[slot] = engine
    columns.kinds[slot] = added.kinds[row]!
    columns.outcomes[slot] = added.outcomes[row]!
    columns.contexts[slot] = added.contexts[row]!
    columns.commands[slot] = added.commands[row]!
    columns.fences[slot] = added.fences[row]!
    columns.flags[slot] = added.flags[row]!
    columns.submitted[slot] = added.submitted[row]!
    columns.starts[slot] = start < 0 || start > end ? end : start
    columns.ends[slot] = end
    columns.switches[slot] = added.switches[row]!
    columns.allocationCounts[slot] = added.allocationCounts[row]!
    const kept = Math.min(KEPT_NAMES, added.namedCounts[row]!)
    columns.namedCounts[slot] = kept
    for (let at = 0; at < kept; at++)
      columns.allocationNames[slot * KEPT_NAMES + at] = added.allocationNames[named + at]!
    this.engines[engine]?.push(slot)
  }

  private dropOldest(): void {
    this.engines[this.columns.engines[this.slotOf(this.oldestId)]!]?.dropOldest()
    this.count--
    this.forgotten++
  }

  clear(): void {
    for (const engine of this.engines) engine.clear()
    this.count = 0
    this.forgotten = 0
  }
}

/** Position of the engine's first packet that ends at or after a moment; its count when there is none. */
export function firstEndingFrom(ring: PacketRing, engine: number, t: number): number {
  const index = ring.engines[engine]!
  const { ends } = ring.columns
  return firstNotBefore(index.count, (at) => ends[index.slot(at)]! < t)
}

/** Names of the first allocations that a packet uses. */
export function allocationNamesOf(ring: PacketRing, slot: number, names: readonly string[]): string[] {
  const { namedCounts, allocationNames } = ring.columns
  return Array.from(
    allocationNames.subarray(slot * KEPT_NAMES, slot * KEPT_NAMES + namedCounts[slot]!),
    (name) => names[name] ?? '',
  )
}
