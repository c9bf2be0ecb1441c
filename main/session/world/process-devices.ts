/** Processes that submit GPU work of their own, known by the name of their context: each has a device of its own. */
import type { ContextPriority, EngineName } from '../../../preload/contract'
import type { CommandQueue } from '../../d3d12/command-queue'
import type { Device } from '../../d3d12/device'
import type { Removal } from '../../d3d12/device-options'
import type { Scheduler } from '../../dxgkrnl/vidsch/scheduler'

interface Process {
  device: Device
  /** by engine and priority */
  queues: Map<string, CommandQueue>
  /** shut out from the GPU (GP-25) */
  blocked: boolean
}

export class OtherProcessDevices {
  private readonly processes = new Map<string, Process>()

  constructor(
    private readonly scheduler: Scheduler,
    private readonly createDevice: (name: string) => Device,
  ) {}

  /** A process whose device was removed makes another. @returns null when it may not use the GPU any more */
  queue(name: string, engine: EngineName, priority: ContextPriority): CommandQueue | null {
    const process = this.process(name)
    if (process.blocked) return null
    const key = `${engine} ${priority}`
    const queue = process.queues.get(key) ?? process.device.createCommandQueue(name, engine, priority)
    process.queues.set(key, queue)
    return queue
  }

  /** It has submitted work, or tried to. */
  has(name: string): boolean {
    return this.processes.has(name)
  }

  isBlocked(name: string): boolean {
    return this.processes.get(name)?.blocked === true
  }

  /** Those whose device is removed, until they make another: none does before its next packet. */
  get removals(): { process: string; removal: Removal; blocked: boolean }[] {
    return [...this.processes].flatMap(([process, { device, blocked }]) =>
      device.removed === null ? [] : [{ process, removal: device.removed, blocked }],
    )
  }

  /** @param id as `Timeouts.processOf` has it of the process's devices */
  block(id: number, because: string): void {
    for (const process of this.processes.values()) {
      if (this.scheduler.timeouts.processOf(process.device.id) !== id) continue
      process.blocked = true
      process.device.remove('DXGI_ERROR_DEVICE_REMOVED', because)
    }
  }

  private process(name: string): Process {
    const known = this.processes.get(name)
    if (known === undefined) {
      const made: Process = { device: this.createDevice(name), queues: new Map(), blocked: false }
      this.processes.set(name, made)
      return made
    }
    if (known.device.removed === null || known.blocked) return known
    const before = known.device.id
    known.device.destroy()
    known.device = this.createDevice(name)
    known.queues.clear()
    this.scheduler.timeouts.inherit(before, known.device.id)
    return known
  }
}
