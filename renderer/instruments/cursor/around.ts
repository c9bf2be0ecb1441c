/** The records around a moment, of all kinds together, as far as the page has them. Pure; times in µs. */
import { trimFlagsText } from '../../../preload/contract'
import { type GpuHistory, packetName } from '../../store/gpu'
import type { InterfaceState } from '../../store/model'
import { formatBytes, formatCount, formatDuration } from '../../widgets/format'
import {
  NOTIFICATION_ETW,
  operationEtw,
  packetEtw,
  RECORD_KINDS,
  type RecordHit,
  type RecordKind,
  record,
} from './hits'

/** records that are listed, as many before the moment as after it where there are */
export const MOST_AROUND = 200

/** What is asked for. */
export interface Wanted {
  /** null: the newest */
  moment: number | null
  /** null: of all kinds */
  kind: RecordKind | null
  /** any part of what a record says, whatever its case */
  name: string
}

/** In order of time: the nearest to the moment. */
export function recordsAround(view: InterfaceState, { moment, kind, name }: Wanted): RecordHit[] {
  const at = moment ?? view.clock.now
  const wanted = name.trim().toLowerCase()
  const matches = ({ of, etw }: RecordHit): boolean =>
    wanted === '' || of.toLowerCase().includes(wanted) || etw.toLowerCase().includes(wanted)
  const sources = sourcesOf(view)
  const found = RECORD_KINDS.filter((one) => kind === null || one === kind).flatMap((one) =>
    nearest(sources[one], at, matches),
  )
  return found
    .toSorted((a, b) => Math.abs(a.t - at) - Math.abs(b.t - at))
    .slice(0, MOST_AROUND)
    .sort((a, b) => a.t - b.t || RECORD_KINDS.indexOf(a.kind) - RECORD_KINDS.indexOf(b.kind))
}

/** A list in order of time, of which records are made as they are looked at. */
interface Source {
  readonly count: number
  timeOf(index: number): number
  hit(index: number): RecordHit
}

function listed<T>(items: readonly T[], timeOf: (item: T) => number, hit: (item: T) => RecordHit): Source {
  return { count: items.length, timeOf: (index) => timeOf(items[index]!), hit: (index) => hit(items[index]!) }
}

function sourcesOf(view: InterfaceState): Record<RecordKind, Source> {
  const marks = (kind: 'hitch' | 'dropped', items: InterfaceState['hitches']['items'], one: string): Source =>
    listed(
      items,
      ({ t }) => t,
      ({ id, t, count }) => record(kind, id, t, count === 1 ? one : `${one} ×${formatCount(count)}`),
    )
  const delays = view.delayRows.toSorted((a, b) => a.begin - b.begin)
  return {
    packet: packets(view.gpuHistory),
    paging: listed(
      view.pagingOperations.items,
      ({ start }) => start,
      ({ id, start, operation, resource, bytes }) =>
        record('paging', id, start, `${operation} ${resource}, ${formatBytes(bytes)}`, operationEtw(operation)),
    ),
    notification: listed(
      view.notifications.items,
      ({ t }) => t,
      ({ id, t, flags, bytesToTrim }) =>
        record(
          'notification',
          id,
          t,
          `${trimFlagsText(flags)}${bytesToTrim > 0 ? `, ${formatBytes(bytesToTrim)}` : ''}`,
          NOTIFICATION_ETW,
        ),
    ),
    delay: listed(
      delays,
      ({ begin }) => begin,
      ({ id, begin, title, due, shown }) => record('delay', id, begin, `${title}, ${formatDuration(shown - due)} late`),
    ),
    hitch: marks('hitch', view.hitches.items, 'packet waited for what was paged out'),
    dropped: marks('dropped', view.drops.items, 'frame of the clip was dropped'),
    finding: listed(
      view.findings.items,
      ({ t }) => t,
      ({ id, t, rule, resource = '', message }) => record('finding', id, t, `${rule} ${resource} ${message}`),
    ),
  }
}

/** By their ends, in which order they left the engines. */
function packets(history: GpuHistory): Source {
  const { packets: ring } = history
  const { starts, ends } = ring.columns
  const slot = (index: number): number => ring.slotOf(ring.oldestId + index)
  return {
    count: ring.count,
    timeOf: (index) => ends[slot(index)]!,
    hit: (index) => {
      const at = slot(index)
      const ran = formatDuration(ends[at]! - starts[at]!)
      const text = `${packetName(history, at)}, ${ran}`
      return record('packet', ring.oldestId + index, starts[at]!, text, packetEtw(ring, at))
    },
  }
}

/** Half of the most on either side. */
function nearest({ count, timeOf, hit }: Source, t: number, matches: (one: RecordHit) => boolean): RecordHit[] {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (timeOf(middle) < t) low = middle + 1
    else high = middle
  }
  const found: RecordHit[] = []
  const walk = (from: number, step: 1 | -1): void => {
    for (let at = from, left = MOST_AROUND; at >= 0 && at < count && left > 0; at += step) {
      const one = hit(at)
      if (!matches(one)) continue
      found.push(one)
      left--
    }
  }
  walk(low - 1, -1)
  walk(low, 1)
  return found
}
