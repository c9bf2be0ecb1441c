import { expect, test } from 'vitest'
import { type Sender, senderRefusal } from '../../../../main/shell/page/sender'

const ORIGIN = 'app://trimline'
const OURS: Sender = { ours: true, mainFrame: true, origin: ORIGIN }

test("the page of the app's own window may send", () => {
  expect(senderRefusal(OURS, ORIGIN)).toBeNull()
})

test.each([
  [{ ...OURS, ours: false, mainFrame: false }, 'refused: the sender is not the window of this app'],
  [{ ...OURS, mainFrame: false }, 'refused: the sender is a frame within the page'],
  [{ ...OURS, origin: 'https://a.example' }, 'refused: the page is of https://a.example, expected app://trimline'],
])('%j may not, and is told why', (sender, why) => {
  expect(senderRefusal(sender, ORIGIN)).toBe(why)
})
