import { describe, expect, test } from 'vitest'
import type { PipelineView } from '../../../../preload/contract'
import {
  bindSame,
  componentLabel,
  parameterLabel,
  parametersOf,
  rangeOf,
  readNumber,
  withComponent,
} from '../../../../renderer/editor/rack/constants'

const pipeline = (effect: string, source: string, constants: PipelineView['constants']): PipelineView => {
  return {
    id: 1,
    effect,
    pass: 0,
    name: 'x',
    source,
    operations: 1,
    constants,
    draws: 1,
    sampled: 0,
    usable: [],
    variants: [],
  }
}

const SOURCE = 'uniform int uRadius;\nuniform highp float uSigma;\nuniform bool uGamma;\nuniform ivec2 uOffset;\n'

describe('parameters of an effect', () => {
  test('each constant once, of all its PSOs and of no other effect’s, with what its uniform holds', () => {
    const pipelines = [
      pipeline('Blur', SOURCE, { uRadius: [9], uSigma: [3], uGamma: [1] }),
      pipeline('Blur', SOURCE, { uRadius: [9], uOffset: [1, 0] }),
      pipeline('Other', SOURCE, { uOther: [1] }),
    ]
    expect(parametersOf({ name: 'Blur' }, pipelines)).toEqual([
      { name: 'uRadius', label: 'Radius', range: null, value: [9], kind: 'int' },
      { name: 'uSigma', label: 'Sigma', range: null, value: [3], kind: 'float' },
      { name: 'uGamma', label: 'Gamma', range: null, value: [1], kind: 'bool' },
      { name: 'uOffset', label: 'Offset', range: null, value: [1, 0], kind: 'int' },
    ])
    expect(parametersOf({ name: 'None' }, pipelines)).toEqual([])
  })

  test('are the same as long as its own PSOs bind the same, however often that was drawn', () => {
    const [own, other] = [pipeline('Blur', SOURCE, { uRadius: [3] }), pipeline('Sepia', SOURCE, { uRadius: [9] })]
    const isSame = (...now: PipelineView[]) => bindSame('Blur', [own, other], now)
    expect(isSame({ ...own, draws: 7, constants: { uRadius: [3] } }, { ...other, constants: {} })).toBe(true)
    expect(isSame(own)).toBe(true)
    expect(isSame({ ...own, constants: { uRadius: [4] } }, other)).toBe(false)
    expect(isSame({ ...own, constants: { uRadius: [3, 3] } }, other)).toBe(false)
    expect(isSame({ ...own, constants: { uRadius: [3], uSigma: [1] } }, other)).toBe(false)
    expect(isSame({ ...own, constants: { uSigma: [3] } }, other)).toBe(false)
    expect(isSame({ ...own, source: '' }, other)).toBe(false)
    expect(isSame(own, own, other)).toBe(false)
    expect(isSame(other)).toBe(false)
  })

  test('what the effect declares has its label and range, before it was ever applied and with what is bound', () => {
    const parameter = { name: 'radius', label: 'Radius', type: 'int', default: [8], min: 1, max: 24, step: 1 } as const
    const effect = { name: 'Blur', parameters: [{ ...parameter, default: [8] }] }
    const range = { min: 1, max: 24, step: 1 }
    expect(parametersOf(effect, [])).toEqual([{ name: 'radius', label: 'Radius', range, value: [8], kind: 'int' }])
    expect(parametersOf(effect, [pipeline('Blur', '', { radius: [12] })])).toMatchObject([{ range, value: [12] }])
    expect(readNumber('30', 'int', range)).toEqual({ ok: false, message: 'Found “30”, expected 1 to 24.' })
    expect(readNumber('24', 'int', range)).toEqual({ ok: true, value: 24 })
  })

  test('names as words', () => {
    expect(['uBlurRadius', 'radius', 'kSteps', 'edge_width'].map(parameterLabel)).toEqual([
      'Blur radius',
      'Radius',
      'Steps',
      'Edge width',
    ])
    const vector = { name: 'uTint', label: 'Tint', range: null, kind: 'float' } as const
    expect(componentLabel({ ...vector, value: [1, 0, 0] }, 1)).toBe('Tint green')
    expect(componentLabel({ ...vector, value: [1] }, 0)).toBe('Tint')
    expect(componentLabel({ ...vector, name: 'uOffset', label: 'Offset', value: [1, 0] }, 1)).toBe('Offset y')
    expect(componentLabel({ ...vector, value: Array.from({ length: 9 }, () => 0) }, 4)).toBe('Tint 5')
  })

  test('a slider reaches beyond the first value, and as far below zero where values are negative', () => {
    expect(rangeOf('int', 9, 9)).toEqual({ min: 0, max: 20, step: 1 })
    expect(rangeOf('float', 0.4, 0.9)).toEqual({ min: 0, max: 1, step: 0.005 })
    expect(rangeOf('float', -2, 1)).toEqual({ min: -5, max: 5, step: 0.05 })
    // a value that was typed in lies within
    expect(rangeOf('int', 9, 70).max).toBe(100)
    expect(rangeOf('int', 0, 0)).toEqual({ min: 0, max: 4, step: 1 })
  })

  test('a number is read, anything else is refused with what was expected', () => {
    expect(readNumber(' 0.5 ', 'float')).toEqual({ ok: true, value: 0.5 })
    expect(readNumber('0.5', 'int')).toMatchObject({ ok: false })
    expect(readNumber('', 'float')).toMatchObject({ ok: false })
    expect(readNumber('wide', 'int')).toMatchObject({ ok: false })
  })

  test('one component changes, the others go along', () => {
    expect(withComponent({ name: 'uTint', value: [1, 0.5, 0] }, 1, 0.25)).toEqual({
      uTint: [1, 0.25, 0],
    })
  })
})
