/** The shape of a dump file: exact where the published schema is, open where that is (DF-23). */
import { describe, expect, test } from 'vitest'
import { dumpSchema } from '../../../../main/session/dump/schema'
import { BLOCK, changed, RANGES, sample, small } from './files'

const isTaken = (file: unknown): boolean => dumpSchema.safeParse(file).success
const withField = (path: string, value: unknown): boolean => isTaken(changed(small(), path, value))

describe('a dump file [DF-23]', () => {
  test('is taken as it is, a real one too', () => {
    expect(dumpSchema.parse(small())).toEqual(small())
    expect(isTaken(sample())).toBe(true)
  })

  test('may have more than is known where the published schema lets it, and nowhere else', () => {
    for (const path of ['General.Driver', `${BLOCK}.Note`, 'DefaultPools.DEFAULT.Note'])
      expect(withField(path, 1), path).toBe(true)
    for (const path of ['Note', 'Total.Note', 'MemoryInfo.L0.Note', `${BLOCK}.Suballocations.0.Note`])
      expect(withField(path, 1), path).toBe(false)
    expect(withField('CustomPools', { DEFAULT: [{ PreferredBlockSize: 1, Note: 1 }] })).toBe(false)
  })

  test('has whole numbers that are exact', () => {
    const path = `${BLOCK}.TotalBytes`
    expect([1, Number.MAX_SAFE_INTEGER].map((value) => withField(path, value))).toEqual([true, true])
    expect([0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1, '1'].map((value) => withField(path, value))).toEqual(
      Array(5).fill(false),
    )
    // of what is taken and free there may be none
    expect(withField(`${BLOCK}.UnusedBytes`, 0)).toBe(true)
    expect(withField(`${BLOCK}.Suballocations`, [{ ...RANGES[0], Offset: -1 }])).toBe(false)
    expect(withField(`${BLOCK}.Suballocations`, [{ ...RANGES[0], Size: 0 }])).toBe(false)
  })

  test('may say any whole number where nothing follows from it: a budget without limit is 2⁶⁴ − 1', () => {
    const paths = ['MemoryInfo.L0.Budget.BudgetBytes', 'MemoryInfo.L0.Budget.UsageBytes', `${BLOCK}.MapRefCount`]
    for (const path of paths) {
      for (const value of [0, -1, 2 ** 64]) expect(withField(path, value), `${path} ${value}`).toBe(true)
      for (const value of [0.5, '1', null]) expect(withField(path, value), `${path} ${value}`).toBe(false)
    }
  })

  test('names blocks by numbers, and private data by letters and digits', () => {
    const block = small()
    expect(isTaken(changed(block, 'DefaultPools.DEFAULT.Blocks', { x: {} }))).toBe(false)
    for (const [data, taken] of [
      ['F5', true],
      ['', false],
      ['F 5', false],
    ] as const)
      expect(withField(`${BLOCK}.Suballocations`, [{ ...RANGES[0], CustomData: data }]), data).toBe(taken)
  })

  test('is of an API that is known', () => {
    expect([withField('General.API', 'Vulkan'), withField('General.API', 'Metal')]).toEqual([true, false])
  })
})
