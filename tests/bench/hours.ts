/**
 * Eight hours of editing, a press every three seconds, as `trimline run` carries them out: played throughout, a quarter of
 * every hour, and never. In processor time. A faster run writes the same bytes: where the hash of the trace is not the one
 * that is kept here, that is a target missed. A change that is meant to change traces changes them here, too.
 */
import { runScenario } from '../../main/session/run/runner'
import type { Scenario } from '../../main/session/scenario'
import { summary } from './measure'
import { type Row, sameRow, timeRow } from './table'
import { scenario } from './worlds'

const HOURS = 8
const HOUR = 3_600_000_000
const GROUP = `${HOURS} hours of editing, a press every 3 s`
/** µs between two presses */
const PRESS_EVERY = 3_000_000

/** Share of every hour that is played, seconds of processor time at most, and SHA-256 of the trace. */
const PLAYED = [
  {
    what: 'played throughout',
    share: 1,
    most: 8,
    sha256: 'e9b017efe1c0268a91d4f7c36628244f2140a3a784699f446b6dab1f4309b554',
  },
  {
    what: 'a quarter of every hour played',
    share: 0.25,
    most: 4,
    sha256: '3bbc148bf0af0b7f906e6970d1ccd57ef79c9a80368ae46cf18f47ca432fefa6',
  },
  {
    what: 'never played',
    share: 0,
    most: 1,
    sha256: '004b71be3a660e0482a12230673a11f911d5cb38b630a79f7bc3bc0449ebf6f9',
  },
]

export async function hours(): Promise<Row[]> {
  // everything is compiled before the first is measured
  await runScenario(editing(0.5, 0.5))
  const rows: Row[] = []
  for (const { what, share, most, sha256 } of PLAYED) {
    const chosen = editing(HOURS, share)
    const began = process.cpuUsage()
    const { summary: result } = await runScenario(chosen)
    const { user, system } = process.cpuUsage(began)
    rows.push(timeRow(GROUP, summary(what, [(user + system) / 1e6]), { target: most }))
    rows.push(sameRow(GROUP, `${what}: SHA-256 of the trace`, result.traceSha256, sha256))
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
