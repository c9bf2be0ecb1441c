/** Background processing, the CPU and the variants of shaders as the page shows them. */
import type { BackgroundMode, HResult, MeasurementsAction, WorkflowName } from '../names'
import type { ConstantValues, CpuSpec, EffectSpec } from '../specs'

/** A guided run of one of them. */
export interface WorkflowView {
  name: WorkflowName
  state: 'running' | 'done' | 'failed' | 'cancelled'
  /** what was done so far, a sentence each */
  log: { t: number; text: string }[]
  /** in the end; null before */
  verdict: string | null
}

export interface BackgroundTaskView {
  task: number
  pso: string
  reason: string
}

export interface BackgroundView {
  /** BackgroundProcessingSupported of OPTIONS6 */
  supported: boolean
  developerMode: boolean
  mode: BackgroundMode
  /** of the last call; null before the first */
  furtherMeasurementsDesired: boolean | null
  /** calls of SetBackgroundProcessingMode, oldest first, the newest few hundred */
  calls: {
    id: number
    t: number
    mode: BackgroundMode
    action: MeasurementsAction
    event: string | null
    hresult: HResult
    furtherMeasurementsDesired: boolean
    /** when its event was signalled; null: not yet, or it has none */
    signalledAt: number | null
  }[]
  threads: { name: string; priority: 'idle' | 'above-idle'; task: BackgroundTaskView | null }[]
  /** in the order in which they will start */
  queue: BackgroundTaskView[]
  finished: number
  cancelled: number
  cpu: CpuSpec
  workflow: WorkflowView | null
}

/** One phase of a background task (BP-28). */
export interface BackgroundEventView {
  id: number
  t: number
  task: number
  pso: string
  phase: 'queued' | 'start' | 'finish' | 'cancel'
  thread: string | null
  priority: 'idle' | 'above-idle'
  reason: string
}

/** A frame of the clip that was rendered: how long it took from its start to its present, and the GPU time in it. µs */
export interface FrameTimeView {
  t: number
  duration: number
  gpuTime: number
}

/** A shader with constants folded in, installed in its PSO (BP-26). */
export interface VariantView {
  id: number
  /** the constants that a draw has to bind for it */
  constants: ConstantValues
  /** names of those that are literals in it */
  folded: readonly string[]
  /** names of those that it counts on, and that the GPU's own arithmetic still reads as uniforms (BP-25) */
  kept: readonly string[]
  /** GLSL ES 3.00 */
  source: string
  installedAt: number
  /** draws that used it */
  hits: number
  branchesRemoved: number
  loopsUnrolled: number
  /** modelled operations per pixel (BP-31) */
  operations: number
  /** the constants that are bound now are those that it expects (BP-26) */
  matches: boolean
}

/** A built-in effect as the project would have it, with resources as large as its resolution and format make them. */
export interface OfferView {
  description: string
  effect: EffectSpec
}

/** What changes in a PSO with every draw. */
export interface PipelineCounts {
  id: number
  draws: number
  sampled: number
  /** of each variant, in their order */
  hits: number[]
}

/** A pipeline state object: one pass of an effect. */
export interface PipelineView {
  id: number
  effect: string
  /** of the effect, from 0 */
  pass: number
  name: string
  /** the general fragment shader, GLSL ES 3.00 */
  source: string
  /** modelled operations per pixel of the general shader with the constants bound now */
  operations: number
  /** bound now */
  constants: ConstantValues
  draws: number
  /** draws that the driver has looked at */
  sampled: number
  /** ids of the variants that draws may use, as the driver chooses: they use the first (BP-25, BP-26, BP-31) */
  usable: number[]
  variants: VariantView[]
}
