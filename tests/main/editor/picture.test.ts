import { describe, expect, it } from 'vitest'
import { Screen } from '../../../main/editor/picture'

const drawn = (name: string) => ({ name, constants: { amount: [1] } })
const seen = (position: number) => ({ position, footage: { moment: position } })

describe('the screen', () => {
  it('shows the newest frame that is over: one that was overtaken is not shown any more', () => {
    const screen = new Screen()
    expect(screen.picture).toBeNull()
    screen.present(2, seen(20), [drawn('Blur')], 100)
    screen.present(1, seen(10), [], 110)
    expect(screen.picture).toEqual({ number: 1, ...seen(20), effects: [drawn('Blur')], t: 100 })
    screen.present(3, { position: 30, footage: null }, [], 120)
    expect(screen.picture).toEqual({ number: 2, position: 30, footage: null, effects: [], t: 120 })
  })

  it('shows the result of a press over what is there, if anything is, in its place and once [LB-08]', () => {
    const screen = new Screen()
    const place = ['Blur', 'Glow', 'Sepia']
    expect([screen.pressed(drawn('Glow'), place, 90), screen.picture]).toEqual([false, null])
    screen.present(1, seen(10), [drawn('Blur'), drawn('Sepia')], 100)
    expect(screen.pressed(drawn('Glow'), place, 150)).toBe(true)
    const again = { name: 'Blur', constants: { amount: [2] } }
    screen.pressed(again, place, 160)
    const gap = new Screen()
    gap.present(1, { position: 30, footage: null }, [], 120)
    expect([gap.pressed(again, place, 130), gap.picture?.effects]).toEqual([false, []])
    expect(screen.picture).toEqual({ number: 3, ...seen(10), effects: [again, drawn('Glow'), drawn('Sepia')], t: 160 })
  })
})
