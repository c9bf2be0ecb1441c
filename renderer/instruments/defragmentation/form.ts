/** The next BeginDefragmentation as text, and what it means. Pure. */
import type { DefragmentationAlgorithm, DefragmentationSpec, EvictedMoves } from '../../../preload/contract'
import type { DefragmentationForm } from '../../store/tabs/defragmentation'
import { type Parsed, parseDuration, parseSize } from '../../widgets/parse'

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

/** A whole number such as `64`; 0 means no limit. */
function parseCount(text: string, most = 1_000_000): Parsed<number> {
  const count = Number(text.trim())
  if (text.trim() === '' || !Number.isInteger(count) || count < 0) {
    return { ok: false, message: `Found “${text.trim()}”, expected a whole number such as 64, or 0 for no limit.` }
  }
  if (count > most) return { ok: false, message: `Found ${count}, expected at most ${most}.` }
  return { ok: true, value: count }
}

export type FormErrors = Partial<Record<'maxBytes' | 'maxAllocations' | 'timePerFrame' | 'bytesPerFrame', string>>

/** What the form means; an error for each field that cannot be read. */
export function readForm(
  form: DefragmentationForm,
): { ok: true; spec: DefragmentationSpec } | { ok: false; errors: FormErrors } {
  const maxBytes = parseSize(form.maxBytes)
  const maxAllocations = parseCount(form.maxAllocations)
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
      ...(form.pool === '' ? {} : { pool: form.pool }),
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
