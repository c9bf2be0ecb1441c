import { GRANULE } from '../../../preload/contract'
import { type Parsed, parseSize } from '../../widgets/parse'

/** As parseSize, of a segment: they are whole numbers of 64 KiB. @param least bytes */
export function parseSegment(text: string, least: number): Parsed<number> {
  const parsed = parseSize(text, least)
  return parsed.ok ? { ok: true, value: Math.round(parsed.value / GRANULE) * GRANULE } : parsed
}
