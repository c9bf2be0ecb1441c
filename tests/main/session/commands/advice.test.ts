import { expect, it } from 'vitest'
import { advice, modeAdvice } from '../../../../main/session/commands/advice'
import { worldOf } from '../../support/world'
import { rig } from '../live-rig'

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

it('says that the system has stopped, and what to do: nothing is carried out by it any more [GP-25]', () => {
  const live = rig()
  expect(advice('E_FAIL', live.session.world)).toBe('')
  live.must({ kind: 'setTdr', level: 'bugcheck' }, { kind: 'inject', fault: 'hang', engine: '3d' })
  live.elapse(3000)
  expect(live.do({ kind: 'applyEffect', effect: 'Blur' }).message).toBe(
    '"Blur" was not applied: E_FAIL. The simulated system has stopped with a bug check. Restart the simulation to go on.',
  )
})

it('says what a refused call of SetBackgroundProcessingMode needs, by which of its arguments it is [BP-12] [BP-15]', () => {
  const developer = '. It needs developer mode: switch that on in the toolbar, and call it again.'
  const event = '. Only an action that commits takes an event: send none, or choose such an action.'
  expect(modeAdvice('E_INVALIDARG', { action: 'KEEP_ALL' })).toBe(developer)
  expect(modeAdvice('E_INVALIDARG', { action: 'COMMIT_RESULTS_HIGH_PRIORITY', event: 'e' })).toBe(developer)
  expect(modeAdvice('E_INVALIDARG', { action: 'KEEP_ALL', event: 'e' })).toBe(event)
  expect(modeAdvice('E_FAIL', { action: 'KEEP_ALL', event: 'e' })).toBe('')

  const live = rig()
  const refused = live.do({ kind: 'setBackgroundProcessingMode', mode: 'DISABLE_BACKGROUND_WORK', action: 'KEEP_ALL' })
  expect(refused.message).toBe(`SetBackgroundProcessingMode failed: E_INVALIDARG${developer}`)
  live.must({ kind: 'setDeveloperMode', on: true })
  live.must({ kind: 'setBackgroundProcessingMode', mode: 'DISABLE_BACKGROUND_WORK', action: 'KEEP_ALL' })
})
