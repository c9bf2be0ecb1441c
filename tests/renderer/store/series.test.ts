import { describe, expect, it } from 'vitest'
import { appended, type Series, upserted } from '../../../renderer/store/series'

const none = <T>(): Series<T> => ({ items: [], forgotten: 0 })
const numbers = (from: number, count: number): number[] => Array.from({ length: count }, (_, k) => from + k)

interface Said {
  id: number
  text: string
}
const said = (text: string, ...ids: number[]): Said[] => ids.map((id) => ({ id, text }))

describe('a series that something is added to', () => {
  it('is the same one where nothing has come, so that nothing redraws for it', () => {
    const series = appended(none<number>(), [1], 8)
    expect(appended(series, undefined, 8)).toBe(series)
    expect(appended(series, [], 8)).toBe(series)
    const named = upserted(none<Said>(), said('a', 1), 8)
    expect(upserted(named, undefined, 8)).toBe(named)
    expect(upserted(named, [], 8)).toBe(named)
  })

  it('has a new holder and the same array, however long that is', () => {
    const before = appended(none<number>(), numbers(0, 5), 8)
    const after = appended(before, [5], 8)
    expect(after).not.toBe(before)
    expect(after.items).toBe(before.items)
    expect(after).toEqual({ items: [0, 1, 2, 3, 4, 5], forgotten: 0 })
  })

  it('keeps a quarter more than the bound, then the newest up to the bound, and counts the others', () => {
    const full = appended(none<number>(), numbers(0, 10), 8)
    expect(full).toEqual({ items: numbers(0, 10), forgotten: 0 })
    const cut = appended(full, [10], 8)
    expect(cut).toEqual({ items: numbers(3, 8), forgotten: 3 })
    expect(appended(cut, numbers(11, 20), 8)).toEqual({ items: numbers(23, 8), forgotten: 23 })
  })
})

describe('a series whose items can come again', () => {
  it('replaces the one of the same id in its place, and puts the others where their ids are', () => {
    const before = upserted(none<Said>(), said('before', 1, 2, 5), 8)
    const after = upserted(before, said('after', 2, 4, 6), 8)
    expect(after.items.map(({ id, text }) => `${id} ${text}`)).toEqual([
      '1 before',
      '2 after',
      '4 after',
      '5 before',
      '6 after',
    ])
    expect(after).not.toBe(before)
  })

  it('keeps as many as any other', () => {
    const ids = numbers(1, 11)
    expect(upserted(none<Said>(), said('a', ...ids), 8)).toEqual({ items: said('a', ...numbers(4, 8)), forgotten: 3 })
  })
})
