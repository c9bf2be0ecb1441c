/**
 * The packets that left the engines, for the lanes: in columns, as there are many. Keeps a bounded past for a window that
 * comes back; nothing in the simulation depends on it.
 */
import {
  BOUNDARIES,
  ENGINES,
  type EngineName,
  formatDuration,
  type GpuEvents,
  type GpuMarkView,
  type GpuPreemptions,
  PACKET_KINDS,
  PACKET_OUTCOMES,
  type PacketOutcomeName,
} from '../../../../preload/contract'
import type { Preempted } from '../../../drivers/kmd/engine'
import type { Packet } from '../../../dxgkrnl/vidsch/context'
import type { PreemptionRequest } from '../../../dxgkrnl/vidsch/preemption-request'
import type { TraceRecord } from '../../../sim/trace-records'
import { BoundedLog } from '../bounded-log'
import { MOST_NAMES, PacketRows } from './packet-rows'

/** how much of the past a full frame can bring back, besides the packets */
const KEPT = { preemptions: 16_384, marks: 4_096 }
/** texts that come until those that no packet has any more are forgotten, besides as many as were in use then */
const NEW_TEXTS = 16_384
/** as the columns have them */
const REASONS: readonly PreemptionRequest['reason'][] = ['priority', 'timeout', 'quantum']

/** What is kept of a packet. */
type LeftPacket = Pick<Packet, 'allocations' | 'kind' | 'command' | 'fence' | 'flags' | 'submitted' | 'switched'> & {
  readonly context: { readonly name: string }
}

interface PreemptionRow {
  engine: number
  requested: number
  stopped: number
  boundary: number
  reason: number
  held: number
}

/** The newest rows, and how many of them nobody has taken. */
class Rows<T> {
  static readonly lasting = ['rows'] as const

  readonly rows: T[] = []
  added = 0
  private untaken = 0

  constructor(private readonly bound: number) {}

  add(row: T): void {
    this.rows.push(row)
    this.added++
    this.untaken++
    // in batches, so that a full log does not shift at every row
    if (this.rows.length > this.bound + this.bound / 16) this.rows.splice(0, this.rows.length - this.bound)
  }

  get forgotten(): number {
    return this.added - this.rows.length
  }

  get hasFresh(): boolean {
    return this.untaken > 0
  }

  /** @param all everything that is kept, not only what is new */
  take(all: boolean): T[] {
    const count = all ? this.bound : Math.min(this.untaken, this.rows.length)
    this.untaken = 0
    return count === 0 ? [] : this.rows.slice(-count)
  }
}

export class GpuLog {
  private readonly packets = new PacketRows()
  private readonly preemptions = new Rows<PreemptionRow>(KEPT.preemptions)
  private readonly marks = new BoundedLog<GpuMarkView>(KEPT.marks)
  private indexes = new Map<string, number>()
  private names: string[] = []
  private namesSent = 0
  /** texts up to which the dictionary grows before it is made anew */
  private mostNames = NEW_TEXTS
  /** the dictionary is another one: it is sent whole, with everything that goes by it */
  private anew = false
  private nextMark = 1

  /** @param nameOf an allocation's name by its handle */
  constructor(private readonly nameOf: (handle: number) => string) {}

  /** How many packets and preemptions are no longer kept. */
  get forgotten(): number {
    return this.packets.forgotten + this.preemptions.forgotten
  }

  /** @param start µs, when it began to run @param now µs */
  left(engine: EngineName, packet: LeftPacket, start: number, outcome: PacketOutcomeName, now: number): void {
    const { allocations } = packet
    if (this.names.length > this.mostNames) this.forgetNames()
    const names: number[] = []
    for (let i = 0; i < allocations.length && i < MOST_NAMES; i++)
      names.push(this.index(this.nameOf(allocations[i] as number)))
    this.packets.add({
      engine: ENGINES.indexOf(engine),
      kind: PACKET_KINDS.indexOf(packet.kind),
      outcome: PACKET_OUTCOMES.indexOf(outcome),
      context: this.index(packet.context.name),
      command: this.index(packet.command),
      fence: packet.fence,
      flags: packet.flags,
      submitted: packet.submitted,
      start,
      end: now,
      switched: Math.max(0, packet.switched),
      count: allocations.length,
      names,
    })
  }

  /** @param stopped µs */
  preempted(engine: EngineName, request: PreemptionRequest, result: Preempted<Packet>, stopped: number): void {
    this.preemptions.add({
      engine: ENGINES.indexOf(engine),
      requested: request.requested,
      stopped,
      boundary: BOUNDARIES.indexOf(result.boundary),
      reason: REASONS.indexOf(request.reason),
      held: result.held.length + (result.interrupted === null ? 0 : 1),
    })
  }

  /** What the lanes mark comes from the trace. */
  recorded(record: TraceRecord): void {
    const { t } = record
    switch (record.type) {
      case 'missed-vertical-blank':
        this.mark({
          t,
          kind: 'missed-vertical-blank',
          engine: '3d',
          text: `the present waits for ${formatDuration(record.waiting)}`,
        })
        break
      case 'tear':
        this.mark({ t, kind: 'tear', engine: '3d', text: 'a flip was shown outside a vertical blank' })
        break
      case 'tdr':
        this.mark({
          t,
          kind: record.action,
          engine: ENGINES.find((name) => name === record.engine) ?? '',
          text: record.because,
        })
        break
    }
  }

  /** @returns null when nothing is new */
  take(full: boolean): GpuEvents | null {
    if (!full && !this.packets.hasFresh && !this.preemptions.hasFresh && this.marks.fresh().length === 0) return null
    const all = full || this.anew
    const packets = this.packets.take(all)
    const preemptions = this.preemptions.take(full)
    const marks = full ? this.marks.all() : this.marks.fresh()
    this.marks.taken()
    const names = this.names.slice(all ? 0 : this.namesSent)
    this.namesSent = this.names.length
    const anew = this.anew && !full
    this.anew = false
    return {
      names,
      ...(anew ? { anew } : {}),
      packets,
      preemptions: preemptionColumns(preemptions),
      marks,
      forgotten: this.packets.forgotten,
    }
  }

  private mark(mark: Omit<GpuMarkView, 'id'>): void {
    this.marks.add({ id: this.nextMark++, ...mark })
  }

  private index(text: string): number {
    const known = this.indexes.get(text)
    if (known !== undefined) return known
    const index = this.names.push(text) - 1
    this.indexes.set(text, index)
    return index
  }

  /** Names of what a person imports and removes are new for ever: those that no packet has any more go. */
  private forgetNames(): void {
    const { names } = this
    this.names = []
    this.indexes = new Map()
    this.packets.renameAll((index) => this.index(names[index] as string))
    this.mostNames = this.names.length + NEW_TEXTS
    this.anew = true
  }
}

function preemptionColumns(rows: readonly PreemptionRow[]): GpuPreemptions {
  return {
    engines: Uint8Array.from(rows, (row) => row.engine),
    requested: Float64Array.from(rows, (row) => row.requested),
    stopped: Float64Array.from(rows, (row) => row.stopped),
    boundaries: Uint8Array.from(rows, (row) => row.boundary),
    reasons: Uint8Array.from(rows, (row) => row.reason),
    held: Uint32Array.from(rows, (row) => row.held),
  }
}
