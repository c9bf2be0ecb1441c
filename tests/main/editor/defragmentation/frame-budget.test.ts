import { describe, expect, it } from 'vitest'
import { bytesPerPass, type PassLimits, untilNextPass } from '../../../../main/editor/defragmentation/frame-budget'
import { MIB, World } from '../../d3d12ma/defragmentation/support'

const GIB = 1024 * MIB
const NONE: PassLimits = { maxBytesPerPass: 0, timePerFrame: 0, bytesPerFrame: 0 }

describe('a pass moves no more than', () => {
  const pools = [new World().pool(['aaaa....'])]

  it('the least of its limits, of which 0 is none [DF-13] [DF-22]', () => {
    const limits = (of: Partial<PassLimits>): number => bytesPerPass({ ...NONE, ...of }, pools, 8 * GIB)
    expect(limits({})).toBe(0)
    expect(limits({ maxBytesPerPass: 5 })).toBe(5)
    expect(limits({ maxBytesPerPass: 5, bytesPerFrame: 3 })).toBe(3)
    // 1 ms at 8 GiB a second
    expect(limits({ timePerFrame: 1000 })).toBe(Math.floor((8 * GIB) / 1000))
    expect(limits({ timePerFrame: 1000, bytesPerFrame: 3 })).toBe(3)
  })

  it('one who copies can in that time, the processor where memory is its own, and not nothing [DF-22]', () => {
    const inTime = (timePerFrame: number, of = pools, bandwidth = 64 * GIB): number =>
      bytesPerPass({ ...NONE, timePerFrame }, of, bandwidth)
    expect(inTime(1000)).toBe(Math.floor((64 * GIB) / 1000))
    const upload = new World().pool(['aaaa....'], { heapType: 'UPLOAD' })
    // the processor copies 8 GiB a second, and no pool is faster than the slowest
    expect(inTime(1000, [...pools, upload])).toBe(Math.floor((8 * GIB) / 1000))
    expect(inTime(1000, [upload], 2 * GIB)).toBe(Math.floor((2 * GIB) / 1000))
    // of which nothing is there
    expect(inTime(1000, [...pools, new World().pool([], { heapType: 'UPLOAD' })])).toBe(Math.floor((64 * GIB) / 1000))
    expect(inTime(1, pools, 10)).toBe(1)
  })
})

describe('the next pass comes', () => {
  it('at once without a budget per frame, whatever a pass may move [DF-22]', () => {
    expect(untilNextPass({ ...NONE, maxBytesPerPass: 5 }, 123, 60)).toBe(0)
  })

  it('with the next display frame with one, and never with that in which it ended [DF-22]', () => {
    for (const limits of [
      { ...NONE, timePerFrame: 1 },
      { ...NONE, bytesPerFrame: 1 },
    ]) {
      // frames of 10 ms
      expect([0, 1, 9999, 10_000, 10_001].map((now) => untilNextPass(limits, now, 100))).toEqual([
        10_000, 9999, 1, 10_000, 9999,
      ])
      // the second frame of 60 begins 33,333 ⅓ µs after the first that there was
      expect(untilNextPass(limits, 20_000, 60)).toBe(13_334)
    }
  })
})
