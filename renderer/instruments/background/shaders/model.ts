/** PSOs and their variants as the table shows them. Pure. */
import type { ConstantValues, EffectView, PipelineView, VariantView } from '../../../../preload/contract'
import type { PixelDifference } from '../../../store/measured'
import { formatCount } from '../../../widgets/format'

const DIGITS = 4

const number = (value: number): string => String(Number(value.toPrecision(DIGITS)))

/** `9`, `(0.5, 1, 0)` */
function constantText(value: readonly number[]): string {
  return value.length === 1 ? number(value[0]!) : `(${value.map(number).join(', ')})`
}

/** `radius = 9, sigma = 3` */
export function constantsText(constants: ConstantValues): string {
  const entries = Object.entries(constants)
  if (entries.length === 0) return 'none'
  return entries.map(([name, value]) => `${name} = ${constantText(value)}`).join(', ')
}

/**
 * The values that a variant counts on: those that are literals in it, and those that the GPU still reads as uniforms,
 * because it computes with them; they decide branches and loops all the same.
 */
export function variantConstants({ constants, folded, kept }: Pick<VariantView, 'constants' | 'folded' | 'kept'>): {
  folded: ConstantValues
  matched: ConstantValues
} {
  const those = (names: readonly string[]): ConstantValues =>
    Object.fromEntries(Object.entries(constants).filter(([name]) => names.includes(name)))
  return { folded: those(folded), matched: those(kept) }
}

/** What the uniforms are that only the variant has, because the driver added them; null: it has none (BP-25). */
export function driversOwnText(general: string, variant: string): string | null {
  const namesIn = (source: string) => new Set(source.match(/\bdriver(?:Never|Any)\d*\b/g) ?? [])
  const known = namesIn(general)
  const names = [...namesIn(variant)].filter((name) => !known.has(name))
  if (names.length === 0) return null
  return (
    `Added by the driver: ${names.join(' and ')}, uniforms that are never set and so read as false and 0. ` +
    'What depends on them never happens, but the GPU’s compiler must allow for it: ' +
    'it computes what a decided branch or loop gave just as it does in the general shader, bit by bit.'
  )
}

/** Draws that used the variant, of all draws of the PSO: 0 to 1. */
export const hitRate = ({ hits }: VariantView, { draws }: PipelineView): number => (draws === 0 ? 0 : hits / draws)

/**
 * Modelled time of the PSO's draw (µs): its operations' share of its effect's GPU time, by which the draws of an effect
 * are weighed (BP-31). null: not known.
 * @param operations of the shader that the draw uses
 */
export function modelledTime(
  pipeline: PipelineView,
  operations: number,
  pipelines: readonly PipelineView[],
  effects: readonly EffectView[],
): number | null {
  const effect = effects.find(({ name }) => name === pipeline.effect)
  const whole = pipelines
    .filter((other) => other.effect === pipeline.effect)
    .reduce((sum, other) => sum + other.operations, 0)
  if (effect === undefined || whole === 0) return null
  return Math.round((effect.gpuTime * operations) / whole)
}

/** `−22 %`, `+3 %`: how much less or more */
export function changeText(before: number, after: number): string {
  if (before === 0) return ''
  const share = Math.round((after / before - 1) * 1000) / 10
  return share < 0 ? `−${-share} %` : `+${share} %`
}

/** Whether the variant gave the general shader's pixels on this GPU; null: not compared yet (BP-25). */
export function identityText(difference: PixelDifference | null): string {
  if (difference === null) return 'not compared yet'
  const { bytes, worst, of } = difference
  if (bytes === 0) return 'identical ✓'
  return `differ: ${formatCount(bytes)} of ${formatCount(of)} bytes, by up to ${worst}; not used in the Preview`
}
