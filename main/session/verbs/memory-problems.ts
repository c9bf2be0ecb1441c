/**
 * What is wrong with a command for placed memory, in words, before anything is done: what a scenario file could not say is
 * refused, so that a recording stays readable (SC-02, SC-12).
 */
import type { AllocateSpec, FreeSpec } from '../../../preload/contract'
import { HEAP_TYPE_OF } from '../../editor/editor-memory'
import { HEAP_OF } from '../frames/heaps/view'
import type { LayoutStep } from '../scenario'
import type { World } from '../world/world'
import { isMember } from './memory'

/** Why nothing new can have the name, in words; null: it can. What shares it with a group could not be told from it in Free. */
export function takenProblem(name: string, { editor }: World): string | null {
  if (editor.find(name) !== undefined) return `"${name}" exists already. Choose another name.`
  for (const { name: taken } of editor.memory.all)
    if (isMember(name, taken)) return `There is a group "${name}" already. Free it, or choose another name.`
  return null
}

/** @returns null when it can be tried */
export function allocateProblem({ name, pool, heap }: AllocateSpec, world: World): string | null {
  const taken = takenProblem(name, world)
  if (taken !== null || pool === undefined) return taken
  const found = world.editor.memory.pool(pool)
  if (found === undefined || !found.custom) return poolProblem(pool, world)
  if (heap === undefined || HEAP_TYPE_OF[heap] === found.heapType) return null
  return `The pool "${pool}" has ${HEAP_OF[found.heapType]} heaps, not ${heap} ones. Choose its heap type, or another pool.`
}

/** Why a name cannot be freed, in words; null: it can be. */
export function freeProblem({ name }: FreeSpec, { editor }: World): string | null {
  const owner = editor.ownerOf(name)
  if (owner !== undefined) return `"${name}" belongs to "${owner}". Remove that instead.`
  // an effect may have the same name
  if (editor.find(name) !== undefined) return null
  if (editor.effect(name) !== undefined) return `"${name}" is an effect or a clip. Remove it instead.`
  for (const { name: taken } of editor.memory.all) if (isMember(name, taken)) return null
  return `There is nothing allocated by the name "${name}".`
}

/** @param pool undefined: the default pools */
export function poolProblem(pool: string | undefined, { editor }: World): string | null {
  if (pool === undefined) return null
  if (editor.memory.pool(pool)?.custom === true) return null
  const names = editor.memory.allocator.customPools.map(({ name }) => `"${name}"`)
  const there = names.length === 0 ? 'there is none' : `there are ${names.join(', ')}`
  return `There is no custom pool "${pool}"; ${there}.`
}

/** What nothing new may be called: what lives, and groups of which something lives. */
export function takenNames({ editor, vidmm }: World): Set<string> {
  const names = new Set<string>()
  for (const { name } of editor.memory.all) {
    names.add(name)
    const group = /^(.+) \d+$/s.exec(name)?.[1]
    if (group !== undefined) names.add(group)
  }
  for (const { resources } of editor.effects) for (const { name } of resources) names.add(name)
  // and of no effect; a heap is no resource of the app's
  for (const name of vidmm.residency.table.names) if (editor.find(name) !== undefined) names.add(name)
  return names
}

/** Names are given once: what a dump brings must not be there already. */
export function layoutProblem({ pools }: LayoutStep, { editor }: World): string | null {
  const taken = pools.find(({ name }) => editor.memory.pool(name) !== undefined)
  return taken === undefined
    ? null
    : `The pool "${taken.name}" exists already, in this project or of a dump that was taken over before. Use the dump in a new project.`
}
