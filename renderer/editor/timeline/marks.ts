/** Where the marks In and Out may be: what is played lies between them. Pure; moments in µs on the timeline. */
import { LEAST_CLIP, type TransportSettings } from '../../../preload/contract'
import { wholeFrame } from './scale'

export type Mark = 'in' | 'out'
export type Marks = Pick<TransportSettings, Mark>

/** A whole frame, with one at least between the marks; In is the first that is played, Out is behind the last. */
export function markAt(which: Mark, moment: number, marks: Marks, length: number): number {
  if (which === 'out' && moment >= length) return length
  const least = which === 'in' ? 0 : (marks.in ?? 0) + LEAST_CLIP
  const most = which === 'in' ? (marks.out ?? length) - LEAST_CLIP : length
  const nearest = wholeFrame(Math.min(most, Math.max(least, moment)))
  if (nearest > most) return wholeFrame(nearest - LEAST_CLIP)
  return nearest < least ? wholeFrame(nearest + LEAST_CLIP) : nearest
}

/** What is played: as far as the marks are on the timeline; null: all of it. */
export function markedRange(marks: Marks, length: number): { from: number; to: number } | null {
  if (marks.in === null && marks.out === null) return null
  const from = Math.min(marks.in ?? 0, length)
  const to = Math.min(marks.out ?? length, length)
  return to > from ? { from, to } : null
}
