/** Effects as the page shows them. */
import type { MediaType } from '../names'

/** A constant of an effect's shaders, as it may be set. */
export interface ParameterView {
  /** of the uniform */
  name: string
  label: string
  type: 'float' | 'int' | 'bool' | 'vec3'
  default: number[]
  /** of every component */
  min: number
  max: number
  step: number
}

export interface EffectView {
  name: string
  gpuTime: number
  /** constants of its shaders with their ranges; absent: what its pipelines bind says which there are */
  parameters?: ParameterView[]
  /** allocation ids in registration order; of placed resources their heaps' */
  resources: Uint32Array
  /** of placed resources, which share their heaps' residency (RS-15): their own names and bytes, in the same order */
  placed?: { names: string[]; bytes: Float64Array; heaps: string[] }
  /** media on the timeline, not an effect of the rack; `length`: µs of footage */
  clip?: { width: number; height: number; frames: number; thumbnails: number; length: number; file?: ClipFileView }
  /** submissions of this effect that the GPU has finished */
  completed: number
  /** submissions that wait or run */
  inFlight: number
}

/** The file that a clip shows; the page is not told where it lies. */
export interface ClipFileView {
  /** of the file alone */
  name: string
  type: MediaType
  fingerprint: string
}

/** What changes in an effect's life, without its resources. */
export interface EffectCounts {
  /** in `effects`, as they were sent last */
  index: number
  completed: number
  inFlight: number
}
