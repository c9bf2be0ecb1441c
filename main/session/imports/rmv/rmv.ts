/**
 * A Radeon Memory Visualizer trace as a scenario: its virtual allocations are resources, and what it has traces of becomes
 * their uses. It has no submissions: every use is derived, and said to be.
 *
 * @see shared/data/real/formats.md, 1.3
 */
import TinyQueue from 'tinyqueue'
import { counted, formatDuration } from '../../../../preload/contract'
import { badAt, CaptureError, type CaptureFile, type Importing, type ImportOptions } from '../capture'
import type { Container } from './chunks'
import { readContainer } from './container'
import { RmvMemory } from './memory'
import { TokenStream } from './tokens'
import { damageReport, saidSystem } from './trace-facts'

const TOKENS_IN_A_TURN = 20_000
/** µs; what is later is no time of a recording, and a scenario that long would run for years */
const LONGEST = 7 * 24 * 3_600_000_000

/** @throws CaptureError where nothing of it can be read */
export function* importRmv(file: CaptureFile, options: ImportOptions = {}): Importing {
  const container = readContainer(file)
  const streams = container.streams.map((source) => new TokenStream(file, source))
  const starts = streams.flatMap(({ start }) => start ?? [])
  if (starts.length === 0) throw nothingRead(container, streams)
  const base = starts.reduce((first, start) => (start < first ? start : first))
  const gathered = new RmvMemory(container.segments, options)
  const { from = 0, until = Number.POSITIVE_INFINITY } = options
  // by time; of equal ones the lower stream is first
  const order = (a: TokenStream, b: TokenStream): number => a.since(base) - b.since(base) || a.index - b.index
  const waiting = new TinyQueue(
    streams.filter(({ token }) => token !== null),
    order,
  )
  let last = from
  /** µs: the recording goes on behind what is asked for; null: it does not */
  let end: number | null = null
  for (let count = 1; ; count++) {
    const stream = waiting.pop()
    if (stream?.token == null || gathered.full) break
    const at = Math.max(0, stream.microseconds(base))
    if (at >= until) {
      end = until - 1
      break
    }
    if (at > LONGEST) stream.stop(`a token ${at} us after the recording began`, `at most ${LONGEST} us`)
    else {
      last = Math.max(last, at)
      gathered.take(stream.token, stream.version, at)
    }
    stream.advance()
    if (stream.token !== null) waiting.push(stream)
    if (count % TOKENS_IN_A_TURN === 0) yield streams.reduce((read, one) => read + one.read, 0) / file.size
  }
  const { steps, uses, report } = gathered.end(end ?? last)
  const { system, lines, derived } = saidSystem(container.segments)
  const name = `${container.gpu ?? 'Radeon GPU'}: memory of ${formatDuration((steps.next ?? last) - from)}, uses derived (${uses})`
  return {
    head: { name, derived: [...report.derived, ...derived], system },
    steps: steps.lines,
    report: {
      warnings: steps.cut === null ? [] : [steps.cut],
      imported: [...report.imported, ...lines],
      derived: [...report.derived, ...derived],
      ignored: [...report.ignored, ...chunksNotImported(container)],
    },
    damage: damageReport(container.damage, streams),
    next: steps.next,
  }
}

function nothingRead(container: Container, streams: readonly TokenStream[]): Error {
  const damage = container.damage ?? streams.find((stream) => stream.damage !== null)?.damage
  if (damage != null) return new CaptureError(damage)
  return badAt(0, `${counted(streams.length, 'stream')} of tokens, and no token`, 'a trace of memory')
}

function chunksNotImported({ snapshots, others }: Container): string[] {
  const lines = [...others].map(([name, count]) => `${counted(count, name)}: not imported`)
  return snapshots === 0 ? lines : [`${counted(snapshots, 'snapshot')}: not imported`, ...lines]
}
