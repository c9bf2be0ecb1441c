/** Values that an effect's constants may have, for tests of all of them. */
import fc from 'fast-check'
import type { BuiltInEffect, EffectConstant } from '../../../../main/editor/effects/catalogue'
import type { ConstantValues } from '../../../../preload/contract'

/** Bounds, the default, and any step between the bounds: bounds and default are where branches decide. */
function anyComponent({ type, min, max, step }: EffectConstant, usual: number): fc.Arbitrary<number> {
  const steps = fc.integer({ min: 0, max: Math.round((max - min) / step) })
  const between = steps.map((count) => Math.min(max, min + count * step))
  return type === 'bool'
    ? fc.constantFrom(0, 1)
    : fc.oneof({ arbitrary: between, weight: 3 }, { arbitrary: fc.constantFrom(min, max, usual), weight: 2 })
}

export function anyConstants({ constants }: BuiltInEffect): fc.Arbitrary<ConstantValues> {
  const entries = constants.map((constant): [string, fc.Arbitrary<number[]>] => [
    constant.name,
    fc.tuple(...constant.default.map((usual) => anyComponent(constant, usual))),
  ])
  return fc.record(Object.fromEntries(entries))
}

/** The part that the driver folds first: what decides branches and loops. */
export function deciding({ constants }: BuiltInEffect, values: ConstantValues): ConstantValues {
  const names = constants.filter(({ type }) => type === 'int' || type === 'bool').map(({ name }) => name)
  return Object.fromEntries(names.map((name) => [name, values[name] ?? []]))
}
