import { expect, it } from 'vitest'
import { flagOf } from '../../../../main/d3d12ma/defragmentation/definitions'
import { defragmentationOptionsOf } from '../../../../main/d3d12ma/defragmentation/options'

it('takes 0 as no limit, and any other number as it is [DF-06]', () => {
  const { maxBytesPerPass, maxAllocationsPerPass } = defragmentationOptionsOf({
    maxBytesPerPass: 0,
    maxAllocationsPerPass: 3,
  })
  expect([maxBytesPerPass, maxAllocationsPerPass]).toEqual([Number.POSITIVE_INFINITY, 3])
})

it('is balanced where no algorithm is named, and refuses flags that name more than one [DF-06]', () => {
  expect(defragmentationOptionsOf({}).algorithm).toBe('balanced')
  expect(defragmentationOptionsOf({ flags: flagOf('full') }).algorithm).toBe('full')
  expect(() => defragmentationOptionsOf({ flags: flagOf('full') | flagOf('fast') })).toThrow(
    'flags 0x5 name no algorithm',
  )
})
