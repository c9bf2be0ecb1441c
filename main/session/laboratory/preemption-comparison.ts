/**
 * One workload under both preemption models and every granularity, side by side (GP-28). Runs apart from the session:
 * in a worker of the app, or on the command line.
 */
import type { ComparisonRow, ComputeGranularity, GraphicsGranularity, PreemptionModel } from '../../../preload/contract'
import { runScenario, type Summary } from '../run/runner'
import type { Scenario, Step } from '../scenario'

export interface ComparisonConfiguration {
  model: PreemptionModel
  graphics: GraphicsGranularity
  compute: ComputeGranularity
}

/** Graphics and compute taken together, coarse to fine. */
const GRANULARITIES: readonly (readonly [GraphicsGranularity, ComputeGranularity])[] = [
  ['none', 'none'],
  ['dma-buffer', 'dma-buffer'],
  ['primitive', 'dispatch'],
  ['triangle', 'thread-group'],
  ['pixel', 'thread'],
  ['shader', 'shader'],
]

/** The Windows 7 model, which holds back whole packets only, then the other at each granularity. */
export function comparisonConfigurations(): ComparisonConfiguration[] {
  return [
    { model: 'win7', graphics: 'dma-buffer', compute: 'dma-buffer' },
    ...GRANULARITIES.map(([graphics, compute]) => ({ model: 'win8' as const, graphics, compute })),
  ]
}

type Measured = Pick<
  Summary,
  | 'worstCompositorLatency'
  | 'p99CompositorLatency'
  | 'missedVerticalBlanks'
  | 'effectsCompleted'
  | 'contextSwitches'
  | 'contextSwitchTime'
  | 'engineResets'
>

/** @param until µs that the run took */
export function comparisonRow(summary: Measured, configuration: ComparisonConfiguration, until: number): ComparisonRow {
  const { missedVerticalBlanks, effectsCompleted, contextSwitches, contextSwitchTime, engineResets } = summary
  return {
    ...configuration,
    worstLatency: summary.worstCompositorLatency,
    p99Latency: summary.p99CompositorLatency,
    missedVerticalBlanks,
    effectsCompleted,
    effectsPerSecond: until === 0 ? 0 : (effectsCompleted * 1_000_000) / until,
    contextSwitches,
    contextSwitchTime,
    engineResets,
  }
}

/**
 * The workload on a system of that configuration. What would put another in its place is left out: granularities of
 * single engines, and steps that change model or granularity.
 */
export function configured(scenario: Scenario, configuration: ComparisonConfiguration): Scenario {
  const { system } = scenario
  return {
    ...scenario,
    system: { ...system, preemption: { ...configuration }, driver: { ...system.driver, engines: {} } },
    steps: scenario.steps.flatMap(withoutPreemption),
  }
}

function withoutPreemption(step: Step): Step[] {
  if (step.verb !== 'system' || step.value.preemption === undefined) return [step]
  const { preemption: _, ...value } = step.value
  return Object.keys(value).length === 0 ? [] : [{ ...step, value }]
}

export interface ComparisonOptions {
  /** simulated time of all runs together, µs: what has passed, and the whole */
  onProgress?: (passed: number, whole: number) => void
  /** each row as soon as it is there, with how many there are then and will be */
  onRow?: (row: ComparisonRow, done: number, total: number) => void
  /** as for a run: lets the outside world through between slices */
  breathe?: () => Promise<void>
  /** asked now and then; true ends the comparison */
  cancelled?: () => boolean
}

export interface Comparison {
  cancelled: boolean
  /** those that were finished, in the order of the configurations */
  rows: ComparisonRow[]
}

/** Ends a run from within; never leaves this file. */
class Cancelled extends Error {}

/** Runs the scenario once for each configuration, one after another. */
export async function runComparison(scenario: Scenario, options: ComparisonOptions = {}): Promise<Comparison> {
  const { onProgress, onRow, breathe, cancelled } = options
  const configurations = comparisonConfigurations()
  const { until } = scenario
  const rows: ComparisonRow[] = []
  for (const configuration of configurations) {
    const advanced = (now: number) => {
      if (cancelled?.() === true) throw new Cancelled()
      onProgress?.(rows.length * until + now, configurations.length * until)
    }
    try {
      const { summary } = await runScenario(configured(scenario, configuration), {
        onProgress: advanced,
        ...(breathe === undefined ? {} : { breathe }),
      })
      const row = comparisonRow(summary, configuration, until)
      rows.push(row)
      onRow?.(row, rows.length, configurations.length)
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error
      return { cancelled: true, rows }
    }
  }
  return { cancelled: false, rows }
}
