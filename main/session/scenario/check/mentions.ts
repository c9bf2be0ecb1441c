/** Memory and pools that a step names, and where in the step the names stand. */
import type { DraftCollection } from '../format/draft'
import type { Path } from '../text/problems'
import { type Names, namesIn, type StepDraft } from './draft'

/** A name, and its place in the step. */
export interface Mention {
  name: string
  path: Path
}

/** Allocations, groups, resources that the step uses, or expects something of. */
export function usedMemory(step: StepDraft): readonly Mention[] {
  const found = new Mentions()
  const { defragment, defragmentation, expect } = step
  found.name(step.map, 'map')
  found.name(step.unmap, 'unmap')
  found.name(step.write, 'write')
  found.name(step.movable?.name, 'movable', 'name')
  found.names(defragment?.ignore, 'defragment', 'ignore')
  found.names(defragment?.destroy, 'defragment', 'destroy')
  if (defragmentation?.call === 'begin') {
    found.names(defragmentation.ignore, 'defragmentation', 'ignore')
    found.names(defragmentation.destroy, 'defragmentation', 'destroy')
  }
  found.names(step.makeResident?.names, 'makeResident', 'names')
  found.names(step.evict?.names, 'evict', 'names')
  found.names(step.use?.set, 'use', 'set')
  found.keys(expect?.placed, 'expect', 'placed')
  found.keys(expect?.references, 'expect', 'references')
  return found.all
}

/** Custom pools that the step uses. */
export function usedPools({ allocate, defragment, defragmentation }: StepDraft): readonly Mention[] {
  const found = new Mentions()
  found.name(allocate?.pool, 'allocate', 'pool')
  found.name(defragment?.pool, 'defragment', 'pool')
  if (defragmentation?.call === 'begin') found.name(defragmentation.pool, 'defragmentation', 'pool')
  return found.all
}

/** Pools that it expects something of. */
export function expectedPools({ expect }: StepDraft): readonly Mention[] {
  const found = new Mentions()
  found.keys(expect?.blocks, 'expect', 'blocks')
  found.keys(expect?.fragmentation, 'expect', 'fragmentation')
  return found.all
}

const NONE: readonly Mention[] = []

/** Most steps name none: a file can have millions. */
class Mentions {
  #all: Mention[] | undefined

  get all(): readonly Mention[] {
    return this.#all ?? NONE
  }

  name(name: string | null | undefined, ...path: Path): void {
    if (typeof name === 'string') this.#add({ name, path })
  }

  names(list: Names | null | undefined, ...path: Path): void {
    if (list === null || list === undefined) return
    for (const [i, name] of namesIn(list)) this.#add({ name, path: [...path, i] })
  }

  keys(collection: DraftCollection<unknown> | null | undefined, ...path: Path): void {
    if (collection === null || collection === undefined) return
    for (const name of collection.names) this.#add({ name, path: [...path, name] })
  }

  #add(mention: Mention): void {
    this.#all ??= []
    this.#all.push(mention)
  }
}
