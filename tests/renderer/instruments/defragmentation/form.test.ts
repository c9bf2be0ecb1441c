import { describe, expect, it } from 'vitest'
import { chosenPool, errorsText, readForm } from '../../../../renderer/instruments/defragmentation/form'
import {
  FIRST_ALLOCATE,
  FIRST_FREE,
  parseSizes,
  readAllocate,
  readFree,
} from '../../../../renderer/instruments/defragmentation/hand-form'
import { FIRST_DEFRAGMENTATION_TAB } from '../../../../renderer/store/tabs/defragmentation'

const MIB = 1024 * 1024
const POOLS = [
  { name: 'DEFAULT', custom: false },
  { name: 'Media', custom: true },
]
const form = FIRST_DEFRAGMENTATION_TAB.form

describe('the next BeginDefragmentation', () => {
  it('is BALANCED without limits on all default pools, and skips what is evicted, as it comes [DF-06, DF-13, DF-16, DF-21]', () => {
    expect(readForm(form, [])).toEqual({
      ok: true,
      spec: {
        algorithm: 'balanced',
        maxBytesPerPass: 0,
        maxAllocationsPerPass: 0,
        timePerFrame: 0,
        bytesPerFrame: 0,
        evicted: 'skip',
      },
    })
  })

  it('takes sizes, counts and times as people write them [DF-13, DF-22]', () => {
    const perFrame = { timePerFrame: '2ms', bytesPerFrame: '8MiB' }
    const read = readForm({ ...form, maxBytes: '64 MiB', maxAllocations: '128', ...perFrame, pool: 'Media' }, POOLS)
    expect(read).toMatchObject({
      ok: true,
      spec: {
        maxBytesPerPass: 64 * MIB,
        maxAllocationsPerPass: 128,
        timePerFrame: 2000,
        bytesPerFrame: 8 * MIB,
        pool: 'Media',
      },
    })
  })

  it('is of the default pools where the chosen one is not there, as of another project, and the list shows them [DF-06]', () => {
    const chosen = { ...form, pool: 'Media' }
    expect(readForm(chosen, POOLS)).toMatchObject({ spec: { pool: 'Media' } })
    const read = readForm(chosen, POOLS.slice(0, 1))
    expect(read.ok && 'pool' in read.spec).toBe(false)
    expect([chosenPool('Media', POOLS), chosenPool('Media', []), chosenPool('DEFAULT', POOLS)]).toEqual([
      'Media',
      '',
      '',
    ])
  })

  it('names every field that cannot be read', () => {
    const perFrame = { timePerFrame: '2 hours', bytesPerFrame: '-8MiB' }
    const read = readForm({ ...form, maxBytes: 'much', maxAllocations: '-1', ...perFrame }, [])
    expect(read.ok).toBe(false)
    if (read.ok) return
    expect(Object.keys(read.errors)).toEqual(['maxBytes', 'maxAllocations', 'timePerFrame', 'bytesPerFrame'])
    // beside a button that is far from them
    expect(errorsText({ maxAllocations: 'Found “-1”.', bytesPerFrame: 'Enter a size.' })).toBe(
      'Max allocations per pass: Found “-1”. Bytes per frame: Enter a size.',
    )
  })
})

describe('allocating and freeing by hand [DF-03]', () => {
  it('reads one size, or two between which sizes are drawn', () => {
    expect(parseSizes('4MiB')).toEqual({ ok: true, value: 4 * MIB })
    expect(parseSizes('64KiB – 16MiB')).toEqual({ ok: true, value: { min: 65_536, max: 16 * MIB } })
    for (const text of ['', '16MiB-64KiB', '1-2-3', '100KiB-1MiB', 'x-1MiB']) {
      expect(parseSizes(text).ok, text).toBe(false)
    }
  })

  it('leaves out what is as usual; a custom pool says its heap type itself', () => {
    expect(readAllocate({ ...FIRST_ALLOCATE, count: '1' })).toEqual({
      ok: true,
      value: { name: 'By hand', size: 4 * MIB, heap: 'default' },
    })
    expect(readAllocate({ ...FIRST_ALLOCATE, pool: 'Media', committed: true, pinned: true })).toEqual({
      ok: true,
      value: { name: 'By hand', size: 4 * MIB, count: 32, pool: 'Media', committed: true, pinned: true },
    })
    expect(readAllocate({ ...FIRST_ALLOCATE, count: '0' }).ok).toBe(false)
    expect(readAllocate({ ...FIRST_ALLOCATE, name: ' ' }).ok).toBe(false)
  })

  it('frees all of a group, every n-th, or a random part of those', () => {
    expect(readFree({ ...FIRST_FREE, every: '1' })).toEqual({ ok: true, value: { name: 'By hand' } })
    expect(readFree({ ...FIRST_FREE, share: '0.25' })).toEqual({
      ok: true,
      value: { name: 'By hand', every: 2, share: 0.25 },
    })
    for (const share of ['0', '1.5', 'half', '']) expect(readFree({ ...FIRST_FREE, share }).ok, share).toBe(false)
  })
})
