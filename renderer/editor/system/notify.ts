/** What Send combination sends: a notification as a scenario's `notify` step makes it. Knows no React. */
import { GRANULE, TrimFlag } from '../../../preload/contract'
import { type Parsed, parseSize } from '../../widgets/parse'

export interface Combination {
  periodic: boolean
  restart: boolean
  budget: boolean
  /** text of the bytes field; it counts only with `budget` */
  bytes: string
}

/**
 * The flags and bytes of a combination, or why it cannot be sent (TN-03).
 */
export function readCombination(combination: Combination): Parsed<{ flags: number; bytes: number }> {
  const { periodic, restart, budget } = combination
  if (periodic && restart) {
    return {
      ok: false,
      message:
        'PERIODIC_TRIM and RESTART_PERIODIC_TRIM are never set together in one notification (TN-03). Choose one of them.',
    }
  }
  if (!periodic && !restart && !budget) {
    return { ok: false, message: 'A notification needs at least one flag. Choose one.' }
  }
  const text = combination.bytes.trim()
  if (!budget && text !== '') {
    return { ok: false, message: 'Bytes go only with TRIM_TO_BUDGET (TN-03). Choose it, or clear the bytes.' }
  }
  if (budget && text === '') {
    return { ok: false, message: 'TRIM_TO_BUDGET needs its bytes to trim (TN-04). Enter a size, for example 64 MiB.' }
  }
  const bytes = budget ? parseSize(text) : { ok: true as const, value: 0 }
  if (!bytes.ok) return bytes
  const flags =
    (periodic ? TrimFlag.PERIODIC_TRIM : 0) |
    (restart ? TrimFlag.RESTART_PERIODIC_TRIM : 0) |
    (budget ? TrimFlag.TRIM_TO_BUDGET : 0)
  return { ok: true, value: { flags, bytes: bytes.value } }
}

/** Empty text means the excess over the budget by now, which only the session knows: null. */
export function readBudgetTrim(text: string): Parsed<number | null> {
  return text.trim() === '' ? { ok: true, value: null } : parseSize(text)
}

/** Step of a memory slider: about a 512th of its range, in whole granules, to which budgets are rounded down (RS-09). */
export function sliderStep(max: number): number {
  return Math.max(1, Math.round(max / 512 / GRANULE)) * GRANULE
}
