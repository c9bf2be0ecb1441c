import { describe, expect, test } from 'vitest'
import { BoundedLog } from '../../../../main/session/frames/bounded-log'

function filled(count: number, bound = 100): BoundedLog<{ n: number }> {
  const log = new BoundedLog<{ n: number }>(bound)
  for (let n = 0; n < count; n++) log.add({ n })
  return log
}

describe('what a log gives a window', () => {
  test('a burst comes in portions, oldest first, each entry once', () => {
    const log = filled(10)
    expect(log.take(4).map(({ n }) => n)).toEqual([0, 1, 2, 3])
    log.add({ n: 10 })
    expect(log.take(4).map(({ n }) => n)).toEqual([4, 5, 6, 7])
    expect(log.take(4).map(({ n }) => n)).toEqual([8, 9, 10])
    expect(log.take(4)).toEqual([])
    expect(log.all()).toHaveLength(11)
  })

  test('entries that were forgotten before a window took them do not come, the newest do', () => {
    const log = filled(1000)
    const first = log.take(1)[0]?.n ?? 0
    expect(first).toBeGreaterThanOrEqual(1000 - 125)
    const rest: number[] = []
    for (let part = log.take(7); part.length > 0; part = log.take(7)) rest.push(...part.map(({ n }) => n))
    expect(rest).toEqual(Array.from({ length: 999 - first }, (_, i) => first + 1 + i))
  })
})

describe('a log that is bounded', () => {
  test('keeps the newest entries, and what was added since it was last taken', () => {
    const log = new BoundedLog<number>(10)
    expect(log.newest).toBe(undefined)
    for (let i = 0; i < 7; i++) log.add(i)
    expect(log.newest).toBe(6)
    expect([log.all(), log.fresh()]).toEqual([
      [0, 1, 2, 3, 4, 5, 6],
      [0, 1, 2, 3, 4, 5, 6],
    ])
    log.taken()
    log.add(7)
    expect(log.fresh()).toEqual([7])
    for (let i = 8; i < 100; i++) log.add(i)
    expect(log.all()).toEqual([90, 91, 92, 93, 94, 95, 96, 97, 98, 99])
  })

  test('does not grow when nobody takes what is fresh', () => {
    const log = new BoundedLog<number>(100)
    for (let i = 0; i < 10_000; i++) {
      log.add(i)
      expect(log.fresh().length).toBeLessThanOrEqual(125)
    }
    expect(log.fresh().at(-1)).toBe(9_999)
  })

  test('sends an entry that changed again, and none that is forgotten', () => {
    const log = new BoundedLog<{ id: number; results: number }>(4)
    for (let id = 0; id < 20; id++) log.add({ id, results: 0 })
    log.taken()
    log.change(
      ({ id }) => id === 18,
      (entry) => ({ ...entry, results: 1 }),
    )
    log.change(
      ({ id }) => id === 2,
      (entry) => ({ ...entry, results: 1 }),
    )
    expect(log.fresh()).toEqual([{ id: 18, results: 1 }])
    expect(log.all().map(({ results }) => results)).toEqual([0, 0, 1, 0])
  })

  test('gives a frame the oldest of what is fresh, and all that is kept where that tells everything anew', () => {
    const log = new BoundedLog<number>(4)
    for (const entry of [1, 2, 3]) log.add(entry)
    expect(log.takeFor(false, 2)).toEqual([1, 2])
    expect(log.fresh()).toEqual([3])
    expect(log.takeFor(true, 2)).toEqual([1, 2, 3])
    expect(log.hasFresh).toBe(false)
  })

  test('replaces the last entry', () => {
    const log = new BoundedLog<string>(4)
    log.replaceLast('a')
    log.replaceLast('b')
    log.add('c')
    expect([log.all(), log.fresh()]).toEqual([
      ['b', 'c'],
      ['b', 'c'],
    ])
  })
})
