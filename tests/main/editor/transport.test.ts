/** Where playing gets to: marks, loop, direction and speed, by hand. */
import { describe, expect, it } from 'vitest'
import { Transport } from '../../../main/editor/transport'

const LENGTH = 10_000

/** Positions at these moments, after playing from `position` at 0; '!' where it stopped. */
function positions(change: Parameters<Transport['change']>[0], position: number, moments: readonly number[]): string[] {
  const transport = new Transport(() => LENGTH)
  transport.change(change, 0)
  transport.seek(position, 0)
  return moments.map((now) => {
    const goesOn = transport.advance(now)
    return `${transport.position}${goesOn ? '' : '!'}`
  })
}

describe('playing', () => {
  it('goes on by simulated time, and starts over at the end', () => {
    expect(positions({}, 7_000, [0, 2_999, 3_000, 13_500])).toEqual(['7000', '9999', '0', '500'])
  })

  it('stops on the last frame without a loop, and on the first backwards', () => {
    expect(positions({ loop: false }, 7_000, [2_999, 3_000, 9_000])).toEqual(['9999', '9999!', '9999!'])
    expect(positions({ loop: false, rate: -2 }, 3_000, [1_000, 1_500, 1_501])).toEqual(['1000', '0', '0!'])
  })

  it('goes back and faster', () => {
    expect(positions({ rate: -1 }, 3_000, [1_000, 3_500])).toEqual(['2000', '9500'])
    expect(positions({ rate: 4 }, 0, [1_000, 2_600])).toEqual(['4000', '400'])
  })

  it('keeps between the marks once it is there, whichever way it comes', () => {
    expect(positions({ in: 2_000, out: 4_000 }, 0, [1_000, 3_999, 4_000, 5_500])).toEqual([
      '1000',
      '3999',
      '2000',
      '3500',
    ])
    expect(positions({ in: 2_000, out: 4_000, rate: -1 }, 3_000, [1_000, 1_001])).toEqual(['2000', '3999'])
  })

  it('knows no marks that leave nothing between them', () => {
    expect(positions({ in: 4_000, out: 4_000 }, 9_000, [500, 1_500])).toEqual(['9500', '500'])
    // what is played ends before the first of them
    expect(positions({ in: LENGTH }, 9_000, [500, 1_500])).toEqual(['9500', '500'])
    expect(positions({ in: 2 * LENGTH, loop: false }, 9_000, [999, 1_500])).toEqual(['9999', '9999!'])
  })

  it('stands inside what has become shorter, and goes on from there', () => {
    for (const [rate, next] of [
      [1, 0],
      [-1, 2_999],
    ] as const) {
      let length = LENGTH
      const transport = new Transport(() => length)
      transport.change({ rate }, 0)
      transport.seek(7_000, 0)
      length = 4_000
      expect(transport.position).toBe(3_999)
      transport.advance(100)
      expect(transport.position).toBe(3_999)
      transport.advance(rate === 1 ? 101 : 1_100)
      expect(transport.position).toBe(next)
    }
  })

  it('stands where it stood once what had become shorter is as long again', () => {
    let length = LENGTH
    const transport = new Transport(() => length)
    transport.seek(7_000, 0)
    length = 4_000
    expect(transport.position).toBe(3_999)
    length = LENGTH
    expect(transport.position).toBe(7_000)
  })

  it('goes on from where the playhead is put, and keeps inside the clip', () => {
    const transport = new Transport(() => LENGTH)
    transport.seek(50_000, 0)
    expect(transport.position).toBe(9_999)
    transport.seek(-5, 0)
    expect(transport.position).toBe(0)
    transport.seek(1_000, 400)
    transport.advance(900)
    expect(transport.position).toBe(1_500)
  })
})
