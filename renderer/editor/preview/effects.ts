import { bloom } from './shaders/bloom'
import { blur } from './shaders/blur'
import type { Effect } from './shaders/effect'
import { grayscale } from './shaders/grayscale'
import { invert } from './shaders/invert'
import { sepia } from './shaders/sepia'
import { sharpen } from './shaders/sharpen'
import { tint, tintStrength } from './shaders/tint'
import { vignette } from './shaders/vignette'

const KNOWN: ReadonlyMap<string, Effect> = new Map(
  [blur, grayscale, sharpen, sepia, vignette, invert, bloom].map((effect) => [effect.name, effect]),
)

/** Names of the effects that have a shader of their own. */
export const SHADER_EFFECTS: readonly string[] = [...KNOWN.keys()]

/** The effect with this name, or a tint that stands for it. */
export function effectNamed(name: string): Effect {
  return KNOWN.get(name) ?? tint(name)
}

/** Each effect once, where it was applied first: the picture with an effect twice is not another picture here. */
export function onClip(stack: readonly string[]): string[] {
  return [...new Set(stack)]
}

/** Where a pass reads and writes: the clip's picture, or one of the three targets that take turns. */
export interface PlannedPass {
  effect: Effect
  /** index into `effect.passes` */
  pass: number
  source: number
  original: number
  target: number
  /** share of the picture that a tint replaces */
  strength: number
}

/** How many targets a plan uses: the effect's input stays readable while two others take turns. */
export const TARGETS = 3

/**
 * The passes for effects in order. The clip is drawn into target 0; the picture to show is the target of the last
 * pass, or target 0 when there is none.
 */
export function planPasses(stack: readonly string[]): PlannedPass[] {
  const plan: PlannedPass[] = []
  const effects = onClip(stack).map(effectNamed)
  const strength = tintStrength(effects.filter((effect) => effect.tint !== undefined).length)
  let current = 0
  for (const effect of effects) {
    const original = current
    effect.passes.forEach((_, pass) => {
      const target = [0, 1, 2].find((index) => index !== current && index !== original) as number
      plan.push({ effect, pass, source: current, original, target, strength })
      current = target
    })
  }
  return plan
}

/** The clip's shader costs about as much as this many texture reads. */
export const CLIP_COST = 12
const PASS_OVERHEAD = 1

/** Reads per pixel of one pass. */
export function costOfPass(step: PlannedPass): number {
  return (step.effect.passes[step.pass]?.taps ?? 0) + PASS_OVERHEAD
}

/** Reads per pixel of the whole chain, with the clip itself. */
export function costOf(plan: readonly PlannedPass[]): number {
  return plan.reduce((sum, step) => sum + costOfPass(step), CLIP_COST)
}
