/** Who shares a heap with a placed resource, in words (RS-15). Pure. */
import { type HeapBlockView, RANGE_KINDS } from '../../../preload/contract'

const UNUSED: readonly number[] = [RANGE_KINDS.indexOf('free'), RANGE_KINDS.indexOf('destination')]
/** Others are counted. */
const MOST_NAMES = 1

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
