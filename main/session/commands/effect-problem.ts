/** What is wrong with an effect that a person wants to add or to apply, in words. */
import type { ClipSpec, CommandResult, EffectSpec, ResourceSpec } from '../../../preload/contract'
import { SegmentGroup } from '../../../preload/contract'
import { HRESULT } from '../../d3d12/hresult'
import type { Scenario } from '../scenario'
import { constantProblems } from '../scenario/check/background'
import type { World } from '../world/world'

type Memory = Pick<Scenario['system'], 'localSegment'>

/**
 * A resource larger than the segment that its heap lies in could never be resident.
 * @returns null when the effect can be added
 */
export function effectProblem(effect: EffectSpec, { editor, vidmm }: World, memory: Memory): string | null {
  if (editor.effect(effect.name) !== undefined)
    return `An effect named "${effect.name}" exists already. Choose another name.`
  const taken = new Set<string>()
  for (const resource of effect.resources) {
    const full = `${effect.name}.${resource.name}`
    // of another effect too, and what is no effect's: names may have dots
    if (taken.has(full) || editor.find(full) !== undefined)
      return `A resource named "${full}" exists already. Choose another name.`
    taken.add(full)
    const { name, group } = segmentOf(resource, memory)
    // what the system keeps for itself of the segment is nobody's (AN-11)
    const bytes = vidmm.largest(group)
    if (resource.size > bytes)
      return `${full} has ${resource.size} bytes; the ${name} memory segment has ${bytes} bytes for resources. Make the resource smaller.`
  }
  const [problem] = constantProblems(effect.shader ?? effect.name, new Map(Object.entries(effect.constants ?? {})))
  if (problem === undefined) return null
  const { constant, found, expected } = problem
  return `The constant ${constant} of ${effect.name} would be ${found}; its shader takes ${expected}. Choose such a value.`
}

/** @returns null when the clip can be imported */
export function clipProblem({ name }: ClipSpec, { editor }: World): string | null {
  return editor.effect(name) === undefined ? null : `"${name}" exists already. Choose another name.`
}

/** Upload and readback heaps lie in the non-local segment; unified memory has but one (RS-08). */
function segmentOf({ heap = 'default' }: ResourceSpec, memory: Memory): { name: string; group: SegmentGroup } {
  const local = heap === 'default' || memory.localSegment === 'aperture'
  return local ? { name: 'local', group: SegmentGroup.LOCAL } : { name: 'non-local', group: SegmentGroup.NON_LOCAL }
}

/** As the app would answer; it is not asked, so that nothing of it is recorded. */
export function nothingToApply(effect: string): CommandResult {
  const hresult = { name: 'E_INVALIDARG', value: HRESULT.E_INVALIDARG }
  return { ok: false, hresult, message: `There is no effect "${effect}" to apply.` }
}
