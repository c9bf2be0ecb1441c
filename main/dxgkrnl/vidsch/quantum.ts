/**
 * Whether work may take the engine from the packet that runs, with the published results of such attempts
 * (D3DKMT_QUERYRESULT_PREEMPTION_ATTEMPT_RESULT), and the quantum that contexts of equal priority take in turn. Without
 * a quantum packets of equal priority take turns as they come, and attempts leave no trace. Times in µs.
 */
import { kept } from '../../sim/continuation'
import type { EventHandle } from '../../sim/event-queue'
import type { Context, Packet } from './context'
import type { EngineState } from './engine-state'
import { AttemptResult } from './preemption-request'
import type { QuantumSettings } from './scheduler-options'
import type { SchedulerPort } from './scheduler-port'

/** A context's turn on its engine. */
interface Turn {
  /** of its quantum when it started to run, or was last stopped */
  left: number
  /** when its packet started; -1: it does not run */
  since: number
  /** it was preempted for something more urgent, and has not run since */
  wasPreempted: boolean
  /** until then it is left in peace */
  protectedUntil: number
  /** somebody waits for the end of the quantum or of the peace, and is looked at then; null: nobody */
  look: EventHandle | null
  /** when that is */
  lookAt: number
}

export class Quanta {
  /** attempts so far, by result */
  readonly counts = new Map<AttemptResult, number>()
  private readonly turns = new WeakMap<Context, Turn>()

  constructor(
    private readonly scheduler: SchedulerPort<'feeder'>,
    readonly settings: QuantumSettings | null,
  ) {}

  /** What becomes of an attempt to take the engine for a context's work now. */
  attempt(state: EngineState, context: Context): AttemptResult {
    const { priority } = context
    const head = state.hardware.queue[0]
    if (head === undefined) return 'MissNoCommand'
    const refused = this.refusal(state, head)
    if (refused !== null) return refused
    if (head.context.priority > priority) return 'MissLessPriority'
    const { now } = this.scheduler.sim
    if (head.context.priority === priority) {
      if (this.settings === null) return 'MissLessPriority'
      if (head.context === context) return 'MissAlreadyRunning'
      // one that the engine still switches to has its turn before it: or two would take it from each other for ever
      const hasStarted = state.hardware.running === head
      return !hasStarted || this.left(head.context) > 0 ? 'MissRemainingQuantum' : 'Success'
    }
    const isLeftInPeace = (this.turns.get(head.context)?.protectedUntil ?? -1) > now
    return isLeftInPeace ? 'MissRemainingPreemptionQuantum' : 'Success'
  }

  /** What cannot be taken from the engine, whoever asks. */
  private refusal(state: EngineState, head: Packet): AttemptResult | null {
    // it goes ahead of any other command (GP-12): asked again and again, it would never come to run
    if (head.kind === 'context-switch' || (head.paging !== null && head.resubmitted)) return 'MissPagingCommand'
    if (state.bound !== null) return 'MissSplittedCommand'
    const disabled = this.scheduler.preemptionModel === 'win7' && head.request?.disablePreemption === true
    return disabled ? 'MissNotEnabled' : null
  }

  /** Work of a context has come, and the engine is looked at for it; a request that follows is noted when it is sent. */
  queued(state: EngineState, context: Context): void {
    if (this.settings === null) return
    const head = state.hardware.queue[0]
    let result = this.attempt(state, context)
    if (head?.context === context) result = 'MissAlreadyRunning'
    else if (state.request !== null) result = 'MissAlreadyPreempting'
    if (result !== 'Success') this.note(state, context.name, result)
  }

  /** The engine was asked to preempt for a context. */
  asked(state: EngineState, context: string): void {
    if (this.settings !== null) this.note(state, context, 'Success')
  }

  private note(state: EngineState, context: string, result: AttemptResult): void {
    this.counts.set(result, (this.counts.get(result) ?? 0) + 1)
    const code = AttemptResult[result]
    this.scheduler.sim.trace.write('preemption-attempt', { engine: state.name, context, result, code })
  }

  /** @param next who came first. @returns who is next: the one whose quantum is not over, where it has more to do */
  next(state: EngineState, next: Context | null): Context | null {
    const last = state.hardware.queue.at(-1)?.context ?? state.last
    if (this.settings === null || next === null || last === null) return next
    // an equal that is in the hardware queue comes before all that wait
    if (next === state.hardware.running?.context && !this.isFollowed(state, next)) return this.afterTurn(state, next)
    if (last === next) return next
    const goesOn = last.priority === next.priority && state.isReady(last) && this.left(last) > 0
    if (goesOn) this.watch(state)
    return goesOn ? last : next
  }

  /** The one that runs has more to do, and stands before those that wait: it has no claim to more than its quantum. */
  private afterTurn(state: EngineState, running: Context): Context {
    const other = state.readyBeside(running)
    if (other === null) return running
    if (this.left(running) <= 0) return other
    this.watch(state)
    return running
  }

  /** Its quantum is over, and another one has not begun. */
  isOver(context: Context): boolean {
    return this.settings !== null && this.left(context) <= 0
  }

  started(state: EngineState, { context }: Packet): void {
    const { settings } = this
    if (settings === null) return
    const { now } = this.scheduler.sim
    const turn = this.turnOf(context)
    if (this.beginsAnew(state, context, turn)) turn.left = settings.time
    if (turn.wasPreempted) turn.protectedUntil = now + settings.preemption
    turn.wasPreempted = false
    turn.since = now
    state.last = context
  }

  /** It has gone without the engine since its last quantum, or has used that up and nobody waits for another one. */
  private beginsAnew(state: EngineState, context: Context, { left, wasPreempted }: Turn): boolean {
    if (state.last !== context) return left <= 0 || !wasPreempted
    return left <= 0 && !this.isWaitedFor(state, context)
  }

  private isWaitedFor(state: EngineState, context: Context): boolean {
    return state.readyBeside(context) !== null || this.isFollowed(state, context)
  }

  /** Another of its priority is in the hardware queue. */
  private isFollowed({ hardware }: EngineState, context: Context): boolean {
    return hardware.queue.some(({ context: other }) => other !== context && other.priority === context.priority)
  }

  /** Its packet has ended, or was stopped: `preempted` for something more urgent. */
  stopped(context: Context, preempted: boolean): void {
    const turn = this.turns.get(context)
    if (turn === undefined || turn.since < 0) return
    turn.left -= this.scheduler.sim.now - turn.since
    turn.since = -1
    if (preempted) turn.wasPreempted = true
  }

  /** Somebody waits who was refused for the time that the running context has left: the engine is looked at then. */
  watch(state: EngineState): void {
    const context = state.hardware.running?.context
    if (this.settings === null || context === undefined) return
    const turn = this.turnOf(context)
    const end = this.nextEnd(context, turn)
    // a peace that has begun since ends before the quantum that is waited for already
    if (end === null || (turn.look !== null && turn.lookAt <= end)) return
    const { sim } = this.scheduler
    if (turn.look !== null) sim.cancel(turn.look)
    const ended = kept({ self: this, turn, state }, ({ self, turn, state }) => {
      turn.look = null
      self.scheduler.feeder.feed(state)
    })
    turn.look = sim.scheduleUncaused(end - sim.now, ended)
    turn.lookAt = end
  }

  /** µs, of its quantum or its peace, whichever is first; null: both are over. */
  private nextEnd(context: Context, { protectedUntil }: Turn): number | null {
    const { now } = this.scheduler.sim
    const ends = [now + this.left(context), protectedUntil].filter((end) => end > now)
    return ends.length === 0 ? null : Math.min(...ends)
  }

  /** Of the quantum of a context, run or not. */
  private left(context: Context): number {
    const { left, since } = this.turnOf(context)
    return since < 0 ? left : left - (this.scheduler.sim.now - since)
  }

  private turnOf(context: Context): Turn {
    const known = this.turns.get(context)
    if (known !== undefined) return known
    const turn: Turn = {
      left: this.settings?.time ?? 0,
      since: -1,
      wasPreempted: false,
      protectedUntil: -1,
      look: null,
      lookAt: -1,
    }
    this.turns.set(context, turn)
    return turn
  }
}
