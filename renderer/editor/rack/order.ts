/**
 * The rack's cards and the order in which effects work. Cards that have a track stand in the places of those cards, in
 * working order; all others stay where they are, so that a press moves no card. Pure.
 */
import type { EffectLane, EffectView, TimelineView } from '../../../preload/contract'

export interface CardPlace {
  /** among the effects on the clip, from 0 */
  readonly place: number
  readonly count: number
  readonly enabled: boolean
}

/** @param tracks as the timeline shows them @returns undefined: it is not on the clip */
export function cardPlaceOf(effect: string, tracks: readonly EffectLane[]): CardPlace | undefined {
  const place = tracks.findIndex((lane) => lane.effect === effect)
  const lane = tracks[place]
  return lane === undefined ? undefined : { place, count: tracks.length, enabled: lane.enabled }
}

/** @param effects as they were declared */
export function inWorkingOrder<Effect extends { readonly name: string }>(
  effects: readonly Effect[],
  { effects: lanes }: Pick<TimelineView, 'effects'>,
): readonly Effect[] {
  const byName = new Map(effects.map((effect) => [effect.name, effect]))
  const working = lanes.flatMap(({ effect, spans }) => (spans.length === 0 ? [] : (byName.get(effect) ?? [])))
  const moving = new Set(working)
  const next = working.values()
  return effects.map((effect) => (moving.has(effect) ? (next.next().value ?? effect) : effect))
}

/** Whether nothing of an effect has changed but what the GPU has done of it, which it does at every frame that is played. */
export function isSameButCounts(before: EffectView, now: EffectView): boolean {
  const hasOf = (one: EffectView, other: EffectView): boolean => {
    for (const name in one) if (!COUNTS.has(name) && !isSame(one, other, name as keyof EffectView)) return false
    return true
  }
  return hasOf(now, before) && hasOf(before, now)
}

const COUNTS: ReadonlySet<string> = new Set(['completed', 'inFlight'] satisfies (keyof EffectView)[])

const isSame = (one: EffectView, other: EffectView, name: keyof EffectView): boolean => one[name] === other[name]

/** As `isSameButCounts`, of each of them in its place. */
export function areSameButCounts(before: readonly EffectView[], now: readonly EffectView[]): boolean {
  if (before === now) return true
  return before.length === now.length && before.every((effect, place) => isSameButCounts(effect, now[place] ?? effect))
}
