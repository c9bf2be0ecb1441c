/** What policies here know of the app: its effects, whose resources are used together, and each resource's last use. */
import { keyOf, type Resource } from '../d3d12/resource'
import type { EarlierUse, SubmissionSet } from './policy'

/** The last submission of what was used together: kept once for all of it. */
export class LastUse {
  /** context fence value of the submission, 0: none */
  lastFence = 0
  /** the same, before this policy took over: that work may still be in flight */
  readonly earlierFence: number
  /** index of the submission, 0: none */
  lastSubmission = 0
  /** µs of the submission, -1: none */
  lastUsed: number

  constructor(earlier: EarlierUse) {
    this.earlierFence = earlier.lastFence
    this.lastUsed = earlier.lastApplied
  }
}

/** An effect: a submission of it uses all its resources. */
export class TrackedEffect {
  /** of those of its resources that no set of its own has used since */
  readonly use: LastUse
  private ownKeys: readonly number[] | null = null

  constructor(
    readonly name: string,
    /** in the order of registration */
    readonly resources: readonly Resource[],
    earlier: EarlierUse,
  ) {
    this.use = new LastUse(earlier)
  }

  /** Handles that tell its resources apart, in their order, as `keyOf`; most policies never ask. */
  get keys(): readonly number[] {
    this.ownKeys ??= this.resources.map(keyOf)
    return this.ownKeys
  }
}

/** One resource as a policy sees it. */
export class Tracked {
  constructor(
    readonly resource: Resource,
    public use: LastUse,
    /** the policy believes it to be on the residency list */
    public resident: boolean,
  ) {}

  /** Context fence value of the last submission that used it, 0: none. */
  get lastFence(): number {
    return this.use.lastFence
  }

  /** Fence value, from before this policy took over. */
  get earlierFence(): number {
    return this.use.earlierFence
  }

  /** Index of the last submission that used it, 0: none. */
  get lastSubmission(): number {
    return this.use.lastSubmission
  }

  /** µs of that submission, -1: none. */
  get lastUsed(): number {
    return this.use.lastUsed
  }
}

/** Whether a submission uses at least one of them. */
export function usesOneOf(set: Pick<SubmissionSet, 'resources'>, resources: readonly Resource[]): boolean {
  const used = new Set(set.resources)
  return resources.some((resource) => used.has(resource))
}
