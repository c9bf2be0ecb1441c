// @vitest-environment happy-dom
/** What a lesson points at is marked, alone, and brought into sight once; what comes later is found within 250 ms. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LessonControl } from '../../../../preload/contract'
import { usePointer } from '../../../../renderer/editor/guide/pointer'
import { followWindow } from '../../../../renderer/frame/seen'
import { used } from '../../mounted'

const TAB: LessonControl = { role: 'tab', name: 'GPU' }
const SUBMIT: LessonControl = { role: 'button', name: 'Submit' }
const WAY = [TAB, SUBMIT]

/** ids of what was brought into sight */
let shown: string[]
let page: HTMLElement
let tell: (seen: boolean) => void

beforeEach(() => {
  vi.useFakeTimers()
  shown = []
  Element.prototype.scrollIntoView = function (this: Element) {
    shown.push(this.id)
  }
  page = document.createElement('main')
  page.innerHTML = '<button role="tab" id="tab">GPU</button>'
  document.body.append(page)
  const stop = followWindow({
    onSeen: (listener) => {
      tell = listener
      return () => {}
    },
  })
  return () => {
    tell(true)
    stop()
  }
})
afterEach(() => {
  vi.useRealTimers()
})

const marked = (): string[] => [...document.querySelectorAll('[data-pointed]')].map(({ id }) => id)

function add(id: string, name: string): void {
  const button = Object.assign(document.createElement('button'), { id, textContent: name })
  page.append(button)
}

it('what is there is marked at once, and brought into sight once', () => {
  used(usePointer, WAY)
  expect([marked(), shown]).toEqual([['tab'], ['tab']])
  vi.advanceTimersByTime(1_000)
  expect([marked(), shown]).toEqual([['tab'], ['tab']])
})

it('what comes on the way is marked in its place at the next look, and what led to it again when it is gone', () => {
  used(usePointer, WAY)
  add('submit', 'Submit')
  vi.advanceTimersByTime(249)
  expect(marked()).toEqual(['tab'])
  vi.advanceTimersByTime(1)
  expect([marked(), shown]).toEqual([['submit'], ['tab', 'submit']])
  document.getElementById('submit')?.remove()
  vi.advanceTimersByTime(250)
  expect([marked(), shown]).toEqual([['tab'], ['tab', 'submit', 'tab']])
})

it('a mark that was taken away comes back, and the page is not scrolled for it', () => {
  used(usePointer, WAY)
  document.getElementById('tab')?.removeAttribute('data-pointed')
  vi.advanceTimersByTime(250)
  expect([marked(), shown]).toEqual([['tab'], ['tab']])
})

it('of another step only what that one points at is marked; of one that is done nothing is, and nobody looks', () => {
  add('submit', 'Submit')
  const { use, unmount } = used<readonly LessonControl[] | null, void>(usePointer, WAY)
  use([TAB])
  expect(marked()).toEqual(['tab'])
  use(null)
  expect([marked(), vi.getTimerCount()]).toEqual([[], 0])
  use(WAY)
  expect(marked()).toEqual(['submit'])
  unmount()
  expect([marked(), vi.getTimerCount()]).toEqual([[], 0])
})

it('nothing is looked for in a window that nobody sees, and at once when it is seen again', () => {
  used(usePointer, WAY)
  tell(false)
  add('submit', 'Submit')
  vi.advanceTimersByTime(10_000)
  expect(marked()).toEqual(['tab'])
  tell(true)
  expect(marked()).toEqual(['submit'])
})
