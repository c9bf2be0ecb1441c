/** The priorities that a layer between the app and the system has given allocations, from 0 to 1 (PL-41). */
import type { AllocationHandle } from './allocation-table'

export class LayerPriorities {
  /** what was given one */
  private readonly given = new Map<AllocationHandle, number>()

  /** @param initial of everything else, 0 to 1 */
  constructor(private readonly initial: number) {}

  /** From 0 to 1. */
  of(handle: AllocationHandle): number {
    return this.given.get(handle) ?? this.initial
  }

  /** @param priority 0 to 1 */
  set(handle: AllocationHandle, priority: number): void {
    this.given.set(handle, priority)
  }

  /** The handle is a new allocation's. */
  forget(handle: AllocationHandle): void {
    this.given.delete(handle)
  }
}
