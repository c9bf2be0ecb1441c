/** Where keyframes are on their span, and where they go. Pure; µs after the start of the span. */
import { type Ease, type EffectSpan, TIMELINE_RATE } from '../../../preload/contract'
import { wholeFrame } from './scale'

/** Diamonds of several parameters stand under each other, as far as there is room. */
const ROWS = 3

export interface KeyPlace {
  readonly constant: string
  /** of its parameter, from 0: the same keyframe, wherever it goes between its neighbours */
  readonly number: number
  readonly at: number
  readonly value: readonly number[]
  readonly ease: Ease
  readonly row: number
}

export function keyPlaces({ keyframes = {} }: EffectSpan): KeyPlace[] {
  return Object.entries(keyframes).flatMap(([constant, keys], parameter) =>
    keys.map(({ at, value, ease = 'linear' }, number) => ({
      constant,
      number,
      at,
      value,
      ease,
      row: parameter % ROWS,
    })),
  )
}

/** Whole frames of the timeline, within the span. */
function within({ start }: EffectSpan, at: number, length: number): number {
  const frame = wholeFrame(start + Math.min(length, Math.max(0, at))) - start
  return Math.min(length, Math.max(0, frame))
}

/** Pulled to a moment: onto what is near, else onto a whole frame. @param targets moments on the timeline */
export function pulledTo(
  span: EffectSpan,
  at: number,
  length: number,
  { targets, near }: { targets: readonly number[]; near: number },
): number {
  const moment = span.start + at
  const inReach = targets.filter((target) => Math.abs(target - moment) <= near)
  const [nearest] = inReach.sort((a, b) => Math.abs(a - moment) - Math.abs(b - moment))
  const to = (nearest ?? moment) - span.start
  return nearest !== undefined && to >= 0 && to <= length ? to : within(span, at, length)
}

/** So many frames on; one that another keyframe of the parameter has is passed by: nobody loses one by an arrow key. */
export function steppedTo(span: EffectSpan, { constant, at }: KeyPlace, frames: number, length: number): number {
  const taken = new Set((span.keyframes?.[constant] ?? []).map((key) => key.at))
  const frame = 1e6 / TIMELINE_RATE
  const direction = Math.sign(frames)
  for (let by = frames; ; by += direction) {
    const wanted = at + by * frame
    const to = within(span, wanted, length)
    if (!taken.has(to)) return to
    // the end of the span is as far as it goes
    if (wanted < 0 || wanted > length) return at
  }
}
