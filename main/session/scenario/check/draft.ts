/**
 * A lenient reading of a scenario file: whatever can be made out, field by field, also when other parts of the file
 * are bad. So the checks that need several fields find their issues at the same time as those of the format.
 */

import { appSchema, DEFAULT_EFFECTS, systemSchema } from '../format/schema'
import { parseDuration, parseSize, type Quantity } from '../format/units'
import { valueAt } from '../text/issues'
import { conditionKeys, type DraftMemory, type DraftPool, memoryOf, poolOf } from './draft-memory'

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

export interface DraftResource {
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

export interface DraftStep {
  at: number | undefined
  apply: string | undefined
  addEffect: DraftEffect | undefined
  removeEffect: string | undefined
  /** the resource that `residencyPriority` names */
  prioritized: string | undefined
  submit: DraftSubmit | undefined
  /** the callback that `registerCallback` or `unregisterCallback` names; null: it cannot be made out */
  registered: string | null | undefined
  unregistered: string | undefined
  /** the adapter that `inject` names */
  adapter: number | undefined
  /** the effect that `setConstants` names */
  parameterized: string | undefined
  background: DraftBackground
  memory: DraftMemory
  /** earlier steps that `expect` names */
  named: NamedStep[]
  /** the process that `otherProcess` names, or `submit` as its context; null: it cannot be made out */
  process: string | null | undefined
  /** that `expect` names, or the devices of which */
  namedProcesses: NamedProcess[]
  /** it expects, and calls nothing */
  expects: boolean
  /** it presses an effect or uses a set */
  presses: boolean
  /** condition → names */
  expect: ReadonlyMap<string, (string | undefined)[]>
}

/** A condition of `expect` on an earlier step. */
export interface NamedStep {
  condition: 'results' | 'pressLatency'
  /** as it stands there: "steps[3]" */
  name: string
}

/** A condition of `expect` on a process or its device. */
export interface NamedProcess {
  condition: 'blocked' | 'notBlocked' | 'removalReasons'
  /** of the condition, where the name stands */
  key: string | number
  name: string
}

export interface DraftBackground {
  /** the event that `setBackgroundProcessingMode` names; null: bad by itself */
  event: string | null | undefined
  /** a guided run, which names events of its own */
  workflow: boolean
  /** effects whose variants are expected */
  variants: string[]
  /** events that are expected to be signalled */
  signalled: (string | undefined)[]
}

export interface Draft {
  physicalAdapters: number | undefined
  /** adapters that settings of the driver name, with the path of each */
  driverAdapters: { path: (string | number)[]; adapter: number }[]
  /** its answers for linked adapters after the first */
  linkedAnswers: number
  localMemory: number | undefined
  nonLocalMemory: number | undefined
  /** unified memory: heaps of every type are in the local segment group */
  unified: boolean
  effects: DraftEffect[]
  pools: DraftPool[]
  /** the pool that the editor places in */
  pool: string | undefined
  /** their names; null: cannot be made out */
  clips: (string | null)[]
  steps: DraftStep[]
  until: number | undefined
  /** names that nothing in the file makes, as it says itself */
  unmade: ReadonlySet<string>
}

/** Conditions that name allocations, or groups of them as a whole. */
export const GROUP_CONDITIONS: ReadonlySet<string> = new Set(['allocated', 'notAllocated', 'contents'])
const NAME_CONDITIONS = ['resident', 'evictable', 'pagedOut', 'notResident', 'intact', ...GROUP_CONDITIONS]

/** Reads what there is; never fails. */
export function draftOf(file: unknown): Draft {
  const effects = valueAt(file, ['app', 'effects'])
  return {
    physicalAdapters: systemSchema.shape.physicalAdapters.safeParse(valueAt(file, ['system', 'physicalAdapters'])).data,
    ...driverAdapters(file),
    localMemory: systemSchema.shape.localMemory.safeParse(valueAt(file, ['system', 'localMemory'])).data,
    nonLocalMemory: systemSchema.shape.nonLocalMemory.safeParse(valueAt(file, ['system', 'nonLocalMemory'])).data,
    unified: valueAt(file, ['system', 'localSegment']) === 'aperture',
    // a list that is none hides all its names, as one bad entry does
    effects: list(effects === undefined ? DEFAULT_EFFECTS : effects, [undefined]).map(effectOf),
    pools: list(valueAt(file, ['app', 'pools']), []).map((pool) => poolOf(pool, preferredBlockSize(file))),
    pool: text(valueAt(file, ['app', 'pool'])),
    clips: list(valueAt(file, ['app', 'clips']), []).map((clip) => text(valueAt(clip, ['name'])) ?? null),
    steps: list(valueAt(file, ['steps']), []).map(stepOf),
    until: quantity(parseDuration(valueAt(file, ['until']))),
    unmade: new Set(list(valueAt(file, ['unmade']), []).flatMap((name) => text(name) ?? [])),
  }
}

function driverAdapters(file: unknown): Pick<Draft, 'driverAdapters' | 'linkedAnswers'> {
  const fails = ['system', 'driver', 'pagingProcessVaFails']
  return {
    driverAdapters: list(valueAt(file, fails), []).flatMap((adapter, i) =>
      typeof adapter === 'number' ? [{ path: [...fails, i], adapter }] : [],
    ),
    linkedAnswers: list(valueAt(file, ['system', 'driver', 'linkedPagingProcessVa']), []).length,
  }
}

function effectOf(effect: unknown): DraftEffect {
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

function submitOf(submit: unknown): DraftSubmit | undefined {
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
    submit: submitOf(valueAt(step, ['submit'])),
    registered: registeredBy(step),
    unregistered: text(valueAt(step, ['unregisterCallback'])) ?? text(valueAt(step, ['unregisterCallback', 'name'])),
    adapter: adapterOf(valueAt(step, ['inject', 'adapter'])),
    parameterized: text(valueAt(step, ['setConstants', 'effect'])),
    background: backgroundOf(step),
    named: namedSteps(step),
    process: processOf(step),
    namedProcesses: namedProcesses(step),
    expects: valueAt(step, ['expect']) !== undefined,
    presses: valueAt(step, ['apply']) !== undefined || valueAt(step, ['use']) !== undefined,
    memory: memoryOf(step),
    expect: new Map(conditions.filter(([, names]) => names.length > 0)),
  }
}

function adapterOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function namedSteps(step: unknown): NamedStep[] {
  return (['results', 'pressLatency'] as const).flatMap((condition) =>
    conditionKeys(step, [condition]).map(({ name }) => ({ condition, name })),
  )
}

/** One step has one of the two. */
function processOf(step: unknown): string | null | undefined {
  const name = valueAt(step, ['otherProcess', 'name']) ?? valueAt(step, ['submit', 'context'])
  return name === undefined ? undefined : (text(name) ?? null)
}

function namedProcesses(step: unknown): NamedProcess[] {
  const lists = (['blocked', 'notBlocked'] as const).flatMap((condition) =>
    list(valueAt(step, ['expect', condition]), []).flatMap((value, key) => {
      const name = text(value)
      return name === undefined ? [] : { condition, key, name }
    }),
  )
  const reasons = conditionKeys(step, ['removalReasons'])
  return [...lists, ...reasons.map(({ name }) => ({ condition: 'removalReasons', key: name, name }) as const)]
}

function registeredBy(step: unknown): string | null | undefined {
  const call = valueAt(step, ['registerCallback'])
  return call === undefined ? undefined : (text(valueAt(call, ['name'])) ?? null)
}

function backgroundOf(step: unknown): DraftBackground {
  const event = valueAt(step, ['setBackgroundProcessingMode', 'event'])
  const variants = valueAt(step, ['expect', 'variants'])
  const isObject = typeof variants === 'object' && variants !== null && !Array.isArray(variants)
  return {
    event: event === undefined ? undefined : (text(event) ?? null),
    workflow: valueAt(step, ['workflow']) !== undefined,
    variants: isObject ? Object.keys(variants).filter((name) => name !== '') : [],
    signalled: list(valueAt(step, ['expect', 'signalled']), []).map(text),
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

/** bytes; undefined: bad by itself */
function preferredBlockSize(file: unknown): number | undefined {
  return appSchema.shape.blockSize.safeParse(valueAt(file, ['app', 'blockSize'])).data
}
