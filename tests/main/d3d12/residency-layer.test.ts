/** What a layer between the device's calls and the kernel goes by (RS-15). */
import { expect, it } from 'vitest'
import { PlacedHeap, PlacedResource } from '../../../main/d3d12/placed-resource'
import { placedOf } from '../../../main/d3d12/residency-layer'

it('tells what shares its heap from what has one of its own, whichever object names it [RS-15]', () => {
  const placed = new PlacedResource(new PlacedHeap(3, 'heap', 'DEFAULT', 65_536), 0, 'a', 65_536)
  expect(placedOf(placed)).toBe(placed)
  expect(placedOf({ handle: 3, key: 7, name: 'a', size: 65_536, placed })).toBe(placed)
  expect(placedOf({ handle: 4, name: 'b', size: 65_536 })).toBeUndefined()
})
