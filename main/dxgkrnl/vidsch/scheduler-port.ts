/** What the parts of the scheduler have of it, and of each other: each names what it needs, and none holds the whole. */
import type { EngineName, PreemptionModel } from '../../../preload/contract/names'
import type { Then } from '../../sim/continuation'
import type { Simulation } from '../../sim/simulation'
import type { AllocationHandle } from '../vidmm/allocation-table'
import type { VideoMemoryManager } from '../vidmm/video-memory-manager'
import type { Context, Packet, PacketRequest } from './context'
import type { EngineState } from './engine-state'
import type { AttemptResult, RequestReason } from './preemption-request'
import type { RunHistory } from './run-history'
import type { QuantumSettings, SchedulerObserver, SchedulerOptions, TimeoutSettings } from './scheduler-options'

/** What all parts share. */
interface Shared {
  readonly sim: Simulation
  readonly vidmm: VideoMemoryManager
  readonly options: SchedulerOptions
  readonly observer: SchedulerObserver
  readonly engines: ReadonlyMap<EngineName, EngineState>
  readonly preemptionModel: PreemptionModel
  /** called when a preemption request reaches an engine (GP-05) */
  readonly onRequestReached: (engine: EngineName) => void
  /** what ran lately; `end`: what happens now is more than one packet after another */
  readonly history: Pick<RunHistory, 'end' | 'ran' | 'waitBegan' | 'waitEnded'>
  stateOf(context: Context): EngineState
  packetOf(context: Context, request: PacketRequest, signals: number): Packet
  enqueue(context: Context, packet: Packet): void
  unbind(handle: AllocationHandle, then: Then): void
}

/** What a part calls of another. */
interface Parts {
  readonly feeder: {
    advance(context: Context): void
    feed(state: EngineState): void
    rearrange(state: EngineState, work: () => void): void
    rearrangeAll(work: () => void): void
    resume(): void
  }
  readonly returns: {
    ask(state: EngineState, reason: RequestReason, context: string | null): void
    takeBack(state: EngineState, packets: readonly Packet[]): void
    leaveHardware(packet: Packet): void
    resetEngine(state: EngineState): Packet[]
    loseHung(packet: Packet, because: string): void
    loseEverything(): void
  }
  readonly quanta: {
    readonly settings: QuantumSettings | null
    attempt(state: EngineState, context: Context): AttemptResult
    watch(state: EngineState): void
    queued(state: EngineState, context: Context): void
    asked(state: EngineState, context: string): void
    next(state: EngineState, next: Context | null): Context | null
    isOver(context: Context): boolean
    started(state: EngineState, packet: Packet): void
    stopped(context: Context, preempted: boolean): void
  }
  readonly timeouts: {
    readonly settings: TimeoutSettings
    isSetFor(state: EngineState): boolean
    started(state: EngineState, packet: Packet): void
  }
  readonly paging: { entered(packet: Packet): void }
  readonly contexts: { readonly all: readonly Context[] }
}

/** The scheduler, with those of its parts that are named. */
export type SchedulerPort<Part extends keyof Parts = never> = Shared & Pick<Parts, Part>
