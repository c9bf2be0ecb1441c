/** What a built-in effect is: shaders with constants, and the memory that it needs. */
import type { ConstantValues, ResourceSpec } from '../../../preload/contract/specs'
import type { Format, ResourceDesc } from '../../d3d12/resource-desc'

export type ConstantType = 'int' | 'bool' | 'float' | 'vec3'

/** One constant of an effect's shaders. Every component of a vector has the same bounds. */
export interface EffectConstant {
  /** of the uniform */
  readonly name: string
  readonly type: ConstantType
  readonly label: string
  readonly default: readonly number[]
  readonly min: number
  readonly max: number
  readonly step: number
}

export interface EffectPassSource {
  readonly name: string
  /** fragment shader, GLSL ES 3.00 */
  readonly source: string
  /** GLSL types of the constants that this pass reads, by name */
  readonly constants: Readonly<Record<string, ConstantType>>
}

/** What the project gives: texels, and how they are stored. */
export interface ProjectFormat {
  readonly width: number
  readonly height: number
  readonly format: Format
}

export interface EffectResource {
  readonly name: string
  readonly desc: ResourceDesc
  readonly resident: boolean
  readonly heap?: NonNullable<ResourceSpec['heap']>
}

export interface BuiltInEffect {
  readonly name: string
  /** one sentence */
  readonly description: string
  readonly constants: readonly EffectConstant[]
  readonly passes: readonly EffectPassSource[]
  /** µs on the 3D engine for the whole effect, at 1280 × 720 */
  readonly gpuTime: number
  resources(project: ProjectFormat): EffectResource[]
}

/**
 * Whether a constant may have this value; one that no effect declares may have any.
 * @param value in the constant's own unit
 */
export function isInRange(value: readonly number[], constant: EffectConstant | undefined): boolean {
  if (constant === undefined) return true
  const { type, min, max } = constant
  const whole = type === 'int' || type === 'bool'
  return value.every((component) => component >= min && component <= max && (!whole || Number.isInteger(component)))
}

/** What its shaders bind until something else is set. */
export function defaultsOf({ constants }: Pick<BuiltInEffect, 'constants'>): ConstantValues {
  return Object.fromEntries(constants.map((constant) => [constant.name, [...constant.default]]))
}

/** A constant that takes whole numbers from `min` to `max`, which are in its own unit as `value` is. */
export function wholeConstant(name: string, label: string, value: number, min: number, max: number): EffectConstant {
  return { name, type: 'int', label, default: [value], min, max, step: 1 }
}

/** A constant that is on or off. */
export function toggle(name: string, label: string, value: boolean): EffectConstant {
  return { name, type: 'bool', label, default: [value ? 1 : 0], min: 0, max: 1, step: 1 }
}

/**
 * A constant with a fraction.
 * @param value in the constant's own unit
 * @param range its least and largest value and its step
 */
export function real(
  name: string,
  label: string,
  value: number,
  [min, max, step]: readonly [number, number, number],
): EffectConstant {
  return { name, type: 'float', label, default: [value], min, max, step }
}

/** A constant of red, green and blue, each from 0 to 1. */
export function colour(name: string, label: string, value: readonly [number, number, number]): EffectConstant {
  return { name, type: 'vec3', label, default: value, min: 0, max: 1, step: 0.01 }
}
