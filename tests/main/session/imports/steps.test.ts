import { describe, expect, it } from 'vitest'
import { Steps } from '../../../../main/session/imports/steps'

describe('steps', () => {
  it('never go back in time, and are bounded in number and bytes', () => {
    const steps = new Steps({}, { steps: 2, bytes: 1000 })
    expect([steps.add(5, 'use', 1), steps.add(3, 'use', 2), steps.add(9, 'use', 3), steps.full]).toEqual([
      true,
      true,
      false,
      true,
    ])
    expect(steps.lines).toEqual(['{"at":5,"use":1}', '{"at":5,"use":2}'])
    expect(new Steps({}, { steps: 9, bytes: 10 }).add(0, 'use', 1)).toBe(false)
  })

  it('of one moment stay or go as a whole, and count when they stay [LB-19]', () => {
    const steps = new Steps({}, { steps: 3, bytes: 1000 })
    const kept: number[] = []
    for (const [i, at] of [5, 5, 9, 9].entries()) steps.add(at, 'use', i, () => void kept.push(i))
    steps.end()
    expect([steps.lines, kept, steps.next]).toEqual([['{"at":5,"use":0}', '{"at":5,"use":1}'], [0, 1], 9])
    expect(steps.cut).toContain('the scenario ends at 5us, as it holds at most 3 steps')
    expect(steps.cut).toContain('--from 9us')
  })
})
