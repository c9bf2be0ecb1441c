/**
 * What a residency policy is: it is told of the app's resources, asked before each submission, told after it, and may
 * register for trim notifications. A new policy is one file and one line in `registry.ts`.
 */
import type { PolicyId } from '../../preload/contract/names'
import type { CommandQueue } from '../d3d12/command-queue'
import type { Device } from '../d3d12/device'
import type { HResultName } from '../d3d12/hresult'
import type { Resource } from '../d3d12/resource'
import type { Simulation } from '../sim/simulation'
import type { PressOwner } from './held-back'

export interface PolicyHost {
  device: Device
  queue: CommandQueue
  sim: Simulation
  /** bytes of each group's budget that other components of the app's process asked for, from now on (PL-44) */
  externalReservations: readonly [number, number]
}

/** What came of registering for trim notifications; null for a policy that does not. */
export interface PolicyRegistration {
  hr: HResultName
  /** 0 on failure, and a valid cookie too (TN-05) */
  cookie: number
}

/** What one submission needs, all of it resident at once. */
export interface SubmissionSet {
  /** all that this effect has; null: a set of its own, which may overlap with others (SC-13) */
  readonly effect: string | null
  /** each once, in order */
  readonly resources: readonly Resource[]
  /** `ownHeaps` of them, where somebody knows */
  readonly heaps?: readonly number[] | undefined
  /** wants to know what holds it back (LB-08) */
  readonly owner?: PressOwner | undefined
}

/** A submission that used resources before this policy took over. */
export interface EarlierUse {
  /** context fence, 0: none */
  lastFence: number
  /** µs, -1: never */
  lastApplied: number
}

export interface ResidencyPolicy {
  /** of a policy of one's own: its file and what is in it */
  readonly name: PolicyId
  /** submissions so far; the index after the last one */
  readonly submissions: number
  readonly registration: PolicyRegistration | null
  /**
   * An effect's resources exist from now on; in the order of registration.
   * @param resources kept, not copied: they are the effect's until `untrack`
   * @param earlier the effect's last use before this policy took over, whose work may still be in flight
   * @param since a later one of a resource by itself, in a set of its own [none]
   * @param kept the app had them already: this policy takes them over [they were created just now]
   */
  track(
    effect: string,
    resources: readonly Resource[],
    isResident: (resource: Resource) => boolean,
    earlier: EarlierUse,
    since?: (resource: Resource) => EarlierUse | undefined,
    kept?: boolean,
  ): void
  /** An effect's resources, of which there are some, are about to be released. */
  untrack(effect: string): void
  /** It is asked even where the set can never be resident at once, and does then what it does (PL-34); else the app refuses first. */
  readonly meetsUnmeetable?: boolean
  /**
   * Before a command list executes: evicts, and makes resident what it needs.
   * @param resume called once after E_PENDING, with one of the other results
   * @returns S_OK: execute · what EnqueueMakeResident returned: do not · E_PENDING: the policy waits for the GPU first
   */
  prepare(set: SubmissionSet, resume: (hr: HResultName) => void): HResultName
  /** The command list was executed. @param fence its context fence value */
  submitted(set: SubmissionSet, fence: number): void
  /** What every addition returns from now on, before anything is created; undefined: nothing is refused (PL-34). */
  readonly refusal?: HResultName | undefined
  /**
   * The app maps an upload or readback resource (PL-45): before Map.
   * @param resume called once after E_PENDING, with one of the other results
   * @returns S_OK · E_PENDING: the policy waits for the GPU first · what failed: it is not mapped
   */
  mapping?(resource: Resource, resume: (hr: HResultName) => void): HResultName
  /**
   * The app has unmapped it.
   * @param ended called once, when what was mapped and pressed before has had its turn
   */
  unmapped?(resource: Resource, ended: () => void): void
  /**
   * What it would pass to Evict if a PERIODIC_TRIM came now (TN-17); looking changes nothing. Absent: it takes none, or only
   * by running its own code could it be said.
   */
  wouldTrim?(): readonly Resource[]
  /** The device was removed: every call on it fails from now on. */
  deviceRemoved(): void
  /** The app's destructor. */
  dispose(): void
}

export type PolicyFactory = (host: PolicyHost) => ResidencyPolicy
