/** Builds one simulated system from a scenario, bottom up: adapter, kernel, runtime, app. */
import type { CommandQueue } from '../d3d12/command-queue'
import { Device } from '../d3d12/device'
import type { CallbackReturn } from '../d3d12/trim-notification'
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
  readonly device: Device
  readonly queue: CommandQueue
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
  const { localMemory, nonLocalMemory, pagingBandwidth, budget, evictionMode, periodicTrim } = system
  const vidmm = new VideoMemoryManager(sim, {
    caps: { localMemory, nonLocalMemory, pagingBandwidth },
    budget,
    evictionMode,
    periodicTrim,
    ...(hooks.onNotification === undefined ? {} : { onNotification: hooks.onNotification }),
  })
  hooks.onKernel?.(vidmm)
  const scheduler: Scheduler = new Scheduler(sim, vidmm, {
    deviceRemoved: (_id, because, allocation) => removeDevice(device, because, allocation),
  })
  const device: Device = new Device({
    name: 'app',
    sim,
    vidmm,
    scheduler,
    faults,
    trimNotifications: system.trimNotifications,
    ...(hooks.onCallbackReturn === undefined ? {} : { onCallbackReturn: hooks.onCallbackReturn }),
  })
  const queue = device.createCommandQueue('app')
  const { policy, effects } = app
  const editorHooks = hooks.editor === undefined ? {} : { hooks: hooks.editor }
  const editor = new EditorApp({ sim, device, queue, policy, effects, ...editorHooks })
  return { sim, vidmm, scheduler, device, queue, editor, faults, commands: 0 }
}

/** RS-07: the finding names allocation and command. */
function removeDevice(device: Device, because: string, allocation?: string): void {
  const resource = allocation === undefined ? {} : { resource: allocation }
  device.debug.report({ rule: 'RS-07', message: because, ...resource })
  device.remove('DXGI_ERROR_DEVICE_HUNG', because)
}
