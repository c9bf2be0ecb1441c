/** What a name is found in: resources, and records of packets, delays, notifications, findings and paging. Pure. */
import { fullName } from '../../store/allocations'
import type { InterfaceState } from '../../store/model'
import { formatTime } from '../../widgets/format'

export const RECORD_KINDS = ['packet', 'paging', 'notification', 'delay', 'hitch', 'dropped', 'finding'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** `of`: without when, for a list that has that in a column of its own */
export type RecordHit = { kind: RecordKind; id: number; t: number; text: string; of: string }
export type Hit = { kind: 'resource'; id: number; t: null; text: string } | RecordHit

/** of each kind, the newest */
const MOST = 200

/** Names of flags, as they are written in the log. */
export type FlagNames = (flags: number) => string

/** Resources first, then records in order of time. @param name any part, whatever its case @param flags what a notification is called */
export function hitsOf(view: InterfaceState, name: string, flags: FlagNames): Hit[] {
  const wanted = name.trim().toLowerCase()
  if (wanted === '') return []
  const matches = (text: string): boolean => text.toLowerCase().includes(wanted)
  const records = [
    ...packets(view, matches),
    ...newest(
      view.delayRows,
      ({ title }) => matches(title),
      ({ id, begin, title }) => record('delay', id, begin, `${title}, late`),
    ),
    ...newest(
      view.notifications.items,
      (one) => matches(flags(one.flags)),
      ({ id, t, flags: set }) => record('notification', id, t, flags(set)),
    ),
    ...newest(
      view.findings.items,
      ({ rule, message, resource = '' }) => matches(rule) || matches(message) || matches(resource),
      ({ id, t, rule, resource = '' }) => record('finding', id, t, `${rule} ${resource}`.trim()),
    ),
    ...newest(
      view.pagingOperations.items,
      ({ resource, operation }) => matches(resource) || matches(operation),
      ({ id, start, resource, operation }) => record('paging', id, start, `${operation} ${resource}`),
    ),
  ]
  return [...resources(view, matches), ...records.sort((a, b) => (a.t ?? 0) - (b.t ?? 0))]
}

/** @param of what it is about, without when */
export function record(kind: RecordKind, id: number, t: number, of: string): RecordHit {
  return { kind, id, t, text: `${of} at ${formatTime(t)}`, of }
}

function newest<T>(items: readonly T[], matches: (item: T) => boolean, hit: (item: T) => Hit): Hit[] {
  const found: Hit[] = []
  for (let at = items.length - 1; at >= 0 && found.length < MOST; at--)
    if (matches(items[at]!)) found.push(hit(items[at]!))
  return found
}

function resources({ allocations }: InterfaceState, matches: (text: string) => boolean): Hit[] {
  const found: Hit[] = []
  for (const id of allocations.ids) {
    if (found.length === MOST) break
    const name = fullName(allocations, id)
    if (matches(name)) found.push({ kind: 'resource', id, t: null, text: name })
  }
  return found
}

/** By command and by context: their names are few, the packets many. */
function packets({ gpuHistory: { packets: ring, names } }: InterfaceState, matches: (text: string) => boolean): Hit[] {
  const wanted = new Set(names.flatMap((name, index) => (matches(name) ? [index] : [])))
  if (wanted.size === 0) return []
  const { commands, contexts, starts } = ring.columns
  const found: Hit[] = []
  for (let id = ring.nextId - 1; id >= ring.oldestId && found.length < MOST; id--) {
    const slot = ring.slotOf(id)
    if (!wanted.has(commands[slot]!) && !wanted.has(contexts[slot]!)) continue
    found.push(record('packet', id, starts[slot]!, `${names[commands[slot]!]} of ${names[contexts[slot]!]}`))
  }
  return found
}
