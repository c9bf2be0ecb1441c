/** What policies here know of the app: its effects, whose resources are used together, and each resource. */
import type { Resource } from '../d3d12/resource'
import type { EarlierUse } from './policy'

/** An effect: a submission uses all its resources, so their last use is kept once. */
export class TrackedEffect {
  /** context fence value of the last submission, 0: none */
  lastFence = 0
  /** the same, before this policy took over: that work may still be in flight */
  readonly earlierFence: number
  /** index of the last submission, 0: none */
  lastSubmission = 0
  /** µs of the last submission, -1: none */
  lastUsed: number

  constructor(
    readonly name: string,
    /** in the order of registration */
    readonly resources: readonly Resource[],
    earlier: EarlierUse,
  ) {
    this.earlierFence = earlier.lastFence
    this.lastUsed = earlier.lastApplied
  }
}

/** One resource as a policy sees it; its last use is its effect's. */
export class Tracked {
  constructor(
    readonly resource: Resource,
    private readonly use: TrackedEffect,
    /** the policy believes it to be on the residency list */
    public resident: boolean,
  ) {}

  get effect(): string {
    return this.use.name
  }

  get lastFence(): number {
    return this.use.lastFence
  }

  get earlierFence(): number {
    return this.use.earlierFence
  }

  get lastSubmission(): number {
    return this.use.lastSubmission
  }

  get lastUsed(): number {
    return this.use.lastUsed
  }
}
