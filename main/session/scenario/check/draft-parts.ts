/** The lenient reading of effects and of GPU work, which a scenario has at its start and in its steps. */
import { parseDuration, parseSize, type Quantity } from '../format/units'
import { valueAt } from '../text/issues'

/** In all of these, undefined: absent, or bad by itself and reported as such. */
export interface DraftEffect {
  name: string | undefined
  /** undefined: absent, null: bad by itself */
  gpuTime: number | null | undefined
  passes: DraftPiece[] | undefined
  resources: DraftResource[]
  /** false: there are resources that cannot be made out */
  complete: boolean
  shader: string | undefined
  /** name → numbers; without those that are no numbers */
  constants: ReadonlyMap<string, number[]>
}

interface DraftResource {
  name: string | undefined
  size: number | undefined
  /** in the non-local segment group, unless memory is unified */
  nonLocal: boolean
}

/** A pass, or a submission as a whole. */
export interface DraftPiece {
  engine: string | undefined
  gpuTime: number | undefined
  /** as the file has it; undefined: absent */
  work: unknown
}

export interface DraftSubmit extends Omit<DraftPiece, 'gpuTime'> {
  /** undefined: absent, null: bad by itself */
  gpuTime: number | null | undefined
  resources: (string | undefined)[]
  parts: { gpuTime: number | undefined; resources: (string | undefined)[] }[] | undefined
}

/** @param effect of `app.effects`, or of a step `addEffect` */
export function effectOf(effect: unknown): DraftEffect {
  const resources = valueAt(effect, ['resources'])
  const passes = valueAt(effect, ['passes'])
  return {
    name: text(valueAt(effect, ['name'])),
    gpuTime: optionalDuration(valueAt(effect, ['gpuTime'])),
    passes: Array.isArray(passes) ? passes.map(pieceOf) : undefined,
    resources: list(resources, []).map((resource) => ({
      name: text(valueAt(resource, ['name'])),
      size: quantity(parseSize(valueAt(resource, ['size']))),
      nonLocal: ['upload', 'readback'].includes(String(valueAt(resource, ['heap']))),
    })),
    complete: resources === undefined || Array.isArray(resources),
    shader: text(valueAt(effect, ['shader'])),
    constants: constantsOf(valueAt(effect, ['constants'])),
  }
}

function constantsOf(constants: unknown): ReadonlyMap<string, number[]> {
  if (typeof constants !== 'object' || constants === null || Array.isArray(constants)) return new Map()
  const all = Object.entries(constants).map(([name, value]) => [name, Array.isArray(value) ? value : [value]] as const)
  return new Map(all.filter(([, value]) => value.every((component) => typeof component === 'number')))
}

function pieceOf(piece: unknown): DraftPiece {
  return {
    engine: text(valueAt(piece, ['engine'])),
    gpuTime: quantity(parseDuration(valueAt(piece, ['gpuTime']))),
    work: valueAt(piece, ['work']),
  }
}

/** @returns undefined: absent, or nothing that could be one */
export function submitOf(submit: unknown): DraftSubmit | undefined {
  if (typeof submit !== 'object' || submit === null || Array.isArray(submit)) return undefined
  const parts = valueAt(submit, ['parts'])
  const names = (holder: unknown) => list(valueAt(holder, ['resources']), []).map(text)
  return {
    ...pieceOf(submit),
    gpuTime: optionalDuration(valueAt(submit, ['gpuTime'])),
    resources: names(submit),
    // parts that are no list are reported as such, and could have been the time
    parts:
      parts === undefined
        ? undefined
        : list(parts, [undefined]).map((part) => ({ ...pieceOf(part), resources: names(part) })),
  }
}

function optionalDuration(value: unknown): number | null | undefined {
  return value === undefined ? undefined : (quantity(parseDuration(value)) ?? null)
}

/** @returns undefined where there is no text, or an empty one */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** @param otherwise what stands for a list that is none */
export function list(value: unknown, otherwise: unknown[]): unknown[] {
  return Array.isArray(value) ? value : otherwise
}

/** @returns undefined: it is bad, and reported as such */
export function quantity(result: Quantity): number | undefined {
  return result.ok ? result.value : undefined
}
