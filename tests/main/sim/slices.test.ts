import { describe, expect, it } from 'vitest'
import { inOneGo, type Sliced, sliceEnds, sliceEndsIn, within } from '../../../main/sim/slices'

/** So many calls, each noted; @returns what they come to */
function* calls(count: number, made: number[] = []): Sliced<string> {
  for (let done = 1; done <= count; done++) {
    made.push(done)
    if (sliceEnds(done)) yield { done, total: count }
  }
  return `${count} calls`
}

describe('work in slices [SC-01]', () => {
  it('pauses after every 64th call, and nowhere else', () => {
    expect([...calls(200)]).toEqual([64, 128, 192].map((done) => ({ done, total: 200 })))
    expect([...calls(63)]).toEqual([])
  })

  it('pauses after each call that may take as long as a slice, too [LB-15]', () => {
    const sim = { longCalls: 7 }
    const ends = sliceEndsIn(sim, 4)
    const pauses = Array.from({ length: 12 }, (_unused, i) => {
      if (i === 1 || i === 5) sim.longCalls += 2
      return ends()
    })
    expect(pauses.flatMap((isPause, i) => (isPause ? [i + 1] : []))).toEqual([2, 4, 6, 8, 12])
  })

  it('does all of it at once and gives what it came to', () => {
    const made: number[] = []
    expect(inOneGo(calls(130, made))).toBe('130 calls')
    expect(made).toHaveLength(130)
  })

  it('goes no further than to the pause that it was driven to', () => {
    const made: number[] = []
    const work = calls(130, made)
    work.next()
    expect(made).toHaveLength(64)
  })

  it('says how far it is in what it is a part of, and passes its result on', () => {
    const work = within(calls(130), 1000, 5000)
    expect(work.next()).toEqual({ done: false, value: { done: 1064, total: 5000 } })
    expect(work.next()).toEqual({ done: false, value: { done: 1128, total: 5000 } })
    expect(work.next()).toEqual({ done: true, value: '130 calls' })
  })
})
