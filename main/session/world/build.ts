/** Builds one simulated system from a scenario, bottom up: adapter, kernel, runtime, app. */

import { APP, COMPOSITOR } from '../../../preload/contract'
import type { CommandQueue } from '../../d3d12/command-queue'
import { MessageId } from '../../d3d12/debug-layer'
import { Device } from '../../d3d12/device'
import type { BackgroundSupport } from '../../d3d12/device-options'
import type { HResultName } from '../../d3d12/hresult'
import type { CallbackReturn } from '../../d3d12/trim-notification'
import { FlipCaps } from '../../drivers/kmd/scheduling-caps'
import type { KernelTrimNotification } from '../../dxgkrnl/vidmm/trim-notification'
import type { VideoMemoryManager } from '../../dxgkrnl/vidmm/video-memory-manager'
import { COMPOSITOR_DEVICE, Compositor } from '../../dxgkrnl/vidsch/compositor'
import { type RemovalDetails, Scheduler, type SchedulerHooks } from '../../dxgkrnl/vidsch/scheduler'
import { EditorApp } from '../../editor/editor-app'
import { EditorMemory } from '../../editor/editor-memory'
import type { EditorHooks } from '../../editor/editor-options'
import { shadersOf } from '../../editor/effects/catalogue'
import { type FrameTime, Player } from '../../editor/player'
import { AppTaskSystem } from '../../editor/task-system'
import { FootageDecoder } from '../../editor/timeline/footage'
import { Renders } from '../../editor/timeline/renders'
import { Timeline } from '../../editor/timeline/timeline'
import { Cpu } from '../../sim/cpu'
import { Faults } from '../../sim/faults'
import { Simulation } from '../../sim/simulation'
import { inOneGo, type Sliced } from '../../sim/slices'
import type { TraceWriter } from '../../sim/trace'
import type { TraceType } from '../../sim/trace-records'
import { Delays } from '../laboratory/delays/delays'
import { followPresents } from '../laboratory/delays/following'
import type { Scenario } from '../scenario'
import { CallResults } from '../verbs/call-results'
import { HandCallbacks } from '../verbs/hand-callbacks'
import { Workflows } from '../verbs/workflows'
import { type Dispatching, dispatchOf } from './dispatching'
import { compiler } from './effect-compiler'
import { inForce, initialise, refreshRatesOf, schedulerOptions } from './gpu-system'
import { buildKernel } from './kernel'
import { OtherProcessDevices } from './process-devices'
import type { World } from './world'

/** Who watches; for display and record only, nothing in the simulation depends on them. */
export interface WorldHooks {
  onNotification?: (notification: KernelTrimNotification, callbacks: number) => void
  onCallbackReturn?: (result: CallbackReturn) => void
  editor?: EditorHooks
  /** gets every trace record, from the first */
  writer?: TraceWriter
  /** types of trace records that the live ring leaves to the watcher */
  keptElsewhere?: ReadonlySet<TraceType>
  /** called once the kernel is there, before the app is built */
  onKernel?: (vidmm: VideoMemoryManager) => void
  onScheduler?: (scheduler: Scheduler, compositor: Compositor) => void
  /** what Play shows has changed */
  onPlayer?: () => void
  /** a played frame was presented */
  onFrame?: (frame: FrameTime) => void
  /** modes, tasks or variants have changed */
  onBackground?: () => void
  /** delays kept with their chains [WORST_KEPT]; null: nothing is known of delays, for measuring what that costs */
  worstDelays?: number | null
}

/** @param traceCapacity records that the live ring keeps */
export function buildWorld(scenario: Scenario, hooks: WorldHooks = {}, traceCapacity?: number): World {
  return inOneGo(buildWorldInSlices(scenario, hooks, traceCapacity))
}

/** As buildWorld; a project can have a million resources. @param traceCapacity records that the live ring keeps */
export function* buildWorldInSlices(scenario: Scenario, hooks: WorldHooks = {}, traceCapacity?: number): Sliced<World> {
  const { system, seed } = scenario
  const sim = new Simulation({
    seed,
    ...(traceCapacity === undefined ? {} : { traceCapacity }),
    ...(hooks.keptElsewhere === undefined ? {} : { keptElsewhere: hooks.keptElsewhere }),
  })
  if (hooks.writer !== undefined) sim.trace.attach(hooks.writer)
  const faults = new Faults()
  const vidmm = buildKernel(sim, system, faults, hooks.onNotification)
  hooks.onKernel?.(vidmm)
  const preemption = inForce(system, system.preemption)
  const devices = new Map<number, Device>()
  const schedulerHooks = hooksOf(
    faults,
    removals(() => world, devices),
  )
  const scheduler = new Scheduler(sim, vidmm, schedulerOptions(system, preemption), schedulerHooks)
  const initialisationFailure = initialise(sim, preemption)
  const cpu = new Cpu(sim, system.cpu)
  const dispatch: Dispatching = { choice: system.cpu.dispatch, tasks: new AppTaskSystem(cpu) }
  const developer = { mode: system.developerMode }
  const background: BackgroundSupport = {
    cpu,
    compiler,
    developerMode: () => developer.mode,
    supported: system.backgroundProcessing,
    tasks: new Set(),
    ...(hooks.onBackground === undefined ? {} : { changed: hooks.onBackground }),
  }
  const makeDevice = deviceMaker(
    { sim, vidmm, scheduler, faults, system, background },
    hooks,
    devices,
    initialisationFailure,
  )
  const createDevice = (): { device: Device; queue: CommandQueue } => {
    const device = makeDevice(APP)
    device.background.setDispatch(dispatchOf(dispatch))
    return { device, queue: device.createCommandQueue(APP) }
  }
  const { device, queue } = createDevice()
  const compositor = buildCompositor({ sim, scheduler, system, preemption, initialisationFailure })
  hooks.onScheduler?.(scheduler, compositor)
  const processes = new OtherProcessDevices(scheduler, makeDevice)
  const editor = yield* buildEditor(scenario, { sim, device, queue, cpu, faults }, hooks)
  yield* editor.populate()
  const calls = new CallResults()
  const delays = new Delays(scheduler, refreshRatesOf(system), hooks.worstDelays)
  followPresents(delays, compositor)
  const timeline = new Timeline(editor, scenario.app.timeline)
  const footage = new FootageDecoder(editor, timeline, () => editor.format)
  const renders = new Renders(editor, timeline, footage)
  const player = buildPlayer({ sim, editor, cpu, system, calls, delays, timeline, renders }, footage, hooks)
  const world: World = {
    system,
    sim,
    vidmm,
    scheduler,
    device,
    queue,
    createDevice,
    editor,
    player,
    timeline,
    renders,
    cpu,
    dispatch,
    developer,
    events: new Map(),
    devices,
    workflows: new Workflows(() => world),
    callbacks: new HandCallbacks(device),
    background,
    compositor,
    processes,
    fences: new Map(),
    faults,
    preemption,
    initialisationFailure,
    blocked: false,
    journal: null,
    calls,
    delays,
    commands: 0,
  }
  return world
}

/** What the scheduler says of devices, and of the system, reaches those whose they are. */
function removals(world: () => World, devices: Map<number, Device>): SchedulerHooks {
  return {
    deviceRemoved: (id, because, details) => {
      if (id === COMPOSITOR_DEVICE) removeCompositor(world(), because, details)
      else removeDevice(devices.get(id), because, details)
    },
    isOfApp: (id) => devices.get(id)?.name === APP,
    adapterReset: (because, atFault) => resetDevices(world(), devices, because, atFault),
    processBlocked: (process, because) => block(world(), process, because),
  }
}

/** Makes devices of any process; where the adapter could not be initialised they are removed from the first. */
function deviceMaker(
  parts: Pick<World, 'sim' | 'vidmm' | 'scheduler' | 'faults' | 'system' | 'background'>,
  { onCallbackReturn }: WorldHooks,
  devices: Map<number, Device>,
  initialisationFailure: string | null,
): (name: string) => Device {
  const { system, ...shared } = parts
  return (name) => {
    forgetDestroyed(devices, shared.scheduler)
    const device = new Device({
      name,
      ...shared,
      trimNotifications: system.trimNotifications,
      ...(onCallbackReturn === undefined ? {} : { onCallbackReturn }),
    })
    devices.set(device.id, device)
    if (initialisationFailure !== null)
      device.remove('DXGI_ERROR_DEVICE_REMOVED', `the adapter could not be initialised: ${initialisationFailure}`)
    return device
  }
}

/** One of which a packet is still on an engine can hang yet, and is told of. */
function forgetDestroyed(devices: Map<number, Device>, { engines }: Scheduler): void {
  for (const [id, { destroyed }] of devices) {
    if (!destroyed) continue
    const isBusy = [...engines.values()].some(({ hardware }) =>
      hardware.queue.some(({ context }) => context.device === id),
    )
    if (!isBusy) devices.delete(id)
  }
}

function buildCompositor({
  sim,
  scheduler,
  system,
  preemption,
  initialisationFailure,
}: Pick<World, 'sim' | 'scheduler' | 'system' | 'preemption' | 'initialisationFailure'>): Compositor {
  return new Compositor(sim, scheduler, {
    ...system.compositor,
    enabled: system.compositor.enabled && initialisationFailure === null,
    refreshRates: refreshRatesOf(system),
    flipOnVSyncMmIo: (preemption.declaration.flipCaps & FlipCaps.FlipOnVSyncMmIo) !== 0,
  })
}

function buildPlayer(
  {
    system,
    calls,
    delays,
    timeline,
    renders,
    ...parts
  }: Pick<World, 'sim' | 'editor' | 'cpu' | 'system' | 'calls' | 'delays' | 'timeline' | 'renders'>,
  footage: FootageDecoder,
  hooks: WorldHooks,
): Player {
  return new Player({
    ...parts,
    refreshRate: refreshRatesOf(system)[0],
    frameTime: system.cpu.frameTime,
    length: () => timeline.length,
    footage,
    renders,
    effectsAt: (position) => timeline.effectsAt(position),
    changed: hooks.onPlayer ?? (() => {}),
    following: (processor) => delays.frame(processor),
    presented: (frame) => {
      calls.presented(frame.duration)
      hooks.onFrame?.(frame)
    },
  })
}

function* buildEditor(
  { app, system }: Scenario,
  parts: Pick<World, 'sim' | 'device' | 'queue' | 'cpu' | 'faults'>,
  { editor }: WorldHooks,
): Sliced<EditorApp> {
  const { policy, effects, clips, project, allocation, blockSize, pools, pool } = app
  const memory = { blockSize, pools, pool, reservationFails: () => parts.faults.take('reserve-fails') !== null }
  const placed = new EditorMemory(parts.sim, parts.device, memory, editor)
  yield* placed.addPools()
  return new EditorApp({
    ...parts,
    placed,
    copyBandwidth: system.copyBandwidth,
    refreshRate: refreshRatesOf(system)[0],
    policy,
    effects,
    clips,
    project,
    allocation,
    memory,
    shaders: shadersOf,
    ...(editor === undefined ? {} : { hooks: editor }),
  })
}

/** Faults that a scenario plans reach the scheduler where it asks. */
function hooksOf(faults: Faults, others: SchedulerHooks): SchedulerHooks {
  return {
    ...others,
    // a fault that names no engine means work of an app
    hang: (engine, paging) => {
      const planned = faults.take('hang', { engine: paging ? 'paging' : engine }, paging ? 'engine' : undefined)
      return planned === null ? 0 : planned.duration
    },
    resetFails: () => faults.take('engine-reset-fails') !== null,
    leaksBindings: () => faults.take('leaks-bindings') !== null,
    changesSplitBuffer: (adapter) => faults.take('changes-split-buffer', { adapter }) !== null,
  }
}

/**
 * Every device of every process is removed; the compositor makes another by itself (GP-24). The one at fault has hung, the
 * others were reset with it.
 */
function resetDevices(world: World, devices: Map<number, Device>, because: string, atFault: number): void {
  const reasonOf = (id: number): HResultName => (id === atFault ? 'DXGI_ERROR_DEVICE_HUNG' : 'DXGI_ERROR_DEVICE_RESET')
  for (const device of devices.values()) device.remove(reasonOf(device.id), because)
  const reason = reasonOf(COMPOSITOR_DEVICE)
  if (world.compositor.hasDevice) world.sim.trace.write('device-removed', { device: COMPOSITOR, reason, because })
  world.compositor.recreate()
}

/** A device that the process has made since the hang, and may not use now, goes as well (GP-25). */
function block(world: World, process: number, because: string): void {
  const { scheduler, device, processes } = world
  if (scheduler.timeouts.processOf(device.id) !== process) return processes.block(process, because)
  world.blocked = true
  device.remove('DXGI_ERROR_DEVICE_REMOVED', because)
}

/** Its own present did not end (GP-23): it makes another device by itself. */
function removeCompositor({ sim, compositor }: World, because: string, { rule }: RemovalDetails): void {
  if (rule !== null) sim.trace.write('finding', { rule, message: because })
  sim.trace.write('device-removed', { device: COMPOSITOR, reason: 'DXGI_ERROR_DEVICE_HUNG', because })
  compositor.recreate()
}

/** The finding names allocation and command (RS-07), or the packet (GP-23). */
function removeDevice(device: Device | undefined, because: string, { rule, allocation }: RemovalDetails): void {
  const resource = allocation === undefined ? {} : { resource: allocation }
  const id = allocation === undefined ? MessageId.NONE : MessageId.INVALID_USE_OF_NON_RESIDENT_RESOURCE
  if (rule !== null) device?.debug.report({ rule, message: because, ...resource }, id)
  device?.remove('DXGI_ERROR_DEVICE_HUNG', because)
}
