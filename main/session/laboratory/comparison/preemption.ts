/** One workload under both preemption models and every granularity (GP-28). */
import type { ComputeGranularity, GraphicsGranularity, PreemptionChoice } from '../../../../preload/contract'
import type { Scenario, Step } from '../../scenario'

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
export function preemptionChoices(): PreemptionChoice[] {
  return [
    { model: 'win7', graphics: 'dma-buffer', compute: 'dma-buffer' },
    ...GRANULARITIES.map(([graphics, compute]) => ({ model: 'win8' as const, graphics, compute })),
  ]
}

/** A system of that choice: granularities of single engines would put another in its place. */
export function withPreemption(system: Scenario['system'], choice: PreemptionChoice): Scenario['system'] {
  return { ...system, preemption: { ...choice }, driver: { ...system.driver, engines: {} } }
}

/** What a step does besides changing model or granularity; null: nothing */
export function withoutPreemption(step: Step): Step | null {
  if (step.verb !== 'system' || step.value.preemption === undefined) return step
  const { preemption: _, ...value } = step.value
  return Object.keys(value).length === 0 ? null : { ...step, value }
}
