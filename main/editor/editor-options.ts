/** What the editor is built from, what it tells, and what it keeps of an effect. Times in µs. */
import type { AllocationMode } from '../../preload/contract/names'
import type { ClipSpec, ConstantValues, EffectSpec, PolicyChoice } from '../../preload/contract/specs'
import type { CommandQueue } from '../d3d12/command-queue'
import type { Device } from '../d3d12/device'
import type { PipelineState } from '../d3d12/pipeline-state'
import type { Resource } from '../d3d12/resource'
import type { Cpu } from '../sim/cpu'
import type { Faults } from '../sim/faults'
import type { Simulation } from '../sim/simulation'
import type { EditorMemory, MemoryHooks, MemorySettings } from './editor-memory'
import type { ShaderCatalogue } from './effect-shaders'
import type { ProjectFormat } from './effects/catalogue'

export interface EffectState {
  spec: EffectSpec
  resources: readonly Resource[]
  /** `ownHeaps` of them, once they have been used; null: not yet, or of those that it had before */
  heaps: { readonly of: readonly Resource[]; readonly handles: readonly number[] | undefined } | null
  /** submissions that the GPU has finished */
  completed: number
  /** submissions that wait or run */
  inFlight: number
  /** context fence of the last submission, 0: none */
  lastFence: number
  /** µs of the last submission, -1: none */
  lastApplied: number
  /** it was applied, on this device or on the one before: frames go through it */
  applied: boolean
  /** its pipeline state objects, made when it is first applied; null: not yet */
  pipelines: EffectPipelines | null
}

/** What became of one application of an effect. */
export interface AppliedWork {
  completed: boolean
  /** µs of modelled GPU time that completed */
  gpuTime: number
}

export interface EffectPipelines {
  passes: readonly { pipeline: PipelineState; names: readonly string[] }[]
  /** bound now, by name */
  values: ConstantValues
}

export interface EditorHooks extends MemoryHooks {
  /** an effect's counts or parameters changed, or the list of effects */
  effectsChanged?(): void
  /** pipelines were made or are gone, or bind other constants */
  pipelinesChanged?(): void
  /** an effect's resources were created */
  effectAdded?(effect: EffectState): void
  /** an effect, or a set of its own, was submitted: what it uses, each once where it is an effect's */
  submitted?(resources: readonly Resource[]): void
  /** the GPU has finished a submission of this effect */
  effectFinished?(effect: string): void
  /** a defragmentation began, went on or ended */
  defragmentationChanged?(): void
}

export interface EditorOptions {
  sim: Simulation
  device: Device
  queue: CommandQueue
  policy: PolicyChoice
  effects: readonly EffectSpec[]
  clips: readonly ClipSpec[]
  shaders: ShaderCatalogue
  project: ProjectFormat
  /** of effects; media are always placed */
  allocation: AllocationMode
  memory: MemorySettings
  /** its memory, with the pools that it begins with */
  placed: EditorMemory
  cpu: Cpu
  faults: Faults
  /** of the copy engine within local memory, bytes per second */
  copyBandwidth: number
  /** vertical blanks per second */
  refreshRate: number
  hooks?: EditorHooks
}
