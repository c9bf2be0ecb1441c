import { describe, expect, it } from 'vitest'
import type { PipelineView } from '../../../preload/contract'
import { matches, usableVariants } from '../../../renderer/store/variants'
import { pipelinesOf, variantOf } from '../editor/preview/pipelines'

const bound = { radius: [8], sigma: [4], edges: [0] }

/** Ids of those that may be used, of variants with what they expect and what they cost; the general shader costs 100. */
function used(...variants: [constants: PipelineView['constants'], operations: number][]): number[] {
  const made = variants.map(([constants, operations], at) => ({ ...variantOf(at + 1, constants), operations }))
  const [pipeline] = pipelinesOf('Blur', [['uSource']], { constants: bound, operations: 100, variants: made })
  if (pipeline === undefined) throw new Error('found no pipeline')
  return usableVariants(pipeline).map(({ id }) => id)
}

describe('matches', () => {
  it('is bit by bit, for every constant that is expected [BP-26]', () => {
    expect(matches({ radius: [9], sigma: [3] }, { radius: [9] })).toBe(true)
    expect(matches({ radius: [9] }, { radius: [8] })).toBe(false)
    expect(matches({}, { radius: [9] })).toBe(false)
    expect(matches({ tint: [1, 0, 0] }, { tint: [1, 0] })).toBe(false)
    expect(matches({ gain: [0] }, { gain: [-0] })).toBe(false)
  })
})

describe('usableVariants', () => {
  it('are those whose constants are exactly what is bound [BP-26]', () => {
    expect(used([{ radius: [8] }, 50], [{ radius: [7] }, 50], [{ radius: [8, 8] }, 50], [{ gone: [1] }, 50])).toEqual([
      1,
    ])
    expect(used([{ radius: [7] }, 50])).toEqual([])
  })

  it('the cheapest first, whatever it knows; of equal ones the one that knows most, then the oldest [BP-25 BP-31]', () => {
    expect(used([{ radius: [8] }, 60], [{ radius: [8], sigma: [4] }, 50])).toEqual([2, 1])
    expect(used([{ radius: [8] }, 50], [{ radius: [8], sigma: [4] }, 60])).toEqual([1, 2])
    expect(used([{ radius: [8] }, 50], [{ edges: [0] }, 50], [{ radius: [8], sigma: [4] }, 50])).toEqual([3, 1, 2])
  })

  it('none that costs more than the general shader, which is drawn with then [BP-25 BP-26]', () => {
    expect(used([{ radius: [8] }, 101])).toEqual([])
    expect(used([{ radius: [8] }, 101], [{ edges: [0] }, 100])).toEqual([2])
  })
})
