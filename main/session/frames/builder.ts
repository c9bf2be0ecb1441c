/** Builds frames: deltas since the one before, or everything after a reload. */
import type {
  BranchesView,
  ClockView,
  Frame,
  PreviewView,
  ProjectView,
  TraceRecordView,
} from '../../../preload/contract'
import type { Edit } from '../../editor/project/edit'
import type { WatchedSystem } from '../run/watched-system'
import { pipelineCounts, pipelineViews } from './background/view'
import type { Part } from './changes'
import { EffectDeltas } from './effect-deltas'
import { LooksSent } from './looks'
import { previewView, samePreview } from './preview'
import { same } from './same'
import { offerViews } from './views'

/** What the session alone knows of. */
interface SessionViews {
  readonly project: () => ProjectView
  /** the run's line and the others of it */
  readonly branches: () => BranchesView
  /** the record of its trace that was asked for */
  readonly traceRecord: () => TraceRecordView | null
}

type Format = WatchedSystem['world']['editor']['format']

/**
 * Paging operations in one frame; of a burst the rest follows in the next ones. Each costs the window about 7 µs on its
 * way through the context bridge, and a frame is to cost it no more than 8 ms.
 */
const OPERATIONS_PER_FRAME = 128

export class FrameBuilder {
  private seq = 0
  private full = true
  private lastClock: ClockView | null = null
  private lastRecords = -1
  private lastProject = -1
  private lastPreview: PreviewView | null = null
  private lastFormat: Format | null = null
  private lastEdit: Edit | null = null
  private readonly looks = new LooksSent()
  private readonly effects = new EffectDeltas()
  private readonly drawsSent = new Map<number, number>()

  /** The next frame is full. */
  startOver(): void {
    this.full = true
  }

  /** @returns null when nothing changed */
  build(running: WatchedSystem, clock: ClockView, session: SessionViews): Frame | null {
    const { full } = this
    const { changes } = running.log
    running.delayLog.follow()
    const parts: Partial<Frame> = {
      ...this.looks.take(running, session.project, this.due(running, clock), this.again(running)),
      ...this.toldParts(running, (part) => full || changes.has(part), session),
      ...this.previewPart(running.world, full),
      ...this.offersPart(running.world, full),
      ...traceDelta(running, full || running.world.sim.trace.total !== this.lastRecords),
      ...logDeltas(running, full),
      ...running.heapLog.take(running.world, full),
    }
    changes.taken()
    this.lastRecords = running.world.sim.trace.total
    this.lastProject = running.project.version
    this.lastEdit = running.project.nextEdit('undo')
    if (!full && Object.keys(parts).length === 0 && this.isSameClock(clock)) return null
    this.full = false
    this.lastClock = clock
    return { seq: this.seq++, full, clock, ...parts }
  }

  /** Which parts are looked at: all after a verb and while one is under way, otherwise those of which something told. */
  private due({ world, log, project, isBusy }: WatchedSystem, clock: ClockView): (part: Part) => boolean {
    const { changes } = log
    const all = this.full || isBusy || changes.hasActed || changes.wasRefused
    // while time stands still there may be no later frame
    const isLast = changes.hasActed && !clock.running
    const byItself: Partial<Record<Part, boolean>> = {
      // how long an engine has been busy, and whether it still hangs, change with the time alone
      gpu: this.lastClock?.now !== clock.now && world.scheduler.isRunning,
      idle: log.trimLook.look(world, this.full, isLast || changes.has('idle')),
      project: this.lastProject !== project.version,
    }
    return (part) => all || changes.has(part) || byItself[part] === true
  }

  /**
   * Which of the parts that are looked at are sent also where they say the same: all after a refusal; the project after an
   * edit of the timeline, where the window shows what was dragged until the session says how it lies, if only as before.
   */
  private again({ log, project }: WatchedSystem): (part: Part) => boolean {
    const all = this.full || log.changes.wasRefused
    const edit = project.nextEdit('undo')
    const isPut = log.changes.wasLeftAsItWas || (edit !== this.lastEdit && edit?.kind === 'timeline')
    return (part) => all || (isPut && part === 'project')
  }

  /** What is too much to be looked at: each is told of. */
  private toldParts(
    running: WatchedSystem,
    has: (part: Part) => boolean,
    { branches, traceRecord }: SessionViews,
  ): Partial<Frame> {
    const { world, selection, delayLog } = running
    return {
      ...(has('effects') ? this.effects.take(world.editor.effects, this.full) : {}),
      ...(has('selection') ? { selection: selection?.view() ?? null } : {}),
      ...(has('delays') ? { delays: delayLog.view() } : {}),
      ...(has('delay') ? { delay: delayLog.selected } : {}),
      ...(has('traceRecord') ? { traceRecord: traceRecord() } : {}),
      ...this.pipelinesPart(world, has('pipelines')),
      ...(has('branches') ? { branches: branches() } : {}),
      ...laboratoryParts(running, has),
    }
  }

  /** What a frame waits for changes with the time alone. */
  private previewPart(world: WatchedSystem['world'], full: boolean): Partial<Frame> {
    const preview = previewView(world)
    const last = this.lastPreview
    if (!full && last !== null && samePreview(last, preview)) return {}
    this.lastPreview = preview
    return { preview }
  }

  /** They are as large as the project. */
  private offersPart(world: WatchedSystem['world'], full: boolean): Partial<Frame> {
    const { format } = world.editor
    if (!full && same(format, this.lastFormat)) return {}
    this.lastFormat = format
    return { offers: offerViews(world) }
  }

  private pipelinesPart(world: WatchedSystem['world'], changed: boolean): Partial<Frame> {
    if (changed) this.drawsSent.clear()
    const counts = pipelineCounts(world, this.drawsSent)
    if (changed) return { pipelines: pipelineViews(world) }
    return counts.length === 0 ? {} : { pipelineCounts: counts }
  }

  private isSameClock(clock: ClockView): boolean {
    const last = this.lastClock
    return last?.now === clock.now && last.running === clock.running && last.speed === clock.speed
  }
}

/** What is compared beside the simulation. */
function laboratoryParts({ laboratory }: WatchedSystem, has: (part: Part) => boolean): Partial<Frame> {
  return {
    ...(has('variants') ? { variants: laboratory?.variants ?? null } : {}),
    ...(has('difference') ? { difference: laboratory?.difference ?? null } : {}),
    ...(has('variantRecords') ? { variantRecords: laboratory?.records ?? null } : {}),
    ...(has('branchComparison') ? { branchComparison: laboratory?.branches ?? null } : {}),
    ...(has('comparisonInput') ? { comparisonInput: laboratory?.inputView ?? null } : {}),
  }
}

function traceDelta({ world, gpuLog }: WatchedSystem, changed: boolean): Partial<Frame> {
  const { total, forgotten } = world.sim.trace
  return changed ? { trace: { records: total, forgotten: forgotten + gpuLog.forgotten } } : {}
}

function logDeltas(running: WatchedSystem, full: boolean): Partial<Frame> {
  const { log, world } = running
  const allocations = log.takeAllocations(world.vidmm, running, full)
  const notifications = full ? log.notifications.all() : log.notifications.fresh()
  const findings = full ? log.findings.all() : log.findings.fresh()
  const samples = log.takeSamples(full)
  const { events, frameTimes } = running.backgroundLog
  const backgroundEvents = full ? events.all() : events.fresh()
  const times = full ? frameTimes.all() : frameTimes.fresh()
  events.taken()
  frameTimes.taken()
  const gpuEvents = running.gpuLog.take(full)
  const operations = log.pagingOperations.takeFor(full, OPERATIONS_PER_FRAME)
  const marks = log.takeMarks(full)
  log.notifications.taken()
  log.findings.taken()
  const delayRows = running.delayLog.takeRows(full)
  const moves = running.moves.take(full)
  return {
    ...(full || delayRows.length > 0 ? { delayRows } : {}),
    ...(moves === null ? {} : { moves }),
    ...(full || marks.length > 0 ? { marks } : {}),
    ...(allocations === null ? {} : { allocations }),
    ...(full || backgroundEvents.length > 0 ? { backgroundEvents } : {}),
    ...(full || times.length > 0 ? { frameTimes: times } : {}),
    ...(gpuEvents === null ? {} : { gpuEvents }),
    ...(full || notifications.length > 0 ? { notifications } : {}),
    ...(full || findings.length > 0 ? { findings } : {}),
    ...(full || samples.length > 0 ? { samples } : {}),
    ...(full || operations.length > 0 ? { pagingOperations: operations } : {}),
  }
}
