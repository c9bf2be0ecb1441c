/** What makes a press wait before its work is submitted, said by the policy where it waits (LB-08). */
import type { ListOwner, SubmittedWork } from '../d3d12/command-list'
import type { RunningCallback } from '../d3d12/trim-notification'
import type { Recorded } from '../sim/trace-records'

/** A MakeResident of the policy, by its record. */
export interface MadeResident extends Recorded {
  readonly type: 'made-resident'
}

/**
 * A policy holds a press back: its lock is held by a callback (TN-33), the GPU has work to finish first (TN-38), or what it
 * made resident is still to come in (PL-34).
 */
export class HeldBack implements Recorded {
  readonly type = 'held-back'

  /** @param on the callback, the work, or the MakeResident; null: none of them is known */
  constructor(
    readonly policy: string,
    readonly on: RunningCallback | SubmittedWork | MadeResident | null,
  ) {}

  /** µs of the last record of what it waits for, -1: none yet. */
  get recordedAt(): number {
    return this.on?.recordedAt ?? -1
  }

  get recordIndex(): number {
    return this.on?.recordIndex ?? -1
  }
}

/** Whose work a press is: it also wants to know what it waits for before any of that is submitted. */
export interface PressOwner extends ListOwner {
  /** from now on */
  heldBack?(by: HeldBack): void
}
