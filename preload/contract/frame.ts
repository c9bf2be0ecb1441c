/** What goes to the page at display rate: what has changed since the frame before. */
import type {
  BackgroundEventView,
  BackgroundView,
  FrameTimeView,
  OfferView,
  PipelineCounts,
  PipelineView,
} from './views/background'
import type { BranchComparisonView, BranchesView } from './views/branches'
import type { DelayChainView, DelayRowView, DelaysView, MarkView, MovesView, TraceRecordView } from './views/delays'
import type { DifferenceView } from './views/difference'
import type { EffectCounts, EffectView } from './views/effects'
import type { GpuEvents, GpuView } from './views/gpu'
import type { DefragmentationComparisonView, DefragmentationView, DumpView, HeapMapView } from './views/heaps'
import type { InputView, RecordsView, VariantComparisonView } from './views/laboratory'
import type { AllocationChanges, MemoryView, PagingOperationView, ProcessView, SelectionView } from './views/memory'
import type { FindingView, NotificationView, RegistrationView } from './views/notifications'
import type { PreviewView } from './views/preview'
import type { ProjectView } from './views/project'
import type { ClockView, DeviceView, IdleView, PlaybackView, SampleView, SystemView, TraceView } from './views/system'

/**
 * What changed since the frame before. A full frame (`full`) replaces everything: the first one, and the one
 * after a reload. Absent fields did not change.
 */
export interface Frame {
  seq: number
  full: boolean
  clock: ClockView
  memory?: MemoryView
  system?: SystemView
  idle?: IdleView
  device?: DeviceView
  project?: ProjectView
  trace?: TraceView
  playback?: PlaybackView | null
  /** all effects, in declared order; sent again when one is added or removed */
  effects?: EffectView[]
  /** of those that changed since; never together with `effects` */
  effectCounts?: EffectCounts[]
  allocations?: AllocationChanges
  /** new or grown ones */
  notifications?: NotificationView[]
  registrations?: RegistrationView[]
  findings?: FindingView[]
  samples?: SampleView[]
  /** all processes, the app first */
  processes?: ProcessView[]
  /** new ones */
  pagingOperations?: PagingOperationView[]
  selection?: SelectionView | null
  gpu?: GpuView
  preview?: PreviewView
  gpuEvents?: GpuEvents
  delays?: DelaysView
  /** new ones */
  delayRows?: DelayRowView[]
  /** the chain of the one that is chosen; null: none is */
  delay?: DelayChainView | null
  /** null: none is asked for */
  traceRecord?: TraceRecordView | null
  /** new or grown ones: hitches and dropped frames */
  marks?: MarkView[]
  /** new ones */
  moves?: MovesView
  /** null: none was asked for */
  variants?: VariantComparisonView | null
  difference?: DifferenceView | null
  variantRecords?: RecordsView | null
  /** null: none is open */
  comparisonInput?: InputView | null
  /** built-in effects, for Add effect; only in a full frame */
  offers?: OfferView[]
  /** all of them, when one was created, destroyed, or got a variant or other constants */
  pipelines?: PipelineView[]
  /** of those that drew since; never together with `pipelines` */
  pipelineCounts?: PipelineCounts[]
  background?: BackgroundView
  /** new ones */
  backgroundEvents?: BackgroundEventView[]
  /** new ones */
  frameTimes?: FrameTimeView[]
  heapMap?: HeapMapView
  defragmentation?: DefragmentationView
  /** null: none was made */
  defragmentationComparison?: DefragmentationComparisonView | null
  branches?: BranchesView
  /** null: none was asked for since the simulation began */
  branchComparison?: BranchComparisonView | null
  /** null: none is open */
  dump?: DumpView | null
}
