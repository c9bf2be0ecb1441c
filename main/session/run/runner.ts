/** Runs a scenario from beginning to end, as fast as it can, and sums it up (SC-01, SC-05). */
import { createHash } from 'node:crypto'
import type { PolicyChoice } from '../../../preload/contract'
import type { Resource } from '../../d3d12/resource'
import type { VideoMemoryManager } from '../../dxgkrnl/vidmm/video-memory-manager'
import type { Scheduler } from '../../dxgkrnl/vidsch/scheduler'
import { policyLabel } from '../../policies/own/label'
import { type Sliced, sliceEndsIn } from '../../sim/slices'
import { TraceLines } from '../../sim/trace-lines'
import type { TraceRecord } from '../../sim/trace-records'
import { GATHERED } from '../gathered'
import type { Delay } from '../laboratory/delays/types'
import type { Scenario, Step } from '../scenario'
import { checkExpectations } from '../verbs/expect/expect'
import { performInSlices } from '../verbs/steps'
import { buildWorldInSlices } from '../world/build'
import type { World } from '../world/world'
import { RunStatistics } from './statistics'
import type { ExpectationResult, RunResult, Summary } from './summary'

export interface RunOptions {
  /** instead of the scenario's own */
  policy?: PolicyChoice
  seed?: number
  /** false: nothing of the trace is written, and its hash is empty [true] */
  written?: boolean
  /** gets the trace's text, whole lines at a time */
  sink?: (chunk: string) => void
  /** called now and then, µs */
  onProgress?: (now: number, until: number) => void
  /** called between slices of a long run, waited for: lets timers and signals of the outside world through [nothing comes through] */
  breathe?: () => Promise<void>
  /** delays kept with their chains [100]; null: nothing is known of delays */
  worstDelays?: number | null
  /**
   * µs: the summary counts what comes from there on, behind all that is due by then [0]. Conditions count from the beginning
   */
  from?: number
  /** called at the end of the run with the system as it is then */
  atEnd?: (world: World) => void
  /** watches the run */
  follower?: RunFollower
}

/** Is told of a run while it goes on; nothing in it depends on that. */
export interface RunFollower {
  /** what counts begins now: see `from`; never called where that is 0 */
  begins?(world: World): void
  /** all of it is there, and no step was carried out yet */
  built?(world: World): void
  /** the player has begun, ended or dropped a frame */
  player?(): void
  /** the kernel is there, and nothing was created yet */
  kernel(vidmm: VideoMemoryManager): void
  record(record: TraceRecord): void
  /** memory, or who may have how much of it, has changed; what is evicted as one has changed it once */
  look(): void
  /** it looks at each change of memory, also where several come at one moment: nothing is evicted as one [false] */
  readonly seesEach?: boolean
  /** an effect, or a set of its own, was submitted with what it needs */
  submitted(resources: readonly Resource[]): void
  /** the scheduler is there, and nothing was submitted yet */
  scheduler?(scheduler: Scheduler): void
  /** the GPU has finished a submission of that effect */
  effectFinished?(name: string): void
  /** something was shown that was late; nothing is known of that where `worstDelays` is null */
  late?(delay: Delay): void
}

/** Events between two looks at the outside world: long runs report progress, and let timers and signals through. */
const EVENTS_PER_SLICE = 2_000

/**
 * Runs a scenario from beginning to end, as fast as it can. Options are given in RunOptions; the result says what
 * failed, it does not throw for that.
 */
export async function runScenario(scenario: Scenario, options: RunOptions = {}): Promise<RunResult> {
  const chosen = withOverrides(scenario, options)
  const output = options.written === false ? null : new TraceOutput(chosen, options.sink)
  const statistics = new RunStatistics()
  const { follower, from = 0 } = options
  let counted = statistics
  const building = buildWorldInSlices(
    chosen,
    {
      writer: (record) => {
        output?.line(record)
        statistics.record(record)
        if (counted !== statistics) counted.record(record)
        follower?.record(record)
      },
      onKernel: (vidmm) => {
        follower?.kernel(vidmm)
        const memory = (): void => {
          statistics.sample(vidmm)
          if (counted !== statistics) counted.sample(vidmm)
          follower?.look()
        }
        vidmm.residency.observer = { memory, seesEach: follower?.seesEach ?? false }
      },
      onScheduler: (scheduler) => follower?.scheduler?.(scheduler),
      onPlayer: () => follower?.player?.(),
      ...(options.worstDelays === undefined ? {} : { worstDelays: options.worstDelays }),
      editor: {
        effectFinished: (name) => {
          statistics.effectsCompleted++
          if (counted !== statistics) counted.effectsCompleted++
          follower?.effectFinished?.(name)
        },
        ...(follower === undefined ? {} : { submitted: (resources) => follower.submitted(resources) }),
      },
    },
    0,
  )
  const { breathe } = options
  const world = await inSlices(building, () => options.onProgress?.(0, chosen.until), breathe)
  if (follower?.late !== undefined)
    world.delays.follower = { late: (delay) => follower.late?.(delay), passed: () => {} }
  follower?.built?.(world)
  const expectations: ExpectationResult[] = []
  let waitedBefore = 0
  const begin = async (): Promise<void> => {
    await advance(world, from, chosen.until, options)
    counted = statistics.fromNowOn(world.sim.now)
    waitedBefore = world.scheduler.waitedForPaging
    world.delays.startOver()
    follower?.begins?.(world)
  }
  const sliceEnds = sliceEndsIn(world.sim)
  for (const [index, step] of chosen.steps.entries()) {
    if (from > 0 && counted === statistics && step.at >= from) await begin()
    await advance(world, step.at, chosen.until, options)
    const slices = runStep(world, statistics, chosen.steps, index, expectations)
    await inSlices(slices, () => options.onProgress?.(world.sim.now, chosen.until), breathe)
    if (sliceEnds()) await breathe?.()
  }
  if (from > 0 && counted === statistics) await begin()
  await advance(world, chosen.until, chosen.until, options)
  options.atEnd?.(world)
  return finish(chosen, world, { statistics: counted, waitedBefore }, expectations, output?.end() ?? '')
}

function withOverrides(scenario: Scenario, { policy, seed }: RunOptions): Scenario {
  const app = { ...scenario.app, policy: policy ?? scenario.app.policy }
  return { ...scenario, app, seed: seed ?? scenario.seed }
}

async function advance(world: World, until: number, end: number, { onProgress, breathe }: RunOptions): Promise<void> {
  const sliceEnds = sliceEndsIn(world.sim, EVENTS_PER_SLICE)
  while (!world.sim.advanceTo(until, () => !sliceEnds())) {
    onProgress?.(world.sim.now, end)
    await breathe?.()
  }
  onProgress?.(world.sim.now, end)
}

/** @param between called between slices; throws to give up */
async function inSlices<Result>(
  work: Sliced<Result>,
  between: () => void,
  breathe: RunOptions['breathe'],
): Promise<Result> {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    between()
    await breathe?.()
  }
}

function* runStep(
  world: World,
  statistics: RunStatistics,
  steps: readonly Step[],
  index: number,
  results: ExpectationResult[],
): Sliced<void> {
  const step = steps[index] as Step
  if (step.verb !== 'expect') {
    yield* performInSlices(world, step)
    return
  }
  for (const outcome of checkExpectations(world, statistics, step.value, steps))
    results.push({ step: index, t: world.sim.now, ...outcome })
}

function finish(
  scenario: Scenario,
  world: World,
  { statistics, waitedBefore }: { statistics: RunStatistics; waitedBefore: number },
  expectations: ExpectationResult[],
  traceSha256: string,
): RunResult {
  const failures = expectations.filter((result) => !result.ok)
  const { evictions, bytesEvicted, pageInBytes, pageOutBytes, peakLocalUsage, notifications, devicesRemoved } =
    statistics
  const latency = statistics.compositorLatency(world.sim.now)
  const summary: Summary = {
    name: scenario.name,
    policy: policyLabel(scenario.app.policy),
    seed: scenario.seed,
    ok: failures.length === 0,
    expectations: { passed: expectations.length - failures.length, failed: failures.length },
    evictions,
    bytesEvicted,
    pageInBytes,
    pageOutBytes,
    peakLocalUsage,
    localByteSeconds: statistics.localByteSeconds(world.sim.now),
    waitedForPaging: world.scheduler.waitedForPaging - waitedBefore,
    notifications,
    findings: [...statistics.findingsByRule].map(([rule, count]) => ({ rule, count })),
    devicesRemoved,
    missedVerticalBlanks: statistics.missedVerticalBlanks,
    worstCompositorLatency: latency.worst,
    p99CompositorLatency: latency.p99,
    tears: statistics.tears,
    preemptions: statistics.preemptions,
    worstPreemption: statistics.worstPreemption,
    contextSwitches: statistics.contextSwitches,
    contextSwitchTime: statistics.contextSwitchTime,
    effectsCompleted: statistics.effectsCompleted,
    engineResets: statistics.engineResets,
    adapterResets: statistics.adapterResets,
    bugCheck: statistics.bugChecks > 0,
    delays: world.delays.totals,
    traceSha256,
  }
  return { summary, expectations, failures }
}

/** The trace as JSON Lines (SC-08), hashed as it goes. */
class TraceOutput {
  private readonly hash = createHash('sha256')
  private readonly lines = new TraceLines()
  private readonly decoder = new TextDecoder()

  constructor(
    { seed, name }: Scenario,
    private readonly sink: ((chunk: string) => void) | undefined,
  ) {
    this.lines.addText(`${JSON.stringify({ t: 0, type: 'meta', trimline: 1, seed, name })}\n`)
  }

  line(record: TraceRecord): void {
    this.lines.add(record)
    this.lines.endLine()
    if (this.lines.length >= GATHERED) this.flush()
  }

  /** @returns the hash of all lines, hexadecimal */
  end(): string {
    this.flush()
    return this.hash.digest('hex')
  }

  private flush(): void {
    const chunk = this.lines.take()
    this.hash.update(chunk)
    this.sink?.(this.decoder.decode(chunk))
  }
}
