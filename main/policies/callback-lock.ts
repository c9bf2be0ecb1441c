/**
 * The lock that the sample and the published library hold for the whole of a trim callback (TN-33): a press made while
 * the callback takes its time waits on it, and presses that wait go on in their order when the callback has returned.
 */
import type { HResultName } from '../d3d12/hresult'
import type { Resource } from '../d3d12/resource'
import { type Continuation, goOnWith, kept } from '../sim/continuation'
import type { Simulation } from '../sim/simulation'
import type { HeldBack } from './held-back'
import type { ResidencyPolicy, SubmissionSet } from './policy'
import { usesOneOf } from './tracked'

interface WaitingPress {
  readonly set: SubmissionSet
  readonly resume: (hr: HResultName) => void
  /** the press, for the trace */
  readonly cause: number
}

/** What the lock has of the policy whose it is. */
export interface LockedPolicy {
  /** what a press does once it has the lock; as `prepare` */
  prepareLocked: ResidencyPolicy['prepare']
  /** who has it now, for a press that waits */
  lockHolder(): HeldBack
}

export class CallbackLock {
  private held = false
  private readonly waiting: WaitingPress[] = []
  /** what presses do that had the lock before the callback; null: nothing */
  private interrupted: Continuation | null = null

  constructor(
    private readonly sim: Simulation,
    private readonly policy: LockedPolicy,
  ) {}

  /** A press: at once where the lock is free. @returns as ResidencyPolicy.prepare */
  press(set: SubmissionSet, resume: (hr: HResultName) => void): HResultName {
    if (!this.held && this.waiting.length === 0) return this.policy.prepareLocked(set, resume)
    set.owner?.heldBack?.(this.policy.lockHolder())
    this.waiting.push({ set, resume, cause: this.sim.trace.cause })
    return 'E_PENDING'
  }

  /** A callback has it. */
  get isHeld(): boolean {
    return this.held
  }

  take(): void {
    this.held = true
  }

  /** The callback has returned: who waits goes on, before the next notification is delivered. */
  release(): void {
    this.held = false
    if (this.waiting.length > 0 || this.interrupted !== null)
      this.sim.schedule(
        0,
        kept({ self: this }, ({ self }) => {
          const then = self.interrupted
          self.interrupted = null
          if (then !== null) goOnWith(then)
          self.carryOn()
        }),
      )
  }

  /** To be called while a callback has it. @param then when that has returned, before who waits goes on; only the last counts */
  resume(then: Continuation): void {
    this.interrupted = then
  }

  /** Whether a press that waits here uses one of them. */
  waitsWith(resources: readonly Resource[]): boolean {
    return this.waiting.some(({ set }) => usesOneOf(set, resources))
  }

  /**
   * Those that wait go on, in their order, also where the lock is held still.
   * @param using what is about to go: up to the last press that uses some of it, and none where none does [all go on]
   */
  carryOn(using?: readonly Resource[]): void {
    const { waiting } = this
    const count = using === undefined ? waiting.length : waiting.findLastIndex(({ set }) => usesOneOf(set, using)) + 1
    for (const { set, resume, cause } of waiting.splice(0, count))
      this.sim.causedBy(cause, () => {
        const hr = this.policy.prepareLocked(set, resume)
        if (hr !== 'E_PENDING') resume(hr)
      })
  }

  /** Those that wait end with this result. */
  abandon(hr: HResultName): void {
    this.interrupted = null
    for (const { resume, cause } of this.waiting.splice(0)) this.sim.causedBy(cause, () => resume(hr))
  }
}
