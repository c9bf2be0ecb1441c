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
})
