/** The direct command queue: a context on the 3D engine (TN-17: its fence values are the "context fence"). */
import type { Context, PacketOutcome } from '../dxgkrnl/vidsch/context'
import type { MonitoredFence } from '../dxgkrnl/vidsch/monitored-fence'
import type { Scheduler } from '../dxgkrnl/vidsch/scheduler'
import type { Device, Resource } from './device'
import type { HResultName } from './hresult'

export interface CommandList {
  /** what it does, for messages */
  name: string
  /** GPU time in µs */
  gpuTime: number
  resources: readonly Resource[]
  finished?: (outcome: PacketOutcome) => void
}

export class CommandQueue {
  private readonly context: Context

  constructor(
    private readonly device: Device,
    private readonly scheduler: Scheduler,
    name: string,
  ) {
    this.context = scheduler.createContext(name, device.id, '3d')
  }

  /** Fence value of the last submission, 0 before the first. */
  get lastSubmitted(): number {
    return this.context.submitted
  }

  /** The last completed context fence. */
  get lastCompleted(): number {
    return this.context.completed
  }

  /** Calls back when the context fence has reached `fence`; at once when it has. */
  whenCompleted(fence: number, callback: () => void): void {
    this.context.progress.whenReached(fence, callback)
  }

  /** The GPU waits; the CPU goes on. @param paging the fence is signalled by the paging queue */
  wait(fence: MonitoredFence, value: number, paging: boolean): void {
    this.scheduler.wait(this.context, fence, value, paging)
  }

  /** @returns S_OK with the context fence value · DXGI_ERROR_DEVICE_REMOVED */
  executeCommandLists(list: CommandList): { hr: HResultName; fence: number } {
    if (this.device.removed !== null) return { hr: 'DXGI_ERROR_DEVICE_REMOVED', fence: 0 }
    const fence = this.scheduler.submit(this.context, {
      command: list.name,
      duration: list.gpuTime,
      allocations: list.resources.map((resource) => resource.handle),
      ...(list.finished === undefined ? {} : { finished: list.finished }),
    })
    return { hr: 'S_OK', fence }
  }
}
