/** What a name is found in: resources, and records of packets, delays, notifications, findings and paging. Pure. */
import {
  ETW,
  etwOfOperation,
  etwText,
  etwTextOfPacket,
  PACKET_KINDS,
  PACKET_OUTCOMES,
  trimFlagsText,
} from '../../../preload/contract'
import { fullName } from '../../store/allocations'
import { type GpuHistory, packetName } from '../../store/gpu'
import type { InterfaceState } from '../../store/model'
import { formatTime } from '../../widgets/format'

export const RECORD_KINDS = ['packet', 'paging', 'notification', 'delay', 'hitch', 'dropped', 'finding'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** `of`: without when, for a list that has that in a column of its own; `etw`: what Windows records for it, empty: nothing */
export type RecordHit = { kind: RecordKind; id: number; t: number; text: string; of: string; etw: string }
export type Hit = { kind: 'resource'; id: number; t: null; text: string } | RecordHit

/** of each kind; one more is looked for, which tells that there are more */
const MOST = 200

export interface Hits {
  /** resources first, then records in order of time */
  readonly hits: readonly Hit[]
  /** there are more of some kind: of resources the first are here, of records the newest */
  readonly isCut: boolean
}

/** @param name any part, whatever its case */
export function hitsOf(view: InterfaceState, name: string): Hits {
  const wanted = name.trim().toLowerCase()
  if (wanted === '') return { hits: [], isCut: false }
  const matches = (text: string): boolean => text.toLowerCase().includes(wanted)
  const records = [
    packets(view, matches),
    newest(
      view.delayRows,
      ({ title }) => matches(title),
      ({ id, begin, title }) => record('delay', id, begin, `${title}, late`),
    ),
    newest(
      view.notifications.items,
      ({ flags }) => matches(trimFlagsText(flags)) || matches(NOTIFICATION_ETW),
      ({ id, t, flags }) => record('notification', id, t, trimFlagsText(flags), NOTIFICATION_ETW),
    ),
    newest(
      view.findings.items,
      ({ rule, message, resource = '' }) => matches(rule) || matches(message) || matches(resource),
      ({ id, t, rule, resource = '' }) => record('finding', id, t, `${rule} ${resource}`.trim()),
    ),
    newest(
      view.pagingOperations.items,
      ({ resource, operation }) => matches(resource) || matches(operation) || matches(operationEtw(operation)),
      ({ id, start, resource, operation }) =>
        record('paging', id, start, `${operation} ${resource}`, operationEtw(operation)),
    ),
  ]
  const named = resources(view, matches)
  const inOrder = records.flatMap((kind) => kind.slice(0, MOST)).sort((a, b) => (a.t ?? 0) - (b.t ?? 0))
  return { hits: [...named.slice(0, MOST), ...inOrder], isCut: [named, ...records].some(({ length }) => length > MOST) }
}

/** @param of what it is about, without when @param etw what Windows records for it */
export function record(kind: RecordKind, id: number, t: number, of: string, etw = ''): RecordHit {
  return { kind, id, t, text: `${of} at ${formatTime(t)}`, of, etw }
}

/** What Windows records where a person is notified. */
export const NOTIFICATION_ETW = etwText(ETW.trim)

/** What Windows records for a paging operation; empty: nothing. */
export function operationEtw(operation: string): string {
  const etw = etwOfOperation(operation)
  return etw === null ? '' : etwText(etw)
}

/** What Windows records for a packet in the ring. */
export function packetEtw({ columns }: GpuHistory['packets'], slot: number): string {
  return etwTextOfPacket(PACKET_KINDS[columns.kinds[slot]!]!, PACKET_OUTCOMES[columns.outcomes[slot]!]!)
}

function newest<T>(items: readonly T[], matches: (item: T) => boolean, hit: (item: T) => Hit): Hit[] {
  const found: Hit[] = []
  for (let at = items.length - 1; at >= 0 && found.length <= MOST; at--)
    if (matches(items[at]!)) found.push(hit(items[at]!))
  return found
}

function resources({ allocations }: InterfaceState, matches: (text: string) => boolean): Hit[] {
  const found: Hit[] = []
  for (const id of allocations.ids) {
    if (found.length > MOST) break
    const name = fullName(allocations, id)
    if (matches(name)) found.push({ kind: 'resource', id, t: null, text: name })
  }
  return found
}

/** By command, by context and by what Windows records: their names are few, the packets many. */
function packets({ gpuHistory }: InterfaceState, matches: (text: string) => boolean): Hit[] {
  const { packets: ring, names } = gpuHistory
  const wanted = new Set(names.flatMap((name, index) => (matches(name) ? [index] : [])))
  const kinds = PACKET_KINDS.map((kind) => PACKET_OUTCOMES.map((outcome) => matches(etwTextOfPacket(kind, outcome))))
  if (wanted.size === 0 && !kinds.flat().includes(true)) return []
  const { commands, contexts, starts, kinds: kindOf, outcomes } = ring.columns
  const found: Hit[] = []
  for (let id = ring.nextId - 1; id >= ring.oldestId && found.length <= MOST; id--) {
    const slot = ring.slotOf(id)
    const isNamed = wanted.has(commands[slot]!) || wanted.has(contexts[slot]!)
    if (!isNamed && kinds[kindOf[slot]!]![outcomes[slot]!] !== true) continue
    found.push(record('packet', id, starts[slot]!, packetName(gpuHistory, slot), packetEtw(ring, slot)))
  }
  return found
}
