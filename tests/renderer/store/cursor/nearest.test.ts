/** Which record a list shows for the time cursor. */
import { describe, expect, it } from 'vitest'
import { nearestBefore } from '../../../../renderer/store/cursor/nearest'

describe('the record at a moment', () => {
  const at = (t: number, ...times: number[]) => nearestBefore(times, t, (time) => time)

  it('is the last one at or before it', () => {
    expect([5, 9, 10, 11, 99].map((t) => at(t, 5, 10, 20))).toEqual([5, 5, 10, 10, 20])
  })

  it('is none before the first, nor of none', () => {
    expect([at(4, 5, 10), at(4)]).toEqual([null, null])
  })

  it('is the last of several at that moment', () => {
    const items = ['a', 'b', 'c'].map((name) => ({ name, t: 7 }))
    expect(nearestBefore(items, 7, ({ t }) => t)?.name).toBe('c')
  })
})
