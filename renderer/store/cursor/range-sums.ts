/** What lies in a range of simulated time: bytes paged, evictions, and who used the engines (one cursor for all). Pure. */
import { ENGINES, type EngineName, MOVE_KINDS } from '../../../preload/contract'
import { firstEndingFrom } from '../gpu-packets'
import type { InterfaceState } from '../model'
import { firstMoveFrom } from '../moves'
import type { TimeRange } from '../shown-time'

interface Counted {
  count: number
  bytes: number
}

export interface RangeSums {
  /** transfers that ended in it */
  pageIn: Counted
  pageOut: Counted
  evictions: Counted
  /** µs in it in which packets ran; engines without any are left out */
  engines: { engine: EngineName; busy: number }[]
  /** the busiest first */
  contexts: { context: string; busy: number }[]
  /** of some of it nothing is known any more */
  isGone: boolean
}

const nothing = (): Counted => ({ count: 0, bytes: 0 })

/** Both ends belong to it. */
export function sumsOf(view: InterfaceState, range: TimeRange): RangeSums {
  const [pageIn, pageOut, evictions] = movesIn(view, range)
  return { pageIn, pageOut, evictions, ...busyIn(view, range), isGone: isGone(view, range) }
}

function movesIn({ moves }: InterfaceState, { from, to }: TimeRange): [Counted, Counted, Counted] {
  const sums = { 'page-in': nothing(), 'page-out': nothing(), evict: nothing() }
  const { kinds, times, bytes } = moves
  for (let at = firstMoveFrom(moves, from); at < times.length && times[at]! <= to; at++) {
    const sum = sums[MOVE_KINDS[kinds[at]!]!]
    sum.count++
    sum.bytes += bytes[at]!
  }
  return [sums['page-in'], sums['page-out'], sums.evict]
}

function busyIn(
  { gpuHistory: { packets, names }, gpu, clock }: InterfaceState,
  { from, to }: TimeRange,
): Pick<RangeSums, 'engines' | 'contexts'> {
  const byContext = new Map<string, number>()
  const engines: RangeSums['engines'] = []
  const { starts, ends, contexts } = packets.columns
  for (const [engine, name] of ENGINES.entries()) {
    const index = packets.engines[engine]!
    let busy = 0
    const add = (context: string, start: number, end: number): void => {
      const time = Math.min(end, to) - Math.max(start, from)
      if (time <= 0) return
      busy += time
      byContext.set(context, (byContext.get(context) ?? 0) + time)
    }
    for (let at = firstEndingFrom(packets, engine, from); at < index.count; at++) {
      const slot = index.slot(at)
      if (starts[slot]! > to) break
      add(names[contexts[slot]!] ?? '', starts[slot]!, ends[slot]!)
    }
    const running = gpu.engines.find((one) => one.name === name)?.queue[0]
    if (running !== undefined && running.start !== null) add(running.context, running.start, clock.now)
    if (busy > 0) engines.push({ engine: name, busy })
  }
  const all = [...byContext].map(([context, busy]) => ({ context, busy }))
  return { engines, contexts: all.sort((a, b) => b.busy - a.busy || a.context.localeCompare(b.context)) }
}

function isGone({ moves, gpuHistory: { packets } }: InterfaceState, { from }: TimeRange): boolean {
  if (moves.forgotten > 0 && from <= (moves.times[0] ?? Number.POSITIVE_INFINITY)) return true
  // ids count from 1 in each run
  if (packets.count === 0 || packets.oldestId <= 1) return false
  return from <= packets.columns.ends[packets.slotOf(packets.oldestId)]!
}
