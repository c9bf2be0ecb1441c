import { describe, expect, it } from 'vitest'
import { differenceOf, uncomparedPair } from '../../../../renderer/editor/preview/identity'
import { type PassStep, planOf } from '../../../../renderer/editor/preview/plan'
import { pipelinesOf, variantOf } from './pipelines'

const bytes = (...values: number[]) => new Uint8ClampedArray(values)

describe('differenceOf', () => {
  it('is nothing between equal pictures', () => {
    expect(differenceOf(bytes(0, 128, 255, 7), bytes(0, 128, 255, 7))).toEqual({ bytes: 0, worst: 0, of: 4 })
  })

  it('counts every byte that is off, and how far the worst is', () => {
    expect(differenceOf(bytes(0, 128, 255, 7), bytes(1, 128, 250, 7))).toEqual({ bytes: 2, worst: 5, of: 4 })
  })
})

describe('uncomparedPair [BP-25]', () => {
  const pipelines = pipelinesOf('Denoise', [['uSource', 'uHistory1', 'uHistory2']], {
    constants: { frames: [0] },
    usable: [2],
    variants: [
      variantOf(1, { frames: [2] }, 'uniform sampler2D uSource; // of other constants'),
      variantOf(2, { frames: [0] }, 'uniform sampler2D uSource;'),
    ],
  })
  const source = pipelines[0]!.source
  const { steps } = planOf(['Denoise'], pipelines, 7, () => null)
  const general = steps.filter((step): step is PassStep => step.kind === 'pass')
  const built = () => true

  it('is a draw with the general shader and the same draw with a variant that matches what is bound', () => {
    const pair = uncomparedPair(general, new Set(), built)
    expect(pair?.general.source).toBe(source)
    expect(pair?.variant.source).toBe('uniform sampler2D uSource;')
    expect(pair?.variant.variant.id).toBe(2)
    // both read the same pictures, also those that the variant asks for no more
    expect(pair?.variant.inputs).toEqual(pair?.general.inputs)
    expect(pair?.variant.inputs).toHaveLength(3)
  })

  it('is none when it was compared, or one of the two is not built yet', () => {
    expect(uncomparedPair(general, new Set(['uniform sampler2D uSource;']), built)).toBeNull()
    expect(uncomparedPair(general, new Set(), (one) => one !== source)).toBeNull()
    expect(uncomparedPair(general, new Set(), (one) => one === source)).toBeNull()
  })
})
