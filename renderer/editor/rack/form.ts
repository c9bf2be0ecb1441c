/** The Add effect form: its text, its presets, and what it means. Knows no React. */
import {
  alignmentsOf,
  type EffectSpec,
  GRANULE,
  type OfferView,
  type ResidencyPriority,
  type ResourceSpec,
} from '../../../preload/contract'
import { formatBytes, GIB, sizeText } from '../../widgets/format'
import { durationText, parseDuration, parseName, parseSize } from '../../widgets/parse'
import { type PassErrors, type PassText, passText, readPasses } from './pass-form'

export type HeapKind = NonNullable<ResourceSpec['heap']>

export interface ResourceText {
  /** tells rows apart while they are edited; no meaning outside the form */
  key: number
  name: string
  size: string
  resident: boolean
  heap: HeapKind
  /** by the driver; an upload or readback heap never is */
  compressed: boolean
  priority: ResidencyPriority
  /** CREATE_NOT_ZEROED */
  notZeroed: boolean
  /** bytes */
  alignment: number
  scratch: boolean
}

export interface EffectText {
  name: string
  /** means nothing where there are passes */
  gpuTime: string
  resources: ResourceText[]
  /** in order; none: one on the 3D engine */
  passes: PassText[]
  /** the built-in effect whose picture it makes, whatever its name; absent: the one of its name */
  shader?: string
}

export interface EffectErrors {
  name?: string
  gpuTime?: string
  /** about the list as a whole */
  resources?: string
  /** by row key */
  rows: Record<number, ResourceErrors>
  /** by row key */
  passes?: Record<number, PassErrors>
}

export interface ResourceErrors {
  name?: string
  size?: string
  alignment?: string
}

export type Validated = { ok: true; effect: EffectSpec } | { ok: false; errors: EffectErrors }

/** Limits of one effect: what fits the emulated system's address space and stays usable in a rack. */
const LARGEST_RESOURCE = 64 * GIB
export const MOST_RESOURCES = 64
const SHORTEST_GPU_TIME = 1
const LONGEST_GPU_TIME = 60_000_000

/** Holds memory from its creation and is never applied: what TN-37 compares policies with. */
export const NEVER_TOUCHED: OfferView = {
  description: 'Holds 1 GiB from its creation, for the comparison of policies.',
  effect: { name: 'Never touched', gpuTime: 4_000, resources: [{ name: 'buffer', size: GIB, resident: true }] },
}

let lastKey = 0

export function emptyResource(): ResourceText {
  lastKey++
  const usual = { resident: true, heap: 'default', compressed: false, priority: 'normal', notZeroed: false } as const
  return { key: lastKey, name: '', size: '', ...usual, alignment: GRANULE, scratch: false }
}

/** Something of the row that only the advanced fields show is not as usual. */
export function isAdvanced({ heap, compressed, priority, notZeroed, alignment, scratch }: ResourceText): boolean {
  return heap !== 'default' || compressed || priority !== 'normal' || notZeroed || alignment !== GRANULE || scratch
}

/** What is as usual is left out, so that it is neither saved nor sent. */
function advancedSpec(row: ResourceText): Partial<ResourceSpec> {
  const { heap, compressed, priority, notZeroed, alignment, scratch } = row
  return {
    ...(heap === 'default' ? {} : { heap }),
    ...(compressed && heap === 'default' ? { compressed } : {}),
    ...(priority === 'normal' ? {} : { priority }),
    ...(notZeroed ? { notZeroed } : {}),
    ...(alignment === GRANULE ? {} : { alignment }),
    ...(scratch ? { scratch } : {}),
  }
}

function resourceText(spec: ResourceSpec): ResourceText {
  const empty = emptyResource()
  return {
    key: empty.key,
    name: spec.name,
    size: sizeText(spec.size),
    resident: spec.resident,
    heap: spec.heap ?? empty.heap,
    compressed: spec.compressed ?? empty.compressed,
    priority: spec.priority ?? empty.priority,
    notZeroed: spec.notZeroed ?? empty.notZeroed,
    alignment: spec.alignment ?? empty.alignment,
    scratch: spec.scratch ?? empty.scratch,
  }
}

/** Those that D3D12 has for the size as it is typed; while that cannot be read, all (DF-02). @returns bytes */
export function alignmentsFor({ size }: ResourceText): readonly number[] {
  const read = parseSize(size, 1, LARGEST_RESOURCE)
  return alignmentsOf(read.ok ? read.value : 1)
}

/** What is wrong with its alignment; null: nothing. */
function alignmentProblem(row: ResourceText): string | null {
  const valid = alignmentsFor(row)
  if (valid.includes(row.alignment)) return null
  const expected = valid.map(formatBytes).join(' or ')
  return `Found ${formatBytes(row.alignment)}, expected ${expected}: only textures of at most ${formatBytes(GRANULE)} are small.`
}

export function emptyEffect(): EffectText {
  return { name: '', gpuTime: '4 ms', resources: [{ ...emptyResource(), name: 'working', size: '64 MiB' }], passes: [] }
}

/** The form's text for an effect, under a name that is not taken: `Sepia`, `Sepia 2`, … */
export function effectText(effect: EffectSpec, taken: readonly string[]): EffectText {
  let name = effect.name
  for (let n = 2; taken.includes(name); n++) name = `${effect.name} ${n}`
  return {
    name,
    gpuTime: durationText(effect.gpuTime),
    resources: effect.resources.map(resourceText),
    passes: (effect.passes ?? []).map(passText),
    ...(effect.shader === undefined ? {} : { shader: effect.shader }),
  }
}

/**
 * What the form's text means.
 * @param taken names of the effects that exist
 */
export function validateEffect(text: EffectText, taken: readonly string[]): Validated {
  const errors: EffectErrors = { rows: {} }
  const name = parseName(text.name, 'effect', taken)
  if (!name.ok) errors.name = name.message
  const work = readGpuWork(text, errors)
  const resources = readResources(text.resources, errors)
  if (!name.ok || work === null || resources === null) return { ok: false, errors }
  const shader = text.shader === undefined ? {} : { shader: text.shader }
  return { ok: true, effect: { name: name.value, ...work, resources, ...shader } }
}

/** With passes the time is their sum. @returns null: something is wrong with it, which is in the errors now */
function readGpuWork(text: EffectText, errors: EffectErrors): Pick<EffectSpec, 'gpuTime' | 'passes'> | null {
  if (text.passes.length === 0) {
    const gpuTime = parseDuration(text.gpuTime, SHORTEST_GPU_TIME, LONGEST_GPU_TIME, 'ms')
    if (gpuTime.ok) return { gpuTime: gpuTime.value }
    errors.gpuTime = gpuTime.message
    return null
  }
  const read = readPasses(text.passes, { least: SHORTEST_GPU_TIME, most: LONGEST_GPU_TIME })
  if (read.ok) {
    const { passes } = read
    return { gpuTime: passes.reduce((sum, pass) => sum + pass.gpuTime, 0), passes }
  }
  errors.passes = read.rows
  return null
}

/** @returns null: something is wrong with them, which is in the errors now */
function readResources(rows: readonly ResourceText[], errors: EffectErrors): ResourceSpec[] | null {
  if (rows.length === 0) errors.resources = 'An effect needs at least one resource. Add one.'
  if (rows.length > MOST_RESOURCES) {
    errors.resources = `An effect has at most ${MOST_RESOURCES} resources; there are ${rows.length}.`
  }
  const resources: ResourceSpec[] = []
  const seen: string[] = []
  for (const row of rows) {
    const name = parseName(row.name, 'resource', seen)
    const size = parseSize(row.size, 1, LARGEST_RESOURCE)
    const alignment = alignmentProblem(row)
    if (name.ok) seen.push(name.value)
    if (name.ok && size.ok && alignment === null)
      resources.push({ name: name.value, size: size.value, resident: row.resident, ...advancedSpec(row) })
    else {
      errors.rows[row.key] = {
        ...(name.ok ? {} : { name: name.message }),
        ...(size.ok ? {} : { size: size.message }),
        ...(alignment === null ? {} : { alignment }),
      }
    }
  }
  return resources.length === rows.length && errors.resources === undefined ? resources : null
}
