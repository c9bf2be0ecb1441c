/** The shaders of an effect, as the app makes pipeline state objects of them. */
import type { ConstantValues, EffectSpec } from '../../preload/contract/specs'

interface EffectPass {
  name: string
  /** fragment shader, GLSL ES 3.00 */
  source: string
  /** GLSL types of its constants, by name */
  constants: Readonly<Record<string, string>>
}

export interface EffectShaders {
  passes: readonly EffectPass[]
  /** what the built-in effect binds, by name */
  values: ConstantValues
}

/** What the app knows of effects; null: this one has no shaders. */
export type ShaderCatalogue = (spec: EffectSpec) => EffectShaders | null
