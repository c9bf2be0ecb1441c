/** The next BeginDefragmentation as text, and what it means. Pure. */
import type { DefragmentationAlgorithm, DefragmentationSpec, EvictedMoves, PoolView } from '../../../preload/contract'
import type { DefragmentationForm } from '../../store/tabs/defragmentation'
import { parseDuration, parseSize, parseWhole } from '../../widgets/parse'

export const ALGORITHM_LABELS: Readonly<Record<DefragmentationAlgorithm, string>> = {
  fast: 'Fast',
  balanced: 'Balanced',
  full: 'Full',
}

export const ALGORITHM_MEANINGS: Readonly<Record<DefragmentationAlgorithm, string>> = {
  fast: 'FAST: least computing and copying (DF-16)',
  balanced: 'BALANCED: the default, between the two (DF-16)',
  full: 'FULL: best packing, most copying (DF-16)',
}

export const EVICTED_LABELS: Readonly<Record<EvictedMoves, string>> = {
  skip: 'Skip',
  'make-resident': 'Make resident',
}

/** µs; more than a second a frame is no limit */
const MOST_TIME = 1_000_000

const MOST_COUNT = 1_000_000

/**
 * What a list of pools shows and a call is made with: one that was chosen may be of another project, or of a later moment.
 * @returns name of a custom pool that is there; '': the default ones
 */
export function chosenPool(name: string, pools: readonly Pick<PoolView, 'name' | 'custom'>[]): string {
  return pools.some((pool) => pool.custom && pool.name === name) ? name : ''
}

export type FormErrors = Partial<Record<'maxBytes' | 'maxAllocations' | 'timePerFrame' | 'bytesPerFrame', string>>

/** Of the fields, while a process goes on: BeginDefragmentation alone reads them. */
export const FOR_THE_NEXT =
  'This process keeps the settings that it began with. What is set here is for the next Begin, and for Compare algorithms.'

export const LIMIT_LABELS: Readonly<Record<keyof FormErrors, string>> = {
  maxBytes: 'Max bytes per pass',
  maxAllocations: 'Max allocations per pass',
  timePerFrame: 'Time per frame',
  bytesPerFrame: 'Bytes per frame',
}

/** What is wrong, where the fields themselves are out of sight: of each with its name. */
export function errorsText(errors: FormErrors): string {
  const fields = (Object.keys(LIMIT_LABELS) as (keyof FormErrors)[]).filter((field) => errors[field] !== undefined)
  return fields.map((field) => `${LIMIT_LABELS[field]}: ${errors[field]}`).join(' ')
}

/** What the form means; an error for each field that cannot be read. @param pools that are there */
export function readForm(
  form: DefragmentationForm,
  pools: readonly Pick<PoolView, 'name' | 'custom'>[],
): { ok: true; spec: DefragmentationSpec } | { ok: false; errors: FormErrors } {
  const pool = chosenPool(form.pool, pools)
  const maxBytes = parseSize(form.maxBytes)
  const maxAllocations = parseWhole(form.maxAllocations, 0, MOST_COUNT, ', where 0 is no limit')
  const timePerFrame = parseDuration(form.timePerFrame, 0, MOST_TIME, 'ms')
  const bytesPerFrame = parseSize(form.bytesPerFrame)
  if (maxBytes.ok && maxAllocations.ok && timePerFrame.ok && bytesPerFrame.ok) {
    const spec: DefragmentationSpec = {
      algorithm: form.algorithm,
      maxBytesPerPass: maxBytes.value,
      maxAllocationsPerPass: maxAllocations.value,
      timePerFrame: timePerFrame.value,
      bytesPerFrame: bytesPerFrame.value,
      evicted: form.evicted,
      ...(pool === '' ? {} : { pool }),
    }
    return { ok: true, spec }
  }
  return {
    ok: false,
    errors: {
      ...(maxBytes.ok ? {} : { maxBytes: maxBytes.message }),
      ...(maxAllocations.ok ? {} : { maxAllocations: maxAllocations.message }),
      ...(timePerFrame.ok ? {} : { timePerFrame: timePerFrame.message }),
      ...(bytesPerFrame.ok ? {} : { bytesPerFrame: bytesPerFrame.message }),
    },
  }
}
