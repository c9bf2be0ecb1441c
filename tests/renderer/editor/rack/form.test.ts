import { describe, expect, it } from 'vitest'
import { parseCommand } from '../../../../main/session/commands/schema'
import { offerViews } from '../../../../main/session/frames/views'
import { alignmentProblem } from '../../../../main/session/scenario'
import { buildWorld } from '../../../../main/session/world/build'
import { COMPUTE_WORK, type EffectSpec, GRAPHICS_WORK } from '../../../../preload/contract'
import {
  alignmentsFor,
  type EffectText,
  effectText,
  emptyEffect,
  emptyResource,
  isAdvanced,
  MOST_RESOURCES,
  NEVER_TOUCHED,
  validateEffect,
} from '../../../../renderer/editor/rack/form'
import { newPass } from '../../../../renderer/editor/rack/pass-form'
import { GIB, KIB, MIB } from '../../../../renderer/widgets/format'
import { scenario } from '../../../main/session/live-rig'

const sharpen = (): EffectText => ({
  name: 'Sharpen',
  gpuTime: '4ms',
  resources: [
    { ...emptyResource(), name: 'working', size: '64MiB', resident: true },
    { ...emptyResource(), name: 'edges', size: '32 MiB', resident: false },
  ],
  passes: [],
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

  it('sends the alignment that the size allows, and says beside any other what is expected [DF-02]', () => {
    const text = sharpen()
    const [first, second] = text.resources
    text.resources = [
      { ...first!, size: '64 KiB', alignment: 4 * KIB },
      { ...second!, size: '8 MiB', alignment: 4 * MIB },
    ]
    expect(validateEffect(text, [])).toMatchObject({
      effect: { resources: [{ alignment: 4 * KIB }, { alignment: 4 * MIB }] },
    })
    text.resources[0]!.size = '65 KiB'
    const validated = validateEffect(text, [])
    expect(validated.ok || validated.errors.rows).toEqual({
      [first!.key]: { alignment: 'Found 4 KiB, expected 64 KiB or 4 MiB: only textures of at most 64 KiB are small.' },
    })
  })

  it('allows of each size what the command allows [DF-02]', () => {
    for (const size of [1, 4 * KIB, 64 * KIB, 64 * KIB + 1, 5 * MIB])
      for (const alignment of [4 * KIB, 64 * KIB, 4 * MIB]) {
        const isOffered = alignmentsFor({ ...emptyResource(), size: `${size}` }).includes(alignment)
        expect(isOffered, `${size} at ${alignment}`).toBe(alignmentProblem({ size, alignment }) === null)
      }
    // while nobody can tell
    expect(alignmentsFor({ ...emptyResource(), size: 'large' })).toHaveLength(3)
  })

  it('sends passes in their order, and the sum of their times as that of the effect [GP-27]', () => {
    const text = sharpen()
    const graphics = { kind: 'graphics', counts: { draws: '8' } } as const
    text.gpuTime = 'whatever'
    text.passes = [
      { ...newPass('2ms'), work: graphics },
      { ...newPass('3 ms'), engine: 'compute' },
      { ...newPass('500 µs'), engine: 'copy', work: graphics },
    ]
    const validated = validateEffect(text, [])
    expect(validated).toMatchObject({
      ok: true,
      effect: {
        gpuTime: 5_500,
        passes: [
          { engine: '3d', gpuTime: 2_000, work: { ...GRAPHICS_WORK, draws: 8 } },
          { engine: 'compute', gpuTime: 3_000 },
          { engine: 'copy', gpuTime: 500 },
        ],
      },
    })
    if (!validated.ok) throw new Error('the form was refused')
    expect(parseCommand({ kind: 'addEffect', effect: validated.effect })).toMatchObject({ ok: true })
    expect(validated.effect.passes?.map((pass) => Object.keys(pass).length)).toEqual([3, 2, 2])
  })

  it('says beside a pass what is wrong with it, and beside the last one what is wrong with all of them', () => {
    const text = sharpen()
    const [one, two] = [newPass('soon'), newPass('40 s')]
    text.passes = [{ ...one, work: { kind: 'compute', counts: { threads: '0' } } }, two]
    const errorsOf = () => {
      const validated = validateEffect(text, [])
      return validated.ok ? null : validated.errors
    }
    expect(errorsOf()).toEqual({
      rows: {},
      passes: {
        [one.key]: {
          gpuTime: expect.stringContaining('“soon” is not a duration'),
          work: { threads: expect.stringContaining('Found “0”, expected a whole number from 1') },
        },
      },
    })
    text.passes = [{ ...one, gpuTime: '40 s' }, two]
    expect(errorsOf()?.passes).toEqual({
      [two.key]: { gpuTime: 'Found 80 s in all, expected a sum from 1 µs to 60 s.' },
    })
    text.passes = [{ ...one, gpuTime: '0' }]
    expect(errorsOf()?.passes).toEqual({ [one.key]: { gpuTime: expect.stringContaining('Found 0 µs in all') } })
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
  it('show passes, alignment and what is scratch as they are [DF-02, DF-10, GP-06]', () => {
    const effect: EffectSpec = {
      name: 'Own',
      gpuTime: 3_000,
      resources: [
        { name: 'a', size: 4 * KIB, resident: true, alignment: 4 * KIB },
        { name: 'b', size: MIB, resident: true, scratch: true },
      ],
      passes: [
        { engine: 'compute', gpuTime: 2_000, work: { ...COMPUTE_WORK, threads: 64 } },
        { engine: '3d', gpuTime: 1_000, work: GRAPHICS_WORK },
        { engine: 'copy', gpuTime: 0 },
      ],
    }
    const text = effectText(effect, [])
    expect(text.resources.map(isAdvanced)).toEqual([true, true])
    expect(validateEffect(text, [])).toEqual({ ok: true, effect })
  })

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
