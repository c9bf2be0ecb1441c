/** What both algorithms of a block have in common: its records, by handles that outlive nothing. */
import { describe, expect, it } from 'vitest'
import { NONE } from '../../../main/d3d12ma/block-metadata'
import { END, handleOrNone } from '../../../main/d3d12ma/range-records'
import { TlsfMetadata } from '../../../main/d3d12ma/tlsf-metadata'

it('the end of a block is no allocation to those outside', () => {
  expect([handleOrNone(END), handleOrNone(8)]).toEqual([NONE, 8])
})

describe('a handle', () => {
  it('that was freed, never made, or lies between two records is refused, not read as another one [DF-01]', () => {
    const block = new TlsfMetadata(1024)
    const one = block.allocate(64, 1)
    expect([block.offsetOf(one), block.sizeOf(one)]).toEqual([0, 64])
    block.setUserData(one, 9)
    expect(block.userDataOf(one)).toBe(9)
    for (const wrong of [END, one + 1, one + 8_000, -8])
      expect(() => block.offsetOf(wrong)).toThrow(/was freed before, or never made/)
    block.free(one)
    expect(() => block.sizeOf(one)).toThrow(RangeError)
  })

  it('keeps what it stands for while the records grow', () => {
    const block = new TlsfMetadata(4096)
    const handles = Array.from({ length: 1000 }, () => block.allocate(4, 1))
    handles.forEach((handle, i) => {
      block.setUserData(handle, i)
    })
    expect(handles.map((handle) => block.userDataOf(handle))).toEqual(handles.map((_, i) => i))
    expect(new Set(handles.map((handle) => block.offsetOf(handle))).size).toBe(1000)
  })
})

it.each([0, -1, 1.5, Number.NaN, 2 ** 53])('a block of %d units is refused', (size) => {
  expect(() => new TlsfMetadata(size)).toThrow(/a whole number of units above 0/)
})
