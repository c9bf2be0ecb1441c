import { describe, expect, it } from 'vitest'
import {
  type EffectText,
  effectText,
  emptyEffect,
  emptyResource,
  MOST_RESOURCES,
  PRESETS,
  validateEffect,
} from '../../../renderer/editor/effect-rack-form'
import { GIB, MIB } from '../../../renderer/widgets/format'

const sharpen = (): EffectText => ({
  name: 'Sharpen',
  gpuTime: '4ms',
  resources: [
    { ...emptyResource(), name: 'working', size: '64MiB', resident: true },
    { ...emptyResource(), name: 'edges', size: '32 MiB', resident: false },
  ],
})

describe('validateEffect', () => {
  it('reads names, times in µs, sizes in bytes, and CREATE_NOT_RESIDENT [TN-35]', () => {
    expect(validateEffect(sharpen(), ['Blur'])).toEqual({
      ok: true,
      effect: {
        name: 'Sharpen',
        gpuTime: 4_000,
        resources: [
          { name: 'working', size: 64 * MIB, resident: true },
          { name: 'edges', size: 32 * MIB, resident: false },
        ],
      },
    })
  })

  it('says each thing that is wrong beside its own field', () => {
    const text = sharpen()
    text.name = 'Blur'
    text.gpuTime = 'soon'
    text.resources[1] = { ...text.resources[1]!, name: 'working', size: '0' }
    const validated = validateEffect(text, ['Blur'])
    if (validated.ok) throw new Error('the form was accepted')
    expect(validated.errors.name).toContain('Blur')
    expect(validated.errors.gpuTime).toContain('soon')
    expect(Object.keys(validated.errors.rows)).toEqual([String(text.resources[1]!.key)])
    expect(validated.errors.rows[text.resources[1]!.key]).toEqual({
      name: expect.stringContaining('working'),
      size: expect.stringContaining('1 B'),
    })
  })

  it('wants one resource at least and not too many', () => {
    expect(validateEffect({ ...sharpen(), resources: [] }, [])).toMatchObject({ ok: false })
    const row = (n: number) => ({ ...emptyResource(), name: `r${n}`, size: '1MiB' })
    const rows = (count: number) => Array.from({ length: count }, (_, n) => row(n))
    expect(validateEffect({ ...sharpen(), resources: rows(MOST_RESOURCES) }, []).ok).toBe(true)
    expect(validateEffect({ ...sharpen(), resources: rows(MOST_RESOURCES + 1) }, []).ok).toBe(false)
  })

  it('starts with a form that only lacks its name', () => {
    const validated = validateEffect(emptyEffect(), [])
    if (validated.ok) throw new Error('a form without a name was accepted')
    expect(validated.errors).toEqual({ name: expect.any(String), rows: {} })
  })
})

describe('presets', () => {
  it.each(PRESETS)('$name goes through the form unchanged', (preset) => {
    expect(validateEffect(effectText(preset, []), [])).toEqual({ ok: true, effect: preset })
  })

  it('take a free name when theirs is taken', () => {
    const taken = ['Sepia', 'Sepia 2']
    const sepia = PRESETS.find(({ name }) => name === 'Sepia')!
    expect(effectText(sepia, taken).name).toBe('Sepia 3')
  })

  it('include an effect that holds 1 GiB from its creation, for the comparison of TN-37', () => {
    const held = PRESETS.flatMap(({ resources }) => resources).filter(({ resident }) => resident)
    expect(held.map(({ size }) => size)).toContain(GIB)
  })
})
