import { describe, expect, it } from 'vitest'
import { firstFrom, firstNotBefore } from '../../../renderer/store/in-order'

describe('a search in rows that are in order', () => {
  it('finds the first that is not before, wherever it is, and the end where all are', () => {
    for (let count = 0; count <= 9; count++)
      for (let first = 0; first <= count; first++) expect(firstNotBefore(count, (at) => at < first)).toBe(first)
  })

  it('looks at some twenty of a million rows', () => {
    const looks: number[] = []
    expect(
      firstNotBefore(1_000_000, (at) => {
        looks.push(at)
        return at < 777_777
      }),
    ).toBe(777_777)
    expect(looks.length).toBeLessThanOrEqual(20)
    expect(looks.every((at) => at >= 0 && at < 1_000_000)).toBe(true)
  })

  it('by time finds the first of those at one moment', () => {
    const items = [1, 4, 4, 4, 9].map((t) => ({ t }))
    expect([0, 1, 2, 4, 5, 9, 10].map((t) => firstFrom(items, t))).toEqual([0, 0, 1, 1, 4, 4, 5])
    expect(firstFrom([], 3)).toBe(0)
  })
})
