/** One simulated system: what it is made of, from the adapter's kernel up to the app. Only `verbs/` and time change it. */
import type { WorkflowName, WorkflowView } from '../../../preload/contract'
import type { CompletionEvent } from '../../d3d12/background-processing/completion-event'
import type { CommandQueue } from '../../d3d12/command-queue'
import type { Device } from '../../d3d12/device'
import type { BackgroundSupport } from '../../d3d12/device-options'
import type { Fence } from '../../d3d12/fence'
import type { VideoMemoryManager } from '../../dxgkrnl/vidmm/video-memory-manager'
import type { Compositor } from '../../dxgkrnl/vidsch/compositor'
import type { Scheduler } from '../../dxgkrnl/vidsch/scheduler'
import type { EditorApp } from '../../editor/editor-app'
import type { Player } from '../../editor/player'
import type { Renders } from '../../editor/timeline/renders'
import type { Timeline } from '../../editor/timeline/timeline'
import type { Cpu } from '../../sim/cpu'
import type { Faults } from '../../sim/faults'
import type { Simulation } from '../../sim/simulation'
import type { Delays } from '../laboratory/delays/delays'
import type { Scenario, Step } from '../scenario'
import type { CallResults } from '../verbs/call-results'
import type { HandCallbacks } from '../verbs/hand-callbacks'
import type { Dispatching } from './dispatching'
import type { InForce } from './gpu-system'
import type { OtherProcessDevices } from './process-devices'

/** The documented uses of background processing, as they run by themselves (BP-17). */
interface GuidedRuns {
  /** the newest, null: none was started */
  readonly view: WorkflowView | null
  /** how runs have ended: true with their aim reached */
  readonly results: ReadonlyMap<WorkflowName, boolean>
  /** something in `view` has changed */
  changed: () => void
  /** @param maxPasses passes after which it stops though the driver wants more (BP-13) */
  start(name: WorkflowName, maxPasses: number): void
  cancel(): void
}

export interface World {
  readonly system: Scenario['system']
  readonly sim: Simulation
  readonly vidmm: VideoMemoryManager
  readonly scheduler: Scheduler
  /** replaced when the app recreates it (RS-07) */
  device: Device
  queue: CommandQueue
  /** makes a device and its queue, as at the start */
  readonly createDevice: () => { device: Device; queue: CommandQueue }
  readonly editor: EditorApp
  readonly player: Player
  /** outlives the device */
  readonly timeline: Timeline
  /** caches of rendered spans */
  readonly renders: Renders
  readonly cpu: Cpu
  /** who carries background tasks out, by the app's choice (BP-30) */
  readonly dispatch: Dispatching
  /** the system's developer mode */
  readonly developer: { mode: boolean }
  /** events of commits, by name: the newest of that name */
  readonly events: Map<string, CompletionEvent>
  readonly workflows: GuidedRuns
  /** trim callbacks by hand; with another device they are gone */
  callbacks: HandCallbacks
  readonly background: BackgroundSupport
  readonly compositor: Compositor
  /** those of every process that may still be told something, by id; here so that a checkpoint finds them: functions alone use them */
  readonly devices: Map<number, Device>
  /** processes that submit work of their own, by the name of their context */
  readonly processes: OtherProcessDevices
  /** named by `wait` and `signal` of submitted work */
  readonly fences: Map<string, Fence>
  readonly faults: Faults
  /** what is in force of the preemption settings */
  preemption: InForce
  /** why the adapter could not be initialised; null: it was (GP-02) */
  readonly initialisationFailure: string | null
  /** the app's process is shut out from the GPU (GP-25) */
  blocked: boolean
  /** what was done to it so far, for recording; null: nobody records */
  journal: Step[] | null
  /** what came of them */
  readonly calls: CallResults
  /** why presses, frames and presents were late (LB-08) */
  readonly delays: Delays
  /** commands and steps carried out so far: the ordinals that trace records give as `cause` */
  commands: number
}
