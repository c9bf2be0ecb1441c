/** The newest packets that left the engines, in columns: there are millions in an hour, and an object each would be work for the collector. */
import type { GpuPackets } from '../../../../preload/contract'
import { type FrameColumn, part } from '../columns'

/** how much of the past a full frame can bring back; a packet whose time is less than a pixel is still one of them */
export const KEPT_PACKETS = 65_536
/** names of allocations that go with a packet */
export const MOST_NAMES = 4
/** the columns grow to what is kept: most systems that are built end before */
const FIRST_ROWS = 1024

/** Texts are indexes in a dictionary. */
export interface PacketRow {
  engine: number
  kind: number
  outcome: number
  context: number
  command: number
  fence: number
  flags: number
  submitted: number
  start: number
  end: number
  switched: number
  count: number
  /** at most MOST_NAMES */
  names: readonly number[]
}

type Columns = ReturnType<typeof columnsOf>

export class PacketRows {
  added = 0
  private columns = columnsOf(FIRST_ROWS)
  private rows = FIRST_ROWS
  private taken = 0

  /** How many packets are no longer kept. */
  get forgotten(): number {
    return Math.max(0, this.added - KEPT_PACKETS)
  }

  get hasFresh(): boolean {
    return this.added > this.taken
  }

  add(row: PacketRow): void {
    if (this.added === this.rows && this.rows < KEPT_PACKETS) this.grow()
    const columns = this.columns
    const slot = this.added++ % this.rows
    columns.engines[slot] = row.engine
    columns.kinds[slot] = row.kind
    columns.outcomes[slot] = row.outcome
    columns.contexts[slot] = row.context
    columns.commands[slot] = row.command
    columns.fences[slot] = row.fence
    columns.flags[slot] = row.flags
    columns.submitted[slot] = row.submitted
    columns.starts[slot] = row.start
    columns.ends[slot] = row.end
    columns.switches[slot] = row.switched
    columns.allocationCounts[slot] = row.count
    columns.namedCounts[slot] = row.names.length
    for (let i = 0; i < row.names.length; i++) columns.names[slot * MOST_NAMES + i] = row.names[i] as number
  }

  /** @param all everything that is kept, not only what is new */
  take(all: boolean): GpuPackets {
    const count = Math.min(all ? this.added : this.added - this.taken, KEPT_PACKETS)
    this.taken = this.added
    const first = this.added - count
    const { names, ...columns } = this.columns
    const of = <T extends FrameColumn<T>>(column: T): T => part(column, first % this.rows, count)
    const namedCounts = of(columns.namedCounts)
    return {
      firstId: first + 1,
      engines: of(columns.engines),
      kinds: of(columns.kinds),
      outcomes: of(columns.outcomes),
      contexts: of(columns.contexts),
      commands: of(columns.commands),
      fences: of(columns.fences),
      flags: of(columns.flags),
      submitted: of(columns.submitted),
      starts: of(columns.starts),
      ends: of(columns.ends),
      switches: of(columns.switches),
      allocationCounts: of(columns.allocationCounts),
      namedCounts,
      allocationNames: this.namesOf(first, namedCounts),
    }
  }

  /** Every text that a row has is given another index. */
  renameAll(renamed: (index: number) => number): void {
    const { contexts, commands, namedCounts, names } = this.columns
    for (let slot = 0; slot < Math.min(this.added, this.rows); slot++) {
      contexts[slot] = renamed(contexts[slot] as number)
      commands[slot] = renamed(commands[slot] as number)
      for (let i = slot * MOST_NAMES; i < slot * MOST_NAMES + (namedCounts[slot] as number); i++)
        names[i] = renamed(names[i] as number)
    }
  }

  private namesOf(first: number, namedCounts: Uint8Array): Uint32Array {
    const { names } = this.columns
    const all = new Uint32Array(namedCounts.reduce((sum, count) => sum + count, 0))
    let at = 0
    for (let row = 0; row < namedCounts.length; row++) {
      const from = ((first + row) % this.rows) * MOST_NAMES
      for (let i = 0; i < (namedCounts[row] as number); i++) all[at++] = names[from + i] as number
    }
    return all
  }

  /** Only before anything is forgotten: rows lie in order from the first slot. */
  private grow(): void {
    this.rows *= 2
    const wider = columnsOf(this.rows)
    for (const name of Object.keys(wider) as (keyof Columns)[]) wider[name].set(this.columns[name])
    this.columns = wider
  }
}

function columnsOf(rows: number) {
  return {
    engines: new Uint8Array(rows),
    kinds: new Uint8Array(rows),
    outcomes: new Uint8Array(rows),
    contexts: new Uint32Array(rows),
    commands: new Uint32Array(rows),
    fences: new Float64Array(rows),
    flags: new Uint16Array(rows),
    submitted: new Float64Array(rows),
    starts: new Float64Array(rows),
    ends: new Float64Array(rows),
    switches: new Float64Array(rows),
    allocationCounts: new Uint32Array(rows),
    namedCounts: new Uint8Array(rows),
    names: new Uint32Array(rows * MOST_NAMES),
  }
}
