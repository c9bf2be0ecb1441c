/** `?` opens the list of shortcuts, and is a letter where somebody types. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followQuestionMark } from '../../../../renderer/editor/guide/question-mark'
import { useStore } from '../../../../renderer/store/store'

class Field extends EventTarget {
  constructor(private readonly typed: boolean) {
    super()
  }
  closest(): Field | null {
    return this.typed ? this : null
  }
}

beforeEach(() => {
  vi.stubGlobal('Element', Field)
  useStore.setState({ shortcutsOpen: false })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** @returns whether the list is open then, and whether the key was taken */
function press(parts: { key?: string; ctrlKey?: boolean; altKey?: boolean; typed?: boolean; stopped?: boolean }) {
  const { typed = false, stopped = false, ...keys } = parts
  const page = new Field(typed)
  // the page of a test is the element that the key comes from
  const stop = followQuestionMark(page as unknown as Document)
  if (stopped) stop()
  const event = new Event('keydown', { cancelable: true })
  page.dispatchEvent(Object.assign(event, { key: '?', ctrlKey: false, metaKey: false, altKey: false, ...keys }))
  stop()
  return [useStore.getState().shortcutsOpen, event.defaultPrevented]
}

it('it opens the list', () => {
  expect(press({})).toEqual([true, true])
})

it.each([{ key: '/' }, { ctrlKey: true }, { altKey: true }, { typed: true }, { stopped: true }])(
  'it does not with %o',
  (parts) => {
    expect(press(parts)).toEqual([false, false])
  },
)
