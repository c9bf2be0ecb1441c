import { GRANULE } from '../../../preload/contract'
import type { Parsed } from '../../widgets/parse'

/** Segments are whole numbers of 64 KiB. */
export function wholeGranules(parsed: Parsed<number>): Parsed<number> {
  return parsed.ok ? { ok: true, value: Math.round(parsed.value / GRANULE) * GRANULE } : parsed
}
