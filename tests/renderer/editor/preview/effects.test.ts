import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  costOf,
  effectNamed,
  onClip,
  planPasses,
  SHADER_EFFECTS,
  TARGETS,
} from '../../../../renderer/editor/preview/effects'
import { hueOf, tintStrength } from '../../../../renderer/editor/preview/shaders/tint'

const anyStack = fc.array(fc.constantFrom(...SHADER_EFFECTS, 'Denoise', 'Upscale'), { maxLength: 12 })

describe('effectNamed', () => {
  it('has a shader for each effect that the interface promises', () => {
    expect([...SHADER_EFFECTS].sort()).toEqual(['Bloom', 'Blur', 'Grayscale', 'Invert', 'Sepia', 'Sharpen', 'Vignette'])
  })

  it('tints for an unknown name, the same way each time and differently for another name', () => {
    expect(effectNamed('Denoise').tint).toEqual(effectNamed('Denoise').tint)
    expect(effectNamed('Denoise').tint).not.toEqual(effectNamed('Upscale').tint)
    for (const channel of effectNamed('Denoise').tint ?? []) {
      expect(channel).toBeGreaterThanOrEqual(0)
      expect(channel).toBeLessThanOrEqual(1)
    }
    expect(hueOf('Denoise')).toBe(hueOf('Denoise'))
  })
})

describe('planPasses', () => {
  it('is empty without effects', () => {
    expect(planPasses([])).toEqual([])
  })

  it('shows an effect that is on the clip twice once, where it came first', () => {
    expect(onClip(['Blur', 'Grayscale', 'Blur'])).toEqual(['Blur', 'Grayscale'])
    expect(planPasses(['Blur', 'Blur'])).toEqual(planPasses(['Blur']))
  })

  it('never writes to what a pass reads, and reads what the pass before wrote', () => {
    fc.assert(
      fc.property(anyStack, (stack) => {
        let current = 0
        for (const step of planPasses(stack)) {
          expect(step.source).toBe(current)
          expect([step.source, step.original]).not.toContain(step.target)
          expect(step.target).toBeLessThan(TARGETS)
          current = step.target
        }
      }),
    )
  })

  it('keeps the picture before an effect readable through all of its passes', () => {
    const plan = planPasses(['Grayscale', 'Bloom'])
    const bloom = plan.filter((step) => step.effect.name === 'Bloom')
    const before = plan.filter((step) => step.effect.name === 'Grayscale').at(-1)?.target
    expect(bloom).toHaveLength(3)
    for (const step of bloom) {
      expect(step.original).toBe(before)
      expect(step.target).not.toBe(before)
    }
  })

  it('costs more with every effect', () => {
    const costs = [[], ['Grayscale'], ['Grayscale', 'Blur'], ['Grayscale', 'Blur', 'Bloom']].map((stack) =>
      costOf(planPasses(stack)),
    )
    expect(costs).toEqual([...costs].sort((a, b) => a - b))
    expect(new Set(costs).size).toBe(costs.length)
  })
})

describe('tints', () => {
  const unknown = (count: number) => Array.from({ length: count }, (_, index) => `Effect ${index}`)
  /** Share of the picture that is left when each tint has taken its share of what the one before left. */
  const left = (count: number) => (1 - tintStrength(count)) ** count

  it('leave more than half of the picture as it was, however many there are', () => {
    for (const count of [1, 2, 5, 30, 500]) expect(left(count)).toBeGreaterThan(0.5)
  })

  it('are all seen: one more always takes a little more of the picture', () => {
    for (let count = 0; count < 40; count++) expect(left(count + 1)).toBeLessThan(left(count))
    expect(tintStrength(1)).toBeCloseTo(0.3)
  })

  it('have their strength in the plan, by their number and not by that of other effects', () => {
    const plan = planPasses(['Blur', ...unknown(30)])
    const tints = plan.filter((step) => step.effect.tint !== undefined)
    expect(tints).toHaveLength(30)
    for (const step of tints) expect(step.strength).toBe(tintStrength(30))
  })
})
