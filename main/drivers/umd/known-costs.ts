/** What shaders cost with the values that are bound, kept: a played frame asks sixty times a second (BP-31). */
import { LRUCache } from 'lru-cache'
import type { ConstantValues } from '../../../preload/contract/specs'
import { MOST_COSTS } from './model'

/** What a shader costs (BP-31). */
export interface ShaderCosts {
  /** constants on whose values the cost depends; it is the same for any of the others */
  readonly deciding: ReadonlySet<string>
  /** modelled operations per pixel with these values bound */
  operations(constants: ConstantValues): number
}

/** Costs that were looked up, by what they depend on. */
export class KnownCosts {
  /** nothing in it is of any system */
  static readonly lasting = true
  /** they follow from the shader alone, whichever PSOs of whichever device have it */
  private static readonly all = new WeakMap<ShaderCosts, KnownCosts>()
  // room that grows as it is filled: with `max` all of it is taken at once
  private readonly known = new LRUCache<string, number>({ maxSize: MOST_COSTS, sizeCalculation: () => 1 })
  private readonly seen = new WeakMap<ConstantValues, number>()

  private constructor(private readonly model: ShaderCosts) {}

  static of(model: ShaderCosts): KnownCosts {
    const known = KnownCosts.all.get(model) ?? new KnownCosts(model)
    KnownCosts.all.set(model, known)
    return known
  }

  /** How many modelled operations per pixel it takes with these values bound. */
  with(values: ConstantValues): number {
    const seen = this.seen.get(values)
    if (seen !== undefined) return seen
    const cost = this.lookUp(values)
    this.seen.set(values, cost)
    return cost
  }

  private lookUp(values: ConstantValues): number {
    const { deciding } = this.model
    const key = constantsKey(Object.fromEntries(Object.entries(values).filter(([name]) => deciding.has(name))))
    const known = this.known.get(key)
    if (known !== undefined) return known
    const cost = this.model.operations(values)
    this.known.set(key, cost)
    return cost
  }
}

/** of values that were bound: an app binds the same object until it changes them, and then another one */
const keys = new WeakMap<ConstantValues, string>()

/** The same text for the same values, whatever order they are in. */
export function constantsKey(values: ConstantValues): string {
  const known = keys.get(values)
  if (known !== undefined) return known
  const key = JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))
  keys.set(values, key)
  return key
}
