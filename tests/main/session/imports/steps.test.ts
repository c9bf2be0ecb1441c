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

  it('that have no room end before the moment of the first of them, unless there is no other [LB-19]', () => {
    const cutOf = (times: readonly number[], from = 0) => {
      const steps = new Steps({ from }, { steps: 3, bytes: 1000 })
      for (const at of times) steps.add(at, 'use', 1)
      return steps.cut
    }
    const why = 'it holds at most 3 steps'
    expect(cutOf([5, 5, 9])).toBeNull()
    expect(cutOf([5, 5, 9, 9])).toEqual({ next: 9, isCrowded: false, why })
    expect(cutOf([5, 5, 5, 9])).toEqual({ next: 9, isCrowded: false, why })
    expect(cutOf([9, 9, 9, 9])).toEqual({ next: 10, isCrowded: true, why })
    // what is there when the part begins is of its first moment
    expect(cutOf([2, 3, 7, 7, 7], 7)).toEqual({ next: 8, isCrowded: true, why })
    expect(new Steps({}, { steps: 9, bytes: 10 }).cut).toBeNull()
  })

  it('that are too many bytes are cut too, with that as the reason [LB-19]', () => {
    const steps = new Steps({}, { steps: 9, bytes: 40 })
    for (const at of [1, 2, 3]) steps.add(at, 'use', 'a text')
    expect(steps.cut).toMatchObject({ next: 2, why: expect.stringMatching(/^it holds at most [\d,]+ bytes$/) })
  })

  it('that would be later than a scenario can say, at a lower speed, are those of the next part [LB-19]', () => {
    const steps = new Steps({ speed: 0.001 }, { steps: 9, bytes: 1000 })
    const last = Math.floor(Number.MAX_SAFE_INTEGER / 1000)
    for (const at of [1, last, last + 1, last + 2]) steps.add(at, 'use', 1)
    expect(steps.lines.map((line) => JSON.parse(line).at)).toEqual([1000, last * 1000])
    expect(steps.cut).toEqual({ next: last + 1, isCrowded: false, why: 'no step is later than 9007199254740991us' })
  })

  it('are divided by the speed as it is written, rounded down: of 1.1 and 33 µs that is 30 [LB-19]', () => {
    const at = (speed: number, ...times: number[]) => {
      const steps = new Steps({ speed, from: 1000 }, { steps: 9, bytes: 1000 })
      for (const time of times) steps.add(1000 + time, 'use', 1)
      return steps.lines.map((line) => JSON.parse(line).at)
    }
    expect(at(1.1, 32, 33, 34, 7909)).toEqual([29, 30, 30, 7190])
    expect(at(0.7, 7, 21, 22)).toEqual([10, 30, 31])
    expect(at(0.3, 3, 9)).toEqual([10, 30])
    expect(at(0.001, 5)).toEqual([5000])
    expect(at(1_000_000, 999_999, 1_000_000)).toEqual([0, 1])
  })
})
