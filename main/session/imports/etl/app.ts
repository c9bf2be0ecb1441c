/** Which process of a log is the app, and on which engine each node is. */
import { CaptureError } from '../capture'
import type { Log } from './log'
import type { GpuContext } from './work'

export type AppEngine = '3d' | 'compute' | 'copy' | 'video-decode'

export interface AppChoice {
  process: number
  /** the one with the flips; null: none has any */
  compositor: number | null
  /** ticks of the GPU by process, of what has been submitted in the part that is asked for */
  times: ReadonlyMap<number, number>
}

/**
 * The user process with the most GPU time in the whole log that is not the compositor, unless one is asked for: of all parts
 * of a log it is the same, also of one in which it does nothing.
 * @param asked id of a process; undefined: none
 * @throws CaptureError when there is none, or the one that is asked for has no GPU work
 */
export function appOf(log: Log, asked: number | undefined): AppChoice {
  const times = new Map<number, number>()
  for (const happening of log.happenings) {
    if (happening.what !== 'submitted') continue
    const { context, ticks } = happening.submission
    const { process } = context
    if (process !== null) times.set(process, (times.get(process) ?? 0) + ticks)
  }
  const compositor = most(log.work.flips)
  const inAll = log.work.times
  const byTime = [...inAll].sort(([, a], [, b]) => b - a).map(([process]) => process)
  const numbers = byTime.join(', ')
  if (asked !== undefined && !inAll.has(asked))
    throw new CaptureError(
      `found no GPU work of process ${asked}; expected one of ${numbers === '' ? 'none, as the log has no GPU work' : numbers}`,
    )
  const process = asked ?? byTime.find((one) => one !== compositor) ?? byTime[0]
  if (process === undefined) {
    const found = 'found no GPU work of any process; expected events of the provider Microsoft-Windows-DxgKrnl'
    const why = log.damage ?? log.missing
    throw new CaptureError(`${why === null ? '' : `${why}; `}${found}`)
  }
  return { process, compositor, times }
}

/** Types of engines as event 250 numbers them. */
const ENGINES: Readonly<Record<number, AppEngine>> = { 1: '3d', 2: 'video-decode', 6: 'copy' }

export class Engines {
  readonly inferred = new Set<string>()
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  of(context: GpuContext): AppEngine {
    const place = this.#log.work.placeOf(context)
    if (place === null) return '3d'
    const type = this.#log.nodes.get(place)
    if (type !== undefined) return ENGINES[type] ?? 'compute'
    this.inferred.add(place)
    if (context.node === 0) return '3d'
    return this.#log.work.pagingNodes.has(place) ? 'copy' : 'compute'
  }
}

function most(counts: ReadonlyMap<number, number>): number | null {
  let found: [number, number] | null = null
  for (const entry of counts) if (found === null || entry[1] > found[1]) found = entry
  return found?.[0] ?? null
}
