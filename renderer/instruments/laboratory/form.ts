/** What a comparison is asked for. Pure. */
import type { PolicyName } from '../../../preload/contract'
import { type Parsed, parseSize } from '../../widgets/parse'

/** Chosen at first: those that nothing is known to be wrong with, and doing nothing to hold them against. */
export const FIRST_POLICIES: readonly PolicyName[] = [
  'none',
  'submission-lru',
  'mapping-layer-periodic',
  'driver-managed',
  'fence-lru',
  'creative-app-fixed',
  'd3dx12-residency-fixed',
]

/** as many as a command takes */
const MOST = 8

/** `512MiB, 1GiB` as bytes; empty: the session's own. */
export function readBudgets(text: string): Parsed<number[]> {
  if (text.trim() === '') return { ok: true, value: [] }
  const sizes: number[] = []
  for (const part of text.split(',')) {
    const size = parseSize(part)
    if (!size.ok) return size
    if (sizes.includes(size.value))
      return { ok: false, message: `“${part.trim()}” is there twice. Name each budget once.` }
    sizes.push(size.value)
  }
  if (sizes.length > MOST) return { ok: false, message: `${sizes.length} budgets are too many. Name ${MOST} at most.` }
  return { ok: true, value: sizes }
}
