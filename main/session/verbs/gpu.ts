/** The verbs `submit` and `system`, and the same by hand. */

import { APP, SUBMITTED_WORK, type SystemSettings } from '../../../preload/contract'
import type { CommandQueue } from '../../d3d12/command-queue'
import { Fence } from '../../d3d12/fence'
import { failed, type HResultName } from '../../d3d12/hresult'
import type { Resource } from '../../d3d12/resource'
import type { SubmitStep } from '../scenario'
import { withoutUndefined } from '../without-undefined'
import { granularitiesOf, inForce, sayFlipsMissing } from '../world/gpu-system'
import type { World } from '../world/world'
import { configureCpu, cpuRefusal } from './cpu'

/**
 * Work of the app, on the queue that it has for it, or of a process of its own where the context of another is named.
 * @returns S_OK · E_INVALIDARG: a resource that it names is not there now (SC-16) · DXGI_ERROR_DEVICE_REMOVED; nothing is
 * submitted then
 */
export function submitWork(world: World, step: SubmitStep): HResultName {
  // the app's name is the app's, as it is in every condition on processes (SC-15)
  const context = step.context === APP ? undefined : step.context
  const named = [...(step.resources ?? []), ...(step.parts ?? []).flatMap((part) => part.resources)]
  const missing = named.find((name) => world.editor.find(name) === undefined)
  if (missing !== undefined) {
    const message = `the work of ${context ?? 'the app'} was not submitted: there is no resource ${missing}`
    world.sim.trace.write('finding', { rule: 'SC-16', resource: missing, message })
    return 'E_INVALIDARG'
  }
  const queue = queueFor(world, step, context)
  if (queue === null) {
    const message = `the work of ${context} was not submitted: its process is blocked from the GPU (0x142)`
    world.sim.trace.write('finding', { rule: 'GP-25', message })
    return 'DXGI_ERROR_DEVICE_REMOVED'
  }
  const resources = resourcesOf(world, step.resources ?? [])
  const parts = step.parts?.map(({ gpuTime, resources: names }) => ({ gpuTime, resources: resourcesOf(world, names) }))
  if (step.wait !== undefined) queue.waitInHardware(fenceOf(world, step.wait.fence), step.wait.value)
  const { hr } = world.editor.work.execute(queue, {
    name: context ?? SUBMITTED_WORK,
    gpuTime: step.gpuTime,
    resources: parts === undefined ? resources : distinct([...resources, ...parts.flatMap((part) => part.resources)]),
    ...(step.work === undefined ? {} : { work: step.work }),
    ...(parts === undefined ? {} : { parts }),
    ...(step.signal === undefined
      ? {}
      : { signal: { fence: fenceOf(world, step.signal.fence), value: step.signal.value } }),
    ...(step.disablePreemption === undefined ? {} : { disablePreemption: step.disablePreemption }),
  })
  if (failed(hr)) {
    const message = `the work of ${context ?? 'the app'} was not submitted: ${hr}`
    world.device.debug.report({ rule: 'RS-07', message })
  }
  return hr
}

/** @param context of a process of its own; undefined: the app's */
function queueFor(world: World, { engine, priority }: SubmitStep, context: string | undefined): CommandQueue | null {
  if (context !== undefined) return world.processes.queue(context, engine, priority)
  if (priority === 'normal') return world.editor.queueOn(engine)
  return world.editor.queueOn(engine, priority)
}

function resourcesOf({ editor }: World, names: readonly string[]): Resource[] {
  return names.flatMap((name) => editor.find(name) ?? [])
}

function distinct(resources: readonly Resource[]): Resource[] {
  return [...new Set(resources)]
}

function fenceOf({ fences }: World, name: string): Fence {
  const fence = fences.get(name) ?? new Fence()
  fences.set(name, fence)
  return fence
}

/**
 * Settings of the running system; what is left out stays.
 * @returns S_OK · E_INVALIDARG when there is no such core (BP-30): nothing has changed then
 */
export function configureSystem(world: World, settings: SystemSettings): HResultName {
  const { vidmm, scheduler, compositor } = world
  const refused = settings.cpu === undefined ? null : cpuRefusal(world, withoutUndefined(settings.cpu))
  if (refused !== null) {
    world.device.debug.report({ rule: 'BP-30', message: refused })
    return 'E_INVALIDARG'
  }
  if (settings.evictionMode !== undefined) vidmm.setEvictionMode(settings.evictionMode)
  if (settings.periodicTrim !== undefined) vidmm.periodicTrim.configure(withoutUndefined(settings.periodicTrim))
  if (settings.preemption !== undefined) {
    const { model } = world.preemption
    world.preemption = inForce(world.system, { ...world.preemption.asked, ...withoutUndefined(settings.preemption) })
    if (world.preemption.model !== model) sayFlipsMissing(world.sim, world.preemption)
    scheduler.setPreemption(world.preemption.model, granularitiesOf(world.preemption))
  }
  if (settings.developerMode !== undefined) world.developer.mode = settings.developerMode
  if (settings.tdr !== undefined) scheduler.timeouts.configure(withoutUndefined(settings.tdr))
  if (settings.cpu !== undefined) configureCpu(world, withoutUndefined(settings.cpu))
  if (settings.compositor !== undefined) compositor.configure(withoutUndefined(settings.compositor))
  return 'S_OK'
}
