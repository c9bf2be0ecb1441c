/** Where a placed resource lies, and who shares its heap, in words (RS-15). Pure. */
import type { HeapBlockView } from '../../../preload/contract'
import { DESTINATION, destinationCount, FREE, rangeName } from '../../store/heap-ranges'

const UNUSED: readonly number[] = [FREE, DESTINATION]
/** Others are counted. */
const MOST_NAMES = 1

/**
 * `in DEFAULT block 0, shared with Blur.working`; what a pass is moving lies in its old heap until that has ended (DF-11).
 * @param heap its heap's name, of which work that is submitted now uses it
 * @param own its own full name
 */
export function placeText(heap: string, block: HeapBlockView | undefined, own: string): string {
  if (heap === own) return 'in a heap of its own'
  const sharing = sharedWith(block, own)
  const isMoving = block !== undefined && destinationCount(block) > 0 && !liesIn(block, own)
  return `${isMoving ? 'moving to' : 'in'} ${heap}${sharing === '' ? '' : `, ${sharing}`}`
}

function liesIn(block: HeapBlockView, own: string): boolean {
  return block.kinds.some((kind, range) => !UNUSED.includes(kind) && rangeName(block, range) === own)
}

/**
 * `shared with Blur.working and 12 others`; '' for a resource that has its heap to itself.
 * @param own its own full name
 */
export function sharedWith(block: HeapBlockView | undefined, own: string): string {
  if (block === undefined) return ''
  const others: string[] = []
  let count = 0
  let begin = 0
  for (let range = 0; range < block.kinds.length; range++) {
    const end = block.nameEnds[range]!
    const name = block.names.slice(begin, end)
    begin = end
    if (UNUSED.includes(block.kinds[range]!) || name === own) continue
    count++
    if (others.length < MOST_NAMES && name !== '') others.push(name)
  }
  if (count === 0) return ''
  const rest = count - others.length
  const more = rest === 0 ? '' : `${rest} ${rest === 1 ? 'other' : 'others'}`
  return `shared with ${[...others, ...(more === '' ? [] : [more])].join(' and ')}`
}
