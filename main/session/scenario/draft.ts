/**
 * A lenient reading of a scenario file: whatever can be made out, field by field, also when other parts of the file
 * are bad. So the checks that need several fields find their issues at the same time as those of the format.
 */
import { valueAt } from './issues'
import { DEFAULT_EFFECTS, systemSchema } from './schema'
import { parseDuration, parseSize, type Quantity } from './units'

/** In all of these, undefined: absent, or bad by itself and reported as such. */
export interface DraftEffect {
  name: string | undefined
  resources: DraftResource[]
  /** false: there are resources that cannot be made out */
  complete: boolean
}

export interface DraftResource {
  name: string | undefined
  size: number | undefined
  /** in the non-local segment group, unless memory is unified */
  nonLocal: boolean
}

export interface DraftStep {
  at: number | undefined
  apply: string | undefined
  addEffect: DraftEffect | undefined
  removeEffect: string | undefined
  /** the resource that `residencyPriority` names */
  prioritized: string | undefined
  /** condition → names */
  expect: ReadonlyMap<string, (string | undefined)[]>
}

export interface Draft {
  localMemory: number | undefined
  nonLocalMemory: number | undefined
  /** unified memory: heaps of every type are in the local segment group */
  unified: boolean
  effects: DraftEffect[]
  steps: DraftStep[]
  until: number | undefined
}

export const NAME_CONDITIONS = ['resident', 'evictable', 'pagedOut', 'notResident', 'intact'] as const

/** Reads what there is; never fails. */
export function draftOf(file: unknown): Draft {
  const effects = valueAt(file, ['app', 'effects'])
  return {
    localMemory: systemSchema.shape.localMemory.safeParse(valueAt(file, ['system', 'localMemory'])).data,
    nonLocalMemory: systemSchema.shape.nonLocalMemory.safeParse(valueAt(file, ['system', 'nonLocalMemory'])).data,
    unified: valueAt(file, ['system', 'localSegment']) === 'aperture',
    // a list that is none hides all its names, as one bad entry does
    effects: list(effects === undefined ? DEFAULT_EFFECTS : effects, [undefined]).map(effectOf),
    steps: list(valueAt(file, ['steps']), []).map(stepOf),
    until: quantity(parseDuration(valueAt(file, ['until']))),
  }
}

function effectOf(effect: unknown): DraftEffect {
  const resources = valueAt(effect, ['resources'])
  return {
    name: text(valueAt(effect, ['name'])),
    resources: list(resources, []).map((resource) => ({
      name: text(valueAt(resource, ['name'])),
      size: quantity(parseSize(valueAt(resource, ['size']))),
      nonLocal: ['upload', 'readback'].includes(String(valueAt(resource, ['heap']))),
    })),
    complete: resources === undefined || Array.isArray(resources),
  }
}

function stepOf(step: unknown): DraftStep {
  const addEffect = valueAt(step, ['addEffect'])
  const conditions = NAME_CONDITIONS.map(
    (condition) => [condition, list(valueAt(step, ['expect', condition]), []).map(text)] as const,
  )
  return {
    at: quantity(parseDuration(valueAt(step, ['at']))),
    apply: text(valueAt(step, ['apply'])),
    addEffect: addEffect === undefined ? undefined : effectOf(addEffect),
    removeEffect: text(valueAt(step, ['removeEffect'])),
    prioritized: text(valueAt(step, ['residencyPriority', 'resource'])),
    expect: new Map(conditions.filter(([, names]) => names.length > 0)),
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function list(value: unknown, otherwise: unknown[]): unknown[] {
  return Array.isArray(value) ? value : otherwise
}

function quantity(result: Quantity): number | undefined {
  return result.ok ? result.value : undefined
}
