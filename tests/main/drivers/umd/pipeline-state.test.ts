import { describe, expect, it } from 'vitest'
import { DriverPipelineState, matches, type ShaderCompiler } from '../../../../main/drivers/umd/pipeline-state'
import type { ConstantValues } from '../../../../preload/contract/specs'
import { CHEAP, INTRUSIVE, rigOf } from './driver-rig'

const bound: ConstantValues = { radius: [8], sigma: [4], edges: [0] }

describe('matches', () => {
  it('is bit by bit, for every constant that is expected [BP-26]', () => {
    expect(matches({ radius: [9], sigma: [3] }, { radius: [9] })).toBe(true)
    expect(matches({ radius: [9] }, { radius: [8] })).toBe(false)
    expect(matches({}, { radius: [9] })).toBe(false)
    expect(matches({ tint: [1, 0, 0] }, { tint: [1, 0] })).toBe(false)
    expect(matches({ gain: [0] }, { gain: [-0] })).toBe(false)
  })
})

/** A PSO whose general shader costs 100, with variants that expect and cost what is said, installed in that order. */
function psoWith(...variants: [constants: ConstantValues, operations: number][]): DriverPipelineState {
  let made = 0
  const compiler: ShaderCompiler = {
    // the source of a variant is its number: the model of costs goes by it
    specialise: () => ({ source: String(made++), folded: [], kept: [], branchesRemoved: 0, loopsUnrolled: 0 }),
    costModel: (source) => ({
      deciding: new Set(),
      operations: () => (source === 'general' ? 100 : (variants[Number(source)]?.[1] ?? Number.NaN)),
    }),
  }
  const row = { name: 'Blur/across', effect: 'Blur', pass: 0, source: 'general', constants: {} }
  const state = new DriverPipelineState(1, row, compiler)
  for (const [constants] of variants)
    state.install({ constants, id: JSON.stringify(constants), operations: 1, description: '' }, 0)
  return state
}

const usable = (...variants: [constants: ConstantValues, operations: number][]): number[] =>
  psoWith(...variants)
    .usable(bound)
    .map(({ id }) => id)

describe('the variants that a draw may use', () => {
  it('are those whose constants are exactly what is bound [BP-26]', () => {
    expect(usable([{ radius: [8] }, 50], [{ radius: [7] }, 50], [{ radius: [8, 8] }, 50], [{ gone: [1] }, 50])).toEqual(
      [1],
    )
    expect(usable([{ radius: [7] }, 50])).toEqual([])
  })

  it('are the cheapest first; of equal ones the one that knows most, then the oldest [BP-25 BP-31]', () => {
    expect(usable([{ radius: [8] }, 60], [{ radius: [8], sigma: [4] }, 50])).toEqual([2, 1])
    expect(usable([{ radius: [8] }, 50], [{ radius: [8], sigma: [4] }, 60])).toEqual([1, 2])
    expect(usable([{ radius: [8] }, 50], [{ edges: [0] }, 50], [{ radius: [8], sigma: [4] }, 50])).toEqual([3, 1, 2])
  })

  it('are none that costs more than the general shader, which is drawn with then [BP-25 BP-26]', () => {
    expect(usable([{ radius: [8] }, 101])).toEqual([])
    expect(usable([{ radius: [8] }, 101], [{ edges: [0] }, 100])).toEqual([2])
  })

  it('begin with the one that a draw uses, which counts it [BP-26]', () => {
    const state = psoWith([{ radius: [8] }, 60], [{ radius: [8], sigma: [4] }, 50], [{ radius: [7] }, 1])
    for (const values of [bound, { ...bound, radius: [7] }, { ...bound, radius: [6] }]) {
      const { variant } = state.bind(values)
      expect(variant).toBe(state.usable(values)[0] ?? null)
    }
    expect(state.variants.map(({ hits }) => hits)).toEqual([0, 1, 1])
  })
})

describe('a variant', () => {
  it('that makes room is one that is not needed, though what is needed was used longer ago [BP-08 BP-26]', () => {
    const rig = rigOf({ compiler: CHEAP })
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    const set = (steps: number): ConstantValues => ({ steps: [steps], gain: [1] })
    const seen = (steps: number): void => {
      rig.draw(pipeline, set(steps))
      rig.set(INTRUSIVE, 'COMMIT_RESULTS')
      rig.wait()
    }
    // both rounds of 1 and then of 2: the first variant of 2 was used after the second of 1
    for (const steps of [1, 1, 1, 2, 2, 2]) seen(steps)
    for (const steps of [3, 4, 5, 6]) seen(steps)
    expect(pipeline.variants).toHaveLength(8)
    // two more, for which the first of 1 and the first of 2 go
    for (const steps of [7, 8]) seen(steps)
    expect(pipeline.variants.map(({ constants }) => constants)).toEqual([
      set(1),
      set(2),
      ...[3, 4, 5, 6, 7, 8].map((steps) => ({ steps: [steps] })),
    ])
  })
})
