/**
 * What the app has made and not given up, in the order in which it was made, under the names that it has: what a new device
 * gets again (RS-07). Of what was freed, or destroyed by a move, nothing comes back.
 */
import type { ResourceSpec } from '../../preload/contract'
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
  /** of allocations and resources by hand, and of what lies in layouts */
  private readonly allocations = new Map<string, JournalEntry>()

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
    this.made.add(entry)
    this.allocations.set(name, entry)
  }

  /** A committed one of no effect (SC-13). */
  resource(spec: ResourceSpec): void {
    const entry = { kind: 'resource', spec } as const
    this.made.add(entry)
    this.allocations.set(spec.name, entry)
  }

  /** @param layout in the names that its allocations were given */
  layout(layout: HeapLayout): void {
    const entry = { kind: 'layout', layout } as const
    this.made.add(entry)
    for (const name of namesOf(layout)) this.allocations.set(name, entry)
  }

  /** An allocation of no effect was freed. Of a layout its pools stay, and what else lies in them. */
  freed(name: string): void {
    const entry = this.allocations.get(name)
    if (entry !== undefined && entry.kind !== 'layout') this.made.delete(entry)
    this.allocations.delete(name)
  }

  /** What is to be made again, in order: of layouts what is left, without the heaps that have become empty. */
  *entries(): Generator<JournalEntry> {
    for (const entry of this.made)
      yield entry.kind === 'layout' ? { kind: 'layout', layout: this.whatIsLeft(entry, entry.layout) } : entry
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

function* namesOf({ pools }: HeapLayout): Generator<string> {
  for (const { blocks, committed } of pools)
    for (const { name } of [...blocks.flatMap(({ allocations }) => allocations), ...committed])
      if (name !== undefined) yield name
}
