/** Single calls of the API by hand: trim callbacks, EnqueueMakeResident and Evict beside the policy (SC-14). */
import { failed, type HResultName } from '../../d3d12/hresult'
import { ResidencyFlag, type Resource } from '../../d3d12/resource'
import { BY_HAND } from '../../dxgkrnl/vidmm/out-reasons'
import type { TraceFields } from '../../sim/trace-records'
import type { EvictStep, MakeResidentStep, RegisterCallbackStep, UnregisterCallbackStep } from '../scenario'
import type { World } from '../world/world'

/**
 * RegisterTrimNotificationCallback.
 * @returns as Device.registerTrimNotificationCallback; a failure is a finding, too
 */
export function registerCallback(world: World, { name, behaviour, context = '' }: RegisterCallbackStep): HResultName {
  const hr = world.callbacks.register(name, context, behaviour)
  return refused(world, hr, `RegisterTrimNotificationCallback(${name})`)
}

/**
 * UnregisterTrimNotificationCallback, by cookie or by the name of a callback.
 * @returns its HRESULT; DXGI_ERROR_NOT_FOUND for a name that has none, unless the device refuses any cookie
 */
export function unregisterCallback(world: World, step: UnregisterCallbackStep): HResultName {
  if ('cookie' in step)
    return refused(world, world.callbacks.unregister(step.cookie), `UnregisterTrimNotificationCallback(${step.cookie})`)
  const cookie = world.callbacks.cookieOf(step.name)
  // a name that has none makes the call all the same: what comes before a wrong cookie is for the API to say (TN-01)
  const called = world.callbacks.unregister(cookie ?? NO_COOKIE)
  const hr = cookie === undefined && called === 'E_INVALIDARG' ? 'DXGI_ERROR_NOT_FOUND' : called
  return refused(world, hr, `UnregisterTrimNotificationCallback of ${step.name}`)
}

/** What can never be a cookie (TN-10). */
const NO_COOKIE = 0xffffffff

const RULES: { readonly [Name in HResultName]?: string } = {
  E_NOTIMPL: 'TN-01',
  E_INVALIDARG: 'TN-10',
  E_OUTOFMEMORY: 'TN-09',
  DXGI_ERROR_ALREADY_EXISTS: 'TN-08',
  DXGI_ERROR_NOT_FOUND: 'TN-10',
  DXGI_ERROR_DEVICE_REMOVED: 'RS-07',
}

function refused({ device }: World, hr: HResultName, call: string): HResultName {
  if (failed(hr)) device.debug.report({ rule: RULES[hr] ?? 'TN-06', message: `${call} returned ${hr}` })
  return hr
}

/**
 * Waited for through the device's own paging fence; the policy does not know of it.
 * @returns as Device.enqueueMakeResident · E_INVALIDARG where one is not there
 */
export function makeResident(world: World, { names, denyOverbudget = false }: MakeResidentStep): HResultName {
  const { device } = world
  const resources = found(world, names, 'EnqueueMakeResident')
  if (resources === null) return 'E_INVALIDARG'
  const flags = denyOverbudget ? ResidencyFlag.DENY_OVERBUDGET : ResidencyFlag.NONE
  const { hr, bytesToTrim } = device.enqueueMakeResident(resources, flags)
  // what else it refuses the debug layer has said
  if (hr === 'DXGI_ERROR_DEVICE_REMOVED')
    device.debug.report({ rule: 'RS-07', message: `EnqueueMakeResident returned ${hr}` })
  else if (bytesToTrim > 0) {
    const message = `EnqueueMakeResident returned ${hr}: ${bytesToTrim} bytes would have to be trimmed`
    device.debug.report({ rule: 'RS-06', message })
  }
  return hr
}

/**
 * In order, up to the first that fails; each that took a reference is recorded (RS-01).
 * @returns as Device.evict · E_INVALIDARG where one is not there: none is evicted then
 */
export function evict(world: World, { names }: EvictStep): HResultName {
  const { device, sim } = world
  const resources = found(world, names, 'Evict')
  if (resources === null) return 'E_INVALIDARG'
  if (resources.length === 0) return device.evictObjects(resources)
  for (const resource of resources) {
    const { hr, references, left } = device.evict(resource)
    if (failed(hr)) {
      if (hr === 'DXGI_ERROR_DEVICE_REMOVED') device.debug.report({ rule: 'RS-07', message: `Evict returned ${hr}` })
      return hr
    }
    const { name, size } = resource
    const record: TraceFields['evict'] = {
      resource: name,
      bytes: size,
      reason: 'explicit',
      references,
      policy: BY_HAND,
    }
    // below a layer its count can go below 0, and nothing leaves the list (PL-43)
    if (references <= 0 && left !== size) record.left = left
    if (left > 0) device.residency.explainEviction(resource.handle, BY_HAND, 'explicit')
    sim.trace.write('evict', record)
  }
  return 'S_OK'
}

/** @returns null where one is not there: nothing is done then */
function found({ editor, device }: World, names: readonly string[], call: string): Resource[] | null {
  const resources: Resource[] = []
  for (const name of names) {
    const resource = editor.find(name)
    if (resource === undefined) {
      device.debug.report({ rule: 'SC-16', message: `${call} was not called: there is no resource ${name}` })
      return null
    }
    resources.push(resource)
  }
  return resources
}
