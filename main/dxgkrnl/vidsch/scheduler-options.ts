/** What the scheduler is built with: its settings, whom it tells what happened, and who may watch. */
import type { EngineName, PacketOutcomeName, PreemptionModel, TdrLevel } from '../../../preload/contract/names'
import type { SubmitSettings } from '../../drivers/kmd/dma-buffer'
import type { Preempted } from '../../drivers/kmd/engine'
import type { SaveCosts } from '../../drivers/kmd/preemption'
import type { Granularities } from '../../drivers/kmd/scheduling-caps'
import type { Context, Packet } from './context'
import type { PreemptionRequest } from './preemption-request'

export interface RemovalDetails {
  /** the clause that was violated; null: a finding has been written already */
  rule: string | null
  allocation?: string
}

export interface SchedulerHooks {
  /** a device did what it must not do and is removed; `because` names command and, where it is one, `allocation` */
  deviceRemoved(device: number, because: string, details: RemovalDetails): void
  /** whether memory of the device's contexts is the app's; that of other processes is theirs [true] */
  isOfApp?(device: number): boolean
  /** every device is removed: the adapter was reset (GP-24). `atFault`: whose packet it was reset for */
  adapterReset?(because: string, atFault: number): void
  /** a process may not use the GPU any more (GP-25). `process`: as `Timeouts.processOf` has it of its devices */
  processBlocked?(process: number, because: string): void
  /** a planned hang of a packet that is submitted now, µs; 0: none */
  hang?(engine: EngineName, paging: boolean): number
  /** a planned failure of an engine reset that is made now (GP-24) */
  resetFails?(): boolean
  /** the driver leaves bound what was, in the part that it writes now (GP-19) */
  leaksBindings?(): boolean
  /** the driver changes the split buffer that it is given now for that adapter (GP-20) */
  changesSplitBuffer?(adapter: number): boolean
}

/** Who watches; nothing in the scheduler depends on it. */
export interface SchedulerObserver {
  /** a packet has left its engine */
  left?(engine: EngineName, packet: Packet, start: number, outcome: PacketOutcomeName): void
  preempted?(engine: EngineName, request: PreemptionRequest, result: Preempted<Packet>, stopped: number): void
  /** its work stood still for paging, from when until when, µs: together that is `waitedForPaging` */
  waited?(context: Context, since: number, until: number): void
  /** something that `view` shows has changed */
  changed?(): void
}

/** µs */
export interface QuantumSettings {
  /** how long a context keeps the engine while others of its priority wait */
  time: number
  /** how long one that was preempted for something more urgent runs before it can be again */
  preemption: number
}

/** Of timeout detection (GP-23); times in µs. */
export interface TimeoutSettings {
  level: TdrLevel
  delay: number
  limitCount: number
  limitTime: number
}

export interface SchedulerOptions {
  model: PreemptionModel
  /** as each engine declares them */
  granularities: { '3d': Granularities; compute: Granularities }
  queueDepth: number
  saves: SaveCosts
  /** µs */
  restore: number
  /** µs until a preemption request has reached an engine */
  preemptionRequest: number
  /** µs from an engine's stop for a request until the scheduler submits to it again */
  preemptionTurnaround: number
  /** null: none, packets of equal priority take turns as they come */
  quantum: QuantumSettings | null
  pagingEngine: EngineName
  /** bytes of a context's own allocation; 0: none (GP-14) */
  contextAllocation: number
  /** NoDmaPatching of DXGK_VIDSCHCAPS (GP-18, GP-19) */
  noDmaPatching: boolean
  leaksBindings: boolean
  submit: SubmitSettings
  physicalAdapters: number
  /** WDDM 2.0 or later: resubmitted packets say so (GP-11) */
  saysResubmission: boolean
  timeouts: TimeoutSettings
}
