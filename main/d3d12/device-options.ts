/** What a device is made with, and how it ends. */
import type { ShaderCompiler } from '../drivers/umd/pipeline-state'
import type { VideoMemoryManager } from '../dxgkrnl/vidmm/video-memory-manager'
import type { Scheduler } from '../dxgkrnl/vidsch/scheduler'
import type { Cpu } from '../sim/cpu'
import type { Faults } from '../sim/faults'
import type { Simulation } from '../sim/simulation'
import type { HResultName } from './hresult'
import type { CallbackReturn } from './trim-notification'

export interface DeviceOptions {
  name: string
  sim: Simulation
  vidmm: VideoMemoryManager
  scheduler: Scheduler
  faults: Faults
  trimNotifications: boolean
  background: BackgroundSupport
  onCallbackReturn?: (result: CallbackReturn) => void
}

/** What background processing needs of the system (BP). */
export interface BackgroundSupport {
  cpu: Cpu
  compiler: ShaderCompiler
  developerMode: () => boolean
  /** the driver takes advantage of it (BP-16) */
  supported: boolean
  /** ordinals of the background tasks that have not ended, so that a device has none of one that is gone (BP-24, BP-28) */
  tasks: Set<number>
  /** something that a view shows has changed */
  changed?: () => void
}

export interface Removal {
  /** µs */
  t: number
  reason: HResultName
  because: string
}
