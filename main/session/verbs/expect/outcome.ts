/** What became of one condition of the verb `expect`. */
import type { Bounds } from '../../scenario'

export interface Outcome {
  ok: boolean
  /** the condition as the scenario has it, sizes in bytes */
  condition: Record<string, unknown>
  found: unknown
}

/** Exactly that number, or from `min` to `max`, without a limit where one is absent. @param value in any unit @param bounds in the same unit */
export function isWithin(value: number, bounds: number | Bounds): boolean {
  if (typeof bounds === 'number') return value === bounds
  return value >= (bounds.min ?? Number.NEGATIVE_INFINITY) && value <= (bounds.max ?? Number.POSITIVE_INFINITY)
}
