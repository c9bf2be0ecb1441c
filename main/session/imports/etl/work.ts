/**
 * What the GPU did in a log: packets of a context's queue, when each was queued, and how long the engine worked on it. A
 * packet that was preempted comes again, with the same queue sequence: it is one submission, its time the sum.
 */
import { Adapters } from './adapters'
import type { Opened } from './allocations'
import { PayloadFields } from './payload'
import type { LogRecord } from './records'

const PACKET = { render: 0, paging: 1 } as const
const QUEUED = { render: 0, flip: 3 } as const
const INTERRUPT = { completed: 1, preempted: 2 } as const

/** packets of a context that are waited for; hardware queues have a few */
const MOST_PACKETS = 10_000

/** Numbers of the system’s own processes, which are nobody’s app. */
const SYSTEM: ReadonlySet<number> = new Set([0, 4])

export class GpuContext {
  /** null: not known */
  node: number | null = null
  /** on which it is made; '': not known */
  device = ''
  /** key of the adapter that it was selected on; null: it was not seen */
  adapter: string | null = null
  /** a packet that was queued of which it is not known yet whether it renders, by queue sequence */
  readonly queued = new Map<number, { ticks: number; counts: boolean }>()
  /** packets that render */
  submissions = 0
  /** ticks of engines on those */
  ticks = 0
  readonly #named = new Map<number, number>()
  /** by queue sequence */
  readonly packets = new Map<number, Submission>()

  /** A process names it in a call of its own. @param process id */
  namedBy(process: number): void {
    if (!SYSTEM.has(process)) this.#named.set(process, (this.#named.get(process) ?? 0) + 1)
  }

  /** Id of the process that it is of; null: only the system names it. */
  get process(): number | null {
    let most: [number, number] | null = null
    for (const entry of this.#named) if (most === null || entry[1] > most[1]) most = entry
    return most?.[0] ?? null
  }
}

export interface Submission {
  context: GpuContext
  /** ticks of the engine on it */
  ticks: number
  /** how often it was preempted */
  preempted: number
  faulted: boolean
  /** ticks, when the engine began with it; null: it does not run */
  started: number | null
  done: boolean
  set: Opened[]
}

export class GpuWork {
  readonly #contexts = new Map<string, GpuContext>()
  /** ticks of the last interrupt by node */
  readonly #interrupts = new Map<string | GpuContext, number>()
  readonly adapters = new Adapters()
  /** sets by DMA buffer, until it is submitted */
  readonly #sets = new Map<string, Opened[]>()
  /** process → flips that it queued */
  readonly flips = new Map<number, number>()
  /** nodes that do paging */
  readonly pagingNodes = new Set<string>()
  /** what comes now is of the part that is asked for, and counts */
  counts = true
  /** packets that were queued as something else than rendering, and were none */
  otherQueued = 0
  pagingPackets = 0
  /** those that have submitted something */
  readonly #gone: GpuContext[] = []

  /** Process with packets that render → ticks of engines on those, in the whole log. */
  get times(): ReadonlyMap<number, number> {
    return this.#ticksBy(({ process }) => process)
  }

  /**
   * Key of each adapter on which a process has packets that render → ticks of engines on those, in the whole log.
   * @param process id
   */
  timesOn(process: number): ReadonlyMap<string, number> {
    return this.#ticksBy((context) => (context.process === process ? this.adapterOf(context) : null))
  }

  #ticksBy<Key>(keyOf: (context: GpuContext) => Key | null): ReadonlyMap<Key, number> {
    const ticks = new Map<Key, number>()
    for (const context of [...this.#gone, ...this.#contexts.values()]) {
      const key = context.submissions === 0 ? null : keyOf(context)
      if (key !== null) ticks.set(key, (ticks.get(key) ?? 0) + context.ticks)
    }
    return ticks
  }

  /** 30: a new one, whatever had the handle before. */
  contextMade(record: LogRecord): void {
    const { handle, node, device } = contextBy(record)
    const made = new GpuContext()
    Object.assign(made, { node, device })
    made.namedBy(record.process)
    this.#forget(handle)
    this.#contexts.set(handle, made)
  }

  /** 32 */
  contextExists(record: LogRecord): void {
    const { handle, node, device } = contextBy(record)
    Object.assign(this.#of(handle), { node, device })
  }

  /** 31 */
  contextGone(record: LogRecord): void {
    this.#forget(contextBy(record).handle)
  }

  /** 23 */
  contextSelected(record: LogRecord): void {
    const fields = new PayloadFields(record)
    const adapter = this.adapters.named(fields.pointer())
    const context = this.#of(fields.pointer())
    context.adapter = adapter
    context.node = fields.u32()
  }

  /** Key of the adapter that it is on. */
  adapterOf({ adapter, device }: GpuContext): string {
    return adapter ?? this.adapters.of(device)
  }

  /** Its node among those of all adapters; null: not known. */
  placeOf(context: GpuContext): string | null {
    return context.node === null ? null : `${this.adapterOf(context)} ${context.node}`
  }

  /** 244, 295 and the like: the context is the first field, or after a count. */
  named(record: LogRecord, after: 0 | 4): void {
    const fields = new PayloadFields(record)
    fields.skip(after)
    // other objects stand there too
    this.#contexts.get(fields.pointer())?.namedBy(record.process)
  }

  /** 43 */
  referenced(record: LogRecord, allocation: (handle: string) => Opened): void {
    const fields = new PayloadFields(record)
    this.#of(fields.pointer()).namedBy(record.process)
    const buffer = fields.pointer()
    const set: Opened[] = []
    for (let left = fields.u32(); left > 0 && fields.has(record.pointer); left--) {
      const handle = fields.pointer()
      if (handle !== '') set.push(allocation(handle))
    }
    if (buffer !== '') this.#sets.set(buffer, set)
  }

  /** 178. @returns what is submitted; null: it is no work of the app's */
  queued(record: LogRecord): Submission | null {
    const fields = new PayloadFields(record)
    const context = this.#of(fields.pointer())
    const type = fields.u32()
    const sequence = fields.u32()
    fields.skip(20)
    context.namedBy(record.process)
    if (type === QUEUED.flip) this.flips.set(record.process, (this.flips.get(record.process) ?? 0) + 1)
    if (type === QUEUED.render) return this.#submit(context, sequence, fields.pointer())
    if (this.counts) this.otherQueued++
    context.queued.delete(sequence)
    context.queued.set(sequence, { ticks: record.ticks, counts: this.counts })
    dropOldest(context.queued)
    return null
  }

  /**
   * 175.
   * @returns what began without having been seen queued as rendering, and in `queued` the ticks when it was queued as
   * something else
   */
  started(record: LogRecord): { submission: Submission; queued: number } | null {
    const fields = new PayloadFields(record)
    const context = this.#of(fields.pointer())
    fields.skipPointers(1)
    const type = fields.u32()
    fields.skip(8)
    const sequence = fields.u32()
    if (type === PACKET.paging && this.counts) this.pagingPackets++
    const place = this.placeOf(context)
    if (type === PACKET.paging && place !== null) this.pagingNodes.add(place)
    if (type !== PACKET.render) return null
    const known = context.packets.get(sequence)
    const packet = known ?? this.#submit(context, sequence, fields.pointer())
    packet.started = record.ticks
    if (known !== undefined) return null
    const queued = context.queued.get(sequence)
    context.queued.delete(sequence)
    if (queued?.counts === true) this.otherQueued--
    return { submission: packet, queued: queued?.ticks ?? record.ticks }
  }

  /** 177 */
  interrupted(record: LogRecord): void {
    const fields = new PayloadFields(record)
    const context = this.#of(fields.pointer())
    const type = fields.u32()
    fields.skip(8)
    const sequence = fields.u32()
    const interrupt = fields.u32()
    const node = this.placeOf(context) ?? context
    const packet = type === PACKET.render ? context.packets.get(sequence) : undefined
    if (packet?.started != null) {
      const ticks = record.ticks - Math.max(packet.started, this.#interrupts.get(node) ?? 0)
      packet.ticks += ticks
      context.ticks += ticks
      packet.started = null
      if (interrupt === INTERRUPT.preempted) packet.preempted++
      else {
        packet.done = true
        packet.faulted = interrupt !== INTERRUPT.completed
        context.packets.delete(sequence)
      }
    }
    this.#interrupts.set(node, record.ticks)
  }

  #submit(context: GpuContext, sequence: number, buffer: string): Submission {
    const set = this.#sets.get(buffer) ?? []
    this.#sets.delete(buffer)
    const made: Submission = { context, ticks: 0, preempted: 0, faulted: false, started: null, done: false, set }
    context.submissions++
    context.packets.delete(sequence)
    context.packets.set(sequence, made)
    // those whose end was lost
    dropOldest(context.packets)
    return made
  }

  /** Whoever has the handle next is another one. */
  #forget(handle: string): void {
    const known = this.#contexts.get(handle)
    if (known === undefined) return
    this.#contexts.delete(handle)
    if (known.submissions === 0) return
    known.packets.clear()
    known.queued.clear()
    this.#gone.push(known)
  }

  #of(handle: string): GpuContext {
    const known = this.#contexts.get(handle)
    if (known !== undefined) return known
    const made = new GpuContext()
    this.#contexts.set(handle, made)
    return made
  }
}

function dropOldest(packets: Map<number, unknown>): void {
  const [oldest] = packets.keys()
  if (packets.size > MOST_PACKETS && oldest !== undefined) packets.delete(oldest)
}

function contextBy(record: LogRecord): { handle: string; node: number; device: string } {
  const fields = new PayloadFields(record)
  const device = fields.pointer()
  const node = fields.u32()
  fields.skip(28)
  return { node, device, handle: fields.pointer() }
}
