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
import { hueOf } from '../../../../renderer/editor/preview/shaders/tint'

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
