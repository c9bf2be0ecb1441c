/** The constants of an effect's shaders as parameters that can be set. Pure. */
import type { ConstantValues, EffectView, ParameterView, PipelineView } from '../../../preload/contract'
import { type Parsed, quoted } from '../../widgets/parse'

export interface Parameter {
  /** of the constant, as the shader names it */
  name: string
  label: string
  /** as the effect declares it; null: it says nothing about it */
  range: Range | null
  /** one for a scalar, several for a vector or matrix */
  value: number[]
  kind: 'float' | 'int' | 'bool'
}

/**
 * The constants of an effect with the values that are bound now: those that it declares, and those that its PSOs bind
 * beyond, each once.
 */
export function parametersOf(
  { name: effect, parameters = [] }: Pick<EffectView, 'name' | 'parameters'>,
  pipelines: readonly PipelineView[],
): Parameter[] {
  const found = new Map<string, Parameter>(parameters.map((declared) => [declared.name, declaredAs(declared)]))
  for (const pipeline of pipelines) {
    if (pipeline.effect !== effect) continue
    for (const [name, value] of Object.entries(pipeline.constants)) {
      const declared = found.get(name)
      if (declared !== undefined) found.set(name, { ...declared, value })
      else {
        const kind = kindOf(pipeline.source, name)
        found.set(name, { name, label: parameterLabel(name), range: null, value, kind })
      }
    }
  }
  return [...found.values()]
}

/** Whether the PSOs of an effect bind the same constants as before, whatever was drawn with them since. */
export function bindSame(effect: string, before: readonly PipelineView[], now: readonly PipelineView[]): boolean {
  if (before === now) return true
  const ownOf = (all: readonly PipelineView[]) => all.filter((pipeline) => pipeline.effect === effect)
  const [old, own] = [ownOf(before), ownOf(now)]
  return old.length === own.length && old.every((one, place) => areSameConstants(one, own[place] ?? one))
}

function areSameConstants(before: PipelineView, now: PipelineView): boolean {
  const names = Object.keys(now.constants)
  if (before.source !== now.source || names.length !== Object.keys(before.constants).length) return false
  return names.every((name) => sameValue(before.constants[name] ?? [], now.constants[name] ?? []))
}

function declaredAs({ name, label, type, default: value, min, max, step }: ParameterView): Parameter {
  const kind = type === 'int' || type === 'bool' ? type : 'float'
  return { name, label, range: { min, max, step }, value, kind }
}

/** What a uniform holds, by its declaration in the source. */
function kindOf(source: string, name: string): Parameter['kind'] {
  const declared = new RegExp(`\\buniform\\s+(?:(?:lowp|mediump|highp)\\s+)?(\\w+)\\s+${name}\\b`).exec(source)?.[1]
  if (declared === 'bool' || declared?.startsWith('bvec')) return 'bool'
  if (declared === 'int' || declared === 'uint' || /^[iu]vec/.test(declared ?? '')) return 'int'
  return 'float'
}

/** `uBlurRadius` is `Blur radius` */
export function parameterLabel(name: string): string {
  const words = name
    .replace(/^[uk]_?(?=[A-Z])/, '')
    .replace(/_/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const AXES = ['x', 'y', 'z', 'w']
const COLOURS = ['red', 'green', 'blue', 'alpha']
/** Beyond this it is a matrix, whose elements are numbered. */
const MOST_AXES = 4

/** `Offset y`, `Tint green`, `Matrix 5` */
export function componentLabel(parameter: Parameter, at: number): string {
  const { label } = parameter
  if (parameter.value.length === 1) return label
  if (parameter.value.length > MOST_AXES) return `${label} ${at + 1}`
  return `${label} ${(/colou?r|tint/i.test(parameter.name) ? COLOURS : AXES)[at]}`
}

export interface Range {
  min: number
  max: number
  step: number
}

/** Steps of a slider from one end to the other. */
const STEPS = 200
/** A slider reaches this many times as far as the value that it starts with. */
const REACH = 2

/** The smallest of 1, 2 and 5 × 10ⁿ that is not less than the size. */
function roundUp(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size))
  return [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= size * 0.999) ?? size
}

/**
 * The range of a slider: from zero, or as far below it, to a round number beyond what was bound first and is bound now.
 * Used where the effect declares no range; a value beyond it can be typed in.
 */
export function rangeOf(kind: Parameter['kind'], first: number, now: number): Range {
  const size = Math.max(Math.abs(first) * REACH, Math.abs(now))
  const least = kind === 'int' ? 4 : 1
  const max = size <= least ? least : roundUp(size)
  const min = first < 0 || now < 0 ? -max : 0
  return { min, max, step: kind === 'int' ? 1 : (max - min) / STEPS }
}

/** `0.35`, `12` */
export function numberText(value: number): string {
  return String(Number(value.toPrecision(6)))
}

/** @param range what the effect declares; null: any number will do */
export function readNumber(text: string, kind: Parameter['kind'], range: Range | null = null): Parsed<number> {
  const value = Number(text.trim())
  if (text.trim() === '' || !Number.isFinite(value)) {
    return { ok: false, message: `Found ${quoted(text)}, expected a number such as ${kind === 'int' ? '4' : '0.5'}.` }
  }
  if (kind === 'int' && !Number.isInteger(value)) {
    return { ok: false, message: `Found ${quoted(text)}, expected a whole number: the constant is an int.` }
  }
  if (range !== null && (value < range.min || value > range.max)) {
    return {
      ok: false,
      message: `Found ${quoted(text)}, expected ${numberText(range.min)} to ${numberText(range.max)}.`,
    }
  }
  return { ok: true, value }
}

/** The command's constants with one component changed. */
export function withComponent(
  { name, value }: Pick<Parameter, 'name' | 'value'>,
  at: number,
  next: number,
): ConstantValues {
  return { [name]: value.map((before, index) => (index === at ? next : before)) }
}

export const sameValue = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at])
