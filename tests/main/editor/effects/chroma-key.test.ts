/** What the key costs by its constants: a matte of four looks around for each step of refinement, and what is shown. */
import { expect, it } from 'vitest'
import { operationsOf } from '../../../../main/drivers/umd/glsl/cost'
import { chromaKey } from '../../../../main/editor/effects/chroma-key'

/** Operations of the matte, and of what is made of it. */
function cost({ refine = 1, shown = 0, despill = 1 } = {}): number[] {
  const values = {
    key: [0.16, 0.2, 0.44],
    similarity: [0.07],
    softness: [0.04],
    despill: [despill],
    refine: [refine],
    shown: [shown],
  }
  return chromaKey.passes.map(({ source }) => operationsOf(source, values))
}

const matte = (refine: number): number => cost({ refine })[0] as number
const combine = (of: Parameters<typeof cost>[0]): number => cost(of)[1] as number

it('each step of refinement costs the matte the same, and the rest nothing', () => {
  const step = matte(2) - matte(1)
  expect(step).toBeGreaterThan(0)
  expect(matte(3) - matte(2)).toBe(step)
  // the first has a mean to be made besides
  expect(matte(1) - matte(0)).toBeGreaterThan(step)
  expect(new Set([0, 1, 2, 3].map((refine) => combine({ refine }))).size).toBe(1)
})

it('the matte alone has neither backdrop nor spill', () => {
  expect(combine({ shown: 1 })).toBeLessThan(combine({ despill: 0 }))
  expect(combine({ despill: 0 })).toBeLessThan(combine({ despill: 1 }))
  expect(combine({ shown: 1, despill: 0 })).toBe(combine({ shown: 1, despill: 1 }))
})
