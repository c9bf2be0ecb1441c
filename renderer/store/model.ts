/** What the interface knows of the simulation, and how one frame changes it. Knows neither React nor the store. */
import type {
  BackgroundView,
  BranchComparisonView,
  BranchesView,
  ClockView,
  DefragmentationComparisonView,
  DefragmentationView,
  DelayChainView,
  DelayRowView,
  DelaysView,
  DeviceView,
  DifferenceView,
  DumpView,
  EffectCounts,
  EffectView,
  FindingView,
  Frame,
  FrameTimeView,
  GpuView,
  IdleView,
  InputView,
  MarkView,
  MemoryView,
  NotificationView,
  OfferView,
  PagingOperationView,
  PipelineCounts,
  PipelineView,
  PlaybackView,
  PreviewView,
  ProcessView,
  ProjectView,
  RecordsView,
  RegistrationView,
  SampleView,
  SegmentView,
  SelectionView,
  SystemView,
  TraceRecordView,
  TraceView,
  VariantComparisonView,
} from '../../preload/contract'
import { deviceSettingsOf } from '../../preload/contract'
import { type AllocationColumns, changeAllocations, emptyAllocations } from './allocations'
import {
  appendBackground,
  type BackgroundHistory,
  emptyBackgroundHistory,
  KEPT_FRAME_TIMES,
  NO_BACKGROUND,
} from './background'
import { NO_DELAYS, withRows } from './delays/rows'
import { appendEvents, emptyHistory, type GpuHistory, NO_GPU } from './gpu'
import { changeHeapMap, emptyHeapMap, type HeapMapState, NO_DEFRAGMENTATION } from './heap-map'
import { appendMoves, emptyMoves, type MoveHistory } from './moves'
import { appended, type Series, upserted } from './series'

export interface InterfaceState {
  /** sequence number of the last frame applied, -1 before the first one */
  readonly seq: number
  readonly clock: ClockView
  readonly memory: MemoryView
  readonly system: SystemView
  readonly idle: IdleView
  readonly device: DeviceView
  readonly project: ProjectView
  readonly trace: TraceView
  readonly playback: PlaybackView | null
  readonly effects: readonly EffectView[]
  readonly allocations: AllocationColumns
  readonly notifications: Series<NotificationView>
  readonly registrations: readonly RegistrationView[]
  readonly findings: Series<FindingView>
  readonly samples: Series<SampleView>
  readonly selection: SelectionView | null
  /** all processes that use local memory, the app first */
  readonly processes: readonly ProcessView[]
  readonly pagingOperations: Series<PagingOperationView>
  /** packets that waited for memory paged out under pressure (RS-10) */
  readonly hitches: Series<MarkView>
  /** frames of the clip that were dropped */
  readonly drops: Series<MarkView>
  readonly gpu: GpuView
  readonly preview: PreviewView
  readonly gpuHistory: GpuHistory
  readonly delays: DelaysView
  /** the newest and the worst, in order */
  readonly delayRows: readonly DelayRowView[]
  /** presses and frames that were shown late, also those of which no chain is kept any more */
  readonly late: Series<MarkView>
  /** the chain of the chosen one */
  readonly delay: DelayChainView | null
  /** that was asked for */
  readonly traceRecord: TraceRecordView | null
  readonly moves: MoveHistory
  readonly variants: VariantComparisonView | null
  /** of two of its runs */
  readonly difference: DifferenceView | null
  /** that a number of it counts */
  readonly variantRecords: RecordsView | null
  /** the scenario that is open to be compared on */
  readonly comparisonInput: InputView | null
  readonly pipelines: readonly PipelineView[]
  readonly offers: readonly OfferView[]
  readonly background: BackgroundView
  readonly backgroundHistory: BackgroundHistory
  readonly frameTimes: Series<FrameTimeView>
  readonly heapMap: HeapMapState
  readonly defragmentation: DefragmentationView
  readonly defragmentationComparison: DefragmentationComparisonView | null
  readonly dump: DumpView | null
  readonly branches: BranchesView
  readonly branchComparison: BranchComparisonView | null
}

/** The session's trace keeps everything; the interface keeps the newest of each list, and counts what it forgot. */
const KEPT_NOTIFICATIONS = 10_000
const KEPT_FINDINGS = 10_000
export const KEPT_SAMPLES = 50_000
export const KEPT_PAGING_OPERATIONS = 20_000
const KEPT_MARKS = 10_000
/** of a clip at 30 frames a second, each of them late, nearly half an hour */
const KEPT_LATE = 50_000

const NO_SEGMENT: SegmentView = {
  size: 0,
  resident: 0,
  pending: 0,
  forcedOut: 0,
  evictable: 0,
  committed: 0,
  other: 0,
  system: 0,
  free: 0,
  budget: 0,
}

const NO_PREVIEW: PreviewView = {
  picture: null,
  position: 0,
  following: false,
  rendered: [],
  transport: { rate: 1, in: null, out: null, loop: true },
  waiting: null,
}

/** What is shown before the first frame, and what a full frame starts from. */
export function emptyState(): InterfaceState {
  return {
    seq: -1,
    clock: { now: 0, running: false, speed: 1 },
    memory: {
      local: NO_SEGMENT,
      nonLocal: NO_SEGMENT,
      pagedOut: 0,
      pageInBytes: 0,
      pageOutBytes: 0,
      evictions: 0,
      hitches: 0,
    },
    system: {
      policy: 'none',
      ownPolicies: [],
      localMemory: 0,
      pagingBandwidth: 0,
      configuredBudget: 0,
      otherProcess: 0,
      evictionMode: 'lazy',
      interval: 10_000_000,
      idleAfter: 5_000_000,
      whileActive: false,
      wddm: '',
      trimNotifications: true,
      profile: null,
      pagingOperation: null,
      pagingBatch: 0,
      localSegment: 'memory',
      nonLocalSegment: 'aperture',
      fillBandwidth: null,
      hardwareScheduling: false,
      physicalAdapters: 1,
      device: deviceSettingsOf(() => null),
      pagingProcess: { vaSpace: 0, ownSize: 0, chosenBy: 'none', pageTables: 0 },
      reservation: 0,
      faults: [],
      externalReservations: [0, 0],
      availableForReservation: 0,
    },
    idle: {
      idle: false,
      state: 'active',
      locked: false,
      source: 'real',
      realIdleSeconds: null,
      nextPeriodicTrim: null,
      wouldEvict: null,
    },
    device: { removed: null, others: [], recreating: null },
    project: {
      title: '',
      path: null,
      dirty: false,
      canUndo: false,
      canRedo: false,
      layout: null,
      undoName: null,
      redoName: null,
      timeline: { clips: [], effects: [], length: 10_000_000 },
      undoForgotten: 0,
      unmade: [],
      recent: [],
      stack: [],
      width: 0,
      height: 0,
      allocation: 'committed',
      app: { format: 'R16G16B16A16_FLOAT', blockSize: 0, pools: [], pool: null },
      theme: 'system',
      opening: null,
    },
    trace: { records: 0, forgotten: 0 },
    playback: null,
    effects: [],
    allocations: emptyAllocations(),
    notifications: { items: [], forgotten: 0 },
    registrations: [],
    findings: { items: [], forgotten: 0 },
    samples: { items: [], forgotten: 0 },
    selection: null,
    processes: [],
    pagingOperations: { items: [], forgotten: 0 },
    hitches: { items: [], forgotten: 0 },
    drops: { items: [], forgotten: 0 },
    gpu: NO_GPU,
    preview: NO_PREVIEW,
    gpuHistory: emptyHistory(),
    delays: NO_DELAYS,
    delayRows: [],
    late: { items: [], forgotten: 0 },
    delay: null,
    traceRecord: null,
    moves: emptyMoves(),
    variants: null,
    difference: null,
    variantRecords: null,
    comparisonInput: null,
    pipelines: [],
    offers: [],
    background: NO_BACKGROUND,
    backgroundHistory: emptyBackgroundHistory(),
    frameTimes: { items: [], forgotten: 0 },
    heapMap: emptyHeapMap(),
    defragmentation: NO_DEFRAGMENTATION,
    defragmentationComparison: null,
    dump: null,
    branches: { shown: 0, end: null, branches: [], deleted: null, forgotten: 0, before: null },
    branchComparison: null,
  }
}

/** Counts that draws have changed; the rest of a PSO stays. */
function drawn(
  pipelines: readonly PipelineView[],
  counts: readonly PipelineCounts[] | undefined,
): readonly PipelineView[] {
  if (counts === undefined) return pipelines
  const byId = new Map(counts.map((count) => [count.id, count]))
  return pipelines.map((pipeline) => {
    const count = byId.get(pipeline.id)
    if (count === undefined) return pipeline
    const { draws, sampled, hits } = count
    const variants = pipeline.variants.map((variant, index) => ({ ...variant, hits: hits[index] ?? variant.hits }))
    return { ...pipeline, draws, sampled, variants }
  })
}

/**
 * The state after a frame. A full frame replaces everything; otherwise absent fields keep their reference, so that
 * nothing redraws for them. The state given must not be used any more: its columns and series are written in place.
 */
export function applyFrame(state: InterfaceState, frame: Frame): InterfaceState {
  const from = frame.full ? emptyState() : state
  return {
    seq: frame.seq,
    clock: sameClock(from.clock, frame.clock) ? from.clock : frame.clock,
    memory: frame.memory ?? from.memory,
    system: frame.system ?? from.system,
    idle: frame.idle ?? from.idle,
    device: frame.device ?? from.device,
    project: frame.project ?? from.project,
    trace: frame.trace ?? from.trace,
    playback: frame.playback === undefined ? from.playback : frame.playback,
    effects: counted(frame.effects ?? from.effects, frame.effectCounts),
    allocations: frame.allocations ? changeAllocations(from.allocations, frame.allocations) : from.allocations,
    notifications: upserted(from.notifications, frame.notifications, KEPT_NOTIFICATIONS),
    registrations: frame.registrations ?? from.registrations,
    findings: upserted(from.findings, frame.findings, KEPT_FINDINGS),
    samples: appended(from.samples, frame.samples, KEPT_SAMPLES),
    selection: frame.selection === undefined ? from.selection : frame.selection,
    processes: frame.processes ?? from.processes,
    pagingOperations: appended(from.pagingOperations, frame.pagingOperations, KEPT_PAGING_OPERATIONS),
    hitches: upserted(from.hitches, marksOf('hitch', frame), KEPT_MARKS),
    drops: upserted(from.drops, marksOf('dropped', frame), KEPT_MARKS),
    gpu: frame.gpu ?? from.gpu,
    preview: frame.preview ?? from.preview,
    gpuHistory: frame.gpuEvents ? appendEvents(from.gpuHistory, frame.gpuEvents) : from.gpuHistory,
    ...laboratoryParts(from, frame),
    offers: frame.offers ?? from.offers,
    pipelines: frame.pipelines ?? drawn(from.pipelines, frame.pipelineCounts),
    background: frame.background ?? from.background,
    backgroundHistory: appendBackground(from.backgroundHistory, frame.backgroundEvents),
    frameTimes: appended(from.frameTimes, frame.frameTimes, KEPT_FRAME_TIMES),
    branches: frame.branches ?? from.branches,
    branchComparison: frame.branchComparison === undefined ? from.branchComparison : frame.branchComparison,
    ...heapParts(from, frame),
    ...delayParts(from, frame),
  }
}

/** What is compared beside the simulation (LB). */
function laboratoryParts(
  from: InterfaceState,
  { variants, difference, variantRecords, comparisonInput }: Frame,
): Pick<InterfaceState, 'variants' | 'difference' | 'variantRecords' | 'comparisonInput'> {
  return {
    variants: variants === undefined ? from.variants : variants,
    difference: difference === undefined ? from.difference : difference,
    variantRecords: variantRecords === undefined ? from.variantRecords : variantRecords,
    comparisonInput: comparisonInput === undefined ? from.comparisonInput : comparisonInput,
  }
}

/** Allocator, defragmentation and dumps (DF). */
function heapParts(
  from: InterfaceState,
  frame: Frame,
): Pick<InterfaceState, 'heapMap' | 'defragmentation' | 'defragmentationComparison' | 'dump'> {
  const { heapMap, defragmentation, defragmentationComparison, dump } = frame
  return {
    heapMap: heapMap ? changeHeapMap(from.heapMap, heapMap) : from.heapMap,
    defragmentation: defragmentation ?? from.defragmentation,
    defragmentationComparison:
      defragmentationComparison === undefined ? from.defragmentationComparison : defragmentationComparison,
    dump: dump === undefined ? from.dump : dump,
  }
}

/** Delays, and what is summed up over time (LB-10). */
function delayParts(
  from: InterfaceState,
  frame: Frame,
): Pick<InterfaceState, 'delays' | 'delayRows' | 'late' | 'delay' | 'traceRecord' | 'moves'> {
  const { delays, delayRows, delay, traceRecord, moves } = frame
  return {
    delays: delays ?? from.delays,
    delayRows: withRows(from.delayRows, delayRows),
    late: appended(from.late, marksOf('late', frame), KEPT_LATE),
    delay: delay === undefined ? from.delay : delay,
    traceRecord: traceRecord === undefined ? from.traceRecord : traceRecord,
    moves: appendMoves(from.moves, moves),
  }
}

function marksOf(kind: MarkView['kind'], { marks }: Frame): MarkView[] | undefined {
  return marks?.filter((mark) => mark.kind === kind)
}

/** Effects that did not change keep their reference. */
function counted(effects: readonly EffectView[], counts: readonly EffectCounts[] | undefined): readonly EffectView[] {
  if (counts === undefined) return effects
  const changed = [...effects]
  for (const { index, completed, inFlight } of counts) {
    const effect = changed[index]
    if (effect !== undefined) changed[index] = { ...effect, completed, inFlight }
  }
  return changed
}

function sameClock(a: ClockView, b: ClockView): boolean {
  return a.now === b.now && a.running === b.running && a.speed === b.speed
}
