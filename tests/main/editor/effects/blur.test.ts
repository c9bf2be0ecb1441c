/** What the blur costs by its constants: so many taps to each side and one in the middle, in each of two passes. */
import { describe, expect, it } from 'vitest'
import { operationsOf } from '../../../../main/drivers/umd/glsl/cost'
import { blur } from '../../../../main/editor/effects/blur'

/** Operations of each pass. */
function cost(steps: number, { radius = 8, sigma = 8, edges = 0 } = {}): number[] {
  const values = { radius: [radius], sigma: [sigma], steps: [steps], edges: [edges] }
  return blur.passes.map(({ source }) => operationsOf(source, values))
}

const total = (...of: Parameters<typeof cost>): number => cost(...of).reduce((sum, one) => sum + one, 0)

describe('the cost of a blur', () => {
  it('is the same across and down', () => {
    const [across, down, ...more] = cost(8)
    expect([across === down, more]).toEqual([true, []])
  })

  it('grows by two taps with each step', () => {
    const taps = total(5) - total(4)
    expect(taps).toBeGreaterThan(0)
    expect([total(9) - total(8), total(24) - total(4)]).toEqual([taps, 20 * taps])
  })

  it('has nothing of taps beyond three sigma', () => {
    // 24 px with a sigma of 1: of 24 steps to each side three are within
    const within = total(24, { radius: 24, sigma: 1 })
    const pair = total(5) - total(4)
    const passedOver = within - total(23, { radius: 23, sigma: 1 })
    expect(passedOver).toBeLessThan(pair)
    expect(total(24, { radius: 24, sigma: 8 }) - within).toBe(21 * (pair - passedOver))
  })

  it('is more for each tap at mirrored edges, the one in the middle too', () => {
    const more = (steps: number) => total(steps, { edges: 1 }) - total(steps)
    // 9 taps and 17
    expect(more(8) * 9).toBe(more(4) * 17)
    expect(more(4)).toBeGreaterThan(0)
  })
})
