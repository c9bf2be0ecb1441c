/** Rows of delays as the session keeps them: the newest, and the worst of each kind. Pure. */
import { DELAY_KINDS, type DelayRowView, type DelaysView, KEPT_DELAYS } from '../../../preload/contract'

/** Nothing was late. */
export const NO_DELAYS: DelaysView = { presses: 0, frames: 0, presents: 0, worst: 0, times: DELAY_KINDS.map(() => 0) }

const KINDS: readonly DelayRowView['what'][] = ['press', 'frame', 'present']

export const lateBy = ({ shown, due }: Pick<DelayRowView, 'shown' | 'due'>): number => shown - due

/** The worst first; of equal ones the earlier. */
export function worstFirst(rows: readonly DelayRowView[]): DelayRowView[] {
  return [...rows].sort((a, b) => lateBy(b) - lateBy(a) || a.id - b.id)
}

/** Rows in order, with new ones, without those that are neither new nor bad. */
export function withRows(
  rows: readonly DelayRowView[],
  added: readonly DelayRowView[] | undefined,
): readonly DelayRowView[] {
  if (added === undefined || added.length === 0) return rows
  const all = [...rows, ...added]
  const { newest, worst } = KEPT_DELAYS
  if (all.length <= newest) return all
  const before = (all.at(-1) as DelayRowView).id - newest
  const ofKind = (kind: DelayRowView['what']) => all.filter(({ what }) => what === kind)
  const bad = new Set(KINDS.flatMap((kind) => worstFirst(ofKind(kind)).slice(0, worst)))
  return all.filter((row) => row.id > before || bad.has(row))
}

/** ms of the simulation within which what was shown late explains a moment that lies in none of them */
const NEAR = 1_000_000

/**
 * The delay that explains a moment: one within which it lies, the worst of those; else the nearest that was shown before.
 * @param what of these kinds, where there is one @returns null: none is near
 */
export function delayAt(
  rows: readonly DelayRowView[],
  t: number,
  what: readonly DelayRowView['what'][] = KINDS,
): DelayRowView | null {
  const wanted = rows.filter((row) => what.includes(row.what))
  const around = wanted.filter(({ begin, shown }) => begin <= t && t <= shown)
  if (around.length > 0) return worstFirst(around)[0] ?? null
  const before = wanted.findLast(({ shown }) => shown <= t)
  return before !== undefined && t - before.shown <= NEAR ? before : null
}
