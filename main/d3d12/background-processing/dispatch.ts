/**
 * How the app has the tasks of background processing carried out (BP-30): by the runtime's threads, which it may keep to
 * one core, or by its own task system. Whoever does it, order, cancellation and commits stay the runtime's.
 */

import type { Then } from '../../sim/continuation'

export type TaskPriority = 'idle' | 'above-idle'

/** An item that the app has taken; pfnCallback has been called for it. */
export interface TakenTask {
  /** the pipeline state object that it is for */
  readonly pso: string
  /** µs of processor time that it takes */
  readonly duration: number
  /** at which it runs; a change while it does is told */
  readonly priority: TaskPriority
  /** to be done once, when it has ended: also after the device was destroyed, which waits for it (BP-24) */
  readonly done: Then
}

/** What waits for the app, in the order in which it was received (BP-19). */
export interface TaskSource {
  /**
   * The next item, for which pfnCallback is called before this returns.
   * @returns null: nothing waits, or nothing may start now, as too many run already (BP-01)
   * @throws what pfnCallback does: that item has ended
   */
  take(): TakenTask | null
}

/** The app's own task system; the app supplies it. It is in no hurry: what it has not taken may still be cancelled. */
export interface TaskSystem {
  /** its thread, as traces name it */
  readonly name: string
  /** something waits that may start now */
  offered(source: TaskSource): void
  /** what it has taken runs at this priority from now on (BP-10) */
  setPriority(priority: TaskPriority): void
}

/** The runtime's threads, wherever they find room; the same, kept to a core; or the app's own task system. */
export type TaskDispatch = 'runtime' | { readonly core: number } | TaskSystem

/** @returns null: the runtime's threads do it */
export function taskSystemOf(dispatch: TaskDispatch): TaskSystem | null {
  return typeof dispatch === 'object' && 'offered' in dispatch ? dispatch : null
}

/** @returns the index of the core that the runtime's threads are kept to, null: none */
export function coreOf(dispatch: TaskDispatch): number | null {
  return typeof dispatch === 'object' && 'core' in dispatch ? dispatch.core : null
}
