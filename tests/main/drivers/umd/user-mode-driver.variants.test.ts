/** What the driver compiles and installs, which variant a draw takes, and when it wants no more. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CostModel, operationsOf, specialise } from '../../../../main/drivers/umd/glsl'
import type { Pipeline } from '../../../../main/drivers/umd/pipeline-state'
import { UserModeDriver } from '../../../../main/drivers/umd/user-mode-driver'
import type { TraceRecord } from '../../../../main/sim/trace-records'
import type { ConstantValues } from '../../../../preload/contract'
import { A, B, C, CHEAP, CONSTANTS, CONSTANTS_OF_ONE_STAGE, INTRUSIVE, rigOf, SOURCE } from './driver-rig'

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

  test.each([
    ['commits', 5, 4],
    ['commits', 7, 9],
    ['thresholds', 7, 9],
  ] as const)(
    'variants that better ones have taken the place of make room: %s bring %i sets all that is to be folded, and more is wanted until then [BP-08 BP-13 BP-14]',
    (how, count, rounds) => {
      const rig = rigOf()
      const pipeline = rig.create()
      // each has a variant of its own in both rounds, and there is room for 8
      const sets = Array.from({ length: count }, (_, i): ConstantValues => ({ steps: [i + 1], gain: [i + 2] }))
      let passes = 0
      for (let wanted = true; wanted && passes < 100; passes++) {
        rig.set(INTRUSIVE, 'KEEP_ALL')
        for (let frame = 0; frame < (how === 'commits' ? 1 : 64); frame++)
          for (const set of sets) rig.draw(pipeline, set)
        wanted = rig.set(INTRUSIVE, how === 'commits' ? 'COMMIT_RESULTS' : 'KEEP_ALL')
        rig.wait()
      }
      expect(sets.map((set) => pipeline.usable(set)[0]?.constants)).toEqual(sets)
      // all sets; then as many as there is room for: of 5 sets 3 and 2, of 7 one at a time; then none is left
      if (how === 'commits') expect(passes).toBe(rounds)
    },
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
