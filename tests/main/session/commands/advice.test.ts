import { expect, it } from 'vitest'
import { advice } from '../../../../main/session/commands/advice'
import { worldOf } from '../../support/world'

it('says why the device is gone and what to do, and nothing of other results [RS-07]', () => {
  const world = worldOf()
  expect([advice('E_OUTOFMEMORY', world), advice('S_OK', world)]).toEqual(['', ''])
  world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a packet hung')
  expect(advice('DXGI_ERROR_DEVICE_REMOVED', world)).toBe(
    '. The device was removed because a packet hung. Recreate the device to go on.',
  )
  // the device is gone, but that is not what this call failed of
  expect(advice('E_INVALIDARG', world)).toBe('')
})
