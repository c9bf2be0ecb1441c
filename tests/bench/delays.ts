/**
 * What knowing why things are late costs (LB-08: at most 3 % of the simulation's speed): the same runs with and without,
 * each in a process of its own, as no app does both. The two take turns, run by run, on one processor where the system can say
 * so: another machine's work beside a processor makes it two thirds as fast for half a minute, of one process and not of the
 * other where they lie on two. A run is held against the one beside it, and the median of that is a pair's share. Of two
 * processes that do the same one may be slower for as long as it lives, by what its compiler happened to inline: so there are
 * several pairs, and the median of them is compared. Before that each is warm: the first three or four runs of half an hour
 * take 2.4, 1.7, 1.2 and 1.0 s of 0.9, most of it the compiler's.
 */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { runScenario } from '../../main/session/run/runner'
import type { Scenario } from '../../main/session/scenario'
import { editing } from './hours'
import { median, summary, type Timing } from './measure'
import { type Row, rateRow } from './table'
import { scenario } from './worlds'

const GROUP = 'Delays: whole runs with their chains, and without'
const PAIRS = 5
/** seconds of processor time of the runs of a process that warm it up, and of those that count, at least */
const WARM_UP = 5
const COUNTED = 4
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

const KINDS = ['with', 'without'] as const

/** Seconds of processor time of each run, in turns. */
type Pair = Readonly<Record<(typeof KINDS)[number], readonly number[]>>

export async function delays(): Promise<Row[]> {
  const onOne = onOneProcessor()
  const rows: Row[] = []
  for (const name of Object.keys(SCENARIOS)) {
    const pairs: Pair[] = []
    for (let number = 0; number < PAIRS; number++) pairs.push(await pairOf(name, onOne))
    const known = summary(
      name,
      pairs.flatMap((pair) => pair.with),
    )
    const without = summary(
      `${name}: without`,
      pairs.flatMap((pair) => pair.without),
    )
    rows.push(rowOf(known, without, pairs, onOne.length > 0), rateRow(GROUP, without))
  }
  return rows
}

function rowOf(known: Timing, without: Timing, pairs: readonly Pair[], isKept: boolean): Row {
  const shares = pairs.map((pair) => median(pair.with.map((taken, turn) => (pair.without[turn] as number) / taken)))
  const share = median(shares)
  const range = `${Math.min(...shares).toFixed(3)} to ${Math.max(...shares).toFixed(3)}`
  const where = isKept ? '' : ', on any processor'
  const target = {
    text: `≥ ${LEAST} of the speed without: ${share.toFixed(3)} (${range}${where})`,
    met: share >= LEAST,
  }
  return { ...rateRow(GROUP, known), ratios: [{ value: share, peer: without.name }], target }
}

async function pairOf(name: string, onOne: readonly string[]): Promise<Pair> {
  const processes = KINDS.map((kind) => new Runs(name, kind, onOne))
  for (let passed = 0; passed < WARM_UP; passed += Math.min(...(await turn(processes)))) {}
  const taken: { with: number[]; without: number[] } = { with: [], without: [] }
  for (let passed = 0, number = 0; passed < COUNTED; number++) {
    // neither is always the one that comes second
    const order = number % 2 === 0 ? processes : processes.toReversed()
    const seconds = await turn(order)
    for (const [place, { kind }] of order.entries()) taken[kind].push(seconds[place] as number)
    passed += Math.min(...seconds)
  }
  for (const process of processes) await process.end()
  return taken
}

/** One run of each, one after the other. @returns seconds of processor time of each */
async function turn(processes: readonly Runs[]): Promise<number[]> {
  const seconds: number[] = []
  for (const process of processes) seconds.push(await process.run())
  return seconds
}

/** A process that does a run whenever it is told to. */
class Runs {
  private readonly process: ChildProcessByStdio<Writable, Readable, null>
  private readonly lines: AsyncIterator<string>

  constructor(
    private readonly name: string,
    readonly kind: (typeof KINDS)[number],
    onOne: readonly string[],
  ) {
    const script = process.argv[1] as string
    const node = [process.execPath, script, DELAYS_CHILD, name, kind]
    const [command, ...args] = [...onOne, ...node] as [string, ...string[]]
    this.process = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]()
  }

  /** @returns seconds of processor time */
  async run(): Promise<number> {
    this.process.stdin.write('\n')
    const { done, value } = await this.lines.next()
    if (done === true) throw new Error(`${this.name} ${this.kind} has ended`)
    return Number(value)
  }

  async end(): Promise<void> {
    const over = once(this.process, 'exit')
    this.process.stdin.end()
    await over
  }
}

/** What puts a command on the last processor; empty: the system has nothing for it, or does not let it. */
function onOneProcessor(): string[] {
  const onOne = ['taskset', '-c', String(availableParallelism() - 1)]
  return spawnSync('env', [...onOne, process.execPath, '--version']).status === 0 ? onOne : []
}

/** @param asked name of the scenario, and `with` or `without` */
export async function delaysChild([name, kind]: readonly string[]): Promise<void> {
  const chosen = (SCENARIOS[name ?? ''] as () => Scenario)()
  const worstDelays = kind === 'with' ? 100 : null
  for await (const _ of createInterface({ input: process.stdin })) {
    const start = process.cpuUsage()
    await runScenario(chosen, { worstDelays })
    const { user, system } = process.cpuUsage(start)
    process.stdout.write(`${(user + system) / 1e6}\n`)
  }
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
