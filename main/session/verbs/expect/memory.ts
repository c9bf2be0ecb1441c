/** Conditions on placed memory and its defragmentation (DF-03, DF-17, DF-18, DF-22). */
import { measure } from '../../../d3d12ma/measures'
import { Suballocation } from '../../../editor/suballocation'
import type { ExpectStep } from '../../scenario'
import type { World } from '../../world/world'
import { isMember } from '../memory'
import { isWithin, type Outcome } from './outcome'

/** What an `expect` asks about memory, each with what was found (SC-15). */
export function memoryOutcomes(world: World, expected: ExpectStep): Outcome[] {
  return [...nameOutcomes(world, expected), ...poolOutcomes(world, expected), ...totalOutcomes(world, expected)]
}

function nameOutcomes(world: World, { allocated, notAllocated, contents }: ExpectStep): Outcome[] {
  const outcomes: Outcome[] = []
  if (allocated !== undefined) {
    const found = counts(world, allocated)
    outcomes.push({ ok: Object.values(found).every((count) => count > 0), condition: { allocated }, found })
  }
  if (notAllocated !== undefined) {
    const found = counts(world, notAllocated)
    outcomes.push({ ok: Object.values(found).every((count) => count === 0), condition: { notAllocated }, found })
  }
  if (contents !== undefined) {
    const found = Object.fromEntries(contents.map((name) => [name, contentsOf(world, name)]))
    outcomes.push({ ok: Object.values(found).every((what) => what === INTACT), condition: { contents }, found })
  }
  return outcomes
}

/** How much of each name has memory: of a single one 0 or 1, of a group its members. */
function counts(world: World, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, named(world, name).length]))
}

function named({ editor }: World, name: string): readonly object[] {
  const one = editor.find(name)
  return one === undefined ? [...editor.memory.all].filter((member) => isMember(name, member.name)) : [one]
}

const INTACT = 'intact'

/** Of all that has the name; only what is placed can be moved, so that only its contents are followed. */
function contentsOf(world: World, name: string): string {
  const all = named(world, name)
  if (all.length === 0) return 'destroyed'
  const followed = all.filter((one) => one instanceof Suballocation)
  if (followed.length < all.length) return 'not placed: contents are followed of what can be moved'
  const lost = followed.filter((one) => !one.intact).length
  return lost === 0 ? INTACT : `lost in ${lost} of ${all.length}`
}

function poolOutcomes({ editor }: World, expected: ExpectStep): Outcome[] {
  const outcomes: Outcome[] = []
  for (const key of ['blocks', 'fragmentation'] as const) {
    for (const [name, bounds] of Object.entries(expected[key] ?? {})) {
      const pool = editor.memory.pool(name)
      // a layout may not have been restored
      const found = pool === undefined ? null : measure([pool])[key]
      outcomes.push({ ok: found !== null && isWithin(found, bounds), condition: { [key]: { [name]: bounds } }, found })
    }
  }
  return outcomes
}

function totalOutcomes({ editor }: World, expected: ExpectStep): Outcome[] {
  const { totals } = editor.defragmenter
  const { failures } = editor.memory
  const found = {
    heapsFreed: totals.heapsFreed,
    bytesMoved: totals.bytesMoved,
    allocationsMoved: totals.allocationsMoved,
    defragmentationPasses: totals.passes,
    defragmentations: totals.ended,
    failedByFragmentation: failures.fragmentation,
    failedByExhaustion: failures.exhaustion,
  }
  return (Object.keys(found) as (keyof typeof found)[]).flatMap((key) => {
    const bounds = expected[key]
    if (bounds === undefined) return []
    return [{ ok: isWithin(found[key], bounds), condition: { [key]: bounds }, found: found[key] }]
  })
}
