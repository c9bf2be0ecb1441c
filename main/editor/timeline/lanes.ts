/** Changes of the tracks of effects: pure, a list in and a list out. Times in µs. */
import { LEAST_CLIP, MOST_TIMELINE } from '../../../preload/contract/names'
import type { EffectLane, EffectSpan, TimelineEdit } from '../../../preload/contract/specs'
import { laterPart, movedKeyframe, trimmedStart, withKeyframe, withoutKeyframe } from './keyframes'
import { freshName, type MadeOrProblem, NO_IDS, problem, type UsedIds } from './made'

export type LaneEdit = Extract<
  TimelineEdit,
  {
    edit:
      | 'enable'
      | 'reorder'
      | 'addSpan'
      | 'setSpan'
      | 'removeSpan'
      | 'takeOff'
      | 'keyframe'
      | 'removeKeyframe'
      | 'moveKeyframe'
  }
>

type Lanes = readonly EffectLane[]

/** Where a span ends, µs on the timeline; one without a length goes on to the end of that, wherever it is: Infinity. */
export function spanEnd({ start, length }: EffectSpan): number {
  return length === undefined ? Number.POSITIVE_INFINITY : start + length
}

/** The span of a track that covers a moment; undefined: none, or the track is off. @param moment µs on the timeline */
export function spanAt({ enabled, spans }: EffectLane, moment: number): EffectSpan | undefined {
  return enabled ? spans.find((span) => span.start <= moment && moment < spanEnd(span)) : undefined
}

/**
 * Spans of a track that cover something from a moment up to another; none where it is off.
 * @param from µs on the timeline
 * @param until µs on the timeline
 */
export function spansIn({ enabled, spans }: EffectLane, from: number, until: number): readonly EffectSpan[] {
  return enabled ? spans.filter((span) => span.start < until && from < spanEnd(span)) : []
}

/** A track of an effect that is everywhere: it is the same span each time, as nothing else is called so. */
export function wholeLane(effect: string, taken: Lanes): EffectLane {
  return { effect, enabled: true, spans: [{ id: freshName(effect, namesOf(taken, NO_IDS)), start: 0 }] }
}

/** @returns the tracks after the edit, or why it cannot be */
export function editLanes(lanes: Lanes, edit: LaneEdit, used = NO_IDS): MadeOrProblem<Lanes> {
  switch (edit.edit) {
    case 'enable':
      return onLane(lanes, edit.effect, (lane) => ({ value: { ...lane, enabled: edit.enabled } }))
    case 'reorder':
      return reordered(lanes, edit.effect, edit.place)
    case 'addSpan':
      return added(lanes, edit, used)
    case 'setSpan':
      return onSpan(lanes, edit.span, (span) => withTimes(span, edit))
    case 'removeSpan':
      return onSpan(lanes, edit.span, () => ({ value: null }))
    case 'takeOff':
      return onLane(withLane(lanes, edit.effect), edit.effect, (lane) => ({ value: { ...lane, spans: [] } }))
    case 'keyframe': {
      const { span: id, constant, at, value, ease } = edit
      const key = { at, value, ...(ease === undefined ? {} : { ease }) }
      return onSpan(lanes, id, (span) => ({ value: withKeyframe(span, constant, key) }))
    }
    case 'removeKeyframe':
      return onSpan(lanes, edit.span, (span) => {
        const left = withoutKeyframe(span, edit.constant, edit.at)
        return left === null ? noKeyframe(edit.constant) : { value: left }
      })
    case 'moveKeyframe':
      return onSpan(lanes, edit.span, (span) => {
        const moved = movedKeyframe(span, edit.constant, edit.at, edit.to)
        return moved === null ? noKeyframe(edit.constant) : { value: moved }
      })
  }
}

function noKeyframe(constant: string): { readonly problem: string } {
  return problem(`${constant} has no keyframe there`)
}

/** Cuts a span in two; the second part begins with the values that held there. @param at µs on the timeline */
export function splitSpan(lanes: Lanes, at: number, id: string, used = NO_IDS): MadeOrProblem<Lanes> {
  const names = namesOf(lanes, used)
  return onSpan(lanes, id, (span, lane) => {
    if (at - span.start < LEAST_CLIP || spanEnd(span) - at < LEAST_CLIP) return problem(`"${id}" cannot be split there`)
    const { start, length, keyframes } = span
    const left = length === undefined ? undefined : length - (at - start)
    const { keyframes: later } = laterPart(span, at - start)
    const second = spanOf(freshName(lane.effect, names), at, left, later)
    return { value: [spanOf(id, start, at - start, keyframes), second] }
  })
}

/**
 * What of a span stays beside what takes its place; a second part begins with the values that held there.
 * @param by takes its place where it lies
 * @param names that are taken: a second part gets a fresh one
 */
export function besideSpan(effect: string, span: EffectSpan, by: EffectSpan, names: Set<string>): EffectSpan[] {
  const { id, start, length, keyframes } = span
  const to = spanEnd(by)
  if (spanEnd(span) <= by.start || to <= start) return [span]
  const parts: EffectSpan[] = []
  if (by.start - start >= LEAST_CLIP) parts.push(spanOf(id, start, by.start - start, keyframes))
  if (spanEnd(span) - to >= LEAST_CLIP) {
    const left = length === undefined ? undefined : start + length - to
    const own = parts.length === 0 ? id : freshName(effect, names)
    parts.push(spanOf(own, to, left, laterPart(span, to - start).keyframes))
  }
  return parts
}

/** With its fields as files have them, in their order: a project that is opened is saved as it was. */
function spanOf(
  id: string,
  start: number,
  length: number | undefined,
  keyframes: EffectSpan['keyframes'] | undefined,
): EffectSpan {
  return {
    id,
    start,
    ...(length === undefined ? {} : { length }),
    ...(keyframes === undefined ? {} : { keyframes }),
  }
}

function namesOf(lanes: Lanes, used: UsedIds): Set<string> {
  return new Set([...used, ...lanes.flatMap(({ spans }) => spans.map(({ id }) => id))])
}

function added(lanes: Lanes, edit: Extract<LaneEdit, { edit: 'addSpan' }>, used: UsedIds): MadeOrProblem<Lanes> {
  const { effect, start, length, keyframes } = edit
  const span = spanOf(freshName(effect, namesOf(lanes, used)), start, length, keyframes)
  return onLane(withLane(lanes, effect), effect, (lane) => placed(lane, span))
}

function withLane(lanes: Lanes, effect: string): Lanes {
  return lanes.some((lane) => lane.effect === effect) ? lanes : [...lanes, { effect, enabled: true, spans: [] }]
}

/** A span lies beside the others of its track. */
function placed(lane: EffectLane, span: EffectSpan): MadeOrProblem<EffectLane> {
  const { start, length } = span
  if (length !== undefined && length < LEAST_CLIP) return problem('a span is at least a frame long')
  if (start + (length ?? 0) > MOST_TIMELINE) return problem('the timeline is at most a day long')
  const others = lane.spans.filter(({ id }) => id !== span.id)
  const inTheWay = others.find((other) => other.start < spanEnd(span) && start < spanEnd(other))
  if (inTheWay !== undefined) return problem(`${lane.effect} is there already: "${inTheWay.id}" is in the way`)
  return { value: { ...lane, spans: [...others, span].sort((a, b) => a.start - b.start) } }
}

function withTimes(
  span: EffectSpan,
  { start = span.start, length = span.length, keyframesStay }: Extract<LaneEdit, { edit: 'setSpan' }>,
): MadeOrProblem<EffectSpan> {
  const own = keyframesStay === true ? trimmedStart(span, start - span.start) : span
  const keys = Object.values(own.keyframes ?? {}).flat()
  if (keys.some(({ at }) => at > MOST_TIMELINE))
    return problem('a keyframe is at most a day after the start of its span')
  return { value: spanOf(span.id, start, length, own.keyframes) }
}

/** @param place among the tracks that are shown: what was taken off has none */
function reordered(lanes: Lanes, effect: string, place: number): MadeOrProblem<Lanes> {
  const lane = lanes.find((one) => one.effect === effect)
  if (lane === undefined) return problem(`${effect} is not on the timeline`)
  const others = lanes.filter((one) => one !== lane)
  const next = others.filter(({ spans }) => spans.length > 0)[place]
  const at = next === undefined ? others.length : others.indexOf(next)
  return { value: [...others.slice(0, at), lane, ...others.slice(at)] }
}

function onLane(
  lanes: Lanes,
  effect: string,
  change: (lane: EffectLane) => MadeOrProblem<EffectLane>,
): MadeOrProblem<Lanes> {
  const lane = lanes.find((one) => one.effect === effect)
  if (lane === undefined) return problem(`${effect} is not on the timeline`)
  const changed = change(lane)
  return 'problem' in changed ? changed : { value: lanes.map((one) => (one === lane ? changed.value : one)) }
}

/** @param change what becomes of it: another one, several, none */
function onSpan(
  lanes: Lanes,
  id: string,
  change: (span: EffectSpan, lane: EffectLane) => MadeOrProblem<EffectSpan | readonly EffectSpan[] | null>,
): MadeOrProblem<Lanes> {
  const lane = lanes.find(({ spans }) => spans.some((span) => span.id === id))
  const span = lane?.spans.find((one) => one.id === id)
  if (lane === undefined || span === undefined) return problem(`there is no span "${id}" on the timeline`)
  const changed = change(span, lane)
  if ('problem' in changed) return changed
  const parts = [changed.value ?? []].flat()
  return onLane(lanes, lane.effect, (own) => {
    let made: EffectLane = { ...own, spans: own.spans.filter((one) => one !== span) }
    for (const part of parts) {
      const next = placed(made, part)
      if ('problem' in next) return next
      made = next.value
    }
    return { value: made }
  })
}
