/** Builds one simulated system from a scenario, bottom up: adapter, kernel, runtime, app. */
import type { CommandQueue } from '../d3d12/command-queue'
import { MessageId } from '../d3d12/debug-layer'
import { Device } from '../d3d12/device'
import type { CallbackReturn } from '../d3d12/trim-notification'
import { KernelModeDriver } from '../drivers/kmd/driver'
import type { KernelTrimNotification } from '../dxgkrnl/vidmm/trim-notification'
import { VideoMemoryManager } from '../dxgkrnl/vidmm/video-memory-manager'
import { Scheduler } from '../dxgkrnl/vidsch/scheduler'
import { EditorApp, type EditorHooks } from '../editor/editor-app'
import { Faults } from '../sim/faults'
import { Simulation } from '../sim/simulation'
import type { TraceWriter } from '../sim/trace'
import type { Scenario } from './scenario'

/** Who watches; for display and record only, nothing in the simulation depends on them. */
export interface WorldHooks {
  onNotification?: (notification: KernelTrimNotification, callbacks: number) => void
  onCallbackReturn?: (result: CallbackReturn) => void
  editor?: EditorHooks
  /** gets every trace record, from the first */
  writer?: TraceWriter
  /** called once the kernel is there, before the app is built */
  onKernel?: (vidmm: VideoMemoryManager) => void
}

export interface World {
  readonly sim: Simulation
  readonly vidmm: VideoMemoryManager
  readonly scheduler: Scheduler
  /** replaced when the app recreates it (RS-07) */
  device: Device
  queue: CommandQueue
  /** makes a device and its queue, as at the start */
  readonly createDevice: () => { device: Device; queue: CommandQueue }
  readonly editor: EditorApp
  readonly faults: Faults
  /** commands and steps carried out so far: the ordinals that trace records give as `cause` */
  commands: number
}

/** @param traceCapacity records that the live ring keeps */
export function buildWorld(scenario: Scenario, hooks: WorldHooks = {}, traceCapacity?: number): World {
  const { system, app, seed } = scenario
  const sim = new Simulation({ seed, ...(traceCapacity === undefined ? {} : { traceCapacity }) })
  if (hooks.writer !== undefined) sim.trace.attach(hooks.writer)
  const faults = new Faults()
  const vidmm = buildKernel(sim, system, faults, hooks)
  hooks.onKernel?.(vidmm)
  // a context whose device does what it must not removes the device that is current then
  const scheduler: Scheduler = new Scheduler(sim, vidmm, {
    deviceRemoved: (id, because, allocation) => removeDevice(devices.get(id), because, allocation),
  })
  const devices = new Map<number, Device>()
  const createDevice = (): { device: Device; queue: CommandQueue } => {
    const { onCallbackReturn } = hooks
    const device = new Device({
      name: 'app',
      sim,
      vidmm,
      scheduler,
      faults,
      trimNotifications: system.trimNotifications,
      ...(onCallbackReturn === undefined ? {} : { onCallbackReturn }),
    })
    devices.clear() // the one before is destroyed
    devices.set(device.id, device)
    return { device, queue: device.createCommandQueue('app') }
  }
  const { device, queue } = createDevice()
  const { policy, effects } = app
  const editorHooks = hooks.editor === undefined ? {} : { hooks: hooks.editor }
  const editor = new EditorApp({ sim, device, queue, policy, effects, ...editorHooks })
  return { sim, vidmm, scheduler, device, queue, createDevice, editor, faults, commands: 0 }
}

/** The app's device is destroyed, with all that it owns (RS-14), and made anew, with every effect on it (RS-07). */
export function recreateDevice(world: World): void {
  const failedEffects = world.editor.moveTo(() => {
    world.device.destroy()
    return Object.assign(world, world.createDevice())
  })
  for (const effect of failedEffects)
    world.device.debug.report({ rule: 'RS-06', message: `effect ${effect} could not be created again` })
}

function buildKernel(
  sim: Simulation,
  system: Scenario['system'],
  faults: Faults,
  hooks: WorldHooks,
): VideoMemoryManager {
  const { localSegment, localMemory, nonLocalMemory, pagingBandwidth, hardwareScheduling, physicalAdapters } = system
  const { notifyEviction, notifyIoMmuUnmap, pagingBufferCovers, touchesAfterUnmap, pagingProcessVaFails } =
    system.driver
  const settings = {
    notifyEviction,
    notifyIoMmuUnmap,
    pagingBufferCovers,
    touchesAfterUnmap,
    pagingProcessVa: pagingProcessVaFails ? null : system.pagingProcessVa,
  }
  const { budget, evictionMode, periodicTrim, wddm } = system
  return new VideoMemoryManager(sim, {
    caps: { localSegment, localMemory, nonLocalMemory, pagingBandwidth, hardwareScheduling, physicalAdapters },
    driver: new KernelModeDriver(settings, () => faults.take('build-paging-buffer-fails') !== null),
    allocationNotification: wddm === '3.2',
    budget,
    evictionMode,
    periodicTrim,
    ...(hooks.onNotification === undefined ? {} : { onNotification: hooks.onNotification }),
  })
}

/** RS-07: the finding names allocation and command. */
function removeDevice(device: Device | undefined, because: string, allocation?: string): void {
  const resource = allocation === undefined ? {} : { resource: allocation }
  const id = MessageId.INVALID_USE_OF_NON_RESIDENT_RESOURCE
  device?.debug.report({ rule: 'RS-07', message: because, ...resource }, allocation === undefined ? MessageId.NONE : id)
  device?.remove('DXGI_ERROR_DEVICE_HUNG', because)
}
