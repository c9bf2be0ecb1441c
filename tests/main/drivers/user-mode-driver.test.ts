/**
 * The user-mode driver that profiles and specialises, on the real runtime, CPU and compiler: what it looks at, when it
 * decides, what it installs, and what it leaves alone.
 */
import v8 from 'node:v8'
import vm from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BackgroundProcessing, CompletionEvent } from '../../../main/d3d12/background-processing'
import { CostModel, operationsOf, specialise } from '../../../main/drivers/umd/glsl'
import type { Pipeline, ShaderCompiler } from '../../../main/drivers/umd/pipeline-state'
import { type Draw, UserModeDriver } from '../../../main/drivers/umd/user-mode-driver'
import { compiler as PRODUCT } from '../../../main/session/world/effect-compiler'
import { Cpu } from '../../../main/sim/cpu'
import { Simulation } from '../../../main/sim/simulation'
import type { TraceRecord } from '../../../main/sim/trace-records'
import {
  BACKGROUND_MODES,
  type BackgroundMode,
  type ConstantValues,
  MEASUREMENTS_ACTIONS,
  type MeasurementsAction,
} from '../../../preload/contract'
import { ofType } from '../support/world'

const RUNS = Number(process.env.TRIMLINE_RUNS ?? (process.env.CI === undefined ? 200 : 2000))

const SOURCE = `#version 300 es
precision highp float;
precision highp int;
uniform sampler2D uSource;
uniform int steps;
uniform float gain;
in vec2 vUv;
out vec4 outColor;
void main() {
  vec3 sum = vec3(0.0);
  for (int i = 0; i < steps; i++) {
    sum += texture(uSource, vUv + vec2(float(i), 0.0)).rgb;
  }
  if (gain > 1.0) {
    sum = sum * gain;
  }
  outColor = vec4(sum, 1.0);
}
`
/**
 * What it costs by the model, counted by hand (BP-31). A turn of the loop: 16 for the texture, 1 each for float(i), the
 * sum of coordinates and the sum of colours, 3 for test, step and going on: 22. The branch: its test and 1 for itself,
 * and 1 for the product where it is taken. A variant for 4 steps: 19 and 1 for what holds i and sum in each of the four,
 * and 1 at their end; where the branch is decided, too, 1 for what holds sum after it in the place of its test.
 */
const OPERATIONS = [
  [
    { steps: [4], gain: [1] },
    { general: 4 * 22 + 2, ofSteps: 4 * 20 + 1 + 2, ofBoth: 4 * 20 + 1 + 1 },
  ],
  [
    { steps: [4], gain: [2] },
    { general: 4 * 22 + 3, ofSteps: 4 * 20 + 1 + 3, ofBoth: 4 * 20 + 1 + 1 + 1 },
  ],
] as const
const CONSTANTS = { steps: 'int', gain: 'float' }
const CONSTANTS_OF_ONE_STAGE = { steps: 'int' }
const A: ConstantValues = { steps: [4], gain: [1] }
const B: ConstantValues = { steps: [2], gain: [1] }
const C: ConstantValues = { steps: [4], gain: [2] }

interface RigOptions {
  supported?: boolean
  compiler?: ShaderCompiler
}

/** Where only matters which variants are made. */
const CHEAP: ShaderCompiler = {
  specialise: (source) => ({ source, folded: [], kept: [], branchesRemoved: 0, loopsUnrolled: 0 }),
  costModel: () => ({ deciding: new Set(), operations: () => 10 }),
}

function rigOf({ supported = true, compiler = PRODUCT }: RigOptions = {}) {
  const sim = new Simulation({ seed: 1 })
  const cpu = new Cpu(sim, { cores: 4, smt: false, smtSlowdown: 0, quantum: 5000 })
  const records: TraceRecord[] = []
  sim.trace.attach((record) => records.push(record))
  const runtime = new BackgroundProcessing({
    sim,
    cpu,
    developerMode: () => true,
    supported,
    driver: (mode, action) => driver.setBackgroundProcessingMode(mode, action),
  })
  const installed: string[] = []
  const driver: UserModeDriver = new UserModeDriver(
    compiler,
    {
      queueProcessingWork: (work) => runtime.queueProcessingWork(work),
      installed: ({ name }) => installed.push(name),
      now: () => sim.now,
    },
    supported,
  )
  const create = (name = 'P', source = SOURCE, constants: Record<string, string> = CONSTANTS): Pipeline =>
    driver.createPipelineState({ name, effect: name, pass: 0, source, constants })
  const record = (pipeline: Pipeline, values: ConstantValues): Draw => {
    const draw = driver.draw(pipeline, values)
    if (draw === null) throw new Error(`${pipeline.name} is destroyed`)
    return draw
  }
  return {
    sim,
    runtime,
    driver,
    installed,
    create,
    record,
    /** so many draws that the GPU finishes. @returns the factor of the last */
    draw: (pipeline: Pipeline, values: ConstantValues, count = 1): number => {
      let factor = Number.NaN
      for (let i = 0; i < count; i++) {
        const draw = record(pipeline, values)
        factor = draw.factor
        driver.finished(draw)
      }
      return factor
    },
    /** @returns FurtherMeasurementsDesired */
    set: (mode: BackgroundMode, action: MeasurementsAction, event: CompletionEvent | null = null): boolean => {
      const { hr, furtherMeasurementsDesired } = runtime.setMode(mode, action, event)
      expect(hr).toBe('S_OK')
      return furtherMeasurementsDesired
    },
    wait: (µs = 10_000_000): void => void sim.advanceTo(sim.now + µs),
    tasks: (phase: string) => ofType(records, 'background-task').filter((task) => task.phase === phase),
  }
}

const INTRUSIVE = 'ALLOW_INTRUSIVE_MEASUREMENTS'
const PROFILING_OFF = 'DISABLE_PROFILING_BY_SYSTEM'

describe('why a task was queued', () => {
  test('tells what its variant has to match, not what becomes of it: the variant does [BP-14 BP-25 BP-28]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    for (let round = 0; round < 2; round++) {
      rig.draw(pipeline, C, 9)
      rig.set('ALLOWED', 'COMMIT_RESULTS')
      rig.wait()
    }
    expect(rig.tasks('queued').map(({ reason }) => reason)).toEqual([
      'commit: matches steps',
      'commit: matches steps, gain',
    ])
    // gain is above 1: its comparison is decided, and the GPU still multiplies with what is bound
    expect(pipeline.variants.map(({ folded, kept }) => [folded, kept])).toEqual([
      [['steps'], []],
      [['steps'], ['gain']],
    ])
  })
})

describe('what the driver looks at', () => {
  test('one draw in eight by default, and 64 of them are enough [BP-02]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.draw(pipeline, A, 504)
    expect([pipeline.draws, pipeline.sampled, rig.tasks('queued').length]).toEqual([504, 63, 0])
    // the 505th is the 64th that is looked at
    rig.draw(pipeline, A)
    expect([pipeline.sampled, rig.tasks('queued').length]).toEqual([64, 1])
  })

  test('every draw while measurements may be intrusive, and draws are slower meanwhile [BP-03]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    expect(rig.draw(pipeline, A)).toBe(1)
    rig.set(INTRUSIVE, 'KEEP_ALL')
    expect(rig.draw(pipeline, A, 62)).toBeGreaterThan(1.01)
    expect([pipeline.sampled, rig.tasks('queued').length]).toEqual([63, 0])
    rig.draw(pipeline, A)
    expect([pipeline.sampled, rig.tasks('queued').length]).toEqual([64, 1])
    rig.set('ALLOWED', 'KEEP_ALL')
    expect(rig.draw(pipeline, A)).toBe(1)
  })

  test('only what the GPU has finished decides anything [BP-22]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    const draws = Array.from({ length: 100 }, () => rig.record(pipeline, A))
    expect(rig.set(INTRUSIVE, 'COMMIT_RESULTS')).toBe(true)
    expect(rig.tasks('queued')).toEqual([])
    rig.driver.finished(draws[0] as Draw)
    rig.set(INTRUSIVE, 'COMMIT_RESULTS')
    expect(rig.tasks('queued')).toHaveLength(1)
  })

  test('draws that end in another mode than they began in do no harm [BP-22]', () => {
    for (const first of BACKGROUND_MODES)
      for (const second of BACKGROUND_MODES) {
        const rig = rigOf()
        const pipeline = rig.create()
        rig.set(first, 'KEEP_ALL')
        const draws = Array.from({ length: 100 }, () => rig.record(pipeline, A))
        rig.set(second, 'KEEP_ALL')
        for (const draw of draws) rig.driver.finished(draw)
        rig.wait()
        // looked at as the mode of their end says: all, one in eight, or none
        const sampled = { ALLOWED: 13, [INTRUSIVE]: 100, DISABLE_BACKGROUND_WORK: 13, [PROFILING_OFF]: 0 }[second]
        expect([first, second, pipeline.sampled]).toEqual([first, second, sampled])
        expect(rig.tasks('finish')).toHaveLength(second === INTRUSIVE ? 1 : 0)
      }
  })

  test('nothing where it does not take advantage, in any mode [BP-16]', () => {
    const rig = rigOf({ supported: false })
    const pipeline = rig.create()
    for (const mode of BACKGROUND_MODES)
      for (const action of MEASUREMENTS_ACTIONS) {
        expect(rig.set(mode, action)).toBe(false)
        expect(rig.draw(pipeline, A, 600)).toBe(1)
      }
    expect([pipeline.sampled, pipeline.variants.length, rig.tasks('queued').length]).toEqual([0, 0, 0])
  })
})

describe('variants', () => {
  test.each(OPERATIONS)('of the shader of these tests cost what is counted by hand: %j [BP-31]', (bound, expected) => {
    const values: ConstantValues = { steps: [...bound.steps], gain: [...bound.gain] }
    const of = (constants: ConstantValues) => operationsOf(specialise(SOURCE, constants).source, values)
    const found = { general: operationsOf(SOURCE, values), ofSteps: of({ steps: [4] }), ofBoth: of(values) }
    expect(found).toEqual(expected)
  })

  /** Passes of one draw and a commit until nothing more is wanted. @returns how many */
  function converge(rig: ReturnType<typeof rigOf>, pipeline: Pipeline, values: ConstantValues): number {
    for (let pass = 1; pass <= 20; pass++) {
      rig.draw(pipeline, values)
      const further = rig.set(INTRUSIVE, 'COMMIT_RESULTS')
      rig.wait()
      if (!further) return pass
    }
    throw new Error('still more is wanted after 20 passes')
  }

  test('fold what decides branches and loops first, and are there when their compilation ends [BP-26 BP-31]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(pipeline, A, 64)
    const [{ t }] = rig.tasks('start') as [TraceRecord]
    // 5 ms, and 0.2 ms for each of 90 operations, counted by hand at OPERATIONS
    const duration = 23_000
    rig.wait(duration - 1)
    expect(pipeline.variants).toEqual([])
    rig.wait(1)
    expect(pipeline.variants).toMatchObject([
      { constants: { steps: [4] }, folded: ['steps'], kept: [], loopsUnrolled: 1, installedAt: t + duration, hits: 0 },
    ])
    expect(pipeline.variants[0]?.source.split('texture(')).toHaveLength(1 + 4)
    expect(rig.installed).toEqual(['P'])
  })

  test('a draw takes the one that matches what it binds and costs least, else the general shader [BP-26]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    converge(rig, pipeline, A)
    rig.set('ALLOWED', 'KEEP_ALL')
    const [first, second] = pipeline.variants
    expect([first?.constants, second?.constants]).toEqual([{ steps: [4] }, A])
    // the branch on the gain is gone, and with it the only place that reads it
    expect([second?.folded, second?.kept]).toEqual([['steps', 'gain'], []])
    const hits = () => pipeline.variants.map((variant) => variant.hits)
    let before = hits()
    const gained = (): number[] => {
      const now = hits()
      const more = now.map((count, i) => count - (before[i] as number))
      before = now
      return more
    }
    expect(rig.draw(pipeline, A)).toBeCloseTo(82 / 90, 12)
    expect(gained()).toEqual([0, 1])
    expect(rig.draw(pipeline, C)).toBeCloseTo(84 / 91, 12)
    expect(gained()).toEqual([1, 0])
    expect(rig.draw(pipeline, B)).toBe(1)
    expect(gained()).toEqual([0, 0])
  })

  /** Draws of A with its two variants, which cost what is said. @returns hits of each, and the last one's factor */
  function chosen(general: number, ofSteps: number, ofBoth: number): { hits: number[]; factor: number } {
    const costs = { general, steps: ofSteps, 'steps gain': ofBoth }
    const rig = rigOf({
      compiler: {
        specialise: (_, constants) => ({ ...CHEAP.specialise('', {}), source: Object.keys(constants).join(' ') }),
        costModel: (source) => ({
          deciding: new Set(),
          operations: () => costs[source as keyof typeof costs] ?? costs.general,
        }),
      },
    })
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    converge(rig, pipeline, A)
    expect(pipeline.variants.map(({ source }) => source)).toEqual(['steps', 'steps gain'])
    rig.set('ALLOWED', 'KEEP_ALL')
    const before = pipeline.variants.map(({ hits }) => hits)
    const factor = rig.draw(pipeline, A)
    return { hits: pipeline.variants.map(({ hits }, i) => hits - (before[i] as number)), factor }
  }

  test.each([
    ['the one that more is known of, as it is cheaper', [100, 80, 60], [0, 1], 0.6],
    ['the one that less is known of, as it is cheaper', [100, 60, 80], [1, 0], 0.6],
    ['of equal ones the one that most is known of', [100, 60, 60], [0, 1], 0.6],
    ['one that costs as much as the general shader', [100, 120, 100], [0, 1], 1],
    ['the general shader where each costs more', [100, 120, 101], [0, 0], 1],
  ] as const)('a draw takes %s [BP-25 BP-26 BP-31]', (_, [general, ofSteps, ofBoth], hits, factor) => {
    expect(chosen(general, ofSteps, ofBoth)).toEqual({ hits, factor })
  })

  test('0 and -0 are different constants: a variant for one does not match the other [BP-25 BP-26]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    converge(rig, pipeline, { steps: [4], gain: [0] })
    const [, full] = pipeline.variants
    const before = full?.hits as number
    rig.draw(pipeline, { steps: [4], gain: [-0] })
    expect(full?.hits).toBe(before)
    rig.draw(pipeline, { steps: [4], gain: [0] })
    expect(full?.hits).toBe(before + 1)
  })

  test('draws that differ only in what is not folded yet share one; none is compiled twice [BP-26]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    for (let pass = 0; pass < 4; pass++) {
      rig.draw(pipeline, A)
      rig.draw(pipeline, C)
      rig.set(INTRUSIVE, 'COMMIT_RESULTS')
      rig.wait()
    }
    expect(pipeline.variants.map(({ constants }) => constants)).toHaveLength(3)
    expect(pipeline.variants.map(({ constants }) => constants)).toEqual(expect.arrayContaining([{ steps: [4] }, A, C]))
    expect(rig.set('ALLOWED', 'KEEP_ALL')).toBe(false)
  })

  test('constants that change with every draw fill no pipeline beyond a limit, and the driver has enough then [BP-13 BP-26]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    let further = true
    for (let pass = 0; pass < 40 && further; pass++) {
      for (let i = 0; i < 10; i++) rig.draw(pipeline, { steps: [4], gain: [pass * 10 + i] })
      further = rig.set(INTRUSIVE, 'COMMIT_RESULTS')
      rig.wait()
    }
    expect(further).toBe(false)
    expect(pipeline.variants.length).toBeLessThanOrEqual(8)
    expect(new Set(pipeline.variants.map(({ constants }) => JSON.stringify(constants))).size).toBe(
      pipeline.variants.length,
    )
  })

  test('the many sets of constants of a slider that is dragged are forgotten, and with them what they count for [BP-08 BP-26]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    for (let i = 0; i < 5000; i++) rig.draw(pipeline, { steps: [4], gain: [10 + i] })
    rig.draw(pipeline, A, 60)
    rig.set(INTRUSIVE, 'COMMIT_RESULTS')
    rig.wait()
    expect(pipeline.variants.map(({ constants }) => constants)).toEqual([{ steps: [4] }])
  })

  test('a cost is looked up once for all values that decide nothing, however many there are [BP-31]', () => {
    const asked: ConstantValues[] = []
    const model = new CostModel(SOURCE.replace('gain > 1.0', 'steps > 1'))
    const counted = {
      deciding: model.deciding,
      operations: (constants: ConstantValues) => {
        asked.push(constants)
        return model.operations(constants)
      },
    }
    const driver = new UserModeDriver(
      { specialise, costModel: () => counted },
      { queueProcessingWork: () => 'S_OK', now: () => 0 },
      true,
    )
    const row = { name: 'P', effect: 'P', pass: 0, source: SOURCE, constants: CONSTANTS }
    const pipeline = driver.createPipelineState(row)
    const operations = (steps: number, gain: number) =>
      driver.draw(pipeline, { steps: [steps], gain: [gain] })?.operations
    for (let i = 0; i < 1000; i++) expect(operations(4, i / 100)).toBe(model.operations({ steps: [4] }))
    expect(asked).toHaveLength(1)
    expect(operations(5, 0)).toBeGreaterThan(operations(4, 0) as number)
    expect(asked).toHaveLength(2)
  })

  test('a full pipeline lets the variant go that was used least recently, if no draw of late has used it [BP-26]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    const commit = (bound: ConstantValues): void => {
      rig.draw(pipeline, bound)
      rig.set(INTRUSIVE, 'COMMIT_RESULTS')
      rig.wait()
    }
    const steps = () => pipeline.variants.map(({ constants }) => constants.steps?.[0])
    for (let i = 1; i <= 8; i++) commit({ steps: [i], gain: [1] })
    expect(steps()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    // all of them are in use, so that a ninth is not compiled
    commit({ steps: [9], gain: [1] })
    expect(steps()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    // 512 draws with the second and the first: the third is now the one that was used longest ago
    rig.set('DISABLE_BACKGROUND_WORK', 'DISCARD_PREVIOUS')
    rig.draw(pipeline, { steps: [2], gain: [1] }, 256)
    rig.draw(pipeline, { steps: [1], gain: [1] }, 256)
    rig.set(INTRUSIVE, 'DISCARD_PREVIOUS')
    commit({ steps: [9], gain: [1] })
    expect(steps()).toEqual([1, 2, 4, 5, 6, 7, 8, 9])
    // what has gone may come again, and is drawn by the general shader until then
    const hits = () => pipeline.variants.reduce((sum, variant) => sum + variant.hits, 0)
    const before = hits()
    rig.draw(pipeline, { steps: [3], gain: [1] })
    expect(hits()).toBe(before)
    rig.draw(pipeline, { steps: [4], gain: [1] })
    expect(hits()).toBe(before + 1)
    rig.set(INTRUSIVE, 'DISCARD_PREVIOUS')
    commit({ steps: [3], gain: [1] })
    expect(steps()).toEqual([1, 2, 4, 6, 7, 8, 9, 3])
  })

  test('one captured frame and a commit give the variants that the threshold gives [BP-08]', () => {
    const patient = rigOf()
    const slow = patient.create()
    for (let i = 0; i < 3; i++) {
      patient.draw(slow, A, 520)
      patient.wait()
    }
    const rig = rigOf()
    const quick = rig.create()
    rig.set(INTRUSIVE, 'DISCARD_PREVIOUS')
    for (let pass = 0; pass < 3; pass++) {
      rig.draw(quick, A)
      rig.set(INTRUSIVE, 'COMMIT_RESULTS')
      rig.wait()
    }
    const of = (pipeline: Pipeline) => pipeline.variants.map(({ constants, source }) => ({ constants, source }))
    expect(of(quick)).toHaveLength(2)
    expect(of(quick)).toEqual(of(slow))
  })

  test('a commit knows each set that was drawn, outside intrusive mode too [BP-08]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    // the second of eight draws is not one that is looked at by default
    rig.draw(pipeline, A)
    rig.draw(pipeline, B)
    rig.set('ALLOWED', 'COMMIT_RESULTS')
    rig.wait()
    expect(pipeline.variants.map(({ constants }) => constants)).toEqual([{ steps: [2] }, { steps: [4] }])
    // the next frame finds what is left of both
    rig.draw(pipeline, A)
    rig.draw(pipeline, B)
    expect(rig.set('ALLOWED', 'COMMIT_RESULTS')).toBe(true)
    rig.wait()
    expect(pipeline.variants).toHaveLength(4)
  })

  test('of 25 equally frequent sets a commit makes the 8 that reach the threshold first; one at 3.3 % is not lost [BP-08]', () => {
    const many = rigOf()
    const pipeline = many.create()
    many.set(INTRUSIVE, 'KEEP_ALL')
    for (let i = 25; i > 0; i--) many.draw(pipeline, { steps: [i], gain: [1] })
    many.set(INTRUSIVE, 'COMMIT_RESULTS')
    many.wait()
    expect(pipeline.variants.map(({ constants }) => constants.steps?.[0]).sort()).toEqual([
      18, 19, 20, 21, 22, 23, 24, 25,
    ])

    const rare = rigOf()
    const other = rare.create()
    rare.set(INTRUSIVE, 'KEEP_ALL')
    rare.draw(other, A, 29)
    rare.draw(other, B)
    rare.set(INTRUSIVE, 'COMMIT_RESULTS')
    rare.wait()
    // the shorter compilation ends first
    expect(other.variants.map(({ constants }) => constants.steps?.[0])).toEqual([2, 4])
  })

  /** Draws of one pass of a workload: which set of constants each binds. */
  const workload = fc.array(fc.nat(24), { minLength: 1, maxLength: 60, size: 'max' })

  test.each([INTRUSIVE, 'ALLOWED'] as const)(
    'one pass and a commit make the variants that the same workload makes by itself when it is repeated, in mode %s [BP-08]',
    (mode) => {
      fc.assert(
        fc.property(workload, (sets) => {
          const made = (passes: number, commits: boolean): number[] => {
            const rig = rigOf({ compiler: CHEAP })
            const pipeline = rig.create('P', SOURCE, CONSTANTS_OF_ONE_STAGE)
            rig.set(mode, 'DISCARD_PREVIOUS')
            for (let pass = 0; pass < passes; pass++) {
              for (const set of sets) rig.draw(pipeline, { steps: [set] })
              if (commits) rig.set(mode, 'COMMIT_RESULTS')
              rig.wait(1_000_000)
            }
            return pipeline.variants.map(({ constants }) => constants.steps?.[0] ?? Number.NaN).sort((a, b) => a - b)
          }
          // 64 draws of each set that are looked at, all or one in 8: enough for one that a pass draws once
          expect(made(1, true)).toEqual(made(mode === INTRUSIVE ? 64 : 505, false))
        }),
        { numRuns: mode === INTRUSIVE ? 40 : 8 },
      )
    },
    60_000,
  )

  test('a round of variants leads to another, the last to none; then nothing more is wanted [BP-13 BP-14]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    expect(rig.set(INTRUSIVE, 'KEEP_ALL')).toBe(true)
    const counts: number[] = []
    const wanted: boolean[] = []
    for (let pass = 0; pass < 4; pass++) {
      rig.draw(pipeline, A)
      wanted.push(rig.set(INTRUSIVE, 'COMMIT_RESULTS'))
      rig.wait()
      counts.push(pipeline.variants.length)
    }
    expect(counts).toEqual([1, 2, 2, 2])
    expect(wanted).toEqual([true, true, false, false])
    expect(rig.set('ALLOWED', 'KEEP_ALL')).toBe(false)
  })

  test('more is wanted while something is compiled, whatever was drawn meanwhile [BP-13 BP-14]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(pipeline, A)
    rig.set(INTRUSIVE, 'COMMIT_RESULTS')
    rig.draw(pipeline, A)
    expect(rig.set(INTRUSIVE, 'COMMIT_RESULTS')).toBe(true)
    rig.wait()
    rig.draw(pipeline, A)
    expect(rig.set(INTRUSIVE, 'COMMIT_RESULTS')).toBe(true)
    rig.wait()
    expect(pipeline.variants).toHaveLength(2)
  })

  test('a pipeline that nothing draws with does not keep the driver wanting more [BP-13]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.create('never drawn')
    rig.set(INTRUSIVE, 'KEEP_ALL')
    expect(converge(rig, pipeline, A)).toBe(3)
  })
})

describe('actions', () => {
  test('KEEP_ALL keeps what was measured [BP-06]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(pipeline, A, 63)
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(pipeline, A)
    expect(rig.tasks('queued')).toHaveLength(1)
  })

  test('DISCARD_PREVIOUS drops it: it counts for no threshold, no commit, no tuning [BP-11]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(pipeline, A, 63)
    expect(rig.set(INTRUSIVE, 'DISCARD_PREVIOUS')).toBe(true)
    rig.draw(pipeline, A)
    expect(rig.tasks('queued')).toEqual([])
    rig.set(INTRUSIVE, 'DISCARD_PREVIOUS')
    rig.set(INTRUSIVE, 'COMMIT_RESULTS')
    expect(rig.tasks('queued')).toEqual([])
    rig.draw(pipeline, A, 64)
    expect(rig.tasks('queued')).toHaveLength(1)

    // the cache policy follows after 256 draws: 255 and 1 are not 256 any more
    const other = rigOf()
    const tuned = other.create()
    other.draw(tuned, A, 255)
    other.set('ALLOWED', 'DISCARD_PREVIOUS')
    other.draw(tuned, A)
    expect(other.draw(tuned, A)).toBe(1)
    other.draw(tuned, A, 254)
    expect(other.draw(tuned, A)).toBeLessThan(1)
  })

  test('DISCARD_PREVIOUS leaves queued tasks and installed variants [BP-11]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(pipeline, A, 64)
    rig.set(INTRUSIVE, 'DISCARD_PREVIOUS')
    rig.wait()
    expect(pipeline.variants).toHaveLength(1)
    rig.set(INTRUSIVE, 'DISCARD_PREVIOUS')
    expect(pipeline.variants).toHaveLength(1)
    rig.draw(pipeline, C)
    expect(pipeline.variants[0]?.hits).toBe(1)
  })
})

describe('disabled', () => {
  test.each(['DISABLE_BACKGROUND_WORK', PROFILING_OFF] as const)(
    '%s: no task for any number of draws [BP-04 BP-05]',
    (mode) => {
      const rig = rigOf()
      const pipeline = rig.create()
      rig.set(mode, 'KEEP_ALL')
      rig.draw(pipeline, A, 3000)
      rig.wait()
      expect(rig.tasks('start')).toEqual([])
      // and afterwards as usual
      rig.set('ALLOWED', 'KEEP_ALL')
      rig.draw(pipeline, A, 520)
      rig.wait()
      expect(pipeline.variants).toHaveLength(1)
    },
  )

  test('without profiling every draw takes the same time; with background work disabled the driver still tunes [BP-05]', () => {
    const times = (mode: BackgroundMode): Set<number> => {
      const rig = rigOf()
      const pipeline = rig.create()
      rig.set(mode, 'KEEP_ALL')
      return new Set(Array.from({ length: 2000 }, () => rig.draw(pipeline, A)))
    }
    expect(times(PROFILING_OFF).size).toBe(1)
    expect(times('DISABLE_BACKGROUND_WORK').size).toBeGreaterThan(1)
  })

  // three times in 768 draws, half a percent each, and then as far as it goes (BP-31 leaves the numbers to us)
  test('tunes a few times and is done: with background work disabled a long run settles [BP-05]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set('DISABLE_BACKGROUND_WORK', 'KEEP_ALL')
    const times = Array.from({ length: 4000 }, () => rig.draw(pipeline, A))
    expect([...new Set(times)].map((time) => Number(time.toFixed(6)))).toEqual([1, 0.995, 0.99, 0.985])
    expect(new Set(times.slice(1000)).size).toBe(1)
  })

  test('what was being compiled then ends, and changes no draw until profiling is allowed again [BP-04 BP-05]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(pipeline, A, 64)
    rig.set(PROFILING_OFF, 'KEEP_ALL')
    expect(rig.draw(pipeline, A)).toBe(1)
    rig.wait()
    expect(rig.tasks('finish')).toHaveLength(1)
    expect(rig.draw(pipeline, A)).toBe(1)
    rig.set('ALLOWED', 'KEEP_ALL')
    expect(pipeline.variants).toHaveLength(1)
    expect(rig.draw(pipeline, A)).toBeLessThan(1)
  })

  test('the results of a commit are installed though profiling is disabled with it [BP-09]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(pipeline, A)
    const event = new CompletionEvent('e')
    rig.set(PROFILING_OFF, 'COMMIT_RESULTS_HIGH_PRIORITY', event)
    rig.wait()
    expect(event.signalled).toBe(true)
    expect(pipeline.variants).toHaveLength(1)
    const times = new Set(Array.from({ length: 1000 }, () => rig.draw(pipeline, A)))
    expect(times.size).toBe(1)
    expect([...times][0]).toBeLessThan(1)
  })

  test('they are there when the event is signalled, whatever mode follows while the tasks run [BP-07 BP-09 BP-13]', () => {
    for (const first of [PROFILING_OFF, INTRUSIVE] as const)
      for (const second of BACKGROUND_MODES) {
        const rig = rigOf()
        const pipeline = rig.create()
        rig.set(INTRUSIVE, 'KEEP_ALL')
        rig.draw(pipeline, A)
        const event = new CompletionEvent('e')
        const atSignal: number[] = []
        event.wait(() => atSignal.push(pipeline.variants.length))
        rig.set(first, 'COMMIT_RESULTS', event)
        rig.wait(1000)
        rig.set(second, 'KEEP_ALL')
        rig.wait()
        expect([first, second, atSignal]).toEqual([first, second, [1]])
        // nothing is left that would keep the driver wanting more: one draw shows what is there, and that is folded
        rig.set(INTRUSIVE, 'KEEP_ALL')
        rig.draw(pipeline, A)
        rig.set(INTRUSIVE, 'COMMIT_RESULTS')
        rig.wait()
        rig.draw(pipeline, A)
        expect(rig.set('ALLOWED', 'KEEP_ALL')).toBe(false)
      }
  })

  test('a commit takes what was queued before it along, and what was being held [BP-05 BP-07]', () => {
    const rig = rigOf()
    const [held, running] = [rig.create('held'), rig.create('running')]
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(held, A, 64)
    rig.set(PROFILING_OFF, 'KEEP_ALL')
    rig.wait()
    expect(held.variants).toHaveLength(0)
    rig.set(INTRUSIVE, 'KEEP_ALL')
    expect(held.variants).toHaveLength(1)
    rig.draw(running, A, 64)
    const event = new CompletionEvent('e')
    rig.set(PROFILING_OFF, 'COMMIT_RESULTS', event)
    rig.set(PROFILING_OFF, 'KEEP_ALL')
    rig.wait()
    expect([event.signalled, running.variants.length]).toEqual([true, 1])
  })
})

describe('a pipeline that is destroyed while it is compiled for', () => {
  test('gets nothing: the task ends and its result is dropped [BP-24 BP-27]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    const late = rig.record(pipeline, A)
    rig.draw(pipeline, A, 64)
    rig.wait(1000)
    expect(rig.runtime.isIdle).toBe(false)
    rig.driver.destroyPipelineState(pipeline)
    expect(rig.driver.pipelines).toEqual([])
    expect(rig.driver.draw(pipeline, A)).toBeNull()
    rig.driver.finished(late)
    rig.wait()
    expect(rig.tasks('finish')).toHaveLength(1)
    expect([pipeline.variants.length, rig.installed.length]).toEqual([0, 0])
  })

  test('also where the result was waiting for the end of a comparison [BP-05 BP-27]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(pipeline, A, 64)
    rig.set(PROFILING_OFF, 'KEEP_ALL')
    rig.wait()
    rig.driver.destroyPipelineState(pipeline)
    rig.set('ALLOWED', 'KEEP_ALL')
    expect([pipeline.variants.length, rig.installed.length]).toEqual([0, 0])
  })

  test.each(['runs', 'waits'])('is not kept alive by its task, which %s [BP-27]', async (state) => {
    v8.setFlagsFromString('--expose-gc')
    const collect = vm.runInNewContext('gc') as () => void
    const rig = rigOf()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    // two before it, so that its own task waits
    if (state === 'waits') for (const name of ['X', 'Y']) rig.draw(rig.create(name), A, 64)
    const destroyed = ((): WeakRef<Pipeline> => {
      const pipeline = rig.create()
      rig.draw(pipeline, A, 64)
      rig.driver.destroyPipelineState(pipeline)
      return new WeakRef(pipeline)
    })()
    const living = new WeakRef(rig.create('living'))
    // what a WeakRef was made of lives to the end of the job
    await new Promise((resolve) => setImmediate(resolve))
    collect()
    expect(rig.runtime.waiting).toHaveLength(state === 'waits' ? 1 : 0)
    expect(rig.runtime.isIdle).toBe(false)
    expect(destroyed.deref()).toBeUndefined()
    // one that was not destroyed is there
    expect(living.deref()).toBeDefined()
  })
})

const values = fc.constantFrom(A, B, C, { steps: [1], gain: [0.5] })
const PIPELINES = 3
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('draw' as const),
      pipeline: fc.nat(PIPELINES - 1),
      values,
      count: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 100 }), fc.constant(520)),
      /** the GPU finishes so many of them at once, the others later */
      finished: fc.nat(600),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('mode' as const),
      mode: fc.constantFrom(...BACKGROUND_MODES),
      action: fc.constantFrom(...MEASUREMENTS_ACTIONS),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), µs: fc.nat(60_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('destroy' as const), pipeline: fc.nat(PIPELINES - 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('device' as const) }) },
)

describe('random interleavings', () => {
  test(
    'of draws, modes, commits and destruction: nothing reaches what is gone, each task ends once, profiling that is off changes nothing [BP-05 BP-21 BP-24 BP-26 BP-27]',
    () => {
      const seen = new Set<string>()
      fc.assert(
        fc.property(fc.array(step, { minLength: 1, maxLength: 40, size: '+1' }), (steps) => {
          for (const what of interleave(steps)) seen.add(what)
        }),
        { numRuns: RUNS },
      )
      expect([...seen].sort()).toEqual(['committed', 'compared', 'destroyed in flight', 'held', 'variant'])
    },
    30_000 + RUNS * 100,
  )
})

/** @returns what it came to, of what proves something */
function interleave(steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]): Set<string> {
  const seen = new Set<string>()
  const rig = rigOf()
  let created = 0
  const create = (): Pipeline => rig.create(`P${++created}`)
  const slots = Array.from({ length: PIPELINES }, create)
  /** of destroyed pipelines: how many variants they had */
  const gone = new Map<Pipeline, number>()
  const unfinished: Draw[] = []
  /** while nothing may change: the factor by pipeline and constants */
  let factors: Map<string, number> | null = null
  let ends = 0
  const destroy = (i: number): void => {
    const pipeline = slots[i] as Pipeline
    if (!rig.runtime.isIdle) seen.add('destroyed in flight')
    rig.driver.destroyPipelineState(pipeline)
    gone.set(pipeline, pipeline.variants.length)
    slots[i] = create()
  }
  let commits = 0
  /** An event is signalled when every variant of its commit is there (BP-07). */
  const commit = (mode: BackgroundMode, action: MeasurementsAction): void => {
    const event = new CompletionEvent('e')
    rig.set(mode, action, event)
    const ended = new Set([...rig.tasks('finish'), ...rig.tasks('cancel')].map(({ task }) => task))
    const its = rig.tasks('queued').filter(({ task }) => !ended.has(task))
    const expected = new Map(slots.map((p) => [p, p.variants.length + its.filter(({ pso }) => pso === p.name).length]))
    commits++
    event.wait(() => {
      commits--
      for (const [pipeline, count] of expected) {
        if (gone.has(pipeline)) continue
        if (pipeline.variants.length < count)
          throw new Error(`${pipeline.name} has ${pipeline.variants.length} variants at the event, not ${count}`)
        if (its.length > 0) seen.add('committed')
      }
    })
  }
  const draw = (i: number, bound: ConstantValues): Draw => {
    const pipeline = slots[i] as Pipeline
    const made = rig.record(pipeline, bound)
    const key = `${pipeline.id} ${JSON.stringify(bound)}`
    const before = factors?.get(key)
    if (before !== undefined) {
      if (made.factor !== before) throw new Error(`${key}: ${made.factor}, it was ${before}`)
      seen.add('compared')
    }
    factors?.set(key, made.factor)
    return made
  }
  for (const next of steps) {
    if (next.kind === 'draw') {
      for (let n = 0; n < next.count; n++) unfinished.push(draw(next.pipeline, next.values))
      for (const made of unfinished.splice(0, next.finished)) rig.driver.finished(made)
    } else if (next.kind === 'mode') {
      if (next.action.startsWith('COMMIT')) commit(next.mode, next.action)
      else rig.set(next.mode, next.action)
      // a commit's own tasks may still change something; without one nothing may
      factors = next.mode === PROFILING_OFF && commits === 0 ? new Map() : null
      if (factors !== null && !rig.runtime.isIdle) seen.add('held')
    } else if (next.kind === 'wait') rig.wait(next.µs)
    else if (next.kind === 'destroy') destroy(next.pipeline)
    else {
      for (let i = 0; i < PIPELINES; i++) destroy(i)
      rig.runtime.destroy(() => ends++)
      break
    }
  }
  for (const made of unfinished) rig.driver.finished(made)
  rig.wait()
  expect(rig.runtime.isIdle).toBe(true)
  for (const [pipeline, variants] of gone) expect(pipeline.variants).toHaveLength(variants)
  const done = [...rig.tasks('finish'), ...rig.tasks('cancel')].map(({ task }) => task)
  expect(new Set(done).size).toBe(done.length)
  expect(ends).toBe(steps.some(({ kind }) => kind === 'device') ? 1 : 0)
  expect(rig.tasks('finish').length).toBe(rig.tasks('start').length)
  for (const pipeline of slots)
    for (const variant of pipeline.variants) {
      seen.add('variant')
      // as many reads of the picture as it has steps, and no loop: nothing of another set of constants is in it
      expect(variant.source.split('texture(').length - 1).toBe(variant.constants.steps?.[0])
      expect(variant.source).not.toContain('for (')
    }
  return seen
}
