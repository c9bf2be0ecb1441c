/**
 * Global allocations of a log, and the handles that devices have of them. Both kinds of handles are reused: who has one now
 * is told from who had it before.
 */
import { PayloadFields } from './payload'
import type { LogRecord } from './records'

/** A global allocation. */
export interface GlobalAllocation {
  /** null: nothing in the log says */
  size: number | null
  /** the segment that is preferred first; 0: none is */
  segment: number
  adapter: string
  /** process that made it; 0: not known, or the system */
  owner: number
  pageTable: boolean
  /** it was there before the log began, or was never seen made */
  existed: boolean
  /** known by a handle of a device alone */
  anonymous: boolean
  /** it went before the part of the log that is asked for */
  isGone?: true
}

/** What a handle of a device stands for; which global one that is may become known later. */
export interface Opened {
  global: GlobalAllocation
}

export class LogAllocations {
  readonly #globals = new Map<string, GlobalAllocation>()
  readonly #opened = new Map<string, Opened>()
  /** described by a rundown or when they went, and there before the log began; in the order of that */
  readonly earlier = new Set<GlobalAllocation>()

  /** 33: made. @returns the new one */
  created(record: LogRecord): GlobalAllocation {
    const { handle, ...described } = describedBy(record)
    const made = { ...described, existed: false, anonymous: false }
    this.#globals.set(handle, made)
    return made
  }

  /** 35: it exists, and did before. */
  existing(record: LogRecord): void {
    const { handle, ...described } = describedBy(record)
    const known = this.#globals.get(handle)
    const there = known ?? { ...described, existed: true, anonymous: false }
    if (known === undefined) this.#globals.set(handle, there)
    else if (known.size === null) Object.assign(known, described)
    if (there.existed) this.earlier.add(there)
  }

  /** 34: gone. @returns what is */
  destroyed(record: LogRecord): GlobalAllocation {
    const { handle, ...described } = describedBy(record)
    const gone = this.#globals.get(handle) ?? { ...described, existed: true, anonymous: false }
    if (gone.size === null) Object.assign(gone, described)
    this.#globals.delete(handle)
    if (gone.existed) this.earlier.add(gone)
    return gone
  }

  /** 36: a device has opened it. */
  opened(record: LogRecord): void {
    const { handle, global } = handlesOf(record)
    if (handle !== '') this.#opened.set(handle, { global: this.#globalOf(global) })
  }

  /** 38: a device has it open, and did before. */
  open(record: LogRecord): void {
    const { handle, global } = handlesOf(record)
    if (handle === '') return
    const known = this.#opened.get(handle)
    if (known === undefined) this.#opened.set(handle, { global: this.#globalOf(global) })
    else if (known.global.anonymous) known.global = this.#globalOf(global)
  }

  /** 37: a device has closed it; which one it was may become known by that. */
  closed(record: LogRecord): void {
    this.open(record)
    this.#opened.delete(handlesOf(record).handle)
  }

  /** Of a handle that something uses. */
  of(handle: string): Opened {
    const known = this.#opened.get(handle)
    if (known !== undefined) return known
    const unknown = { global: { ...UNKNOWN } }
    this.#opened.set(handle, unknown)
    return unknown
  }

  #globalOf(handle: string): GlobalAllocation {
    const known = this.#globals.get(handle)
    if (known !== undefined) return known
    const unknown = { ...UNKNOWN, anonymous: handle === '' }
    if (handle !== '') this.#globals.set(handle, unknown)
    return unknown
  }
}

const UNKNOWN: GlobalAllocation = {
  size: null,
  segment: 0,
  adapter: '',
  owner: 0,
  pageTable: false,
  existed: true,
  anonymous: true,
}

/** Of versions before 3 nothing is known but what all have. */
function describedBy(record: LogRecord): Omit<GlobalAllocation, 'existed' | 'anonymous'> & { handle: string } {
  const fields = new PayloadFields(record)
  const owner = fields.processNumber()
  fields.skipPointers(1)
  const adapter = fields.pointer()
  fields.skip(4)
  const size = fields.u64()
  fields.skip(12)
  const segment = fields.u32() & 0x1f
  fields.skip(12)
  const handle = fields.pointer()
  fields.skipPointers(2)
  fields.skip(44)
  fields.skipPointers(1)
  fields.skip(2)
  const pageTable = fields.has(4) && fields.flag()
  return { handle, owner, adapter, segment, pageTable, size: Number.isFinite(size) ? size : null }
}

function handlesOf(record: LogRecord): { handle: string; global: string } {
  const fields = new PayloadFields(record)
  fields.skipPointers(3)
  return { handle: fields.pointer(), global: fields.pointer() }
}
