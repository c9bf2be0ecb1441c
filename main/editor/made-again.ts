/** With a new device the app makes again all that it had made and not given up, one thing after another (RS-07). */
import type { EffectSpec, ResourceSpec } from '../../preload/contract/specs'
import { failed, type HResultName } from '../d3d12/hresult'
import { type Sliced, within } from '../sim/slices'
import type { PlacedSpec } from './editor-memory'
import type { HeapLayout } from './heap-layout'
import type { JournalEntry } from './journal'

/** How the app makes each kind of thing; all return as the call that made it first. */
export interface Maker {
  effect(spec: EffectSpec): Sliced<HResultName>
  allocation(name: string, spec: PlacedSpec): HResultName
  resource(spec: ResourceSpec): HResultName
  layout(layout: HeapLayout): Sliced<HResultName>
  /** it could not be made: it stays the user's, and the next device tries again */
  notMade(entry: JournalEntry, hr: HResultName, spec: EffectSpec | undefined): void
}

/** What could not be made again. */
export interface NotMade {
  hr: HResultName
  /** what it is, and why */
  message: string
}

/**
 * @param entries in the order in which they were made; names of effects stand for themselves
 * @param specs of effects, by name
 * @returns what could not be made again; how far it is counts resources
 */
export function* makeAgain(
  entries: readonly JournalEntry[],
  specs: ReadonlyMap<string, EffectSpec>,
  maker: Maker,
): Sliced<NotMade[]> {
  const sizes = entries.map((entry) => resourcesOf(entry, specs))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const lost: NotMade[] = []
  let before = 0
  for (const [index, entry] of entries.entries()) {
    const spec = entry.kind === 'effect' ? specs.get(entry.name) : undefined
    const { what, hr } = yield* within(make(entry, spec, maker), before, total)
    if (failed(hr)) {
      maker.notMade(entry, hr, spec)
      lost.push({ hr, message: `${what} could not be created again: ${hr}` })
    }
    before += sizes[index] as number
    yield { done: before, total }
  }
  return lost
}

/** How many resources an entry stands for. */
function resourcesOf(entry: JournalEntry, specs: ReadonlyMap<string, EffectSpec>): number {
  if (entry.kind === 'effect') return specs.get(entry.name)?.resources.length ?? 0
  if (entry.kind !== 'layout') return 1
  return entry.layout.pools.reduce(
    (sum, { blocks, committed }) =>
      blocks.reduce((count, { allocations }) => count + allocations.length, sum + committed.length),
    0,
  )
}

function* make(
  entry: JournalEntry,
  spec: EffectSpec | undefined,
  maker: Maker,
): Sliced<{ what: string; hr: HResultName }> {
  switch (entry.kind) {
    case 'effect': {
      // the journal has no effect that the app does not
      if (spec === undefined) throw new Error(`no effect ${entry.name}`)
      return { what: `${spec.clip === undefined ? 'effect' : 'clip'} ${entry.name}`, hr: yield* maker.effect(spec) }
    }
    case 'allocation':
      return { what: `allocation ${entry.name}`, hr: maker.allocation(entry.name, entry.spec) }
    case 'resource':
      return { what: `resource ${entry.spec.name}`, hr: maker.resource(entry.spec) }
    case 'layout': {
      const what = `pool ${entry.layout.pools.map(({ name }) => name).join(', ')}`
      return { what, hr: yield* maker.layout(entry.layout) }
    }
  }
}
