/** What one edit changed of the timeline, and nothing else of it: how it is taken back, and done again. Pure. */
import type { EffectLane, EffectSpan, TimelineClip, TimelineEdit, TimelineSpec } from '../../../preload/contract/specs'
import { clipsInOrder } from './clips'

type SetEdit = Extract<TimelineEdit, { edit: 'set' }>

/** Of one track of an effect. */
export interface LaneDifference {
  readonly effect: string
  /** undefined: as it is */
  readonly enabled?: boolean | undefined
  /** as they stand here; others stay */
  readonly spans: readonly EffectSpan[]
  /** ids of spans that go */
  readonly without: readonly string[]
  /** the effect whose track it comes to stand before, null: it is the last; undefined: it stays where it is */
  readonly next?: string | null | undefined
}

/** Clips, spans and tracks that are named here become so; what is not named stays as it is by then. */
export interface TimelineDifference {
  readonly clips: readonly TimelineClip[]
  /** ids of clips that go */
  readonly without: readonly string[]
  /** in the order in which they stand afterwards */
  readonly lanes: readonly LaneDifference[]
  /** tracks that go, as they were */
  readonly withoutLanes: readonly EffectLane[]
}

/** Nothing differs. */
export const NO_DIFFERENCE: TimelineDifference = { clips: [], without: [], lanes: [], withoutLanes: [] }

/** True: nothing differs. */
export function isNothing({ clips, without, lanes, withoutLanes }: TimelineDifference): boolean {
  return clips.length + without.length + lanes.length + withoutLanes.length === 0
}

/** What makes `to` of `from`: an edit that comes to nothing makes other objects that are the same. */
export function difference(from: TimelineSpec, to: TimelineSpec): TimelineDifference {
  const clips = changed(from.clips, to.clips)
  const lanesBefore = new Map(from.effects.map((lane) => [lane.effect, lane]))
  const names = new Set(to.effects.map(({ effect }) => effect))
  const moved = movedLanes(
    from.effects.flatMap(({ effect }) => (names.has(effect) ? [effect] : [])),
    to.effects.flatMap(({ effect }) => (lanesBefore.has(effect) ? [effect] : [])),
  )
  const lanes = to.effects.flatMap((lane, place): LaneDifference[] => {
    const { effect, enabled } = lane
    const before = lanesBefore.get(effect)
    const isPlaced = before === undefined || moved.has(effect)
    if (isSamePart(before, lane) && !isPlaced) return []
    const spans = changed(before?.spans ?? [], lane.spans)
    return [
      {
        effect,
        ...(before?.enabled === enabled ? {} : { enabled }),
        spans: spans.there,
        without: spans.gone,
        ...(isPlaced ? { next: to.effects[place + 1]?.effect ?? null } : {}),
      },
    ]
  })
  const withoutLanes = from.effects.filter(({ effect }) => !names.has(effect))
  return { clips: clips.there, without: clips.gone, lanes, withoutLanes }
}

/**
 * The edit that makes the difference on a timeline that may be another by now: tracks of other effects are as they are there.
 * @param emptied effects that would be everywhere without a track: one stays, on which nothing lies
 */
export function settingOf(
  { clips, without, lanes, withoutLanes }: TimelineDifference,
  { effects }: TimelineSpec,
  emptied: (effect: string) => boolean = () => false,
): SetEdit {
  return {
    edit: 'set',
    ...(clips.length === 0 ? {} : { clips: [...clips] }),
    ...(without.length === 0 ? {} : { without: [...without] }),
    ...(lanes.length + withoutLanes.length === 0
      ? {}
      : { effects: withLanes(withoutGone(effects, withoutLanes, emptied), lanes) }),
  }
}

/** @returns the timeline as a `set` says */
export function set(timeline: TimelineSpec, { clips = [], without = [], effects }: SetEdit): TimelineSpec {
  if (clips.length === 0 && without.length === 0) return { ...timeline, effects: effects ?? timeline.effects }
  const gone = new Set([...without, ...clips.map(({ id }) => id)])
  const kept = timeline.clips.filter(({ id }) => !gone.has(id))
  return { clips: [...clipsInOrder([...kept, ...clips])], effects: effects ?? timeline.effects }
}

function withoutGone(
  lanes: readonly EffectLane[],
  gone: readonly EffectLane[],
  emptied: (effect: string) => boolean,
): EffectLane[] {
  const before = new Map(gone.map((lane) => [lane.effect, lane]))
  return lanes.flatMap((lane) => {
    const was = before.get(lane.effect)
    if (was === undefined) return [lane]
    // the edit of another effect gave it this track: what has become of it since is none of that edit's
    if (isEverywhere(was) && JSON.stringify(was) !== JSON.stringify(lane)) return [lane]
    return emptied(lane.effect) ? [{ ...lane, enabled: true, spans: [] }] : []
  })
}

/** From the last to the first: what a track comes to stand before is there already. */
function withLanes(lanes: EffectLane[], changes: readonly LaneDifference[]): EffectLane[] {
  return changes.reduceRight((made, { effect, enabled, spans, without, next }) => {
    const place = made.findIndex((lane) => lane.effect === effect)
    const now = made[place] ?? { effect, enabled: true, spans: [] }
    const gone = new Set([...without, ...spans.map(({ id }) => id)])
    const kept = now.spans.filter(({ id }) => !gone.has(id))
    const all = [...kept, ...spans].sort((a, b) => a.start - b.start)
    const lane: EffectLane = { effect, enabled: enabled ?? now.enabled, spans: all }
    if (next === undefined && place >= 0) return made.with(place, lane)
    const others = made.filter((one) => one.effect !== effect)
    const at = others.findIndex((one) => one.effect === next)
    return at < 0 ? [...others, lane] : others.toSpliced(at, 0, lane)
  }, lanes)
}

function changed<T extends { id: string }>(from: readonly T[], to: readonly T[]): { there: T[]; gone: string[] } {
  const before = new Map(from.map((one) => [one.id, one]))
  const after = new Set(to.map(({ id }) => id))
  return {
    there: to.filter((one) => !isSamePart(before.get(one.id), one)),
    gone: from.flatMap(({ id }) => (after.has(id) ? [] : [id])),
  }
}

/** Of what lies on a timeline, whose fields are in the order that files have them in. */
export function isSamePart<T>(a: T | undefined, b: T): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/** The one effect whose track was moved, as edits do; all of them where it was more than one. Both have the same names. */
function movedLanes(from: readonly string[], to: readonly string[]): ReadonlySet<string> {
  const place = from.findIndex((effect, i) => effect !== to[i])
  if (place < 0) return new Set()
  const rest = (names: readonly string[], effect: string | undefined): string =>
    JSON.stringify(names.filter((one) => one !== effect))
  for (const effect of [from[place], to[place]])
    if (effect !== undefined && rest(from, effect) === rest(to, effect)) return new Set([effect])
  return new Set(to)
}

function isEverywhere({ enabled, spans: [span, ...others] }: EffectLane): boolean {
  const isWhole = span?.start === 0 && span.length === undefined && span.keyframes === undefined
  return enabled && isWhole && others.length === 0
}
