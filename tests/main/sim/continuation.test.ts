import { describe, expect, it } from 'vitest'
import { Copying } from '../../../main/sim/checkpoint/copying'
import { type Continuation, goOnWith, kept, nothing, type Then } from '../../../main/sim/continuation'

describe('what is to be done later', () => {
  it('is done with what it is told then, whether it is a function or says it with its fields', () => {
    const done: string[] = []
    const asFunction: Then<[number, string]> = (count, what) => done.push(`function ${count} ${what}`)
    const asObject: Then<[number, string]> = kept({ done }, ({ done }, count: number, what: string) => {
      done.push(`object ${count} ${what}`)
    })
    goOnWith(asFunction, 1, 'a')
    goOnWith(asObject, 2, 'b')
    goOnWith(asFunction, 3, 'c')
    expect(done).toEqual(['function 1 a', 'object 2 b', 'function 3 c'])
  })

  it('is done at once and throws what is thrown in it', () => {
    const failing = kept({ why: 'no memory' }, ({ why }) => {
      throw new Error(why)
    })
    expect(() => goOnWith(failing)).toThrow('no memory')
    expect(() => failing.run()).toThrow('no memory')
  })

  it('can be nothing', () => {
    expect(goOnWith(nothing)).toBeUndefined()
  })
})

describe('what is kept as an object', () => {
  it('has its state as it is when it is done, not as it was', () => {
    const seen: number[] = []
    const state = { at: 1, seen }
    const later = kept(state, ({ at, seen }) => seen.push(at))
    later.run()
    state.at = 2
    later.run()
    expect(seen).toEqual([1, 2])
  })

  it('is copied with its state, and does the same with that: the one knows nothing of the other [LB-02]', () => {
    const counted = { count: 0 }
    const later: Continuation<[number]> = kept({ counted }, ({ counted }, by: number) => {
      counted.count += by
    })
    // a function without a counterpart cannot be copied: this one has captured nothing, and lasts
    const copy = new Copying(() => undefined).copy({ counted, later })
    copy.later.run(5)
    copy.later.run(2)
    later.run(1)
    expect([counted.count, copy.counted.count]).toEqual([1, 7])
  })
})
