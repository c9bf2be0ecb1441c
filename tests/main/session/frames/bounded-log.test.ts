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
