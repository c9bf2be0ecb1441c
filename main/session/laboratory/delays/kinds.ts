/** Kinds of what can be waited for, without the last, and their times (LB-08). */
import { DELAY_KINDS, type DelayKind } from '../../../../preload/contract'

export { DELAY_KINDS, type DelayKind } from '../../../../preload/contract'

/** What is waited for while it is under way; the blank comes when that is over. */
export type PieceKind = Exclude<DelayKind, 'vertical-blank'>

export const PIECE_KINDS = DELAY_KINDS.filter((kind) => kind !== 'vertical-blank')

/** µs by kind; all of them. */
export type DelayTimes = Record<DelayKind, number>

/** 0 µs of every kind. */
export function noTimes(): DelayTimes {
  return Object.fromEntries(DELAY_KINDS.map((kind) => [kind, 0])) as DelayTimes
}
