/** One variant's run, measured: its row, its curve, and what each resource needed (LB-04 to LB-06). */
import type { ComparedKey, PreemptionKey, VariantChoice, VariantCurve, VariantRow } from '../../../../preload/contract'
import { APP, SegmentGroup } from '../../../../preload/contract'
import type { VideoMemoryManager } from '../../../dxgkrnl/vidmm/video-memory-manager'
import type { TraceRecord } from '../../../sim/trace-records'
import { type RunFollower, runScenario } from '../../run/runner'
import type { ExpectationResult, Summary } from '../../run/summary'
import type { Scenario } from '../../scenario'
import { OverBudget } from '../bound/over-budget'
import { UnitPageIns } from '../bound/paged-in'
import { asOfInput, shownVariant, variantLabel, varied } from './variants'

/** parts of the time axis of a curve (**choice**) */
const POINTS = 240

/** What a run needs of one resource (LB-06). */
export interface ResourceUse {
  pagedIn: number
  evictions: number
  /** µs that late presses, frames and presents waited for it */
  waited: number
}

const NO_PRESSES = { framesDropped: 0, worstPress: null, p99Press: null, pressesNotShown: 0 }

/** What a run says of its row by itself: the bound is the input's. */
export type MeasuredRow = Omit<VariantRow, 'bound' | 'timesBound'>

export interface VariantRun {
  /** `best` and `sameAs` are said of all rows together: they are empty here */
  row: MeasuredRow
  curve: VariantCurve
  /** by name; those of which nothing is to be said are left out */
  resources: ReadonlyMap<string, ResourceUse>
  /** conditions of the input that did not hold */
  failures: readonly ExpectationResult[]
}

export interface MeasureOptions {
  /** called now and then, µs */
  onProgress?: (now: number, until: number) => void
  /** µs: what is measured begins there; until then the input runs as it is [0] */
  from?: number
  /** as for a run */
  breathe?: () => Promise<void>
  /** watches the run too */
  also?: Partial<RunFollower>
}

/** Runs the input under a variant, as fast as it can. Its trace is not written. */
export async function measureVariant(
  scenario: Scenario,
  variant: VariantChoice,
  options: MeasureOptions = {},
): Promise<VariantRun> {
  const { onProgress, breathe, from = 0 } = options
  const label = variantLabel(variant, scenario)
  const chosen = varied(scenario, variant, from)
  const watch = new Watch(label, from, scenario.until)
  let found: Pick<VariantRow, keyof typeof NO_PRESSES> = NO_PRESSES
  const { summary, failures } = await runScenario(chosen, {
    written: false,
    worstDelays: 0,
    from,
    follower: all(watch, options.also ?? {}),
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(breathe === undefined ? {} : { breathe }),
    atEnd: ({ player, delays }) => {
      const { presses, pagedInFor, pressesNotShown, openPresses } = delays
      // a run that ends in the middle of a long wait would look better than it is
      for (const { taken } of openPresses) presses.add(taken)
      const [worstPress, p99Press] = [presses.worst, presses.percentile(0.99)]
      found = { framesDropped: player.dropped - watch.droppedBefore, worstPress, p99Press, pressesNotShown }
      for (const [name, waited] of pagedInFor.all) watch.use(name).waited = waited
    },
  })
  watch.end()
  const { findings } = summary
  const row: MeasuredRow = {
    label,
    variant: shownVariant(variant),
    isInput: isSame(chosen, scenario),
    policy: summary.policy,
    pageInBytes: summary.pageInBytes,
    localPageInBytes: watch.pageIns.bytes,
    comingIn: watch.pageIns.comingIn,
    pageOutBytes: summary.pageOutBytes,
    localByteSeconds: summary.localByteSeconds,
    peakLocalUsage: summary.peakLocalUsage,
    waitedForPaging: summary.waitedForPaging,
    ...found,
    hitches: watch.hitches,
    evictions: summary.evictions,
    devicesRemoved: summary.devicesRemoved,
    appDevicesRemoved: watch.appDevicesRemoved,
    findings,
    findingsCount: findings.reduce((sum, { count }) => sum + count, 0),
    expectationsFailed: summary.expectations.failed,
    overBudget: watch.overBudget.time,
    mostBudget: watch.overBudget.most,
    ...preemptionMeasures(summary, scenario.until - from),
    best: [] as ComparedKey[],
    sameAs: null,
    remark: '',
  }
  return { row, curve: watch.curve, resources: watch.resources, failures: asOfInput(failures, scenario, variant, from) }
}

/** GP-28. @param length of the run, µs */
function preemptionMeasures(summary: Summary, length: number): Pick<VariantRow, PreemptionKey> {
  const { worstCompositorLatency, p99CompositorLatency, effectsCompleted } = summary
  const { missedVerticalBlanks, contextSwitches, contextSwitchTime, engineResets } = summary
  return {
    worstCompositorLatency,
    p99CompositorLatency,
    missedVerticalBlanks,
    effectsCompleted,
    effectsPerSecond: length === 0 ? 0 : (effectsCompleted * 1_000_000) / length,
    contextSwitches,
    contextSwitchTime,
    engineResets,
  }
}

/** Whether a variant is the input as it is. */
function isSame(one: Scenario, other: Scenario): boolean {
  if (one.steps.length !== other.steps.length) return false
  // conditions are written anew, and lead to nothing
  if (!one.steps.every((step, i) => step.verb === 'expect' || step === other.steps[i])) return false
  return JSON.stringify([one.system, one.app]) === JSON.stringify([other.system, other.app])
}

function all(watch: Watch, also: Partial<RunFollower>): RunFollower {
  return {
    begins: (world) => {
      watch.begins(world.player.dropped)
      also.begins?.(world)
    },
    built: (world) => also.built?.(world),
    player: () => also.player?.(),
    kernel: (vidmm) => {
      watch.vidmm = vidmm
      watch.pageIns.kernel(vidmm)
      also.kernel?.(vidmm)
    },
    record: (record) => {
      watch.record(record)
      also.record?.(record)
    },
    look: () => {
      watch.look()
      also.look?.()
    },
    submitted: (resources) => also.submitted?.(resources),
    scheduler: (scheduler) => also.scheduler?.(scheduler),
    effectFinished: (name) => also.effectFinished?.(name),
  }
}

/** Follows usage, evictions and hitches of a run. */
class Watch {
  vidmm: VideoMemoryManager | null = null
  hitches = 0
  appDevicesRemoved = 0
  readonly curve: VariantCurve
  readonly resources = new Map<string, ResourceUse>()
  readonly pageIns = new UnitPageIns()
  readonly overBudget = new OverBudget()
  /** frames that were dropped before what counts began */
  droppedBefore = 0
  private part = 0
  private usage = 0

  constructor(
    label: string,
    private readonly from: number,
    private readonly until: number,
  ) {
    const none = (): number[] => new Array<number>(POINTS).fill(0)
    this.curve = { label, usage: none(), evictions: none(), hitches: none() }
  }

  /** What came before does not count. */
  begins(dropped: number): void {
    this.droppedBefore = dropped
    this.hitches = 0
    this.appDevicesRemoved = 0
    this.pageIns.bytes = 0
    this.overBudget.startOver()
    this.resources.clear()
    for (const values of [this.curve.usage, this.curve.evictions, this.curve.hitches]) values.fill(0)
    this.part = 0
    this.look()
  }

  use(name: string): ResourceUse {
    let use = this.resources.get(name)
    if (use === undefined) {
      use = { pagedIn: 0, evictions: 0, waited: 0 }
      this.resources.set(name, use)
    }
    return use
  }

  record(record: TraceRecord): void {
    this.reach(record.t)
    this.pageIns.record(record)
    if (record.type === 'page-in') this.use(record.resource).pagedIn += record.bytes
    else if (record.type === 'evict') {
      this.use(record.resource).evictions++
      this.curve.evictions[this.part]!++
    } else if (record.type === 'packet' && record.hitch !== undefined) {
      this.hitches++
      this.curve.hitches[this.part]!++
    } else if (record.type === 'device-removed' && record.device === APP) this.appDevicesRemoved++
  }

  look(): void {
    if (this.vidmm === null) return
    this.reach(this.vidmm.sim.now)
    this.usage = this.vidmm.residency.counters[SegmentGroup.LOCAL].usage
    this.overBudget.look(this.vidmm)
    this.curve.usage[this.part] = Math.max(this.curve.usage[this.part] as number, this.usage)
  }

  /** What was used goes on being used in the parts that begin until then. */
  private reach(t: number): void {
    const { from, until } = this
    const part =
      until <= from ? 0 : Math.min(POINTS - 1, Math.max(0, Math.floor(((t - from) * POINTS) / (until - from))))
    while (this.part < part) this.curve.usage[++this.part] = this.usage
  }

  /** The run is over. */
  end(): void {
    this.look()
    this.reach(this.until)
  }
}
