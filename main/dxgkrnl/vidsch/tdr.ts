/**
 * Timeout detection and recovery (GP-08, GP-23 to GP-26): one watchdog per engine looks at the packet that runs, and at
 * the preemption request that is pending. Times in µs.
 */
import { kept } from '../../sim/continuation'
import type { EventHandle } from '../../sim/event-queue'
import type { TraceFields } from '../../sim/trace-records'
import type { Packet } from './context'
import type { EngineState } from './engine-state'
import type { PreemptionRequest } from './preemption-request'
import { reportPacket } from './reports'
import type { SchedulerHooks, TimeoutSettings } from './scheduler-options'
import type { SchedulerPort } from './scheduler-port'

/** VIDEO_TDR_FAILURE */
const BUG_CHECK = 0x116
/** A process that the GPU is closed to; shown as VIDEO_TDR_APPLICATION_BLOCKED. */
const APPLICATION_BLOCKED = 0x142

export interface BugCheck {
  /** µs */
  t: number
  code: number
  reason: string
}

type Action = TraceFields['tdr']['action']

export class Timeouts {
  engineResets = 0
  adapterResets = 0
  bugCheck: BugCheck | null = null
  /** engines whose watchdog is set, with the next look at them */
  private readonly watched = new Map<EngineState, EventHandle>()
  /** engines whose wait instruction has had its time at this moment: it may be satisfied yet, by what else is due now */
  private readonly atLast = new Set<EngineState>()
  /** by engine, the start of the run of a packet of which the trace has told that it takes too long */
  private readonly told = new Map<EngineState, { readonly packet: Packet; readonly startedAt: number }>()
  /** moments of adapter resets, and of engine resets by process */
  private readonly adapterHistory: number[] = []
  private readonly processHistory = new Map<number, number[]>()
  /** processes that are shut out: what they have on engines still may be reset, and shuts nobody out again */
  private readonly blocked = new Set<number>()
  /** by device that a process made anew: the first that it had */
  private readonly firstDevices = new Map<number, number>()
  /** devices that gave way to another of their process, and may have a packet on an engine still */
  private readonly replaced = new Set<number>()

  constructor(
    private readonly scheduler: SchedulerPort<'feeder' | 'returns'>,
    readonly settings: TimeoutSettings,
    private readonly hooks: SchedulerHooks,
  ) {}

  /** What starts on the engine now is watched already, or nothing is. */
  isSetFor(state: EngineState): boolean {
    return this.settings.level === 'off' || this.watched.has(state) || this.atLast.has(state)
  }

  /** A packet has started: its time counts from now. */
  started(state: EngineState, packet: Packet): void {
    if (this.isSetFor(state)) return
    this.watch(state, this.dueAt(state, packet))
  }

  /** Settings changed: what runs is watched by the new ones. */
  configure(settings: Partial<TimeoutSettings>): void {
    Object.assign(this.settings, settings)
    const { sim, engines } = this.scheduler
    for (const state of engines.values()) {
      const { running } = state.hardware
      const look = this.watched.get(state)
      if (look !== undefined) {
        sim.cancel(look)
        this.watched.delete(state)
      }
      if (running !== null) this.started(state, running)
    }
  }

  private watch(state: EngineState, at: number): void {
    const { sim } = this.scheduler
    const look = sim.scheduleUncaused(
      Math.max(0, at - sim.now),
      kept({ self: this, state }, ({ self, state }) => self.look(state)),
    )
    this.watched.set(state, look)
  }

  /**
   * What is timed is the request: one that is pending counts from when it was sent, over however many packets the engine
   * could not hold back (GP-23). The Windows 7 model asks nothing, and times the packet.
   */
  private dueAt(state: EngineState, running: Packet): number {
    const { delay } = this.settings
    // what has not run at all is asked nothing: it would stop and start again in one moment, for ever
    const packetDue = running.startedAt + Math.max(1, delay)
    const request = this.requestOf(state)
    if (request === null) return packetDue
    const requestDue = request.requested + delay
    return this.hasTold(state, running) ? requestDue : Math.min(packetDue, requestDue)
  }

  private requestOf(state: EngineState): PreemptionRequest | null {
    return this.scheduler.preemptionModel === 'win7' ? null : state.request
  }

  private hasTold(state: EngineState, packet: Packet): boolean {
    const told = this.told.get(state)
    return told !== undefined && told.packet === packet && told.startedAt === packet.startedAt
  }

  /** The watchdog of that engine is due. */
  private look(state: EngineState): void {
    this.watched.delete(state)
    const { running } = state.hardware
    if (running?.until == null) return this.judge(state)
    this.atLast.add(state)
    if (this.atLast.size === 1) this.lookAtLast()
  }

  /** When all else that is due now has been; whichever of them was put in first. */
  private lookAtLast(): void {
    const { sim } = this.scheduler
    const last = kept({ self: this, sim }, ({ self, sim }) => {
      if (sim.nextEventTime === sim.now) return self.lookAtLast()
      const states = [...self.atLast]
      self.atLast.clear()
      // one of them may stop the system: nothing comes after that
      for (const state of states) if (!sim.halted) self.judge(state)
    })
    sim.scheduleUncaused(0, last)
  }

  private judge(state: EngineState): void {
    const { sim } = this.scheduler
    const { running } = state.hardware
    const { level, delay } = this.settings
    // what starts next is watched from then on
    if (running === null || level === 'off') return
    const due = this.dueAt(state, running)
    if (sim.now < due) return this.watch(state, due)
    const request = this.requestOf(state)
    // what leaves the engine at this very moment has completed, or was preempted, in time; what starts next is watched
    if (request !== null && state.hardware.leavesNow) return
    if (request !== null && sim.now >= request.requested + delay)
      return this.timedOut(state, running, this.unanswered(state, running, request))
    this.detected(state, running)
  }

  /** GP-23: it is asked to preempt before anything else, but in the Windows 7 model (GP-08); of requests one is enough. */
  private detected(state: EngineState, packet: Packet): void {
    const { scheduler, settings } = this
    const because = this.hasRun(state, packet)
    if (scheduler.preemptionModel === 'win7') return this.timedOut(state, packet, because)
    this.tell(state, packet, because)
    if (state.request === null) scheduler.returns.ask(state, 'timeout', null)
    const requested = state.request?.requested ?? scheduler.sim.now
    this.watch(state, requested + settings.delay)
  }

  private hasRun(state: EngineState, { command, context }: Packet): string {
    return `"${command}" of ${context.name} has run on ${state.name} for ${spanText(this.settings.delay)}`
  }

  /** Why a request that nobody answered ends in a reset. */
  private unanswered(state: EngineState, packet: Packet, request: PreemptionRequest): string {
    const { reason, context, requested } = request
    if (reason === 'timeout' && this.hasTold(state, packet))
      return `${this.hasRun(state, packet)}, and did not preempt for as long again`
    const asker = context === null ? '' : ` for ${context}`
    const since = packet.startedAt > requested ? ', over more than one packet' : ''
    return `"${packet.command}" of ${packet.context.name} runs on ${state.name}, which was asked to preempt${asker} and did not for ${spanText(this.settings.delay)}${since}`
  }

  /** Said once of each run of a packet. */
  private tell(state: EngineState, packet: Packet, because: string): void {
    if (this.hasTold(state, packet)) return
    this.told.set(state, { packet, startedAt: packet.startedAt })
    this.write(state.name, 'timeout', packet.context.name, because)
  }

  private timedOut(state: EngineState, packet: Packet, because: string): void {
    this.tell(state, packet, because)
    if (this.settings.level === 'bugcheck') this.stopSystem(BUG_CHECK, `${because}, and TdrLevel is bugcheck`)
    else this.reset(state, packet, because)
  }

  private reset(state: EngineState, packet: Packet, because: string): void {
    const { scheduler, hooks } = this
    if (packet.kind === 'paging') return this.resetAdapter(state, packet, `${because}; it is a paging packet`)
    if (scheduler.preemptionModel === 'win7')
      return this.resetAdapter(state, packet, `${because}; a Windows 7 driver has no engine reset`)
    if (hooks.resetFails?.() === true) return this.resetAdapter(state, packet, `${because}; the engine reset failed`)
    this.engineResets++
    this.write(state.name, 'engine-reset', packet.context.name, because)
    const packets = scheduler.returns.resetEngine(state)
    reportPacket(scheduler, state, packet, packet.startedAt, 'reset')
    const { device } = packet.context
    for (const pending of packets.slice(1)) {
      // what comes again, and what goes with its device
      const outcome = pending.context.device === device ? 'device-removed' : 'preempted'
      reportPacket(scheduler, state, pending, scheduler.sim.now, outcome)
    }
    scheduler.returns.takeBack(state, packets.slice(1))
    scheduler.returns.loseHung(packet, because)
    this.countAgainst(packet, state.name)
    scheduler.feeder.resume()
  }

  /** GP-25: engine resets are no GPU hangs, but a process that causes too many is shut out, its device recreated or not. */
  private countAgainst(packet: Packet, engine: string): void {
    const { device, name } = packet.context
    // the system's own compositor is never shut out: it would be the end of the desktop
    if (device < 0) return
    const { limitCount, limitTime } = this.settings
    const process = this.processOf(device)
    if (this.blocked.has(process)) return
    const recent = within(this.processHistory.get(process) ?? [], this.scheduler.sim.now, limitTime)
    this.processHistory.set(process, recent)
    this.forgetOld(limitTime)
    if (recent.length < Math.max(1, limitCount)) return
    const resets = recent.length === 1 ? 'engine reset' : 'engine resets'
    const because = `its devices caused ${recent.length} ${resets} within ${spanText(limitTime)}: the process of ${name} is blocked from the GPU (0x${APPLICATION_BLOCKED.toString(16)})`
    this.blocked.add(process)
    this.write(engine, 'blocked', name, because)
    this.scheduler.sim.trace.write('finding', { rule: 'GP-25', message: because })
    this.hooks.processBlocked?.(process, because)
  }

  /** Of processes whose resets are all too long ago to count nothing is kept. */
  private forgetOld(limitTime: number): void {
    const { now } = this.scheduler.sim
    for (const [process, history] of this.processHistory)
      if (now - (history.at(-1) as number) > limitTime) this.processHistory.delete(process)
  }

  /**
   * A new device of the same process: what the old one has caused, or may yet cause, is the process's.
   * @param from id of the old device
   * @param to id of the new one
   */
  inherit(from: number, to: number): void {
    this.firstDevices.set(to, this.processOf(from))
    this.replaced.add(from)
    for (const device of this.replaced) {
      if (this.isOnEngine(device)) continue
      this.replaced.delete(device)
      this.firstDevices.delete(device)
    }
  }

  /** A packet of it can hang yet. */
  private isOnEngine(device: number): boolean {
    for (const { hardware } of this.scheduler.engines.values())
      if (hardware.queue.some(({ context }) => context.device === device)) return true
    return false
  }

  /** Of how many `processes` and `devices` something is known, for those who watch that this does not grow. */
  get known(): { processes: number; devices: number } {
    return { processes: this.processHistory.size, devices: this.firstDevices.size }
  }

  /**
   * @param device id
   * @returns the id of the first device of the process whose device this is: the same for all that it made one after
   * another
   */
  processOf(device: number): number {
    return this.firstDevices.get(device) ?? device
  }

  /** GP-24 */
  private resetAdapter({ name: engine }: EngineState, packet: Packet, because: string): void {
    const { scheduler, settings } = this
    const { sim, vidmm } = scheduler
    const recent = within(this.adapterHistory, sim.now, settings.limitTime)
    this.adapterHistory.splice(0, this.adapterHistory.length, ...recent)
    if (recent.length > settings.limitCount)
      return this.stopSystem(
        BUG_CHECK,
        `${because}: GPU hang ${recent.length} within ${spanText(settings.limitTime)}, where at most ${settings.limitCount} are allowed`,
      )
    this.adapterResets++
    const lost = vidmm.bytesLostByReset
    const text = `${because}; ${lost} bytes of video memory are lost and every device is removed`
    this.write(engine, 'adapter-reset', null, text)
    sim.trace.write('finding', { rule: 'GP-24', message: `the adapter was reset: ${text}` })
    // nobody goes on before every device is removed, and all that the engines held is gone
    scheduler.feeder.rearrangeAll(() => {
      this.hooks.adapterReset?.(`the adapter was reset: ${because}`, packet.context.device)
      scheduler.returns.loseEverything()
    })
    scheduler.feeder.resume()
  }

  private stopSystem(code: number, reason: string): void {
    const { sim } = this.scheduler
    this.bugCheck = { t: sim.now, code, reason }
    this.write('', 'bug-check', null, reason)
    sim.trace.write('finding', { rule: 'GP-25', message: `bug check 0x${code.toString(16)}: ${reason}` })
    sim.halt()
  }

  private write(engine: string, action: Action, context: string | null, because: string): void {
    const { sim } = this.scheduler
    sim.trace.write('tdr', {
      ...(engine === '' ? {} : { engine }),
      action,
      ...(context === null ? {} : { context }),
      because,
    })
    this.scheduler.observer.changed?.()
  }
}

/** @param span µs */
function spanText(span: number): string {
  if (span >= 1_000_000) return `${span / 1_000_000} s`
  return span >= 1_000 ? `${span / 1_000} ms` : `${span} µs`
}

/** The moments that are not older than `span`, and now. */
function within(history: readonly number[], now: number, span: number): number[] {
  return [...history.filter((t) => now - t <= span), now]
}
