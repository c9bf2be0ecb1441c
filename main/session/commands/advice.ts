/** What to do about what the simulated API refused. */
import type { HResultName } from '../../d3d12/hresult'
import type { World } from '../world/world'

/** @returns to be put behind the name of the HRESULT; '' where there is nothing to say */
export function advice(hr: HResultName, { device }: World): string {
  if (hr !== 'DXGI_ERROR_DEVICE_REMOVED') return ''
  return `. The device was removed because ${device.removed?.because}. Recreate the device to go on.`
}
