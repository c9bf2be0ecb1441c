/**
 * What knowing why things are late costs (LB-08: at most 3 % of the simulation's speed): the same runs with and without,
 * each in processes of its own, as no app does both, and in turns, as machines are busy now and then. A process is as fast as
 * its best run, once it is warm: the first three or four of half an hour take 2.4, 1.7, 1.2 and 1.0 s of 0.9, most of it the
 * compiler's. Of two processes that do the same one may be a tenth slower for as long as it lives, by what its compiler happened
 * to inline: so there are several, and the medians are compared.
 */
import { spawnSync } from 'node:child_process'
import { runScenario } from '../../main/session/run/runner'
import type { Scenario } from '../../main/session/scenario'
import { editing } from './hours'
import { summary, type Timing } from './measure'
import { type Row, rateRow } from './table'
import { scenario } from './worlds'

const GROUP = 'Delays: whole runs with their chains, and without'
/** processes of each kind */
const PROCESSES = 5
/** seconds of processor time of the runs that warm one up, and of those that count, at least */
const WARM_UP = 5
const COUNTED = 3
/** µs; what the compiler makes of a run goes when the run does: of short ones that would be most of the time */
const LENGTH = 1_800_000_000
/** µs from one press to the next */
const EVERY = 100_000
/** µs from one packet of the game to the next */
const GAME_EVERY = 50_000
/** of the speed without */
const LEAST = 0.97

/** Half an hour of each. */
const SCENARIOS: Readonly<Record<string, () => Scenario>> = {
  'presses, none late, runs': presses,
  'presses that are all late, runs': late,
  'playback, runs': () => editing(0.5, 1),
  'playback beside a game, runs': playback,
}

/** First argument of such a process. */
export const DELAYS_CHILD = 'delays-child'

export function delays(): Row[] {
  return Object.keys(SCENARIOS).flatMap((name) => {
    const samples: { with: number[]; without: number[] } = { with: [], without: [] }
    for (let turn = 0; turn < PROCESSES; turn++)
      for (const kind of ['with', 'without'] as const) samples[kind].push(inProcess(name, kind))
    const known = summary(name, samples.with)
    const without = summary(`${name}: without`, samples.without)
    return [rowOf(known, without), rateRow(GROUP, without)]
  })
}

function rowOf(known: Timing, without: Timing): Row {
  const share = without.seconds / known.seconds
  const target = { text: `≥ ${LEAST} of the speed without, of the medians: ${share.toFixed(3)}`, met: share >= LEAST }
  return { ...rateRow(GROUP, known, { peers: [without] }), target }
}

/** @returns seconds of processor time of the best run */
function inProcess(name: string, kind: string): number {
  const script = process.argv[1] as string
  const { stdout, status } = spawnSync(process.execPath, [script, DELAYS_CHILD, name, kind], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name} ${kind} ended with status ${status}`)
  return Number(stdout)
}

/** @param asked name of the scenario, and `with` or `without` */
export async function delaysChild([name, kind]: readonly string[]): Promise<void> {
  const chosen = (SCENARIOS[name ?? ''] as () => Scenario)()
  const worstDelays = kind === 'with' ? 100 : null
  const run = async (): Promise<number> => {
    const start = process.cpuUsage()
    await runScenario(chosen, { worstDelays })
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1e6
  }
  for (let passed = 0; passed < WARM_UP; ) passed += await run()
  const taken: number[] = []
  for (let passed = 0; passed < COUNTED; passed += taken.at(-1) as number) taken.push(await run())
  const best = Math.min(...taken)
  process.stdout.write(String(best))
}

/** The compositor presents at every vertical blank, and nothing is late. */
function presses(): Scenario {
  const steps = Array.from({ length: LENGTH / EVERY }, (_, index) => ({
    at: index * EVERY,
    apply: index % 3 === 0 ? 'Grayscale' : 'Blur',
  }))
  return scenario({ system: { periodicTrim: { whileActive: true } }, app: { policy: 'fence-lru' }, steps })
}

/** Two effects of which only one fits: each press takes the other's memory. */
function late(): Scenario {
  const effects = ['A', 'B'].map((name) => ({
    name,
    gpuTime: '4ms',
    resources: [{ name: 'r', size: '64MiB', resident: false }],
  }))
  const steps = Array.from({ length: LENGTH / EVERY }, (_, index) => ({
    at: index * EVERY,
    apply: index % 2 === 0 ? 'A' : 'B',
  }))
  const system = { localMemory: '96MiB', budget: '80MiB', pagingBandwidth: '4GiB' }
  return scenario({ system, app: { policy: 'none', effects }, steps })
}

function playback(): Scenario {
  const game = Array.from({ length: LENGTH / GAME_EVERY - 1 }, (_, index) => ({
    at: GAME_EVERY * (index + 1),
    submit: { engine: '3d', gpuTime: '20ms', context: 'game' },
  }))
  const steps = [{ at: 0, apply: 'Blur' }, { at: 0, play: true }, ...game]
  return scenario({ app: { policy: 'fence-lru' }, steps, until: `${LENGTH / 1e6}s` })
}
