/** The built-in effects, by name. */
import type { EffectSpec } from '../../../preload/contract/specs'
import { getResourceAllocationInfo } from '../../d3d12/resource-desc'
import type { EffectShaders } from '../effect-shaders'
import { backgroundRemoval } from './background-removal'
import { bloom } from './bloom'
import { blur } from './blur'
import { type BuiltInEffect, defaultsOf, type ProjectFormat } from './built-in-effect'
import { chromaKey } from './chroma-key'
import { colourGrade } from './colour-grade'
import { denoise } from './denoise'
import { filmGrain } from './film-grain'
import { grayscale } from './grayscale'
import { invert } from './invert'
import { lensDistortion } from './lens-distortion'
import { sepia } from './sepia'
import { sharpen } from './sharpen'
import { superResolution } from './super-resolution'
import { tint } from './tint'
import { transition } from './transition'
import { vignette } from './vignette'

export type { BuiltInEffect, EffectConstant, ProjectFormat } from './built-in-effect'
export { defaultsOf } from './built-in-effect'

/** In the order in which they are offered. */
export const BUILT_IN_EFFECTS: readonly BuiltInEffect[] = [
  blur,
  grayscale,
  sharpen,
  colourGrade,
  chromaKey,
  bloom,
  lensDistortion,
  filmGrain,
  denoise,
  transition,
  sepia,
  vignette,
  invert,
  superResolution,
  backgroundRemoval,
]

const BY_NAME = new Map(BUILT_IN_EFFECTS.map((effect) => [effect.name, effect]))

/** The effect of this name; any other name is a tint. */
export function builtInEffect(name: string): BuiltInEffect {
  return BY_NAME.get(name) ?? tint(name)
}

/** Whether the name has a picture of its own. */
export function isBuiltIn(name: string): boolean {
  return BY_NAME.has(name)
}

/** What the app makes pipeline state objects of: shaders of the effect that the spec names, or of its own name. */
export function shadersOf(spec: Pick<EffectSpec, 'name' | 'shader'>): EffectShaders {
  const effect = builtInEffect(spec.shader ?? spec.name)
  return { passes: effect.passes, values: defaultsOf(effect) }
}

/**
 * A built-in effect as a project has it, with its resources as large as GetResourceAllocationInfo says for the project.
 * @throws RangeError when the project's size or format has no resources
 */
export function effectSpecOf(effect: BuiltInEffect, project: ProjectFormat): EffectSpec {
  const resources = effect.resources(project).map(({ name, desc, resident, heap }) => {
    const info = getResourceAllocationInfo(desc)
    if (info === null)
      throw new RangeError(
        `${effect.name}.${name} is not possible for ${project.width} × ${project.height}, ${project.format}; ` +
          'expected a size of whole texels, at least 1 × 1',
      )
    return { name, size: info.SizeInBytes, resident, ...(heap === undefined ? {} : { heap }) }
  })
  const share = (project.width * project.height) / (1280 * 720)
  return { name: effect.name, shader: effect.name, gpuTime: Math.max(1, Math.round(effect.gpuTime * share)), resources }
}
