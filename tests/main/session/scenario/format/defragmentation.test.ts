import { describe, expect, it } from 'vitest'
import {
  defragmentationSchema,
  defragmentSchema,
  writtenCall,
} from '../../../../../main/session/scenario/format/defragmentation'

const DEFAULTS = {
  algorithm: 'balanced',
  maxBytesPerPass: 0,
  maxAllocationsPerPass: 0,
  timePerFrame: 0,
  bytesPerFrame: 0,
  evicted: 'skip',
  ignore: [],
  destroy: [],
}

describe('a defragmentation to its end [DF-05, DF-13]', () => {
  it('has no limits and the published default, unless it says otherwise', () => {
    expect(defragmentSchema.parse({})).toEqual(DEFAULTS)
    const own = {
      algorithm: 'full',
      maxBytesPerPass: '1MiB',
      timePerFrame: '2ms',
      pool: 'p',
      ignore: ['a'],
      destroy: ['b'],
    }
    expect(defragmentSchema.parse(own)).toEqual({ ...DEFAULTS, ...own, maxBytesPerPass: 2 ** 20, timePerFrame: 2000 })
  })

  it('does not both cancel and destroy a move', () => {
    const { error } = defragmentSchema.safeParse({ ignore: ['a', 'b'], destroy: ['c', 'b'] })
    expect(error?.issues).toEqual([
      expect.objectContaining({ path: ['destroy', 1], message: 'a name that "ignore" has not as well' }),
    ])
    expect(defragmentSchema.safeParse({ algorithm: 'best' }).success).toBe(false)
  })

  it('names a move once: the second time would say nothing [SC-02]', () => {
    const twice = ['a', 'b', 'a']
    const issue = (path: (string | number)[]) => expect.objectContaining({ path, message: 'each name once' })
    const wrong = (result: { error?: { issues: unknown[] } | undefined }) => result.error?.issues
    expect(wrong(defragmentSchema.safeParse({ destroy: twice }))).toEqual([issue(['destroy', 2])])
    expect(wrong(defragmentSchema.safeParse({ ignore: twice, destroy: ['c', 'c', 'c'] }))).toEqual([
      issue(['ignore', 2]),
      issue(['destroy', 1]),
      issue(['destroy', 2]),
    ])
    expect(wrong(defragmentationSchema.safeParse({ call: 'begin', ignore: twice }))).toEqual([issue(['ignore', 2])])
  })
})

describe('a defragmentation by hand [DF-06 to DF-12]', () => {
  it('is a call at a time; only its beginning is described', () => {
    expect(defragmentationSchema.parse({ call: 'begin', algorithm: 'fast' })).toEqual({
      call: 'begin',
      desc: { ...DEFAULTS, algorithm: 'fast' },
    })
    for (const call of ['beginPass', 'endPass', 'run', 'end']) {
      expect(defragmentationSchema.parse({ call })).toEqual({ call })
      expect(defragmentationSchema.safeParse({ call, algorithm: 'fast' }).success).toBe(false)
    }
    expect(defragmentationSchema.safeParse({ call: 'pause' }).success).toBe(false)
    expect(defragmentationSchema.safeParse({ call: 'begin', ignore: ['a'], destroy: ['a'] }).success).toBe(false)
  })

  it('says which move of a pass is to be what', () => {
    const call = { call: 'operation', move: 0, operation: 'DESTROY' }
    expect(defragmentationSchema.parse(call)).toEqual(call)
    for (const bad of [{ move: -1 }, { move: undefined }, { operation: 'SKIP' }])
      expect(defragmentationSchema.safeParse({ ...call, ...bad }).success).toBe(false)
  })

  it('is written as it is read', () => {
    for (const value of [{ call: 'begin', pool: 'p' }, { call: 'endPass' }]) {
      const read = defragmentationSchema.parse(value)
      expect(defragmentationSchema.parse(writtenCall(read))).toEqual(read)
    }
    expect(writtenCall(defragmentationSchema.parse({ call: 'begin' }))).toEqual({ call: 'begin', ...DEFAULTS })
  })
})
