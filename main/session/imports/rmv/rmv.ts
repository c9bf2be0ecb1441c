/**
 * A Radeon Memory Visualizer trace as a scenario: its virtual allocations are resources, and what it has traces of becomes
 * their uses. What a submission uses it does not say, if it has any: every use is derived, and said to be.
 *
 * @see shared/data/real/formats.md, 1.3
 */
import TinyQueue from 'tinyqueue'
import { counted, formatDuration } from '../../../../preload/contract'
import { badAt, CaptureError, type CaptureFile, type Importing, type ImportOptions } from '../capture'
import { type Attempt, asksForPart, refuseBeyond, untilItFits } from '../parts'
import type { Container } from './chunks'
import { readContainer } from './container'
import { RmvMemory } from './memory'
import { TokenStream } from './tokens'
import { damageReport, saidSystem } from './trace-facts'

const TOKENS_IN_A_TURN = 20_000
/** µs; what is later is no time of a recording, and a scenario that long would run for years */
const LONGEST = 7 * 24 * 3_600_000_000

/** @throws CaptureError where nothing of it can be read */
export function importRmv(file: CaptureFile, options: ImportOptions = {}): Importing {
  return untilItFits(options, (part) => traceIn(file, part))
}

function* traceIn(file: CaptureFile, options: ImportOptions): Attempt {
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
  /** µs, of the last token of the part */
  let last = 0
  /** where it is malformed before the part ends; undefined: it has not ended */
  let damage: string | null | undefined
  for (let count = 1; ; count++) {
    const stream = waiting.pop()
    if (stream?.token == null || gathered.full) break
    const said = stream.microseconds(base)
    if (said > LONGEST) stream.stop(`a token ${said} µs after the recording began`, `at most ${LONGEST} µs`)
    else {
      // a clock that goes back is no reason to be in no part, or in two
      const at = Math.max(last, said)
      if (at < until) last = at
      // what comes later may still name what is there
      else if (damage === undefined) damage = damageReport(container.damage, streams)
      gathered.take(stream.token, stream.version, Math.max(at, damage === undefined ? 0 : until))
    }
    stream.advance()
    if (stream.token !== null) waiting.push(stream)
    if (count % TOKENS_IN_A_TURN === 0) yield streams.reduce((read, one) => read + one.read, 0) / file.size
  }
  const goesOn = damage !== undefined
  if (damage === undefined) damage = damageReport(container.damage, streams)
  if (!goesOn) refuseBeyond(from, last, damage)
  const { steps, uses, report } = gathered.end(goesOn ? until - 1 : last)
  const { system, lines, derived } = saidSystem(container.segments)
  const name = `${container.gpu ?? 'Radeon GPU'}: memory of ${formatDuration(Math.max(0, last - from))}, uses derived (${uses})`
  const made = {
    head: { name, derived: [...report.derived, ...derived], system },
    steps: steps.lines,
    report: {
      warnings: [],
      imported: [...report.imported, ...lines],
      derived: [...report.derived, ...derived],
      ignored: [...report.ignored, ...chunksNotImported(container, options)],
    },
    damage,
  }
  return { made, cut: steps.cut }
}

function nothingRead(container: Container, streams: readonly TokenStream[]): Error {
  const damage = container.damage ?? streams.find((stream) => stream.damage !== null)?.damage
  if (damage != null) return new CaptureError(damage)
  return badAt(0, `${counted(streams.length, 'stream')} of tokens, and no token`, 'a trace of memory')
}

/** They are of no time. */
function chunksNotImported({ snapshots, others }: Container, options: ImportOptions): string[] {
  const where = asksForPart(options) ? ' in the whole trace' : ''
  const lines = [...others].map(([name, count]) => `${counted(count, name)}${where}: not imported`)
  return snapshots === 0 ? lines : [`${counted(snapshots, 'snapshot')}${where}: not imported`, ...lines]
}
