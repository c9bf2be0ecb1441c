/**
 * The timeline of a file with what a person has changed of it, and nothing of what the file's steps have made of it: they
 * make that again. Pure.
 */
import type { EffectSpan, TimelineClip, TimelineSpec } from '../../../preload/contract/specs'
import { clipsInOrder, uncovered } from './clips'
import { conflictsOf } from './conflicts'
import { isNothing, type LaneDifference, NO_DIFFERENCE, settingOf, type TimelineDifference } from './difference'
import { besideSpan, spanEnd } from './lanes'
import { freshName } from './made'

/** What one edit has changed. */
export interface HandChange {
  readonly made: TimelineDifference
  /** effects of which nothing was asked, which got tracks so that their order stays [none] */
  readonly beside?: readonly string[] | undefined
  /** what was on the timeline of an effect or a clip went with it: of a file that has it still, no reason to change it */
  readonly goes: boolean
}

/** By id of a clip, or of a span: which of the changes set it last, from 1; nothing: it is the file's own. */
type Turns = Map<string, number>

/**
 * @param own the timeline that the file begins with
 * @param changes in order, none that was taken back
 * @param seen as it lies now, where steps have changed it as well
 * @param known what of a timeline can be in the file [all]
 * @returns `own` itself where no change is one
 */
export function changedByHand(
  own: TimelineSpec,
  changes: readonly HandChange[],
  seen: TimelineSpec,
  known: (timeline: TimelineSpec) => TimelineSpec = (timeline) => timeline,
): TimelineSpec {
  if (changes.every(({ made, goes }) => goes || isNothing(made))) return own
  const turns = { clips: new Map<string, number>(), spans: new Map<string, number>() }
  /** effects that have tracks here for the sake of others alone */
  const ranged = new Set<string>()
  /** effects that had tracks there when something was put on them, and none here: what was taken back had left them */
  const unplaced = new Set<string>()
  const clips = new Map(own.clips.map((clip) => [clip.id, clip]))
  let { effects } = own
  changes.forEach(({ made, beside = [] }, i) => {
    for (const id of made.without) clips.delete(id)
    for (const clip of made.clips) {
      clips.set(clip.id, clip)
      turns.clips.set(clip.id, i + 1)
    }
    const besides = new Set(beside)
    const there = new Set(effects.map(({ effect }) => effect))
    const lanes = made.lanes
      .filter(({ effect }) => !besides.has(effect) || !there.has(effect))
      .map((lane) => (there.has(lane.effect) && isNew(lane) ? { ...lane, next: undefined } : lane))
    for (const { effect, spans, next } of lanes) {
      if (besides.has(effect)) ranged.add(effect)
      else ranged.delete(effect)
      if (next !== undefined) unplaced.delete(effect)
      else if (!there.has(effect)) unplaced.add(effect)
      for (const { id } of spans) turns.spans.set(id, i + 1)
    }
    effects = withTracks(effects, lanes, made.withoutLanes)
  })
  const isSeen = new Set(seen.effects.map(({ effect }) => effect))
  // CHOICE: what a person has asked for outlives the step that takes its effect away; what was only beside it does not
  const asked = known({
    clips:
      turns.clips.size === 0 && clips.size === own.clips.length ? own.clips : [...clipsInOrder([...clips.values()])],
    effects: placedAsSeen(effects, unplaced, seen.effects).filter(
      ({ effect }) => !ranged.has(effect) || isSeen.has(effect),
    ),
  })
  return asSeen(conflictsOf(asked).length === 0 ? asked : disentangled(asked, turns, seen), known(seen))
}

/** A track that was not there before: a step had taken it away where it is here. */
function isNew({ enabled, next }: LaneDifference): boolean {
  return enabled !== undefined && next !== undefined
}

/** @param gone of these, spans that a step had taken away before stay: they were not there to go */
function withTracks(
  effects: TimelineSpec['effects'],
  lanes: readonly LaneDifference[],
  gone: TimelineDifference['withoutLanes'],
): TimelineSpec['effects'] {
  if (lanes.length + gone.length === 0) return effects
  const emptied: LaneDifference[] = []
  const withoutLanes = gone.filter(({ effect, spans }) => {
    const ids = new Set(spans.map(({ id }) => id))
    const stay = effects.find((lane) => lane.effect === effect)?.spans.some(({ id }) => !ids.has(id)) ?? false
    if (stay) emptied.push({ effect, spans: [], without: [...ids] })
    return !stay
  })
  const made = { ...NO_DIFFERENCE, lanes: [...lanes, ...emptied], withoutLanes }
  return settingOf(made, { clips: [], effects }).effects ?? effects
}

/** From the last to the first, each before what comes after it: that is where it stands already. */
function placedAsSeen(
  effects: TimelineSpec['effects'],
  unplaced: ReadonlySet<string>,
  seen: TimelineSpec['effects'],
): TimelineSpec['effects'] {
  if (unplaced.size === 0) return effects
  return seen.reduceRight<TimelineSpec['effects']>((made, { effect }, place) => {
    const lane = made.find((one) => one.effect === effect)
    if (lane === undefined || !unplaced.has(effect)) return made
    const others = made.filter((one) => one !== lane)
    const places = new Map(others.map((one, i) => [one.effect, i]))
    const next = seen.slice(place + 1).find((one) => places.has(one.effect))
    return next === undefined ? made : others.toSpliced(places.get(next.effect) ?? others.length, 0, lane)
  }, effects)
}

/** What is the same but for the order of its clips is as it lies: not every edit brings them in order. */
function asSeen(timeline: TimelineSpec, seen: TimelineSpec): TimelineSpec {
  const inOrder = ({ clips, effects }: TimelineSpec): string => JSON.stringify([clipsInOrder(clips), effects])
  return inOrder(timeline) === inOrder(seen) ? seen : timeline
}

/**
 * CHOICE: where a person has put something that a step had made room for, and the file has both in one place, what was set
 * last stays as it is. What is in its way lies where it is seen, when it is, as the steps mean that one; else what the other
 * does not cover of it stays, as where one clip is put over another.
 */
function disentangled(timeline: TimelineSpec, turns: { clips: Turns; spans: Turns }, seen: TimelineSpec): TimelineSpec {
  const clipNames = new Set([...timeline.clips, ...seen.clips].map(({ id }) => id))
  const clips = apart(timeline.clips, seen.clips, turns.clips, {
    meet: (a, b) => a.track === b.track && a.start < b.start + b.length && b.start < a.start + a.length,
    cut: (clip, by) => uncovered(clip, by.start, by.start + by.length, clipNames),
  })
  const lanes = [...timeline.effects, ...seen.effects]
  const spanNames = new Set(lanes.flatMap(({ spans }) => spans.map(({ id }) => id)))
  const ids = new Set<string>()
  const effects = timeline.effects.map((lane) => {
    const { effect } = lane
    const now = seen.effects.find((one) => one.effect === effect)?.spans ?? []
    const spans = apart(lane.spans, now, turns.spans, {
      meet: (a: EffectSpan, b: EffectSpan) => a.start < spanEnd(b) && b.start < spanEnd(a),
      cut: (span, by) => besideSpan(effect, span, by, spanNames),
    }).map((span) => {
      const own = ids.has(span.id) ? { ...span, id: freshName(effect, spanNames) } : span
      ids.add(own.id)
      return own
    })
    return { ...lane, spans: spans.sort((a, b) => a.start - b.start) }
  })
  return { clips: [...clipsInOrder(clips)], effects }
}

/** So that no two of them meet. */
function apart<T extends TimelineClip | EffectSpan>(
  all: readonly T[],
  seen: readonly T[],
  turns: Turns,
  { meet, cut }: { meet: (a: T, b: T) => boolean; cut: (one: T, by: T) => T[] },
): T[] {
  const turnOf = ({ id }: T): number => turns.get(id) ?? 0
  const byId = new Map(seen.map((one) => [one.id, one]))
  const moved = new Set<string>()
  let made = [...all]
  for (let before = -1; moved.size > before; ) {
    before = moved.size
    made = made.map((one) => {
      const now = byId.get(one.id)
      // what is seen does not meet: each is taken from there once, at most
      if (now === undefined || moved.has(one.id)) return one
      const isInWay = made.some((other) => {
        const later = turnOf(other) - turnOf(one)
        return other.id !== one.id && meet(one, other) && (later > 0 || (later === 0 && moved.has(other.id)))
      })
      if (!isInWay) return one
      moved.add(one.id)
      return now
    })
  }
  const kept: T[] = []
  for (const one of made.sort((a, b) => turnOf(b) - turnOf(a))) {
    let parts = [one]
    for (const by of kept) parts = parts.flatMap((part) => (meet(part, by) ? cut(part, by) : [part]))
    kept.push(...parts)
  }
  return kept
}
