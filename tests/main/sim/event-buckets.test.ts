/** The buckets by themselves: what they hand out, and when the rest is due. In a queue, beside a model: event-queue.test.ts. */
import { describe, expect, it } from 'vitest'
import { EventBuckets } from '../../../main/sim/event-buckets'

/** What is handed out in one go, here the next one first, and when the rest is due. */
function taken(buckets: EventBuckets): { slots: number[]; times: number[]; horizon: number } {
  const times = new Float64Array(16)
  const slots = new Int32Array(16)
  const count = buckets.take(times, slots)
  return {
    slots: Array.from(slots.subarray(0, count)).reverse(),
    times: Array.from(times.subarray(0, count)).reverse(),
    horizon: buckets.horizon,
  }
}

/** All that is in them, handed out bit by bit. */
function all(buckets: EventBuckets): { slots: number[]; times: number[] } {
  const slots: number[] = []
  const times: number[] = []
  while (buckets.size > 0) {
    const part = taken(buckets)
    slots.push(...part.slots)
    times.push(...part.times)
  }
  return { slots, times }
}

describe('event buckets', () => {
  it('hand out a bucket of a few in order, those of one time as they came, and say when the next bucket begins', () => {
    const buckets = new EventBuckets()
    for (const [slot, time] of [70, 65, 95, 65, 96].entries()) buckets.append(time, slot)
    // 64–95 is the third bucket of 32 µs; 96 is in the next
    expect(taken(buckets)).toEqual({ slots: [1, 3, 0, 2], times: [65, 65, 70, 95], horizon: 96 })
    expect(taken(buckets)).toEqual({ slots: [4], times: [96], horizon: Number.POSITIVE_INFINITY })
    expect(taken(buckets)).toEqual({ slots: [], times: [], horizon: Number.POSITIVE_INFINITY })
  })

  it('hand out many of one time 16 at once; the rest is due at that very time', () => {
    const buckets = new EventBuckets()
    for (let slot = 0; slot < 40; slot++) buckets.append(2 ** 40 + 5, slot)
    const first = taken(buckets)
    expect(first.slots).toEqual(Array.from({ length: 16 }, (_, slot) => slot))
    expect([first.horizon, buckets.size]).toEqual([2 ** 40 + 5, 24])
    expect(all(buckets).slots).toEqual(Array.from({ length: 24 }, (_, slot) => 16 + slot))
  })

  it('tell times apart in every digit, up to 2^53', () => {
    const times = Array.from({ length: 54 }, (_, bit) => 2 ** bit)
    const many = times.flatMap((time) => [time, time - 1])
    const buckets = new EventBuckets()
    for (const [slot, time] of many.entries()) buckets.append(time, slot)
    expect(all(buckets).times).toEqual(many.toSorted((a, b) => a - b))
  })

  it('put an event before all others, also of its time, also when they had looked further ahead already', () => {
    const buckets = new EventBuckets()
    // so many in a bucket that it is distributed: from then on times are told apart by how they differ from 32,768
    for (let slot = 0; slot < 20; slot++) buckets.append(40_000, slot)
    const { slots } = taken(buckets)
    expect(slots).toHaveLength(16)
    buckets.prepend(40_000, 100, 7)
    buckets.prepend(300, 101, 7)
    buckets.prepend(7, 102, 7)
    expect(all(buckets)).toEqual({ slots: [102, 101, 100, 16, 17, 18, 19], times: [7, 300, ...Array(5).fill(40_000)] })
  })

  it('leave out what is gone, and ask once for each', () => {
    const buckets = new EventBuckets()
    for (let slot = 0; slot < 50; slot++) buckets.append(slot * 1000, slot)
    const asked: number[] = []
    buckets.sweep((slot) => asked.push(slot) > 0 && slot % 10 !== 3)
    expect(asked.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, slot) => slot))
    expect(buckets.size).toBe(5)
    expect(all(buckets).slots).toEqual([3, 13, 23, 33, 43])
  })
})
