/** What the timeline shows, row by row: video tracks with their clips, tracks of effects with their spans. Pure. */
import {
  type EffectLane,
  type EffectSpan,
  MOST_TRACKS,
  type ProjectView,
  SAMPLE_FOOTAGE,
  type TimelineClip,
  type TimelineEdit,
  type TimelineView,
} from '../../../preload/contract'
import type { TimelineChoice } from '../../store/tabs/timeline'

export interface TrackRow {
  readonly track: number
  readonly clips: readonly TimelineClip[]
}

/** At least so many tracks are there to drop clips on. */
const LEAST_TRACKS = 2

/** The uppermost first, with an empty one above what is used. */
export function trackRows(clips: readonly TimelineClip[]): TrackRow[] {
  const used = clips.reduce((most, { track }) => Math.max(most, track), 1)
  const count = Math.min(MOST_TRACKS, Math.max(LEAST_TRACKS, clips.some(({ track }) => track > 1) ? used + 1 : used))
  return Array.from({ length: count }, (_, i) => {
    const track = count - i
    return { track, clips: clips.filter((clip) => clip.track === track) }
  })
}

/**
 * Tracks of effects in the order in which they work: those that were made, then effects that are everywhere. One without
 * spans is not on the timeline.
 * @param stack effects that the GPU has rendered
 * @param declared in the order in which those without a track work [where the order is of no interest]
 */
export function laneRows(
  { effects }: TimelineView,
  stack: readonly string[],
  declared: readonly { readonly name: string }[] = [],
): EffectLane[] {
  const made = new Set(effects.map(({ effect }) => effect))
  const unplaced = new Set(stack.filter((effect) => !made.has(effect)))
  const known = declared.flatMap(({ name }) => (unplaced.has(name) ? [name] : []))
  const everywhere = new Set([...known, ...unplaced])
  const rows = effects.filter(({ spans }) => spans.length > 0)
  return [
    ...rows,
    ...[...everywhere].map((effect): EffectLane => ({ effect, enabled: true, spans: [{ id: effect, start: 0 }] })),
  ]
}

/** Whether effects are declared as they were, whatever the GPU has done of them since. */
export function haveSameNames(
  before: readonly { readonly name: string }[],
  now: readonly { readonly name: string }[],
): boolean {
  return before === now || (before.length === now.length && before.every(({ name }, i) => name === now[i]?.name))
}

/** Where a span ends on a timeline of this length. */
export function spanEnd({ start, length }: EffectSpan, until: number): number {
  return length === undefined ? Math.max(until, start) : start + length
}

/** At a moment: what is chosen where the moment is within it, else all clips there. */
export function splitOf(
  chosen: TimelineChoice | null,
  at: number,
  { timeline, stack }: Pick<ProjectView, 'timeline' | 'stack'>,
): Extract<TimelineEdit, { edit: 'split' }> {
  const isWithin = (start: number, length: number | undefined): boolean =>
    start < at && (length === undefined || at < start + length)
  const spans = laneRows(timeline, stack).flatMap((lane) => lane.spans)
  const pieces = chosen?.kind === 'span' ? spans : timeline.clips
  const piece = pieces.find(({ id }) => id === chosen?.id)
  if (piece === undefined || !isWithin(piece.start, piece.length)) return { edit: 'split', at }
  return { edit: 'split', at, ...(chosen?.kind === 'span' ? { span: piece.id } : { clip: piece.id }) }
}

/** What a clip is of. */
export function footageOf({ media }: TimelineClip): string {
  return media ?? SAMPLE_FOOTAGE
}

/** Moments that what is dragged goes to: edges of all else, the playhead, the start. */
export function snapTargets(
  { clips, effects, length }: TimelineView,
  playhead: number,
  own: string,
): readonly number[] {
  const edges = clips.filter(({ id }) => id !== own).flatMap((clip) => [clip.start, clip.start + clip.length])
  const spans = effects
    .flatMap((lane) => lane.spans)
    .filter(({ id }) => id !== own)
    .flatMap((span) => [span.start, spanEnd(span, length)])
  return [0, playhead, ...edges, ...spans]
}
