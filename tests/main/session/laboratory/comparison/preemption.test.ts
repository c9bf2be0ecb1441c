/** GP-28: the same workload under every model and granularity. */
import { describe, expect, test } from 'vitest'
import { preemptionChoices } from '../../../../../main/session/laboratory/comparison/preemption'
import { variantsOf, varied } from '../../../../../main/session/laboratory/comparison/variants'
import { runScenario } from '../../../../../main/session/run/runner'
import { type Scenario, validateScenario } from '../../../../../main/session/scenario'
import { COMPUTE_GRANULARITIES, GRAPHICS_GRANULARITIES } from '../../../../../preload/contract'
import { compareVariants } from '../../../support/compared'

const MODELS = variantsOf({ preemption: preemptionChoices() })

function scenarioOf(fields: object): Scenario {
  const result = validateScenario({ trimline: 1, ...fields })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.scenario
}

/** Long draws of one triangle each: only the finer granularities come between them. */
const WORKLOAD = {
  app: { effects: [{ name: 'Long', passes: [{ engine: '3d', gpuTime: '60ms', work: { draws: 10, triangles: 1 } }] }] },
  steps: [
    { at: '10ms', apply: 'Long' },
    { at: '200ms', apply: 'Long' },
  ],
  until: '1s',
}

describe('configurations', () => {
  test('the Windows 7 model, then each granularity of both kinds, coarse to fine', () => {
    const [first, ...others] = preemptionChoices()
    expect(first).toEqual({ model: 'win7', graphics: 'dma-buffer', compute: 'dma-buffer' })
    expect(others.map(({ graphics }) => graphics)).toEqual(GRAPHICS_GRANULARITIES)
    expect(others.map(({ compute }) => compute)).toEqual(COMPUTE_GRANULARITIES)
    expect(new Set(others.map(({ model }) => model))).toEqual(new Set(['win8']))
  })

  test('nothing in the scenario puts another in its place, and all else stays', () => {
    const scenario = scenarioOf({
      system: { driver: { engines: { '3d': { graphics: 'none' } }, queueDepth: 9 }, refreshRate: 144 },
      steps: [
        { at: 0, system: { preemption: { model: 'win7' } } },
        { at: 1, system: { preemption: { graphics: 'none' }, tdr: { level: 'off' } } },
        { at: 2, system: { evictionMode: 'eager' } },
        { at: 3, apply: 'Blur' },
      ],
    })
    const before = structuredClone(scenario)
    const { system, steps } = varied(scenario, {
      preemption: { model: 'win8', graphics: 'shader', compute: 'thread' },
    })
    expect(system).toEqual({
      ...scenario.system,
      preemption: { model: 'win8', graphics: 'shader', compute: 'thread' },
      driver: { ...scenario.system.driver, engines: {} },
    })
    expect(steps).toEqual([
      { at: 1, verb: 'system', value: { tdr: { level: 'off' } } },
      { at: 2, verb: 'system', value: { evictionMode: 'eager' } },
      { at: 3, verb: 'apply', value: 'Blur' },
    ])
    expect(scenario).toEqual(before)
  })
})

describe('a comparison', () => {
  test('finer granularity never makes the compositor wait longer, and nothing is lost [GP-28] [GP-10]', async () => {
    const progress: number[] = []
    const { rows } = await compareVariants(scenarioOf(WORKLOAD), MODELS, {
      onShare: (share) => void progress.push(share),
    })
    expect(rows.map(({ variant }) => variant)).toEqual(MODELS)
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    expect(progress.at(-1)).toBe(1)
    // two effects in a second
    expect(rows.map(({ effectsPerSecond }) => effectsPerSecond)).toEqual(rows.map(() => 2))
    expect(rows.map(({ effectsCompleted }) => effectsCompleted)).toEqual(rows.map(() => 2))
    const [, none, buffer, primitive, triangle, pixel, shader] = rows.map(
      ({ worstCompositorLatency }) => worstCompositorLatency ?? -1,
    )
    // a packet of 60 ms holds the compositor up for most of it; a tenth of it, or a pixel of it, does not
    expect(none).toBeGreaterThan(40_000)
    expect(buffer).toBeGreaterThan(40_000)
    expect(primitive).toBeLessThan(8_000)
    expect(triangle).toBeLessThanOrEqual(primitive!)
    expect(pixel).toBeLessThanOrEqual(triangle!)
    expect(pixel).toBeLessThan(1_000)
    expect(shader).toBeLessThanOrEqual(pixel!)
    const missed = rows.map(({ missedVerticalBlanks }) => missedVerticalBlanks)
    expect(missed[1]).toBeGreaterThan(0)
    expect(missed[5]).toBe(0)
  })

  test('what a summary has, too, has its name and its value there [SC-06]', async () => {
    const scenario = scenarioOf(WORKLOAD)
    const { rows } = await compareVariants(scenario, MODELS)
    for (const [index, row] of rows.entries()) {
      const { summary } = await runScenario(varied(scenario, MODELS[index]!))
      expect(row).toMatchObject({
        pageInBytes: summary.pageInBytes,
        pageOutBytes: summary.pageOutBytes,
        localByteSeconds: summary.localByteSeconds,
        peakLocalUsage: summary.peakLocalUsage,
        waitedForPaging: summary.waitedForPaging,
        evictions: summary.evictions,
        findings: summary.findings,
        devicesRemoved: summary.devicesRemoved,
        missedVerticalBlanks: summary.missedVerticalBlanks,
        worstCompositorLatency: summary.worstCompositorLatency,
        p99CompositorLatency: summary.p99CompositorLatency,
        effectsCompleted: summary.effectsCompleted,
        contextSwitches: summary.contextSwitches,
        contextSwitchTime: summary.contextSwitchTime,
        engineResets: summary.engineResets,
      })
    }
  })

  test('without a compositor there is no latency', async () => {
    const { rows } = await compareVariants(
      scenarioOf({ ...WORKLOAD, system: { compositor: { enabled: false } } }),
      MODELS,
    )
    expect(
      rows.map(({ worstCompositorLatency, p99CompositorLatency }) => [worstCompositorLatency, p99CompositorLatency]),
    ).toEqual(rows.map(() => [null, null]))
  })
})
