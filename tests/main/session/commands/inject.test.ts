/** Faults by hand: a hang needs a device, and what waits can be taken back whatever it says of itself. */
import { expect, it } from 'vitest'
import { scenarioText } from '../../../../main/session/document/project-file'
import { parseScenarioText } from '../../../../main/session/scenario'
import type { FaultKind } from '../../../../preload/contract'
import { rig } from '../live-rig'

it('nothing hangs of a device that is removed; other faults can wait for the next one [RS-07] [SC-14]', () => {
  const live = rig()
  live.session.world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a packet hung')
  expect(live.do({ kind: 'inject', fault: 'hang' }).message).toContain(
    'Nothing of the app can hang: its device is removed',
  )
  live.must({ kind: 'inject', fault: 'allocation-fails' })
})

it('a hang by hand brings its work along, and one that is taken back brings none [GP-23]', () => {
  const live = rig({ steps: [{ at: 0, inject: { fault: 'hang', engine: 'copy' } }] })
  live.elapse(50)
  const [waiting] = live.shown.system.faults
  expect(waiting).toEqual({ fault: 'hang', count: 1, engine: 'copy' })
  live.must({ kind: 'takeBackFault', fault: { fault: 'hang', engine: 'copy' } })
  expect(live.shown.system.faults).toEqual([])
  expect(live.session.recording().steps.map(({ verb }) => verb)).toEqual(['inject', 'inject'])
  live.must({ kind: 'inject', fault: 'hang', engine: 'copy' })
  expect(
    live.session
      .recording()
      .steps.map(({ verb }) => verb)
      .slice(2),
  ).toEqual(['inject', 'submit'])
})

it.each<FaultKind>([
  { fault: 'build-paging-buffer-fails', notify: 'NotifyEviction', chunk: 1, adapter: 0, result: 'no-room' },
  { fault: 'driver-call-throws', call: 'BuildPagingBuffer', chunk: 2 },
  { fault: 'hang' },
  { fault: 'hang', duration: 0 },
  { fault: 'callback-takes', duration: 0 },
])('what a scenario lets wait can be taken back as it is shown: %o [SC-14]', (fault) => {
  const live = rig({ steps: [{ at: 0, inject: { ...fault, count: 3 } }] })
  live.elapse(50)
  expect(live.shown.system.faults).toEqual([{ ...fault, count: 3 }])
  live.must({ kind: 'takeBackFault', fault })
  expect(live.shown.system.faults).toEqual([])
  // what took it back is a step that a file can have
  expect(parseScenarioText(scenarioText(live.session.recording())).ok).toBe(true)
})
