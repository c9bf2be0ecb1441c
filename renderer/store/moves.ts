/** Transfers that ended and evictions, in order of time, for sums over ranges: a bounded past in columns (MOVE_KINDS). */
import type { MovesView } from '../../preload/contract'
import { firstNotBefore } from './in-order'

export const KEPT_MOVES = 65_536

/** Shared between versions; what is new after each change is the object that holds the columns. */
export interface MoveHistory {
  /** index in MOVE_KINDS */
  readonly kinds: readonly number[]
  /** µs */
  readonly times: readonly number[]
  readonly bytes: readonly number[]
  /** rows before the first one, which are gone */
  readonly forgotten: number
}

export const emptyMoves = (): MoveHistory => ({ kinds: [], times: [], bytes: [], forgotten: 0 })

/** Appends a frame's rows in place; ids that do not go on where those before ended are another run's, or leave a gap. */
export function appendMoves(history: MoveHistory, added: MovesView | undefined): MoveHistory {
  if (added === undefined) return history
  const goesOn = added.firstId === history.forgotten + history.times.length
  const { kinds, times, bytes, forgotten } = goesOn ? history : { ...emptyMoves(), forgotten: added.firstId }
  for (let row = 0; row < added.times.length; row++) {
    ;(kinds as number[]).push(added.kinds[row]!)
    ;(times as number[]).push(added.times[row]!)
    ;(bytes as number[]).push(added.bytes[row]!)
  }
  const over = times.length - KEPT_MOVES
  // a quarter at once, so that the cost is spread
  if (over <= KEPT_MOVES / 4) return { kinds, times, bytes, forgotten }
  return { kinds: kinds.slice(over), times: times.slice(over), bytes: bytes.slice(over), forgotten: forgotten + over }
}

/** Index of the first row at or after a moment. */
export function firstMoveFrom({ times }: MoveHistory, t: number): number {
  return firstNotBefore(times.length, (at) => times[at]! < t)
}
