import { describe, expect, it } from 'vitest'
import { offerViews } from '../../../../main/session/frames/views'
import { buildWorld } from '../../../../main/session/world/build'
import type { EffectSpec } from '../../../../preload/contract'
import {
  type EffectText,
  effectText,
  emptyEffect,
  emptyResource,
  isAdvanced,
  MOST_RESOURCES,
  NEVER_TOUCHED,
  validateEffect,
} from '../../../../renderer/editor/rack/form'
import { GIB, MIB } from '../../../../renderer/widgets/format'
import { scenario } from '../../../main/session/live-rig'

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

  it('reads heap, compression, priority and what is not zeroed, and leaves out what is as usual [RS-10, AN-10, AN-14]', () => {
    const text = sharpen()
    const [first, second] = text.resources
    text.resources = [
      { ...first!, compressed: true, priority: 'high' },
      { ...second!, heap: 'upload', compressed: true },
      { ...emptyResource(), name: 'noise', size: '1MiB', notZeroed: true },
    ]
    expect(validateEffect(text, [])).toMatchObject({
      ok: true,
      effect: {
        resources: [
          { name: 'working', size: 64 * MIB, resident: true, compressed: true, priority: 'high' },
          // the CPU reads an upload heap: nothing is compressed there
          { name: 'edges', size: 32 * MIB, resident: false, heap: 'upload' },
          { name: 'noise', size: MIB, resident: true, notZeroed: true },
        ],
      },
    })
    const validated = validateEffect(text, [])
    expect(validated.ok && Object.keys(validated.effect.resources[1]!)).toEqual(['name', 'size', 'resident', 'heap'])
    expect(text.resources.map(isAdvanced)).toEqual([true, true, true])
    expect(sharpen().resources.map(isAdvanced)).toEqual([false, false])
  })

  it('shows an effect’s heap, compression and priority as they are', () => {
    const resource = { name: 'a', size: MIB, resident: true }
    const resources = [
      resource,
      { ...resource, name: 'b', compressed: true, priority: 'low' as const },
      { ...resource, name: 'c', notZeroed: true },
    ]
    const effect = { name: 'Own', gpuTime: 1_000, resources }
    expect(validateEffect(effectText(effect, []), [])).toEqual({ ok: true, effect })
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
  const offered = offerViews(buildWorld(scenario())).map(({ effect }) => effect)

  it.each(offered)('$name goes through the form unchanged', (preset) => {
    expect(validateEffect(effectText(preset, []), [])).toEqual({ ok: true, effect: preset })
  })

  it('keep their picture under another name', () => {
    const sharpen = offered.find(({ name }) => name === 'Sharpen') as EffectSpec
    const renamed = { ...effectText(sharpen, []), name: 'Crisp' }
    expect(validateEffect(renamed, [])).toMatchObject({ effect: { name: 'Crisp', shader: 'Sharpen' } })
  })

  it('take a free name when theirs is taken', () => {
    const taken = ['Sepia', 'Sepia 2']
    const sepia = offered.find(({ name }) => name === 'Sepia') as EffectSpec
    expect(effectText(sepia, taken).name).toBe('Sepia 3')
  })

  it('include an effect that holds 1 GiB from its creation, for the comparison of TN-37', () => {
    expect(NEVER_TOUCHED.effect.resources).toMatchObject([{ size: GIB, resident: true }])
  })
})
