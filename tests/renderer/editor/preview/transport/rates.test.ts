/** Pictures a second: of the simulation in its time, of this computer in ours. */
import { describe, expect, it } from 'vitest'
import { RateCounter } from '../../../../../renderer/editor/preview/transport/rates'

describe('frame rates', () => {
  it('are those of simulated time and of the wall clock, at whatever speed', () => {
    const counter = new RateCounter()
    // a quarter of the speed: 30 pictures a simulated second come in 4 s
    for (let i = 0; i <= 7; i++) {
      counter.came(i + 1, Math.round((i * 1e6) / 30), i * 133.3)
      counter.drew(i * 133.3)
    }
    const { simulated, real, behind } = counter.rates(1_000)
    expect(simulated).toBeCloseTo(30, 1)
    expect(real).toBe(8)
    expect(behind).toBe(false)
  })

  it('count pictures that came together, and tell when this computer does not draw them', () => {
    const counter = new RateCounter()
    for (let i = 0; i < 10; i++) counter.came(1 + 2 * i, i * 66_667, i * 66)
    for (let i = 0; i < 5; i++) counter.drew(i * 132)
    const { simulated, behind } = counter.rates(900)
    expect(simulated).toBeCloseTo(30, 1)
    expect(behind).toBe(true)
  })

  it('say nothing of a stall: no picture came, so that none is missing', () => {
    const counter = new RateCounter()
    for (let i = 0; i < 10; i++) counter.came(i + 1, i * 33_333, i * 33)
    expect(counter.rates(5_000)).toEqual({ simulated: null, real: null, behind: false })
  })
})
