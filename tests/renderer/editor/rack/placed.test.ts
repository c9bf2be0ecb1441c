/** Who shares a heap with a placed resource, in words [RS-15]. */
import { expect, it } from 'vitest'
import type { HeapBlockView, RANGE_KINDS } from '../../../../preload/contract'
import { placeText, sharedWith } from '../../../../renderer/editor/rack/placed'
import { heap } from '../../store/support/heaps'

/** @param ranges kind and name of each, in order */
const block = (...ranges: [(typeof RANGE_KINDS)[number], string][]): HeapBlockView =>
  heap(
    1,
    ranges.map(([kind, name]) => ({ kind, name, bytes: 1024 })),
  )

const own: [(typeof RANGE_KINDS)[number], string] = ['texture', 'sea.frame 0']

it.each<[string, HeapBlockView | undefined]>([
  ['', undefined],
  ['', block(own, ['free', ''])],
  ['shared with Blur.working', block(own, ['buffer', 'Blur.working'], ['destination', ''])],
  ['shared with Blur.working and 1 other', block(['buffer', 'Blur.working'], own, ['texture', 'Glow.a'])],
  ['shared with b and 2 others', block(['buffer', 'b'], own, ['texture', 'c'], ['unknown', ''])],
  ['shared with 1 other', block(own, ['unknown', ''])],
])('it is “%s”', (expected, given) => {
  expect(sharedWith(given, 'sea.frame 0')).toBe(expected)
})

it('lies in its heap, alone or not, and is moving to it until the pass has ended [DF-11]', () => {
  const others: Parameters<typeof block> = [
    ['buffer', 'tile 12'],
    ['buffer', 'tile 14'],
  ]
  const before = block(...others, ['destination', 'sea.frame 0'])
  expect(placeText('Media block 3', before, 'sea.frame 0')).toBe(
    'moving to Media block 3, shared with tile 12 and 1 other',
  )
  const after = block(...others, own)
  expect(placeText('Media block 3', after, 'sea.frame 0')).toBe('in Media block 3, shared with tile 12 and 1 other')
  // something else is moved in
  expect(placeText('Media block 3', block(own, ['destination', '']), 'sea.frame 0')).toBe('in Media block 3')
  expect(placeText('sea.frame 0', block(own), 'sea.frame 0')).toBe('in a heap of its own')
})
