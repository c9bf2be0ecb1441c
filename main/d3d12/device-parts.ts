/**
 * What the parts of a device have of it. They are classes, as a checkpoint can have a device that was made in the middle of a
 * run, and cannot have what functions have captured.
 */
import type { BackgroundMode, MeasurementsAction } from '../../preload/contract/names'
import type { ProcessingWork, QueueResult } from '../drivers/umd/processing-work'
import type { DriverHooks, DriverPlace, UserModeDriver } from '../drivers/umd/user-mode-driver'
import type { TrimNotificationWorker } from '../dxgkrnl/vidmm/trim-notification'
import type { Cpu } from '../sim/cpu'
import type { Faults } from '../sim/faults'
import type { Simulation } from '../sim/simulation'
import type { BackgroundOptions, BackgroundProcessing } from './background-processing'
import type { DebugLayer } from './debug-layer'
import type { DeviceOptions } from './device-options'
import type { TrimNotificationsOptions } from './trim-notification'

interface OwningDevice {
  readonly id: number
  readonly debug: DebugLayer
  readonly background: BackgroundProcessing
  readonly driver: UserModeDriver
  readonly residency: { readonly evictCalls: number; readonly evictedBytes: number }
}

export class RuntimeOfBackground implements BackgroundOptions {
  readonly sim: Simulation
  readonly cpu: Cpu
  readonly supported: boolean
  readonly tasks: Set<number>
  readonly developerMode: () => boolean
  readonly changed: (() => void) | undefined

  constructor(
    private readonly device: OwningDevice,
    private readonly options: DeviceOptions,
  ) {
    const { cpu, supported, tasks, developerMode, changed } = options.background
    this.sim = options.sim
    this.cpu = cpu
    this.supported = supported
    this.tasks = tasks
    this.developerMode = developerMode
    this.changed = changed
  }

  driver(mode: BackgroundMode, action: MeasurementsAction): boolean {
    return this.device.driver.setBackgroundProcessingMode(mode, action)
  }

  queueingFails(): boolean {
    return this.options.faults.take('queue-processing-work-fails') !== null
  }

  report(rule: string, message: string, resource: string): void {
    this.device.debug.report({ rule, message, resource })
  }
}

export class RuntimeOfDriver implements DriverHooks {
  constructor(
    private readonly device: OwningDevice,
    private readonly options: DeviceOptions,
  ) {}

  queueProcessingWork(work: ProcessingWork): QueueResult {
    return this.device.background.queueProcessingWork(work)
  }

  mayThrow(place: DriverPlace): void {
    const { faults } = this.options
    if (place === 'SetBackgroundProcessingMode') faults.throwIfPlanned('driver-call-throws', { call: place })
    else faults.throwIfPlanned(place)
  }

  installed(): void {
    this.options.background.changed?.()
  }

  /** @returns µs */
  now(): number {
    return this.options.sim.now
  }
}

export class RuntimeOfTrims implements TrimNotificationsOptions {
  readonly device: number
  readonly supported: boolean
  readonly sim: Simulation
  readonly faults: Faults
  readonly debug: DebugLayer
  readonly worker: TrimNotificationWorker
  readonly onReturn: TrimNotificationsOptions['onReturn']

  constructor(
    private readonly owner: OwningDevice,
    options: DeviceOptions,
  ) {
    this.device = owner.id
    this.supported = options.trimNotifications
    this.sim = options.sim
    this.faults = options.faults
    this.debug = owner.debug
    this.worker = options.vidmm.trimWorker
    this.onReturn = options.onCallbackReturn
  }

  evictions(): { count: number; bytes: number } {
    const { evictCalls, evictedBytes } = this.owner.residency
    return { count: evictCalls, bytes: evictedBytes }
  }
}
