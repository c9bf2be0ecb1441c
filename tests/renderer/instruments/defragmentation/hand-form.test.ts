import { describe, expect, it } from 'vitest'
import {
  FIRST_ALLOCATE,
  FIRST_FREE,
  parseSizes,
  readAllocate,
  readFree,
} from '../../../../renderer/instruments/defragmentation/hand-form'

const MIB = 1024 * 1024

/** What is wrong with a form; '': nothing. */
const wrong = (read: { ok: boolean; message?: string }): string => read.message ?? ''

describe('sizes of allocations by hand', () => {
  it('are one size, or the least and the most', () => {
    expect(parseSizes('4MiB')).toEqual({ ok: true, value: 4 * MIB })
    expect(parseSizes('64KiB-16MiB')).toEqual({ ok: true, value: { min: 65_536, max: 16 * MIB } })
    expect(parseSizes('64KiB – 1MiB')).toEqual({ ok: true, value: { min: 65_536, max: MIB } })
  })

  it.each([
    ['16MiB-4MiB', 'expected the smaller size first'],
    ['100KiB-1MiB', 'expected whole 64 KiB for both'],
    ['1MiB-2MiB-3MiB', 'two such as 64 KiB-16 MiB'],
  ])('of %j are refused with what was expected', (text, reason) => {
    expect(wrong(parseSizes(text))).toContain(reason)
  })

  it('of nothing, below a byte or beyond 64 GiB are refused', () => {
    for (const text of ['', 'many', '0', '65GiB', '1MiB-']) expect(parseSizes(text).ok, text).toBe(false)
  })
})

describe('allocating by hand', () => {
  it('says only what is not as usual', () => {
    expect(readAllocate({ ...FIRST_ALLOCATE, count: '1' })).toEqual({
      ok: true,
      value: { name: 'By hand', size: 4 * MIB, heap: 'default' },
    })
    expect(readAllocate({ ...FIRST_ALLOCATE, name: ' a ', pool: 'Frames', committed: true, pinned: true })).toEqual({
      ok: true,
      value: { name: 'a', size: 4 * MIB, count: 32, pool: 'Frames', committed: true, pinned: true },
    })
  })

  it.each([
    [{ name: ' ' }, 'Enter a name.'],
    [{ count: '0' }, 'Found “0”, expected a whole number from 1 to 100,000 as the count.'],
    [{ count: '1.5' }, 'Found “1.5”'],
    [{ count: '' }, 'Enter a whole number from 1 to 100,000 as the count.'],
    [{ count: '100001' }, 'Found “100001”'],
  ])('is refused for %j', (change, reason) => {
    expect(wrong(readAllocate({ ...FIRST_ALLOCATE, ...change }))).toContain(reason)
  })
})

describe('freeing by hand', () => {
  it('is of every so many, and of a share', () => {
    expect(readFree(FIRST_FREE)).toEqual({ ok: true, value: { name: 'By hand', every: 2 } })
    expect(readFree({ name: 'a', every: '1', share: '0.5' })).toEqual({ ok: true, value: { name: 'a', share: 0.5 } })
  })

  it.each([
    [{ share: '0' }, 'expected a share above 0, at most 1'],
    [{ share: '1.1' }, 'Found “1.1”'],
    [{ share: '' }, 'Found “”'],
    [{ every: '-1' }, '2 frees every second one'],
    [{ name: '' }, 'Enter a name.'],
  ])('is refused for %j', (change, reason) => {
    expect(wrong(readFree({ ...FIRST_FREE, ...change }))).toContain(reason)
  })
})
