import { describe, expect, it } from 'vitest'
import type { HResultName } from '../../../../main/d3d12/hresult'
import { HandWork } from '../../../../main/session/commands/hand-work'
import type { Sliced } from '../../../../main/sim/slices'

/** Three slices, then what it came to. */
function* slices(hr: HResultName): Sliced<HResultName> {
  for (let done = 1; done <= 3; done++) yield { done, total: 3 }
  return hr
}

/** Time for so many slices. */
const timeFor = (count: number) => {
  let left = count
  return () => left-- > 0
}

describe('what a person asked for and takes long', () => {
  it('is carried out at once where there is time', () => {
    const work = new HandWork()
    const ended: HResultName[] = []
    expect(work.begin(slices('S_OK'), timeFor(9), (hr) => ended.push(hr))).toBe('S_OK')
    expect([ended, work.isUnderWay]).toEqual([['S_OK'], false])
  })

  it('stops between slices where there is none, says how far it is, and ends once', () => {
    const work = new HandWork()
    const ended: HResultName[] = []
    expect(work.begin(slices('E_OUTOFMEMORY'), timeFor(1), (hr) => ended.push(hr))).toBeNull()
    expect([work.isUnderWay, work.progress, ended]).toEqual([true, { done: 2, total: 3 }, []])
    expect(work.goOn(timeFor(0))).toBeNull()
    expect(work.progress).toEqual({ done: 3, total: 3 })
    expect(work.goOn()).toBe('E_OUTOFMEMORY')
    expect([work.isUnderWay, ended]).toEqual([false, ['E_OUTOFMEMORY']])
    expect(work.goOn()).toBeNull()
  })

  it('is over when it throws: nobody waits for the rest of it', () => {
    const work = new HandWork()
    function* broken(): Sliced<HResultName> {
      yield { done: 1, total: 2 }
      throw new Error('broken')
    }
    expect(work.begin(broken(), timeFor(0), () => {})).toBeNull()
    expect(() => work.goOn()).toThrow('broken')
    expect(work.isUnderWay).toBe(false)
  })
})
