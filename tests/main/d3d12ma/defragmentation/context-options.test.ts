import { expect, it } from 'vitest'
import { contextOptionsOf } from '../../../../main/d3d12ma/defragmentation/context-options'
import { flagOf } from '../../../../main/d3d12ma/defragmentation/definitions'

it('takes 0 as no limit, and any other number as it is [DF-06]', () => {
  const { maxBytesPerPass, maxAllocationsPerPass } = contextOptionsOf({ maxBytesPerPass: 0, maxAllocationsPerPass: 3 })
  expect([maxBytesPerPass, maxAllocationsPerPass]).toEqual([Number.POSITIVE_INFINITY, 3])
})

it('is balanced where no algorithm is named, and refuses flags that name more than one [DF-06]', () => {
  expect(contextOptionsOf({}).algorithm).toBe('balanced')
  expect(contextOptionsOf({ flags: flagOf('full') }).algorithm).toBe('full')
  expect(() => contextOptionsOf({ flags: flagOf('full') | flagOf('fast') })).toThrow('flags 0x5 name no algorithm')
})
