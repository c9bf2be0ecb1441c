/** Builds frames: deltas since the one before, or everything after a reload. */
import type { BranchesView, ClockView, Frame, PreviewView, ProjectView } from '../../../preload/contract'
import { isProject } from '../document/project-file'
import type { WatchedSystem } from '../run/watched-system'
import { backgroundView, pipelineCounts, pipelineViews } from './background/view'
import type { Part } from './changes'
import { EffectDeltas } from './effect-deltas'
import { gpuView } from './gpu/view'
import { previewView, samePreview } from './preview'
import { deviceView, idleView, memoryView, offerViews, processViews, systemView } from './views'

/**
 * Paging operations in one frame; of a burst the rest follows in the next ones. Each costs the window about 7 µs on its
 * way through the context bridge, and a frame is to cost it no more than 8 ms.
 */
const OPERATIONS_PER_FRAME = 128
const MARKS_PER_FRAME = 128

export class FrameBuilder {
  private seq = 0
  private full = true
  private lastClock: ClockView | null = null
  private lastRecords = -1
  private lastProject = -1
  private lastPreview: PreviewView | null = null
  private readonly effects = new EffectDeltas()
  private readonly drawsSent = new Map<number, number>()

  /** The next frame is full. */
  startOver(): void {
    this.full = true
  }

  /** @returns null when nothing changed */
  build(running: WatchedSystem, clock: ClockView, project: ProjectView, branches: () => BranchesView): Frame | null {
    const { full } = this
    const { log } = running
    // how long an engine has been busy, and whether it still hangs, change with the time alone
    if (this.lastClock?.now !== clock.now && running.world.scheduler.isRunning) log.changes.happened('scheduler')
    running.delayLog.follow()
    if (running.underWay === 'recreateDevice') log.changes.happened('recreating')
    if (log.trimLook.look(running.world, full, log.changes.has('idle'))) log.changes.happened('idleness')
    if (this.lastProject !== running.project.version) log.changes.happened('project')
    this.lastProject = running.project.version
    const parts: Partial<Frame> = {
      ...this.changedParts(running, project, full),
      ...(full || log.changes.has('branches') ? { branches: branches() } : {}),
      ...traceDelta(running, full || running.world.sim.trace.total !== this.lastRecords),
      ...logDeltas(running, full),
      ...running.heapLog.take(running.world, full),
    }
    log.changes.taken()
    this.lastRecords = running.world.sim.trace.total
    if (!full && Object.keys(parts).length === 0 && this.isSameClock(clock)) return null
    this.full = false
    this.lastClock = clock
    return { seq: this.seq++, full, clock, ...parts }
  }

  private changedParts(running: WatchedSystem, project: ProjectView, full: boolean): Partial<Frame> {
    const { world, log, scenario, idleRule, selection, registrations, playback, ownPolicies } = running
    const has = (part: Part): boolean => full || log.changes.has(part)
    return {
      ...(has('memory') ? { memory: memoryView(world, running.statistics, log.pending) } : {}),
      ...(has('memory') ? { processes: processViews(world) } : {}),
      ...(has('system')
        ? { system: systemView(world, scenario, ownPolicies?.viewsWith(world.editor.policy.name) ?? []) }
        : {}),
      ...(has('idle') ? { idle: idleView(world, idleRule, log.trimLook.value) } : {}),
      ...(has('device') ? { device: deviceView(world, recreatingOf(running)) } : {}),
      ...(has('project') ? { project } : {}),
      ...(has('effects') ? this.effects.take(world.editor.effects, full) : {}),
      ...(has('registrations') ? { registrations: registrations.views() } : {}),
      ...(has('selection') ? { selection: selection?.view() ?? null } : {}),
      ...(has('delays') ? { delays: running.delayLog.view() } : {}),
      ...(has('delay') ? { delay: running.delayLog.selected } : {}),
      ...(has('gpu') ? { gpu: gpuView(world, running.statistics) } : {}),
      ...this.previewPart(world, full),
      ...(has('background') ? { background: backgroundView(world, running.backgroundLog, running.statistics) } : {}),
      ...(has('offers') ? { offers: offerViews(world) } : {}),
      ...this.pipelinesPart(world, has('pipelines')),
      ...laboratoryParts(running, has),
      ...(has('playback') ? { playback: isProject(scenario) ? null : playback.view() } : {}),
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

function recreatingOf({ underWay, handWork }: WatchedSystem): { done: number; total: number } | null {
  return underWay === 'recreateDevice' ? { ...handWork.progress } : null
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
  const operations = full ? log.pagingOperations.all() : log.pagingOperations.take(OPERATIONS_PER_FRAME)
  if (full) log.pagingOperations.taken()
  const marks = full ? log.marks.all() : log.marks.take(MARKS_PER_FRAME)
  if (full) log.marks.taken()
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
