/** The verbs of memory as the operating system and the app's calls shape it, of faults, and of the device made anew. */
import { RESIDENCY_PRIORITIES, SegmentGroup } from '../../../preload/contract'
import { failed, type HResultName } from '../../d3d12/hresult'
import type { BuildResult, FaultTarget } from '../../sim/faults'
import type { Sliced } from '../../sim/slices'
import type { ExternalReservationStep, InjectStep, OtherProcessStep, ResidencyPriorityStep } from '../scenario'
import { recreateDevice } from '../world/recreation'
import type { World } from '../world/world'

/** Bytes of the app's budget in the local segment (RS-09, TN-24). @returns S_OK always */
export function setBudget({ vidmm }: World, bytes: number): HResultName {
  vidmm.setBudget(bytes)
  return 'S_OK'
}

/** @returns S_OK, or DXGI_ERROR_DEVICE_REMOVED for a process that may not use the GPU (GP-25), with a finding */
export function* recreate(world: World): Sliced<HResultName> {
  if (yield* recreateDevice(world)) return 'S_OK'
  const message = 'the device was not recreated: the process is blocked from the GPU (0x142)'
  world.device.debug.report({ rule: 'GP-25', message })
  return 'DXGI_ERROR_DEVICE_REMOVED'
}

/** What faults say beside how often. */
type Said = FaultTarget & { duration?: number; result?: BuildResult | undefined }

/** Plans a fault, or takes back what waits and is alike; times in µs. @returns S_OK always */
export function inject({ faults }: World, step: InjectStep): HResultName {
  const { fault, count, takeBack, ...said } = step
  // without a duration a hang never ends by itself
  const duration = fault === 'hang' ? (step.duration ?? Number.POSITIVE_INFINITY) : 0
  const { result, duration: takes = duration, ...target }: Said = said
  if (takeBack === true) faults.takeBack(fault, takes, target, result)
  else faults.inject(fault, count, takes, target, result)
  return 'S_OK'
}

/** Bytes that another process uses, and whether it is in front (RS-09). @returns S_OK always */
export function otherProcess({ vidmm }: World, { name, usage, foreground }: OtherProcessStep): HResultName {
  if (foreground === true) vidmm.setForeground(name)
  // one that is not in front has nothing to leave
  if (foreground === false && vidmm.others.foreground === name) vidmm.setForeground(null)
  vidmm.setOtherProcess(name, usage)
  return 'S_OK'
}

/**
 * DiscardResource (AN-10).
 * @returns as Device.discardResource · E_INVALIDARG where there is no such resource; a failure is a finding
 */
export function discard({ editor, device }: World, name: string): HResultName {
  const found = editor.find(name)
  const hr = found && device.discardResource(found)
  if (hr === undefined)
    device.debug.report({ rule: 'AN-10', resource: name, message: `${name} was not discarded: it does not exist now` })
  else if (failed(hr))
    device.debug.report({ rule: 'RS-07', resource: name, message: `${name} was not discarded: ${hr}` })
  return hr ?? 'E_INVALIDARG'
}

/**
 * SetResidencyPriority (RS-10).
 * @returns as Device.setResidencyPriority · E_INVALIDARG where there is no such resource; a failure is a finding
 */
export function residencyPriority(
  { editor, device }: World,
  { resource, priority }: ResidencyPriorityStep,
): HResultName {
  const found = editor.find(resource)
  const hr = found && device.setResidencyPriority([found], RESIDENCY_PRIORITIES.indexOf(priority))
  // the resource's from now on: a new device gets it with the effect
  if (hr === 'S_OK') editor.keepPriority(resource, priority)
  if (hr === undefined || failed(hr))
    device.debug.report({
      rule: hr === 'DXGI_ERROR_DEVICE_REMOVED' ? 'RS-07' : 'RS-10',
      message: `the priority of ${resource} was not set: ${hr ?? 'there is no such resource'}`,
    })
  return hr ?? 'E_INVALIDARG'
}

/**
 * SetVideoMemoryReservation of the local group, bytes (RS-08).
 * @returns as Device.setVideoMemoryReservation; a failure is a finding
 */
export function reserve({ device }: World, bytes: number): HResultName {
  const { AvailableForReservation } = device.queryVideoMemoryInfo(SegmentGroup.LOCAL)
  const hr = device.setVideoMemoryReservation(bytes)
  if (failed(hr)) {
    const message = `SetVideoMemoryReservation of ${bytes} bytes was refused: at most ${AvailableForReservation} are available`
    device.debug.report({ rule: 'RS-08', message })
  }
  return hr
}

/** What other components of the process may use of a group's budget (PL-44), bytes. @returns S_OK always */
export function externalReservation({ editor }: World, { group, bytes }: ExternalReservationStep): HResultName {
  editor.externalReservations[group === 'local' ? SegmentGroup.LOCAL : SegmentGroup.NON_LOCAL] = bytes
  return 'S_OK'
}
