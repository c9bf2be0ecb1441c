/**
 * Eight hours of editing, a press every three seconds, as `trimline run` carries them out: played throughout, a quarter of
 * every hour, and never. In processor time, with the hash of the trace: a faster run writes the same bytes.
 */
import { runScenario } from '../../main/session/run/runner'
import type { Scenario } from '../../main/session/scenario'
import { summary } from './measure'
import { type Row, timeRow } from './table'
import { scenario } from './worlds'

const HOURS = 8
const HOUR = 3_600_000_000
/** µs between two presses */
const PRESS_EVERY = 3_000_000

/** Share of every hour that is played, and seconds of processor time at most. */
const PLAYED = [
  { what: 'played throughout', share: 1, most: 8 },
  { what: 'a quarter of every hour played', share: 0.25, most: 4 },
  { what: 'never played', share: 0, most: 1 },
]

export async function hours(): Promise<Row[]> {
  // everything is compiled before the first is measured
  await runScenario(editing(0.5, 0.5))
  const rows: Row[] = []
  for (const { what, share, most } of PLAYED) {
    const chosen = editing(HOURS, share)
    const began = process.cpuUsage()
    const { summary: result } = await runScenario(chosen)
    const { user, system } = process.cpuUsage(began)
    const name = `${what}, SHA-256 ${result.traceSha256}`
    rows.push(
      timeRow(`${HOURS} hours of editing, a press every 3 s`, summary(name, [(user + system) / 1e6]), { target: most }),
    )
  }
  return rows
}

/** @param share of every hour that is played, from its beginning */
export function editing(length: number, share: number): Scenario {
  const presses = Array.from({ length: (length * HOUR) / PRESS_EVERY }, (_, index) => ({
    at: index * PRESS_EVERY,
    apply: index % 3 === 0 ? 'Grayscale' : 'Blur',
  }))
  const plays = Array.from({ length: Math.ceil(length) }, (_, hour) => [
    ...(share === 0 || (share === 1 && hour > 0) ? [] : [{ at: hour * HOUR, play: true }]),
    ...(share === 0 || share === 1 ? [] : [{ at: (hour + share) * HOUR, play: false }]),
  ]).flat()
  const steps = [...presses, ...plays].sort((a, b) => a.at - b.at)
  return scenario({ steps, until: `${length * 3600}s` })
}
