/** Names of models and granularities as they are shown. */
import type {
  ComputeGranularity,
  ContextPriority,
  GraphicsGranularity,
  PreemptionModel,
} from '../../../preload/contract'

export const MODEL_LABELS: Readonly<Record<PreemptionModel, string>> = { win8: 'Windows 8', win7: 'Windows 7' }

/** D3DKMDT_GRAPHICS_PREEMPTION_GRANULARITY and D3DKMDT_COMPUTE_PREEMPTION_GRANULARITY (GP-04). */
export const GRANULARITY_LABELS: Readonly<Record<GraphicsGranularity | ComputeGranularity, string>> = {
  none: 'None',
  'dma-buffer': 'DMA buffer',
  primitive: 'Primitive',
  triangle: 'Triangle',
  pixel: 'Pixel',
  dispatch: 'Dispatch',
  'thread-group': 'Thread group',
  thread: 'Thread',
  shader: 'Shader',
}

export const PRIORITY_LABELS: Readonly<Record<ContextPriority, string>> = {
  normal: 'Normal',
  high: 'High',
  realtime: 'Real time',
}
