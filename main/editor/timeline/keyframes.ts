/** Parameters that change with time: what a constant is at a moment of its effect's span. Times in µs. */
import type { ConstantValues, EffectSpan, Keyframe } from '../../../preload/contract/specs'

/** What the keyframes of a span say at a moment after its start; {}: nothing. */
export function valuesAt({ keyframes }: EffectSpan, at: number): ConstantValues {
  if (keyframes === undefined) return {}
  const values: ConstantValues = {}
  for (const [name, keys] of Object.entries(keyframes)) {
    const value = valueAt(keys, at)
    if (value !== undefined) values[name] = value
  }
  return values
}

/** Before the first keyframe its value holds, after the last one that one's. @param keys in order of time */
export function valueAt(keys: readonly Keyframe[], at: number): number[] | undefined {
  const after = keys.findIndex((key) => key.at > at)
  const last = keys.at(-1)
  if (last === undefined) return undefined
  if (after === 0) return (keys[0] as Keyframe).value
  if (after < 0) return last.value
  const from = keys[after - 1] as Keyframe
  const to = keys[after] as Keyframe
  const share = eased((at - from.at) / (to.at - from.at), from.ease)
  return from.value.map((value, index) => value + ((to.value[index] ?? value) - value) * share)
}

/** smooth: without speed at both ends (3t² − 2t³) */
function eased(share: number, ease: Keyframe['ease']): number {
  if (ease === 'hold') return 0
  return ease === 'smooth' ? share * share * (3 - 2 * share) : share
}

/** With this keyframe, instead of one at the same moment. */
export function withKeyframe(span: EffectSpan, constant: string, key: Keyframe): EffectSpan {
  const others = (span.keyframes?.[constant] ?? []).filter(({ at }) => at !== key.at)
  const keys = [...others, key].sort((a, b) => a.at - b.at)
  return { ...span, keyframes: { ...span.keyframes, [constant]: keys } }
}

/** @returns null where there is none at that moment */
export function withoutKeyframe(span: EffectSpan, constant: string, at: number): EffectSpan | null {
  const keys = span.keyframes?.[constant] ?? []
  const left = keys.filter((key) => key.at !== at)
  if (left.length === keys.length) return null
  const { [constant]: _, ...others } = span.keyframes ?? {}
  const keyframes = left.length === 0 ? others : { ...others, [constant]: left }
  const { keyframes: before, ...own } = span
  return Object.keys(keyframes).length === 0 ? own : { ...own, keyframes }
}

/** A part of a span from `by` µs after its start on: its keyframes keep their moments, and begin with what held there. */
export function laterPart(span: EffectSpan, by: number): Pick<EffectSpan, 'keyframes'> {
  if (span.keyframes === undefined) return {}
  const keyframes = Object.fromEntries(
    Object.entries(span.keyframes).map(([name, keys]): [string, Keyframe[]] => {
      const later = keys.filter(({ at }) => at >= by).map((key) => ({ ...key, at: key.at - by }))
      if (later[0]?.at === 0) return [name, later]
      const { ease } = keys.filter(({ at }) => at < by).at(-1) ?? {}
      const first = { at: 0, value: valueAt(keys, by) ?? [], ...(ease === undefined ? {} : { ease }) }
      return [name, [first, ...later]]
    }),
  )
  return { keyframes }
}
