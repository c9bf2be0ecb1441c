/**
 * A manager that blocks the app's thread until the GPU has finished something (PL-05). Each press is a turn, written as a
 * generator that yields what it waits for; presses behind it wait, in their order. Its lock is held from marking to
 * submission: a trim callback that comes meanwhile blocks on it, and goes on when that press has been submitted, before the
 * next one begins.
 */
import type { Fence } from '../../d3d12/fence'
import type { HResultName } from '../../d3d12/hresult'
import type { Resource } from '../../d3d12/resource'
import type { TrimNotification } from '../../d3d12/trim-notification'
import { HeldBack, type MadeResident } from '../held-back'
import { ObjectPolicy } from '../object-policy'
import type { SubmissionSet } from '../policy'
import { type Tracked, usesOneOf } from '../tracked'

/** What blocks the thread. */
export interface PolicyWait {
  readonly on: HeldBack
  /** calls back when it is over, at once where it is already */
  until(callback: () => void): void
}

/** Yields what it waits for; is answered false where it has to go on without waiting, now and from then on. */
export type Turning = Generator<PolicyWait, HResultName, boolean>

interface Turn {
  readonly resources: readonly Resource[]
  readonly owner: SubmissionSet['owner']
  /** the press, for the trace */
  readonly cause: number
  readonly begin: () => Turning
  readonly resume: (hr: HResultName) => void
  /** null: its turn has not come */
  running: Turning | null
}

/** A callback that waits for the lock. */
interface Blocked {
  readonly notification: TrimNotification
  /** what led to it, for the trace */
  readonly cause: number
  readonly carryOn: (rest: () => void) => void
}

export abstract class BlockingPolicy<T extends Tracked = Tracked> extends ObjectPolicy<T> {
  /** those that are not done; the first is waiting for the GPU, or for a callback that has the lock */
  private readonly turns: Turn[] = []
  /** what they wait for; null: nothing */
  private heldBy: HeldBack | null = null
  /** a callback that has been called has the lock */
  private inCallback = false
  /** lets the callback go on that blocks on the lock; null: none does */
  private blocked: Blocked | null = null
  /** a press that waited has been submitted, and the next one has not begun */
  private isBetween = false
  /** context fences of submissions that are not completed, as far as known; the last is the last submission's */
  private readonly inFlight: number[] = []
  /** context fence of the last submission before this policy */
  private readonly earlierFence = this.host.queue.lastSubmitted

  /** What a press does, up to its submission. */
  protected abstract turn(set: SubmissionSet): Turning
  /** What a callback does, with the lock held. */
  protected trim(_notification: TrimNotification): void {}
  /** A notification has come while a press waits with the lock held. */
  protected onBlocked(): void {}

  onTrim(notification: TrimNotification): void {
    const { trimNotifications } = this.host.device
    if (this.turns[0]?.running != null) {
      this.onBlocked()
      this.blocked = { notification, cause: this.host.sim.trace.cause, carryOn: trimNotifications.block() }
      return
    }
    this.handle(notification)
  }

  override prepare(set: SubmissionSet, resume: (hr: HResultName) => void): HResultName {
    const { resources, owner } = set
    return this.take({ resources, owner, begin: () => this.turn(set), resume })
  }

  override submitted(set: SubmissionSet, fence: number): void {
    super.submitted(set, fence)
    this.inFlight.push(fence)
  }

  /** Nothing may be released that a pending press has still to submit. */
  override untrack(effect: string): void {
    const resources = this.resourcesIn(effect)
    this.goOnWithoutWaiting(this.turns.findLastIndex((turn) => usesOneOf(turn, resources)) + 1)
    super.untrack(effect)
  }

  /** What is pending does not outlive the app: it is submitted without waiting any longer. */
  override dispose(): void {
    this.goOnWithoutWaiting(this.turns.length)
    this.releaseBlocked()
    super.dispose()
  }

  override deviceRemoved(): void {
    for (const { cause, resume } of this.turns.splice(0))
      this.host.sim.causedBy(cause, () => resume('DXGI_ERROR_DEVICE_REMOVED'))
    this.proceed()
    super.deviceRemoved()
  }

  /**
   * Takes its turn behind those that wait.
   * @returns as ResidencyPolicy.prepare
   */
  protected take(turn: Omit<Turn, 'running' | 'cause'>): HResultName {
    if (this.host.device.removed !== null) return 'DXGI_ERROR_DEVICE_REMOVED'
    const taken: Turn = { ...turn, cause: this.host.sim.trace.cause, running: null }
    this.turns.push(taken)
    if (this.turns.length > 1 || this.inCallback || this.blocked !== null) {
      const holder = this.inCallback ? new HeldBack(this.name, this.host.device.runningTrimCallback) : this.heldBy
      if (holder !== null) turn.owner?.heldBack?.(holder)
      return 'E_PENDING'
    }
    const hr = this.advance(taken)
    if (hr !== 'E_PENDING') this.turns.shift()
    return hr
  }

  /** C of PL-02: the highest number that the GPU has finished; -1 while it works on what was there before this policy. */
  protected completed(): number {
    const { lastCompleted } = this.host.queue
    const { inFlight } = this
    while (inFlight.length > 0 && (inFlight[0] as number) <= lastCompleted) inFlight.shift()
    return lastCompleted < this.earlierFence ? -1 : this.submissions - inFlight.length
  }

  /** @returns false where it may not wait */
  protected *waitForSubmission(number: number): Generator<PolicyWait, boolean, boolean> {
    const completed = this.completed()
    if (number <= completed) return true
    const fence =
      number === 0 ? this.earlierFence : this.inFlight[number - 1 - (this.submissions - this.inFlight.length)]
    return fence === undefined ? true : yield* this.waitForFence(fence)
  }

  /** @param fence of the app's context */
  protected *waitForFence(fence: number): Generator<PolicyWait, boolean, boolean> {
    const { queue } = this.host
    if (fence <= queue.lastCompleted) return true
    const on = new HeldBack(this.name, queue.workOf(fence))
    return yield { on, until: (callback) => queue.whenCompleted(fence, callback) }
  }

  /**
   * The CPU waits until what was made resident is in place.
   * @param value of the fence
   * @param asked the MakeResident that signals it
   * @returns false where it may not wait
   */
  protected *waitForPaging(
    { monitored }: Fence,
    value: number,
    asked: MadeResident,
  ): Generator<PolicyWait, boolean, boolean> {
    if (monitored.value >= value) return true
    const on = new HeldBack(this.name, asked)
    return yield { on, until: (callback) => monitored.whenReached(value, callback) }
  }

  protected report(rule: string, message: string, resource?: string): void {
    this.host.device.debug.report({ rule, message, ...(resource === undefined ? {} : { resource }) })
  }

  private handle(notification: TrimNotification): void {
    this.inCallback = true
    this.host.device.whenTrimCallbackReturns(() => {
      this.inCallback = false
      if (this.turns.length > 0) this.host.sim.schedule(0, () => this.proceed())
    })
    this.trim(notification)
  }

  /** @returns S_OK · E_PENDING: it waits, and proceeds then · what failed */
  private advance(turn: Turn): HResultName {
    turn.running ??= turn.begin()
    const { running } = turn
    for (let step = running.next(true); ; step = running.next(true)) {
      if (step.done === true) return step.value
      let reached = false
      let waits = false
      step.value.until(() => {
        reached = true
        if (waits) this.reached(turn)
      })
      if (reached) continue
      waits = true
      this.holdBack(step.value.on)
      return 'E_PENDING'
    }
  }

  private reached(turn: Turn): void {
    // it did not have to wait after all, or the device is gone
    if (this.turns[0] !== turn) return
    const hr = this.host.sim.causedBy(turn.cause, () => this.advance(turn))
    if (hr === 'E_PENDING') return
    this.end(turn, hr)
    this.proceed()
  }

  private end({ cause, resume }: Turn, hr: HResultName): void {
    this.turns.shift()
    this.heldBy = null
    this.isBetween = true
    this.host.sim.causedBy(cause, () => resume(hr))
  }

  /** All that are pending wait for this now. */
  private holdBack(by: HeldBack): void {
    this.heldBy = by
    for (const { owner } of this.turns) owner?.heldBack?.(by)
  }

  /** Between two presses what was notified meanwhile is handled; then the next one begins. */
  private proceed(): void {
    const { sim, device } = this.host
    if (this.turns[0]?.running != null || this.inCallback) return
    if (this.blocked !== null) {
      sim.schedule(0, () => {
        this.releaseBlocked()
        this.proceed()
      })
      return
    }
    const [turn] = this.turns
    if (turn === undefined) {
      this.isBetween = false
      return
    }
    if (this.isBetween && device.trimNotifications.deliversNow) {
      sim.schedule(0, () => this.proceed())
      return
    }
    this.isBetween = false
    this.reached(turn)
  }

  private releaseBlocked(): void {
    const { blocked } = this
    this.blocked = null
    if (blocked === null) return
    const { notification, cause, carryOn } = blocked
    this.host.sim.causedBy(cause, () => carryOn(() => this.handle(notification)))
  }

  /** Also between these what was notified meanwhile is handled. @param count of those that are pending, from the first */
  private goOnWithoutWaiting(count: number): void {
    if (count === 0) return
    for (let left = count; left > 0; left--) {
      const [turn] = this.turns
      if (turn === undefined) break
      const hr = this.host.sim.causedBy(turn.cause, () => finishNow(turn))
      this.end(turn, hr)
      if (left > 1) this.releaseBlocked()
    }
    this.proceed()
  }
}

function finishNow(turn: Turn): HResultName {
  // one that waits already is answered; one whose turn has not come begins
  const running = turn.running ?? turn.begin()
  let step = running.next(false)
  while (step.done !== true) step = running.next(false)
  return step.value
}
