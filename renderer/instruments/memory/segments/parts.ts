/** What a memory segment is made of, as shares of its size (RS-08). Pure. */
import type { SegmentView } from '../../../../preload/contract'
import { formatBytes } from '../../../widgets/format'

type PartKey = 'resident' | 'pending' | 'evictable' | 'other' | 'system' | 'free'

export interface SegmentPart {
  key: PartKey
  label: string
  /** what the word means, with its clause */
  meaning: string
  bytes: number
  /** what of them lies in the segment: of all parts together, its size */
  inSegment: number
  /** that, of its size, 0 to 1 */
  share: number
}

const MEANINGS: Readonly<Record<PartKey, [label: string, meaning: string]>> = {
  resident: ['Resident', 'On the residency list and in the segment: the GPU may use it (RS-01, RS-04).'],
  pending: [
    'Pending',
    'On the residency list while its paging in is still under way; of what has no memory yet, only the first number lies in the segment (RS-04, RS-05).',
  ],
  evictable: ['Evictable', 'Evicted by the app, still in the segment until someone needs the room (RS-03).'],
  other: ['Other processes', 'What other processes hold in this segment (RS-09).'],
  system: ['System', 'Page tables of the paging process’s GPU VA space: always resident, nobody’s to take (AN-11).'],
  free: ['Free', 'Held by nobody. Committed + other processes + system + free = size (RS-12).'],
}

/** The parts in the order in which a bar shows them; their shares together are the segment. */
export function partsOf(segment: SegmentView): SegmentPart[] {
  const bytes: Record<PartKey, number> = {
    resident: Math.max(0, segment.resident - segment.pending - segment.forcedOut),
    pending: segment.pending,
    evictable: segment.evictable,
    other: segment.other,
    system: segment.system,
    free: segment.free,
  }
  return (Object.keys(MEANINGS) as PartKey[]).map((key) => {
    const [label, meaning] = MEANINGS[key]
    // what is pending may have no memory yet: more than the segment holds is never drawn into it
    const inSegment = key === 'pending' ? segment.committed - bytes.resident - bytes.evictable : bytes[key]
    return { key, label, meaning, bytes: bytes[key], inSegment, share: segment.size > 0 ? inSegment / segment.size : 0 }
  })
}

/** `320 MiB of 420 MiB` where not all lies in the segment, so that the numbers of a segment add up to it (RS-12). */
export function partText({ bytes, inSegment }: SegmentPart): string {
  return inSegment === bytes ? formatBytes(bytes) : `${formatBytes(inSegment)} of ${formatBytes(bytes)}`
}

/** Where the budget's tick stands on the bar, 0 to 1. */
export function budgetShare(segment: SegmentView): number {
  return segment.size > 0 ? Math.min(1, segment.budget / segment.size) : 0
}

/** Bytes on the residency list above the budget, 0 when within it (TN-24). */
export function overBudget(segment: SegmentView): number {
  return Math.max(0, segment.resident - segment.budget)
}

/** The bar in words. */
export function segmentSentence(name: string, segment: SegmentView): string {
  const parts = partsOf(segment).map((part) => `${part.label.toLowerCase()} ${partText(part)}`)
  const over = overBudget(segment)
  const excess = over > 0 ? `, ${formatBytes(over)} over it` : ''
  const { forcedOut } = segment
  const missing = forcedOut > 0 ? ` Paged out under pressure: ${formatBytes(forcedOut)}.` : ''
  const budget = `Budget ${formatBytes(segment.budget)}${excess}.`
  return `${name}, ${formatBytes(segment.size)}: ${parts.join(', ')}. ${budget}${missing}`
}
