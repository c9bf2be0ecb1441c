import { expect, test } from 'vitest'
import { undoText } from '../../../../renderer/editor/toolbar/undo-text'

test.each([
  [0, 'Takes back the last change of the project'],
  [
    1,
    'Takes back the last change of the project. 1 earlier change can no longer be taken back: only the last 500 are kept',
  ],
  [
    1200,
    'Takes back the last change of the project. 1,200 earlier changes can no longer be taken back: only the last 500 are kept',
  ],
])('undo tells of %i changes that it has forgotten', (forgotten, text) => {
  expect(undoText(forgotten)).toBe(text)
})
