/** Built-in effects with variants for some of their constants. */
import fc from 'fast-check'
import { specialise } from '../../../../main/drivers/umd/glsl'
import { type BuiltInEffect, defaultsOf } from '../../../../main/editor/effects/catalogue'
import { anyConstants, deciding } from '../../../main/editor/effects/any-constants'
import type { Case } from './draw'

/** For each pass: defaults and some sets of the range, folded wholly and as far as the driver does first. */
export function casesOf(effect: BuiltInEffect, sets: number, seed: number): Case[] {
  const some = [defaultsOf(effect), ...fc.sample(anyConstants(effect), { numRuns: sets, seed })]
  return effect.passes.map(({ name, source, constants }) => ({
    label: `${effect.name}/${name}`,
    general: source,
    types: { ...constants },
    draws: some.flatMap((values) => {
      const sources = [specialise(source, values).source, specialise(source, deciding(effect, values)).source]
      return [...new Set(sources)].map((variant) => ({ constants: values, variant }))
    }),
  }))
}
