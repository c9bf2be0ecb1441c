/** What to do about what the simulated API refused. */
import type { SessionCommand } from '../../../preload/contract'
import { isCommit } from '../../d3d12/background-processing'
import type { HResultName } from '../../d3d12/hresult'
import type { World } from '../world/world'

/** @returns to be put behind the name of the HRESULT; '' where there is nothing to say */
export function advice(hr: HResultName, { device, scheduler }: World): string {
  if (hr === 'E_FAIL' && scheduler.timeouts.bugCheck !== null)
    return '. The simulated system has stopped with a bug check. Restart the simulation to go on.'
  if (hr !== 'DXGI_ERROR_DEVICE_REMOVED') return ''
  return `. The device was removed because ${device.removed?.because}. Recreate the device to go on.`
}

/** @returns as `advice`, of a call of SetBackgroundProcessingMode whose arguments were refused (BP-12, BP-15) */
export function modeAdvice(
  hr: HResultName,
  { event, action }: Pick<Extract<SessionCommand, { kind: 'setBackgroundProcessingMode' }>, 'event' | 'action'>,
): string {
  if (hr !== 'E_INVALIDARG') return ''
  return event !== undefined && !isCommit(action)
    ? '. Only an action that commits takes an event: send none, or choose such an action.'
    : '. It needs developer mode: switch that on in the toolbar, and call it again.'
}
