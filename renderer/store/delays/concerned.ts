/** What the chosen delay is about, for whoever highlights it: resources that were moved, and effects that waited. Pure. */
import type { DelayChainView } from '../../../preload/contract'
import { fullName } from '../allocations'
import type { InterfaceState } from '../model'

const NO_NAMES: ReadonlySet<string> = new Set()
/** made once for each chain */
const effects = new WeakMap<DelayChainView, ReadonlySet<string>>()

/** Names of resources that its segments moved or made room for. */
function resourcesOf({ segments }: DelayChainView): Set<string> {
  return new Set(segments.flatMap(({ resource, for: wanted }) => [resource, wanted].filter((name) => name !== null)))
}

/** Ids of the resources that are still there. */
export function concernedIds({ delay, allocations }: Pick<InterfaceState, 'delay' | 'allocations'>): number[] {
  if (delay === null) return []
  const names = resourcesOf(delay)
  return names.size === 0 ? [] : allocations.ids.filter((id) => names.has(fullName(allocations, id)))
}

/** Effects that were pressed or whose resources were moved: "Blur" of "Blur.main". The same set for the same chain. */
export function concernedEffects(delay: DelayChainView | null): ReadonlySet<string> {
  if (delay === null) return NO_NAMES
  const known = effects.get(delay)
  if (known !== undefined) return known
  const names = [...resourcesOf(delay)].map((name) => name.slice(0, Math.max(0, name.lastIndexOf('.'))))
  const found = new Set([delay.effect, ...names].filter((name) => name !== ''))
  effects.set(delay, found)
  return found
}
