/**
 * What the app has made and not given up, in the order in which it was made, under the names that it has: what a new device
 * gets again (RS-07). Of what was freed, or destroyed by a move, nothing comes back. What one device could not get is tried
 * with the next, after all else, until it is given up or its name is given to something new.
 */
import type { ResidencyPriority } from '../../preload/contract/names'
import type { ResourceSpec } from '../../preload/contract/specs'
import type { PlacedSpec } from './editor-memory'
import type { HeapLayout } from './heap-layout'

export type JournalEntry =
  | { readonly kind: 'effect'; readonly name: string }
  | { readonly kind: 'allocation'; readonly name: string; readonly spec: PlacedSpec }
  | { readonly kind: 'resource'; readonly spec: ResourceSpec }
  | { readonly kind: 'layout'; readonly layout: HeapLayout }

export class Journal {
  private readonly made = new Set<JournalEntry>()
  private readonly effects = new Map<string, JournalEntry>()
  /** set by hand, of what is no effect's, by name */
  private readonly priorities: Map<string, ResidencyPriority>
  /** of allocations and resources by hand, and of what lies in layouts */
  private readonly allocations = new Map<string, JournalEntry>()
  /** no effects: of these the app knows itself which could not be made */
  private lost: JournalEntry[] = []

  /** @param before of the device before: priorities that were set by hand are the resources' own */
  constructor(before?: Journal) {
    this.priorities = new Map(before?.priorities)
  }

  effect(name: string): void {
    const entry = { kind: 'effect', name } as const
    this.made.add(entry)
    this.effects.set(name, entry)
  }

  effectRemoved(name: string): void {
    const entry = this.effects.get(name)
    if (entry !== undefined) this.made.delete(entry)
    this.effects.delete(name)
  }

  allocation(name: string, spec: PlacedSpec): void {
    const entry = { kind: 'allocation', name, spec } as const
    this.giveUp(name)
    this.made.add(entry)
    this.allocations.set(name, entry)
  }

  /** A committed one of no effect (SC-13). */
  resource(spec: ResourceSpec): void {
    const entry = { kind: 'resource', spec } as const
    this.giveUp(spec.name)
    this.made.add(entry)
    this.allocations.set(spec.name, entry)
  }

  /** @param layout in the names that its allocations were given */
  layout(layout: HeapLayout): void {
    const entry = { kind: 'layout', layout } as const
    const pools = new Set(layout.pools.map(({ name }) => name))
    this.lost = this.lost.filter(
      (one) => one.kind !== 'layout' || !one.layout.pools.some(({ name }) => pools.has(name)),
    )
    this.made.add(entry)
    for (const name of namesOf(layout)) this.allocations.set(name, entry)
  }

  /** An allocation of no effect was freed. Of a layout its pools stay, and what else lies in them. */
  freed(name: string): void {
    const entry = this.allocations.get(name)
    if (entry !== undefined && entry.kind !== 'layout') this.made.delete(entry)
    this.allocations.delete(name)
    this.priorities.delete(name)
  }

  /** SetResidencyPriority of what is no effect's (RS-10). */
  prioritised(name: string, priority: ResidencyPriority): void {
    this.priorities.set(name, priority)
  }

  /** The priorities that were set by hand, to be set again. */
  get prioritisedByHand(): Iterable<readonly [string, ResidencyPriority]> {
    return this.priorities
  }

  /** It could not be made again. */
  notMade(entry: JournalEntry): void {
    this.lost.push(entry)
  }

  /** An allocation or a resource that could not be made again is not tried any more. @returns false: there is none */
  giveUp(name: string): boolean {
    const left = this.lost.filter((one) => nameOf(one) !== name)
    if (left.length === this.lost.length) return false
    this.lost = left
    this.priorities.delete(name)
    return true
  }

  /** What is to be made again, in order: of layouts what is left, without the heaps that have become empty. */
  *entries(): Generator<JournalEntry> {
    for (const entry of this.made)
      yield entry.kind === 'layout' ? { kind: 'layout', layout: this.whatIsLeft(entry, entry.layout) } : entry
    yield* this.lost
  }

  private whatIsLeft(entry: JournalEntry, { pools }: HeapLayout): HeapLayout {
    const lives = ({ name }: { name?: string | undefined }): boolean =>
      name !== undefined && this.allocations.get(name) === entry
    return {
      pools: pools.map((pool) => ({
        ...pool,
        blocks: pool.blocks.flatMap(({ size, allocations }) => {
          const left = allocations.filter(lives)
          return left.length === 0 && allocations.length > 0 ? [] : [{ size, allocations: left }]
        }),
        committed: pool.committed.filter(lives),
      })),
    }
  }
}

/** undefined: it is an effect, or has several */
function nameOf(entry: JournalEntry): string | undefined {
  if (entry.kind === 'allocation') return entry.name
  return entry.kind === 'resource' ? entry.spec.name : undefined
}

function* namesOf({ pools }: HeapLayout): Generator<string> {
  for (const { blocks, committed } of pools)
    for (const { name } of [...blocks.flatMap(({ allocations }) => allocations), ...committed])
      if (name !== undefined) yield name
}
