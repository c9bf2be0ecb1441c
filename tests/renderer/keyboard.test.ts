/** What holds of all keys. */
import { expect, test } from 'vitest'
import { isChord } from '../../renderer/keyboard'

const ALONE = { ctrlKey: false, metaKey: false, altKey: false }

test('a key alone is meant by itself', () => {
  expect(isChord(ALONE)).toBe(false)
})

test.each(['ctrlKey', 'metaKey', 'altKey'] as const)('with %s it is another', (held) => {
  expect(isChord({ ...ALONE, [held]: true })).toBe(true)
})
