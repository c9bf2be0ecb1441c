/** What was seen before DISCARD_PREVIOUS keeps nothing from what comes after it: not even variants that were in use then. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Pipeline } from '../../../../main/drivers/umd/pipeline-state'
import { CHEAP, CONSTANTS_OF_ONE_STAGE, INTRUSIVE, rigOf, SOURCE } from './driver-rig'

type Rig = ReturnType<typeof rigOf>

/** Draws with each of these constants, one after another. */
function draw(rig: Rig, pipeline: Pipeline, sets: readonly number[]): void {
  for (const set of sets) rig.draw(pipeline, { steps: [set] })
}

function commit(rig: Rig): boolean {
  const wanted = rig.set(INTRUSIVE, 'COMMIT_RESULTS')
  rig.wait(1_000_000)
  return wanted
}

/** A pipeline with the variants of one workload, which is over: its measurements are dropped. */
function after(sets: readonly number[]): { rig: Rig; pipeline: Pipeline } {
  const rig = rigOf({ compiler: CHEAP })
  const pipeline = rig.create('P', SOURCE, CONSTANTS_OF_ONE_STAGE)
  rig.set(INTRUSIVE, 'KEEP_ALL')
  draw(rig, pipeline, sets)
  commit(rig)
  rig.set(INTRUSIVE, 'DISCARD_PREVIOUS')
  return { rig, pipeline }
}

const stepsOf = ({ variants }: Pipeline) =>
  variants.map(({ constants }) => constants.steps?.[0] ?? Number.NaN).sort((a, b) => a - b)

const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8]

describe('after DISCARD_PREVIOUS', () => {
  test('one frame and a commit make the variant of a new workload in a pipeline full of the old ones [BP-08 BP-11]', () => {
    const { rig, pipeline } = after(EIGHT)
    expect(stepsOf(pipeline)).toEqual(EIGHT)
    draw(rig, pipeline, [9])
    expect(commit(rig)).toBe(true)
    expect(stepsOf(pipeline)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('what the new workload draws with, too, is not what makes room [BP-08 BP-26]', () => {
    const { rig, pipeline } = after(EIGHT)
    draw(rig, pipeline, [1, 2, 9])
    commit(rig)
    expect(stepsOf(pipeline)).toEqual([1, 2, 4, 5, 6, 7, 8, 9])
    // nor is what came since, though nothing has drawn with it yet
    draw(rig, pipeline, [10, 11, 12, 13, 14, 15, 16, 17])
    commit(rig)
    expect(stepsOf(pipeline)).toEqual([1, 2, 9, 10, 11, 12, 13, 14])
  })

  test('what was compiled then for the old one comes, and makes room for the new one as any of its variants [BP-08 BP-11 BP-13]', () => {
    const rig = rigOf({ compiler: CHEAP })
    const pipeline = rig.create('P', SOURCE, CONSTANTS_OF_ONE_STAGE)
    rig.set(INTRUSIVE, 'KEEP_ALL')
    draw(rig, pipeline, [9])
    rig.set(INTRUSIVE, 'COMMIT_RESULTS')
    rig.set(INTRUSIVE, 'DISCARD_PREVIOUS')
    let tries = 0
    for (let wanted = true; wanted && tries < 10; tries++) {
      draw(rig, pipeline, EIGHT)
      wanted = commit(rig)
      if (tries === 0) expect(stepsOf(pipeline)).toContain(9)
    }
    expect(stepsOf(pipeline)).toEqual(EIGHT)
    expect(tries).toBeLessThan(10)
  })

  test('one pass and a commit make what the same workload makes when it is repeated, whatever was there [BP-08 BP-11]', () => {
    const workload = fc.array(fc.nat(24), { minLength: 1, maxLength: 30, size: 'max' })
    const made = (before: readonly number[], sets: readonly number[], passes: number, commits: boolean) => {
      const { rig, pipeline } = after(before)
      for (let pass = 0; pass < passes; pass++) {
        draw(rig, pipeline, sets)
        if (commits) commit(rig)
        else rig.wait(1_000_000)
      }
      return stepsOf(pipeline)
    }
    fc.assert(
      fc.property(workload, workload, (before, sets) => {
        // 64 draws of each set that are looked at are enough
        expect(made(before, sets, 1, true)).toEqual(made(before, sets, 64, false))
      }),
      { numRuns: 60 },
    )
  }, 60_000)
})
