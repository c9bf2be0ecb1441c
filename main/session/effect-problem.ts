/** What is wrong with an effect that a person wants to add, in words. */
import type { EffectSpec } from '../../preload/contract'
import type { World } from './world'

/**
 * @param localMemory bytes of the local segment: a resource larger than it could never be resident
 * @returns null when the effect can be added
 */
export function effectProblem(effect: EffectSpec, { editor }: World, localMemory: number): string | null {
  if (editor.effect(effect.name) !== undefined)
    return `An effect named "${effect.name}" exists already. Choose another name.`
  const taken = new Set(editor.effects.flatMap(({ resources }) => resources.map((resource) => resource.name)))
  for (const { name, size } of effect.resources) {
    const full = `${effect.name}.${name}`
    if (taken.has(full)) return `A resource named "${full}" exists already. Choose another name.`
    taken.add(full)
    if (size > localMemory)
      return `${full} has ${size} bytes; the local memory segment has ${localMemory}. Make the resource smaller.`
  }
  return null
}
