/**
 * ID3D12Fence: what the app signals and waits on. The kernel's monitored fence behind it, which says who is going to signal
 * what (GP-13, LB-08), is for queues and devices; the app has the calls of the API.
 */
import { MonitoredFence } from '../dxgkrnl/vidsch/monitored-fence'

/** Its value only ever grows. */
export class Fence {
  /** what queues of the runtime hand to the scheduler */
  readonly monitored: MonitoredFence

  /** @param initial fence value */
  constructor(initial = 0) {
    this.monitored = new MonitoredFence(initial)
  }

  /** GetCompletedValue: the fence value that was signalled last. */
  get completedValue(): number {
    return this.monitored.value
  }

  /** Signal by the CPU; values below the present one are ignored. @param value fence value */
  signal(value: number): void {
    this.monitored.signal(value)
  }

  /** SetEventOnCompletion: calls back when the fence value `value` is reached; at once when it is already. */
  setEventOnCompletion(value: number, callback: () => void): void {
    this.monitored.whenReached(value, callback)
  }
}
