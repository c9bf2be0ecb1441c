import { describe, expect, it } from 'vitest'
import {
  BUILT_IN_EFFECTS,
  builtInEffect,
  defaultsOf,
  effectSpecOf,
  isBuiltIn,
  shadersOf,
} from '../../../../main/editor/effects/catalogue'
import { hueOf } from '../../../../main/editor/effects/tint'

const MiB = 1024 * 1024
const HD = { width: 1920, height: 1080, format: 'R8G8B8A8_UNORM' } as const

describe('the catalogue', () => {
  it('has the effects that the product promises, each once', () => {
    const names = BUILT_IN_EFFECTS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(
      expect.arrayContaining([
        'Blur',
        'Grayscale',
        'Sharpen',
        'Colour grade',
        'Chroma key',
        'Bloom',
        'Lens distortion',
      ]),
    )
    expect(names).toEqual(
      expect.arrayContaining(['Film grain', 'Denoise', 'Transition', 'Super resolution', 'Background removal']),
    )
  })

  it.each(BUILT_IN_EFFECTS.map((effect) => [effect.name, effect] as const))(
    '%s: every constant is read by a pass, with the type that it is declared with, and has its default in bounds',
    (_, effect) => {
      for (const { name, type, default: values, min, max, step } of effect.constants) {
        const readers = effect.passes.filter(({ constants }) => name in constants)
        expect(readers.length).toBeGreaterThan(0)
        for (const { source } of readers) expect(source).toContain(`uniform ${type} ${name};`)
        for (const value of values) expect(value >= min && value <= max).toBe(true)
        expect(step).toBeGreaterThan(0)
        expect(values).toHaveLength(type === 'vec3' ? 3 : 1)
      }
      expect(effect.description).toMatch(/^[A-Z].*\.$/)
      expect(shadersOf({ name: 'mine', shader: effect.name })).toEqual({
        passes: effect.passes,
        values: defaultsOf(effect),
      })
    },
  )

  it('a name that is not there is a tint, the same each time and another one for another name', () => {
    expect(isBuiltIn('Glow')).toBe(false)
    expect(builtInEffect('Glow').constants).toEqual(builtInEffect('Glow').constants)
    expect(builtInEffect('Glow').constants).not.toEqual(builtInEffect('Glue').constants)
    expect(hueOf('Glow')).toBe(hueOf('Glow'))
    expect(shadersOf({ name: 'Glow' }).passes[0]?.source).toContain('uniform float uStrength;')
  })
})

describe('effectSpecOf', () => {
  it('has sizes that follow from the project through GetResourceAllocationInfo', () => {
    const sizeOf = (project: Parameters<typeof effectSpecOf>[1], name: string) =>
      effectSpecOf(builtInEffect('Sharpen'), project).resources.find((resource) => resource.name === name)?.size
    // 1920 × 1080 × 4 bytes are 126.56 pages of 64 KiB
    expect(sizeOf(HD, 'mask')).toBe(127 * 64 * 1024)
    expect(sizeOf({ ...HD, format: 'R16G16B16A16_FLOAT' }, 'mask')).toBe(254 * 64 * 1024)
    expect(sizeOf({ ...HD, width: 3840, height: 2160 }, 'mask')).toBe(507 * 64 * 1024)
  })

  it('gives Colour grade its tables as a volume, and an upload buffer with rows at multiples of 256 bytes', () => {
    const { resources } = effectSpecOf(builtInEffect('Colour grade'), HD)
    // 33 × 33 × 132 points of 8 bytes: 17.5 pages of 64 KiB
    expect(resources.find(({ name }) => name === 'table')?.size).toBe(18 * 64 * 1024)
    // a row of 264 bytes takes 512: 33 × 132 of them are 34.03 pages
    expect(resources.find(({ name }) => name === 'table upload')).toMatchObject({
      size: 35 * 64 * 1024,
      heap: 'upload',
    })
  })

  it.each(BUILT_IN_EFFECTS.map((effect) => [effect.name, effect] as const))('%s fits every project', (_, effect) => {
    for (const project of [HD, { ...HD, width: 1, height: 1 }, { ...HD, width: 7680, height: 4320 }]) {
      const { resources, gpuTime } = effectSpecOf(effect, project)
      expect(new Set(resources.map(({ name }) => name)).size).toBe(resources.length)
      for (const { size } of resources) expect(size % 4096 === 0 && size > 0).toBe(true)
      expect(Number.isInteger(gpuTime) && gpuTime > 0).toBe(true)
    }
  })

  it('gives the two heavy effects weights of hundreds of MiB, brought in when they are applied', () => {
    for (const name of ['Super resolution', 'Background removal']) {
      const weights = effectSpecOf(builtInEffect(name), HD).resources.filter((resource) =>
        /weights/.test(resource.name),
      )
      expect(weights.reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(300 * MiB)
      expect(weights.every(({ resident }) => !resident)).toBe(true)
    }
  })

  it('refuses a project without texels, and says what it expected', () => {
    expect(() => effectSpecOf(builtInEffect('Blur'), { ...HD, height: 0.5 })).not.toThrow()
    expect(() => effectSpecOf(builtInEffect('Blur'), { ...HD, width: Number.NaN })).toThrow(/expected a size/)
  })
})
