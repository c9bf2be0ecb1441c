/** Parameters that change with time: what a constant is at a moment of its effect's span. Times in µs. */
import type { ConstantValues, EffectSpan, Keyframe } from '../../../preload/contract/specs'

/** What the keyframes of a span say `at` µs after its start; {}: nothing. */
export function valuesAt({ keyframes }: EffectSpan, at: number): ConstantValues {
  if (keyframes === undefined) return {}
  const values: ConstantValues = {}
  for (const [name, keys] of Object.entries(keyframes)) {
    const value = keyframeValue(keys, at)
    if (value !== undefined) values[name] = value
  }
  return values
}

/**
 * In the constant's own unit: before the first keyframe its value holds, after the last one that one's.
 * @param keys in order of time
 * @param at µs after the span's start
 */
export function keyframeValue(keys: readonly Keyframe[], at: number): number[] | undefined {
  const after = keys.findIndex((key) => key.at > at)
  const last = keys.at(-1)
  if (last === undefined) return undefined
  if (after === 0) return (keys[0] as Keyframe).value
  if (after < 0) return last.value
  const from = keys[after - 1] as Keyframe
  const to = keys[after] as Keyframe
  const share = shareOf(from, at - from.at, to.at - from.at)
  return from.value.map((value, index) => value + ((to.value[index] ?? value) - value) * share)
}

/** How far a value has come on the way to the next keyframe; on what is left of a way that had begun before. */
function shareOf({ ease, begun = 0 }: Keyframe, after: number, length: number): number {
  const before = eased(begun / (begun + length), ease)
  // nothing of it is left that a number could tell
  if (before === 1) return 1
  return (eased((begun + after) / (begun + length), ease) - before) / (1 - before)
}

/** smooth: without speed at both ends (3t² − 2t³) */
function eased(share: number, ease: Keyframe['ease']): number {
  if (ease === 'hold') return 0
  return ease === 'smooth' ? share * share * (3 - 2 * share) : share
}

/** A constant may have a name that every object has something of: "constructor" is one that GLSL takes. */
function keysOf({ keyframes }: EffectSpan, constant: string): readonly Keyframe[] {
  return keyframes !== undefined && Object.hasOwn(keyframes, constant) ? (keyframes[constant] ?? []) : []
}

/** With this keyframe, instead of one at the same moment. */
export function withKeyframe(span: EffectSpan, constant: string, key: Keyframe): EffectSpan {
  const others = keysOf(span, constant).filter(({ at }) => at !== key.at)
  const keys = [...others, key].sort((a, b) => a.at - b.at)
  return { ...span, keyframes: { ...span.keyframes, [constant]: keys } }
}

/** @param at µs after the span's start @returns null where there is none at that moment */
export function withoutKeyframe(span: EffectSpan, constant: string, at: number): EffectSpan | null {
  const keys = keysOf(span, constant)
  const left = keys.filter((key) => key.at !== at)
  if (left.length === keys.length) return null
  const { [constant]: _, ...others } = span.keyframes ?? {}
  const keyframes = left.length === 0 ? others : { ...others, [constant]: left }
  const { keyframes: before, ...own } = span
  return Object.keys(keyframes).length === 0 ? own : { ...own, keyframes }
}

/**
 * The keyframe of one moment is at another, in place of one that is there. What its way had begun with where the span was
 * cut is no more: it begins where it is now.
 * @param at µs after the span's start
 * @param to µs after the span's start
 * @returns null where there is none at that moment
 */
export function movedKeyframe(span: EffectSpan, constant: string, at: number, to: number): EffectSpan | null {
  const key = keysOf(span, constant).find((one) => one.at === at)
  if (key === undefined) return null
  const others = withoutKeyframe(span, constant, at)
  const { begun: _, ...own } = key
  return others === null ? null : withKeyframe(others, constant, { ...(at === to ? key : own), at: to })
}

/** A part of a span from `by` µs after its start on: its keyframes keep their moments, and begin with what held there. */
export function laterPart(span: EffectSpan, by: number): Pick<EffectSpan, 'keyframes'> {
  if (span.keyframes === undefined) return {}
  const keyframes = Object.fromEntries(
    Object.entries(span.keyframes).map(([name, keys]): [string, Keyframe[]] => {
      const later = keys.filter(({ at }) => at >= by).map((key) => ({ ...key, at: key.at - by }))
      if (later[0]?.at === 0) return [name, later]
      const before = keys.filter(({ at }) => at < by).at(-1)
      const own = before?.ease === undefined ? {} : { ease: before.ease }
      // a line and a value that holds go on the same wherever they are cut
      const on = before?.ease === 'smooth' ? { begun: (before.begun ?? 0) + by - before.at } : {}
      const first = { at: 0, value: keyframeValue(keys, by) ?? [], ...own, ...on }
      return [name, [first, ...later]]
    }),
  )
  return { keyframes }
}

/**
 * A span that begins `by` µs later, or earlier where that is below 0: its keyframes keep their moments on the timeline.
 */
export function trimmedStart(span: EffectSpan, by: number): EffectSpan {
  const { keyframes, ...own } = span
  if (keyframes === undefined || by === 0) return span
  if (by > 0) return { ...own, ...laterPart(span, by) }
  const moved = Object.entries(keyframes).map(([name, keys]): [string, Keyframe[]] => [
    name,
    keys.map((key) => ({ ...key, at: key.at - by })),
  ])
  return { ...own, keyframes: Object.fromEntries(moved) }
}
