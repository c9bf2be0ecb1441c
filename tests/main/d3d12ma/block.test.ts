import { expect, it } from 'vitest'
import { BlockOf } from '../../../main/d3d12ma/block'
import { NumberedAllocations } from '../../../main/d3d12ma/numbered-allocations'
import { TlsfMetadata } from '../../../main/d3d12ma/tlsf-metadata'

it('a block has what is taken of it, in the order of the offsets [DF-01]', () => {
  const allocations = new NumberedAllocations<string>()
  const metadata = new TlsfMetadata(100)
  const block = new BlockOf(7, { handle: 1, name: 'heap', type: 'DEFAULT', size: 100 }, metadata, allocations)
  expect([block.id, block.size, block.isEmpty, [...block]]).toEqual([7, 100, true, []])
  const taken = [60, 0, 30].map((offset) => {
    const handle = metadata.allocateAt(offset, 10)
    allocations.add((id) => {
      metadata.setUserData(handle, id)
      return `at ${offset}`
    })
    return handle
  })
  expect([...block]).toEqual(['at 0', 'at 30', 'at 60'])
  expect([block.allocationOf(taken[0] as number), block.isEmpty]).toEqual(['at 60', false])
  metadata.free(taken[1] as number)
  expect([...block]).toEqual(['at 30', 'at 60'])
})
