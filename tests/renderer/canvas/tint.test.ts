import { describe, expect, it } from 'vitest'
import { BUILT_IN_EFFECTS } from '../../../main/editor/effects/catalogue'
import { tintOf } from '../../../renderer/canvas/tint'

interface Colour {
  /** degrees */
  hue: number
  /** % */
  light: number
}

function read(colour: string): Colour {
  const [, hue, light] = /^hsl\((\d+) 65% (\d+)%\)$/.exec(colour) ?? []
  return { hue: Number(hue), light: Number(light) }
}

describe('the colour of an effect', () => {
  it('is another one for each effect that is built in, by hue or by lightness', () => {
    const names = BUILT_IN_EFFECTS.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(10)
    for (const [at, name] of names.entries())
      for (const other of names.slice(at + 1)) {
        const [a, b] = [read(tintOf(name)), read(tintOf(other))]
        const apart = Math.abs(a.hue - b.hue)
        const differ = Math.min(apart, 360 - apart) >= 12 || Math.abs(a.light - b.light) >= 14
        expect(differ, `${name} ${tintOf(name)} and ${other} ${tintOf(other)}`).toBe(true)
      }
  })

  it('is always the same for a name', () => {
    expect(tintOf('Blur')).toBe('hsl(40 65% 36%)')
    expect(tintOf('Colour grade')).toBe('hsl(42 65% 70%)')
  })
})
