/** The Add effect form: its text, its presets, and what it means. Knows no React. */
import type { EffectSpec, OfferView, ResidencyPriority, ResourceSpec } from '../../../preload/contract'
import { GIB, sizeText } from '../../widgets/format'
import { durationText, parseDuration, parseName, parseSize } from '../../widgets/parse'

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
}

export interface EffectText {
  name: string
  gpuTime: string
  resources: ResourceText[]
  /** the built-in effect whose picture it makes, whatever its name; absent: the one of its name */
  shader?: string
}

export interface EffectErrors {
  name?: string
  gpuTime?: string
  /** about the list as a whole */
  resources?: string
  /** by row key */
  rows: Record<number, { name?: string; size?: string }>
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
  return { key: lastKey, name: '', size: '', ...usual }
}

/** Something of the row that only the advanced fields show is not as usual. */
export function isAdvanced({ heap, compressed, priority, notZeroed }: ResourceText): boolean {
  return heap !== 'default' || compressed || priority !== 'normal' || notZeroed
}

/** What is as usual is left out, so that it is neither saved nor sent. */
function advancedSpec({ heap, compressed, priority, notZeroed }: ResourceText): Partial<ResourceSpec> {
  return {
    ...(heap === 'default' ? {} : { heap }),
    ...(compressed && heap === 'default' ? { compressed } : {}),
    ...(priority === 'normal' ? {} : { priority }),
    ...(notZeroed ? { notZeroed } : {}),
  }
}

function resourceText({ name, size, resident, heap, compressed, priority, notZeroed }: ResourceSpec): ResourceText {
  const empty = emptyResource()
  return {
    key: empty.key,
    name,
    size: sizeText(size),
    resident,
    heap: heap ?? empty.heap,
    compressed: compressed ?? empty.compressed,
    priority: priority ?? empty.priority,
    notZeroed: notZeroed ?? empty.notZeroed,
  }
}

export function emptyEffect(): EffectText {
  return { name: '', gpuTime: '4 ms', resources: [{ ...emptyResource(), name: 'working', size: '64 MiB' }] }
}

/** The form's text for an effect, under a name that is not taken: `Sepia`, `Sepia 2`, … */
export function effectText(effect: EffectSpec, taken: readonly string[]): EffectText {
  let name = effect.name
  for (let n = 2; taken.includes(name); n++) name = `${effect.name} ${n}`
  return {
    name,
    gpuTime: durationText(effect.gpuTime),
    resources: effect.resources.map(resourceText),
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
  const gpuTime = parseDuration(text.gpuTime, SHORTEST_GPU_TIME, LONGEST_GPU_TIME, 'ms')
  if (!gpuTime.ok) errors.gpuTime = gpuTime.message
  if (text.resources.length === 0) errors.resources = 'An effect needs at least one resource. Add one.'
  if (text.resources.length > MOST_RESOURCES) {
    errors.resources = `An effect has at most ${MOST_RESOURCES} resources; there are ${text.resources.length}.`
  }
  const resources: ResourceSpec[] = []
  const seen: string[] = []
  for (const row of text.resources) {
    const rowName = parseName(row.name, 'resource', seen)
    const size = parseSize(row.size, 1, LARGEST_RESOURCE)
    if (rowName.ok) seen.push(rowName.value)
    if (rowName.ok && size.ok)
      resources.push({ name: rowName.value, size: size.value, resident: row.resident, ...advancedSpec(row) })
    else {
      errors.rows[row.key] = {
        ...(rowName.ok ? {} : { name: rowName.message }),
        ...(size.ok ? {} : { size: size.message }),
      }
    }
  }
  const complete = resources.length === text.resources.length && errors.resources === undefined
  if (!name.ok || !gpuTime.ok || !complete) return { ok: false, errors }
  const shader = text.shader === undefined ? {} : { shader: text.shader }
  return { ok: true, effect: { name: name.value, gpuTime: gpuTime.value, resources, ...shader } }
}
