import { expect, test } from 'vitest'
import { redoText, undoText } from '../../../../renderer/editor/toolbar/undo-text'

test.each([
  [null, 0, 'Takes back the last change of the project'],
  ['Blur radius', 0, 'Undo Blur radius'],
  ['Split clip', 1, 'Undo Split clip. 1 earlier change can no longer be taken back: only the last 500 are kept'],
  [
    null,
    1200,
    'Takes back the last change of the project. 1,200 earlier changes can no longer be taken back: only the last 500 are kept',
  ],
])('undo of %s tells of %i changes that it has forgotten', (name, forgotten, text) => {
  expect(undoText(name, forgotten)).toBe(text)
})

test('redo says what it does again', () => {
  expect([redoText(null), redoText('Move clip')]).toEqual([
    'Makes the change again that was taken back',
    'Redo Move clip',
  ])
})
