/**
 * What a residency policy of your own is, and what it is given. All sizes are bytes, all times whole microseconds of
 * simulated time since the run began, all fences are values of the app's context fence: submission numbers that the GPU
 * completes in order.
 *
 * Rules
 * - The module is one file without imports. Its default export is a `Policy`.
 * - `create` and all functions answer at once: promises are refused, and nothing is called later.
 * - What a call asks for is carried out, in order, when the call has ended. If it throws, runs into a limit or does
 *   something that is not allowed without catching that, then nothing of it is carried out and all that the policy knows is
 *   as it was before the call. Each such call is a finding with file and line; after the tenth in a run it is asked no more,
 *   and things go on as with `none`.
 * - Limits of each call: about two million jumps and calls; 32 MiB of memory in all.
 * - There is no clock but `host.now`; `Math.random` is seeded, so that the same run gives the same trace. There are no
 *   `Date`, no `RegExp`, no timers.
 */

/** A resource that the policy decides about. You may add properties of your own to it. */
export interface Unit {
  /** "Effect.resource" */
  readonly name: string
  /** bytes, as GetResourceAllocationInfo gives them */
  readonly size: number
  /** it lies in local memory, which budget and usage are of; false: in system memory that the GPU sees */
  readonly local: boolean
  /** the same number for what lies in one heap, and so becomes resident together and leaves together */
  readonly heap: number
  /** null: of none, a resource by itself */
  readonly effect: string | null
  /** on the residency list, as far as the policy's own calls go; its paging in may still be under way */
  readonly resident: boolean
  /** the GPU may still be using it: evicting it is refused */
  readonly inUse: boolean
  /** fence of the last submission that used it, 0: none */
  readonly lastFence: number
  /** number of that submission, from 1; 0: none */
  readonly lastSubmission: number
  /** µs of that submission, -1: never */
  readonly lastUsed: number
}

/** What one submission needs, all of it resident at once. */
export interface SubmissionSet extends ReadonlyArray<Unit> {
  /** the set itself */
  readonly units: readonly Unit[]
  /** null: a set of its own, of no effect */
  readonly effect: string | null
}

/** D3D12_TRIM_NOTIFICATION */
export interface TrimNotification {
  /** PERIODIC_TRIM 1 · RESTART_PERIODIC_TRIM 2 · TRIM_TO_BUDGET 4 */
  readonly flags: number
  /** bytes to free, with TRIM_TO_BUDGET */
  readonly bytesToTrim: number
  readonly periodic: boolean
  readonly restart: boolean
  readonly toBudget: boolean
}

export interface Host {
  /** µs */
  readonly now: number
  /** bytes of local memory that the app may use, that it uses, and that there are */
  readonly budget: number
  readonly usage: number
  readonly segment: number
  /** fence of the last submission that the GPU has completed */
  readonly completed: number
  /** submissions so far */
  readonly submissions: number
  /** all that is tracked, in the order of registration */
  readonly units: Unit[]
  /** @throws where one is in use, is not resident, or is no unit that is tracked */
  evict(units: Unit | readonly Unit[]): void
  /** What is resident already is left as it is. @throws where one is no unit that is tracked */
  makeResident(units: Unit | readonly Unit[]): void
}

/** What the policy is told; each may be left out. */
export interface PolicyFunctions {
  /** units exist from now on, also when it takes over from another policy */
  tracked?(units: readonly Unit[]): void
  /** they are about to be released */
  untracked?(units: readonly Unit[]): void
  /** before a submission; what of the set is not resident when this returns is made resident then */
  prepare?(set: SubmissionSet): void
  /** it was submitted: units have its fence and time */
  submitted?(set: SubmissionSet): void
  /** the GPU has completed it */
  completed?(fence: number): void
  /** with this function the policy is registered for trim notifications */
  onTrim?(notification: TrimNotification): void
  /** every call on the device fails from now on; with the next device the policy is created anew */
  deviceRemoved?(): void
}

export interface Policy {
  /** 1 to 64 characters */
  readonly name: string
  create(host: Host): PolicyFunctions
}
