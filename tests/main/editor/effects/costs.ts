/** What the passes of a built-in effect cost by its constants, as the driver counts them when it has folded these. */
import { operationsOf } from '../../../../main/drivers/umd/glsl/cost'
import { type BuiltInEffect, defaultsOf } from '../../../../main/editor/effects/catalogue'

/** @param said constants that are not as they are at first @returns operations of each pass */
export function passCosts(effect: BuiltInEffect, said: Readonly<Record<string, number>> = {}): number[] {
  const values = { ...defaultsOf(effect) }
  for (const [name, value] of Object.entries(said)) {
    if (values[name] === undefined) throw new Error(`${effect.name} has no ${name}`)
    values[name] = [value]
  }
  return effect.passes.map(({ source }) => operationsOf(source, values))
}

export const cost = (effect: BuiltInEffect, said: Readonly<Record<string, number>> = {}): number =>
  passCosts(effect, said).reduce((sum, one) => sum + one, 0)
