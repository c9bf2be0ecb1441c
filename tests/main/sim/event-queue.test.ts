import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EventHandle, EventQueue } from '../../../main/sim/event-queue'
import { Rng } from '../../../main/sim/rng'

interface Planned {
  time: number
  /** order of pushing */
  sequence: number
  tag: number
  handle: EventHandle
}

/** The obvious implementation: a sorted array. */
class SortedArray {
  private events: Planned[] = []

  push(event: Planned): void {
    this.events.push(event)
    this.events.sort((a, b) => a.time - b.time || a.sequence - b.sequence)
  }

  pop(): Planned | undefined {
    return this.events.shift()
  }

  cancel(handle: EventHandle): boolean {
    const at = this.events.findIndex((event) => event.handle === handle)
    if (at < 0) return false
    this.events.splice(at, 1)
    return true
  }

  get size(): number {
    return this.events.length
  }

  get nextTime(): number {
    return this.events[0]?.time ?? Number.POSITIVE_INFINITY
  }
}

type Operation = { kind: 'push'; time: number } | { kind: 'pop' } | { kind: 'cancel'; which: number }

// few different times, so that equal ones are common
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('push' as const), time: fc.integer({ min: 0, max: 30 }) }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'pop' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat() }) },
)

describe('EventQueue', () => {
  it('does as a sorted array does, pushes, pops and cancellations in any order, handles of gone events included', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 400 }), fc.constantFrom(1, 2, 1024), (operations, capacity) => {
        const queue = new EventQueue<() => void>(capacity)
        const model = new SortedArray()
        const everPushed: EventHandle[] = []
        const called: number[] = []
        for (const step of operations) {
          if (step.kind === 'push') {
            const sequence = everPushed.length
            const handle = queue.push(step.time, () => called.push(sequence), sequence * 2)
            expect(everPushed).not.toContain(handle)
            everPushed.push(handle)
            model.push({ time: step.time, sequence, tag: sequence * 2, handle })
          } else if (step.kind === 'pop') {
            const expected = model.pop()
            const callback = queue.pop()
            callback?.()
            expect(called.pop()).toBe(expected?.sequence)
            if (expected !== undefined)
              expect([queue.poppedTime, queue.poppedTag]).toEqual([expected.time, expected.tag])
          } else if (everPushed.length > 0) {
            const handle = everPushed[step.which % everPushed.length] as EventHandle
            expect(queue.cancel(handle)).toBe(model.cancel(handle))
          }
          expect([queue.size, queue.nextTime]).toEqual([model.size, model.nextTime])
        }
      }),
      { numRuns: 300 },
    )
  })

  it('pops equal times in the order of pushing, also when there are thousands of them', () => {
    const queue = new EventQueue<() => void>(4)
    const order: number[] = []
    for (let i = 0; i < 5000; i++) queue.push(7, () => order.push(i))
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) next()
    expect(order).toEqual(Array.from({ length: 5000 }, (_, i) => i))
  })

  it('is empty at first and says so', () => {
    const queue = new EventQueue<() => void>()
    expect(queue.pop()).toBeUndefined()
    expect(queue.size).toBe(0)
    expect(queue.nextTime).toBe(Number.POSITIVE_INFINITY)
  })

  it('does not let the handle of a gone event cancel the one that took its slot', () => {
    const queue = new EventQueue<() => void>()
    const first = queue.push(1, () => {})
    queue.pop()
    const second = queue.push(2, () => {})
    expect(queue.cancel(first)).toBe(false)
    expect(queue.size).toBe(1)
    expect(queue.cancel(second)).toBe(true)
    expect(queue.cancel(second)).toBe(false)
  })

  it('keeps handles exact however many events there have been', () => {
    const queue = new EventQueue<() => void>(2)
    const counts = queue as unknown as { nextSequence: number }
    // as after very long runs: the count is about to come round in handles
    counts.nextSequence = 2 ** 29 - 3
    const popped: number[] = []
    for (let use = 0; use < 5; use++) {
      const kept = queue.push(1, () => popped.push(use))
      const cancelled = queue.push(1, () => {})
      expect(Number.isSafeInteger(kept)).toBe(true)
      expect(queue.cancel(cancelled)).toBe(true)
      expect(queue.cancel(cancelled)).toBe(false)
      expect(queue.size).toBe(use + 1)
    }
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) next()
    expect(popped).toEqual([0, 1, 2, 3, 4])
  })

  it('stays in order, and keeps room for no more than there are, when most of thousands are cancelled', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 0x7fffffff }), (seed) => {
        const rng = new Rng(seed)
        const queue = new EventQueue<() => void>(16)
        const model = new SortedArray()
        const called: number[] = []
        for (let sequence = 0; sequence < 3_000; sequence++) {
          const time = rng.below(200)
          const handle = queue.push(time, () => called.push(sequence))
          // one of ten stays
          if (rng.below(10) > 0) expect(queue.cancel(handle)).toBe(true)
          else model.push({ time, sequence, tag: 0, handle })
          expect([queue.size, queue.nextTime]).toEqual([model.size, model.nextTime])
        }
        const { capacity } = queue as unknown as { capacity: number }
        expect(capacity).toBeLessThanOrEqual(1024)
        for (let expected = model.pop(); expected !== undefined; expected = model.pop()) {
          queue.pop()?.()
          expect(called.pop()).toBe(expected.sequence)
        }
        expect(queue.pop()).toBeUndefined()
      }),
      { numRuns: 10 },
    )
  })

  it.each([100, 900, 1_023, 1_024, 1_025, 5_000])(
    'runs a burst of %i before hundreds that are due later, again and again',
    (burst) => {
      const rng = new Rng(burst)
      const queue = new EventQueue<() => void>()
      const called: number[] = []
      const push = (time: number): number => {
        queue.push(time, () => called.push(time))
        return time
      }
      const far = Array.from({ length: 700 }, () => push(5_000_000 + rng.below(1_000_000)))
      for (let round = 0; round < 3; round++) {
        // nothing is left before what is far: whoever asks when the next is due has it sorted
        expect(queue.nextTime).toBe(Math.min(...far))
        const near = Array.from({ length: burst }, () => push(round * 1_000 + rng.below(1_000)))
        for (let left = burst; left > 0; left--) queue.pop()?.()
        expect(called.splice(0)).toEqual(near.sort((a, b) => a - b))
      }
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) next()
      expect(called).toEqual(far.sort((a, b) => a - b))
    },
  )

  // of what a simulation does: bursts at one moment, timers near and far, also hours ahead, and most of these cancelled
  it('does as a sorted array does with hundreds pending, from the same moment to years ahead', () => {
    const delays = fc.constantFrom(0, 1, 31, 32, 1_000, 16_667, 2 ** 20, 2 ** 30 - 1, 2 ** 30, 2 ** 33, 2 ** 45)
    const phase = fc.record({
      pushes: fc.integer({ min: 0, max: 150 }),
      most: delays,
      round: fc.constantFrom(1, 1, 1_000, 2 ** 29),
      pops: fc.integer({ min: 0, max: 200 }),
      cancelOneIn: fc.constantFrom(0, 0, 2, 5),
      peeks: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(phase, { maxLength: 14 }), fc.integer({ min: 1, max: 0x7fffffff }), (phases, seed) => {
        const rng = new Rng(seed)
        const queue = new EventQueue<() => void>()
        const model = new SortedArray()
        const called: number[] = []
        const handles: EventHandle[] = []
        let now = 0
        const popOne = (): void => {
          const expected = model.pop()
          queue.pop()?.()
          expect(called.pop()).toBe(expected?.sequence)
          if (expected === undefined) return
          now = expected.time
          expect([queue.poppedTime, queue.poppedTag]).toEqual([now, expected.tag])
        }
        for (const { pushes, most, round, pops, cancelOneIn, peeks } of phases) {
          for (let i = 0; i < pushes; i++) {
            const time = Math.ceil((now + Math.floor((rng.below(2 ** 31) / 2 ** 31) * (most + 1))) / round) * round
            const sequence = handles.length
            const handle = queue.push(time, () => called.push(sequence), sequence)
            handles.push(handle)
            model.push({ time, sequence, tag: sequence, handle })
            if (cancelOneIn > 0 && rng.below(cancelOneIn) === 0) {
              const gone = handles[rng.below(handles.length)] as EventHandle
              expect(queue.cancel(gone)).toBe(model.cancel(gone))
            }
            if (peeks) expect([queue.size, queue.nextTime]).toEqual([model.size, model.nextTime])
          }
          for (let i = 0; i < pops; i++) popOne()
        }
        while (model.size > 0) popOne()
        expect([queue.pop(), queue.size, queue.nextTime]).toEqual([undefined, 0, Number.POSITIVE_INFINITY])
      }),
      { numRuns: 60 },
    )
  })

  it('takes what is due sooner than all that it has been asked about, however many and however much sooner', () => {
    const queue = new EventQueue<() => void>()
    const popped: number[] = []
    const push = (time: number) => queue.push(time, () => popped.push(time))
    // far ahead, and so many that they are looked through to find the next
    for (let i = 0; i < 300; i++) push(10_000_000 + i)
    expect(queue.nextTime).toBe(10_000_000)
    for (let i = 0; i < 300; i++) push(5_000 - i)
    expect(queue.nextTime).toBe(4_701)
    for (let i = 0; i < 300; i++) push(2_000 + i)
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) next()
    const expected = [
      ...Array.from({ length: 300 }, (_, i) => 2_000 + i),
      ...Array.from({ length: 300 }, (_, i) => 4_701 + i),
      ...Array.from({ length: 300 }, (_, i) => 10_000_000 + i),
    ]
    expect(popped).toEqual(expected)
  })

  it('keeps room for no more than are pending at once, however many come and go', () => {
    const rng = new Rng(1)
    const queue = new EventQueue<() => void>()
    for (let i = 0; i < 1_000; i++) queue.push(rng.below(100_000), () => {})
    const { capacity } = queue as unknown as { capacity: number }
    const { buckets } = queue as unknown as { buckets: { times: Float64Array } }
    // a chunk of 8 that is begun for each of 32 buckets of a few digits, besides 1,000
    expect(buckets.times.length).toBeLessThanOrEqual(4_096)
    for (let i = 0; i < 50_000; i++) {
      queue.pop()
      queue.push(queue.poppedTime + rng.below(100_000), () => {})
    }
    expect((queue as unknown as { capacity: number }).capacity).toBe(capacity)
    expect(buckets.times.length).toBeLessThanOrEqual(4_096)
  })
})
