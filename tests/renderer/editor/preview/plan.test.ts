import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costOf, drawnAlike, onClip, type Plan, planOf, tintsOf } from '../../../../renderer/editor/preview/plan'
import { tintStrength } from '../../../../renderer/editor/preview/tint-strength'
import { pipelinesOf, variantOf } from './pipelines'

const gray = pipelinesOf('Grayscale', [['uSource']])
const blur = pipelinesOf('Blur', [['uSource'], ['uSource']])
const bloom = pipelinesOf('Bloom', [['uSource'], ['uSource'], ['uSource', 'uOriginal']])
const denoise = pipelinesOf('Denoise', [['uSource', 'uHistory1', 'uHistory2']])
const transition = pipelinesOf('Transition', [['uSource', 'uNext']])
const tint = (name: string) => pipelinesOf(name, [['uSource', 'uStrength']])
const all = [...gray, ...blur, ...bloom, ...denoise, ...transition, ...tint('Glow'), ...tint('Upscale')]
const general = () => null
const anyStack = fc.array(fc.constantFrom(...new Set(all.map(({ effect }) => effect)), 'No PSO yet'), { maxLength: 12 })

/** What each step reads is what was drawn last into that target, as the step that was meant to make it. */
function pictures(plan: Plan): string[] {
  const targets: string[] = []
  for (const step of plan.steps) {
    const from = step.kind === 'pass' ? step.inputs.map(({ name, target }) => `${name}=${targets[target]}`) : []
    const what = step.kind === 'clip' ? `clip${step.shot}` : step.pipeline.name
    targets[step.target] = `${what}@${step.frame}(${from.join(',')})`
  }
  return targets
}

describe('planOf', () => {
  it('draws the clip, then each effect once, where it was applied first', () => {
    expect(onClip(['Blur', 'Grayscale', 'Blur'])).toEqual(['Blur', 'Grayscale'])
    const { steps } = planOf(['Blur', 'Grayscale', 'Blur'], all, 3, general)
    expect(steps.map((step) => (step.kind === 'clip' ? 'clip' : step.pipeline.name))).toEqual([
      'clip',
      'Blur/0',
      'Blur/1',
      'Grayscale/0',
    ])
  })

  it('never reads the target that it draws into, and ends with the picture', () => {
    fc.assert(
      fc.property(anyStack, fc.integer({ min: 0, max: 239 }), (stack, frame) => {
        const { steps, targets, result } = planOf(stack, all, frame, general)
        for (const step of steps) {
          expect(step.target).toBeLessThan(targets)
          if (step.kind === 'pass') for (const { target } of step.inputs) expect(target).not.toBe(step.target)
        }
        expect(steps.at(-1)?.target).toBe(result)
        expect(steps.at(-1)?.frame).toBe(frame)
      }),
    )
  })

  it('keeps the picture before an effect for as long as the effect reads it', () => {
    const plan = planOf(['Grayscale', 'Bloom'], all, 0, general)
    const before = 'Grayscale/0@0(uSource=clip0@0())'
    const last = pictures(plan)[plan.result]
    expect(last).toBe(`Bloom/2@0(uSource=Bloom/1@0(uSource=Bloom/0@0(uSource=${before})),uOriginal=${before})`)
    expect(plan.targets).toBe(3)
  })

  it('draws earlier frames with the effects before, each once, and starts over at the end of the clip', () => {
    const plan = planOf(['Grayscale', 'Denoise'], all, 1, general)
    expect(pictures(plan)[plan.result]).toBe(
      'Denoise/0@1(uSource=Grayscale/0@1(uSource=clip0@1()),uHistory1=Grayscale/0@0(uSource=clip0@0()),' +
        'uHistory2=Grayscale/0@239(uSource=clip0@239()))',
    )
    expect(plan.steps).toHaveLength(7)
  })

  it('draws the next shot for a transition', () => {
    const plan = planOf(['Transition'], all, 5, general)
    expect(pictures(plan)[plan.result]).toBe('Transition/0@5(uSource=clip0@5(),uNext=clip1@5())')
  })

  it('reads what the variant reads: one without earlier frames draws none', () => {
    const variant = variantOf(1, {}, 'uniform sampler2D uSource;')
    const plan = planOf(['Denoise'], all, 9, () => variant)
    expect(plan.steps).toHaveLength(2)
    expect(plan.steps[1]).toMatchObject({ variant, source: variant.source })
    expect(costOf(plan)).toBeLessThan(costOf(planOf(['Denoise'], all, 9, general)))
  })
})

describe('drawnAlike', () => {
  const stack = ['Blur']
  const bound = (radius: number, changes = {}) =>
    pipelinesOf('Blur', [['uSource']], { constants: { radius: [radius] }, ...changes })

  it('is so when only counts changed, or PSOs of effects that are not on the clip', () => {
    expect(drawnAlike(stack, bound(8, { draws: 9 }), bound(8))).toBe(true)
    expect(drawnAlike(stack, [...bound(8), ...gray], bound(8))).toBe(true)
  })

  it('is not so with other constants, another variant or another PSO', () => {
    expect(drawnAlike(stack, bound(9), bound(8))).toBe(false)
    expect(drawnAlike(stack, bound(8, { variants: [variantOf(1, {})] }), bound(8))).toBe(false)
    expect(drawnAlike(stack, bound(8, { id: 4 }), bound(8))).toBe(false)
    expect(drawnAlike(stack, bound(8), [])).toBe(false)
  })
})

describe('tints', () => {
  /** Share of the picture that is left when each tint has taken its share of what the one before left. */
  const left = (count: number) => (1 - tintStrength(count)) ** count

  it('are the effects whose shaders ask for the strength', () => {
    expect([...tintsOf(all)]).toEqual(['Glow', 'Upscale'])
  })

  it('leave more than half of the picture as it was, however many there are', () => {
    for (const count of [1, 2, 5, 30, 500]) expect(left(count)).toBeGreaterThan(0.5)
  })

  it('are all seen: one more always takes a little more of the picture', () => {
    for (let count = 0; count < 40; count++) expect(left(count + 1)).toBeLessThan(left(count))
    expect(tintStrength(1)).toBeCloseTo(0.3)
  })

  it('have their strength in the plan, by their number and not by that of other effects', () => {
    const { steps } = planOf(['Blur', 'Glow', 'Upscale'], all, 0, general)
    for (const step of steps) if (step.kind === 'pass') expect(step.strength).toBe(tintStrength(2))
    expect(steps).toHaveLength(5)
  })
})
