/** The simulated system of a scenario: memory, driver, processors, displays (SC, "system"). */
import type {
  ComputeGranularity,
  CpuSpec,
  EvictionMode,
  FLIP_CAPS,
  GraphicsGranularity,
  INTERFACE_VERSIONS,
  LOCAL_SEGMENTS,
  NON_LOCAL_SEGMENTS,
  PAGING_ENGINES,
  PreemptionModel,
  SAVE_POINTS,
  SCHEDULING_CAPS,
  TdrLevel,
  WDDM_VERSIONS,
} from '../../../../../preload/contract'
import type { PeriodicTrimSettings } from '../../../../dxgkrnl/vidmm/periodic-trim'
import type { ProfileName } from '../../profiles'

export const EVICTION_MODES = ['lazy', 'eager'] as const satisfies readonly EvictionMode[]

type WddmVersion = (typeof WDDM_VERSIONS)[number]
type SavePoint = (typeof SAVE_POINTS)[number]

interface ScenarioDriver {
  /** NotifyEviction on the allocations that it compresses */
  notifyEviction: boolean
  /** NotifyIoMmuUnmap on every allocation of an aperture segment */
  notifyIoMmuUnmap: boolean
  /** bytes of an allocation that one paging buffer's commands can treat */
  pagingBufferCovers: number
  touchesAfterUnmap: boolean
  /** its answer for the size of the paging process's VA space fails, for all adapters or for these (AN-09) */
  pagingProcessVaFails: boolean | number[]
  /** MiB, its answers for linked adapters after the first, in order [that for the first] */
  linkedPagingProcessVa?: number[] | undefined
  interfaceVersion: (typeof INTERFACE_VERSIONS)[number]
  /** which bits of DXGK_VIDSCHCAPS it sets */
  schedulingCaps: (typeof SCHEDULING_CAPS)[number][]
  /** which bits of DXGK_FLIPCAPS it sets */
  flipCaps: (typeof FLIP_CAPS)[number][]
  /** packets that an engine's hardware queue holds, the running one included */
  queueDepth: number
  /** µs to save a context's state at each kind of boundary */
  contextSave: Record<SavePoint, number>
  /** µs to restore a saved context */
  contextRestore: number
  /** µs until a preemption request has reached the engine */
  preemptionRequest: number
  /** µs of the scheduler between an engine's stop and the next packet [none] */
  preemptionTurnaround?: number | undefined
  /** µs of each paging operation beside its bytes [2 without data, none with; new memory needs none] */
  pagingOperation?: number | undefined
  /** µs of a MakeResident or an eviction before its first operation [none] */
  pagingBatch?: number | undefined
  /** where engines differ from `system.preemption`; of these the coarsest is reported (GP-04) */
  engines: {
    '3d'?: { graphics?: GraphicsGranularity | undefined; compute?: ComputeGranularity | undefined } | undefined
    compute?: { compute?: ComputeGranularity | undefined } | undefined
  }
  pagingEngine: (typeof PAGING_ENGINES)[number]
  /** bytes of each context's own allocation; 0: it needs none (GP-14) */
  contextAllocation: number
  /** a faulty driver: what it bound before a split it neither unbinds nor reprograms (GP-19) */
  leaksBindings: boolean
  /** a faulty driver: changes a split DMA buffer that is broadcast to linked adapters (GP-20) */
  changesSplitBuffers: boolean
}

export interface ScenarioSystem {
  wddm: WddmVersion
  trimNotifications: boolean
  developerMode: boolean
  /** a multiple of 64 KiB, at least 64 KiB */
  localMemory: number
  nonLocalMemory: number
  localSegment: (typeof LOCAL_SEGMENTS)[number]
  /** more than 1: linked adapters (AN-09) */
  physicalAdapters: number
  /** the kernel-mode driver (AN-01 to AN-16) */
  driver: ScenarioDriver
  /** the device that the values above were taken from where the scenario did not say them */
  profile?: ProfileName | undefined
  /** the app's configured local budget; RS-09 makes the actual one of it */
  budget: number
  /** what the non-local group lies in (AN-06) [an aperture segment over system memory] */
  nonLocalSegment?: (typeof NON_LOCAL_SEGMENTS)[number] | undefined
  /** bytes per second, at least 1 */
  pagingBandwidth: number
  /** of fills, bytes per second (AN-10) [they take no time] */
  fillBandwidth?: number | undefined
  /** of the copy engine within local memory, bytes per second */
  copyBandwidth: number
  evictionMode: EvictionMode
  periodicTrim: PeriodicTrimSettings
  /** MiB; 0: the OS chooses */
  pagingProcessVa: number
  hardwareScheduling: boolean
  preemption: { model: PreemptionModel; graphics: GraphicsGranularity; compute: ComputeGranularity }
  tdr: { level: TdrLevel; delay: number; limitCount: number; limitTime: number }
  backgroundProcessing: boolean
  /** vertical blanks per second, may be fractional (59.94) */
  refreshRate: number
  /** each with blanks and presents of its own; the editor is on the first [one, of `refreshRate`] */
  displays?: { refreshRate: number }[] | undefined
  /** µs that contexts of equal priority take in turn, and that one which was preempted is left in peace [as they come] */
  quantum?: { time: number; preemption: number } | undefined
  cpu: CpuSpec
  /** the desktop compositor: presents every vertical blank at high priority */
  compositor: { enabled: boolean; gpuTime: number }
}
