/** What is dragged on the timeline: where it goes, and the edit that it becomes when it is let go. Pure. */
import { LEAST_CLIP, MOST_TRACKS, type TimelineEdit } from '../../../preload/contract'
import { wholeFrame } from './scale'

export type Grip = 'body' | 'start' | 'end'

export interface Dragged {
  readonly kind: 'clip' | 'span'
  readonly id: string
  readonly grip: Grip
  /** as it was: µs; a span to the end of the timeline has no length of its own */
  readonly start: number
  readonly end: number
  readonly open: boolean
  /** of a clip */
  readonly track: number
}

export interface Place {
  readonly start: number
  readonly end: number
  readonly track: number
  /** the moment that it went to; null: it is free */
  readonly snapped: number | null
}

interface Pull {
  /** µs along the timeline, and tracks upwards */
  readonly by: number
  readonly up: number
  /** moments that it goes to where they are near [none] */
  readonly targets: readonly number[]
  /** µs that count as near */
  readonly near: number
}

/** Where it is when it has been pulled so far. */
export function placeOf(dragged: Dragged, { by, up, targets, near }: Pull): Place {
  const { grip, start, end, track } = dragged
  if (grip === 'body') {
    const wanted = Math.max(0, start + by)
    const length = end - start
    const atStart = nearest(wanted, targets, near)
    const atEnd = nearest(wanted + length, targets, near)
    const useEnd =
      atEnd !== null && (atStart === null || Math.abs(atEnd - wanted - length) < Math.abs(atStart - wanted))
    const snapped = useEnd ? atEnd : atStart
    const from = Math.max(0, useEnd && atEnd !== null ? atEnd - length : (atStart ?? wholeFrame(wanted)))
    const on = dragged.kind === 'clip' ? Math.min(MOST_TRACKS, Math.max(1, track + up)) : track
    return { start: from, end: from + length, track: on, snapped }
  }
  const wanted = (grip === 'start' ? start : end) + by
  const snapped = nearest(wanted, targets, near)
  const at = snapped ?? wholeFrame(wanted)
  return grip === 'start'
    ? { start: Math.max(0, Math.min(at, end - LEAST_CLIP)), end, track, snapped }
    : { start, end: Math.max(at, start + LEAST_CLIP), track, snapped }
}

/** @returns null where nothing has changed */
export function editOf(dragged: Dragged, { start, end, track }: Place): TimelineEdit | null {
  const { kind, id, grip } = dragged
  if (start === dragged.start && end === dragged.end && track === dragged.track) return null
  if (kind === 'clip') {
    if (grip === 'body') return { edit: 'move', clip: id, to: start, ...(track === dragged.track ? {} : { track }) }
    return { edit: 'trim', clip: id, ...(grip === 'start' ? { start } : { end }) }
  }
  if (grip === 'body') return { edit: 'setSpan', span: id, start }
  if (grip === 'start')
    return { edit: 'setSpan', span: id, start, ...(dragged.open ? {} : { length: end - start }), keyframesStay: true }
  return { edit: 'setSpan', span: id, length: end - start }
}

/** null: none is near */
function nearest(moment: number, targets: readonly number[], near: number): number | null {
  let best: number | null = null
  for (const target of targets) {
    const away = Math.abs(target - moment)
    if (away <= near && (best === null || away < Math.abs(best - moment))) best = target
  }
  return best
}
