/** The priorities that a layer gives allocations, and whom the kernel takes by them (PL-41). */
import { expect, it } from 'vitest'
import { LayerPriorities } from '../../../../main/dxgkrnl/vidmm/layer-priorities'

it('has the initial one for whatever was given none, and for a handle that is used again [PL-41]', () => {
  const layer = new LayerPriorities(0.5)
  expect(layer.of(3)).toBe(0.5)
  layer.set(3, 0.125)
  layer.set(4, 0)
  expect([layer.of(3), layer.of(4), layer.of(5)]).toEqual([0.125, 0, 0.5])
  layer.forget(3)
  expect([layer.of(3), layer.of(4)]).toEqual([0.5, 0])
})
