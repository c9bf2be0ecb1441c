// @vitest-environment happy-dom
/** A control that goes with its own press leaves the focus next to where it was, to whoever comes by keys. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepFocus } from '../../renderer/kept-focus'

let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  Element.prototype.getClientRects = () => [{}] as unknown as DOMRectList
  document.body.innerHTML = `
    <ul id="list">
      <li id="first"><button>Delete first</button></li>
      <li id="second"><button>Delete second</button></li>
      <li id="third"><button>Delete third</button></li>
    </ul>
    <div id="answer"><p id="reason">Why</p><button id="use">Use it</button><button id="report">Report</button></div>
    <button id="other">Other</button>`
  stop = keepFocus()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** A key on a control that takes a part of the page away. */
async function pressed(control: Element | null, gone: string, how: Event): Promise<string | undefined> {
  if (!(control instanceof HTMLElement)) throw new Error('found no control')
  control.focus()
  control.dispatchEvent(how)
  document.getElementById(gone)?.remove()
  await vi.advanceTimersByTimeAsync(10)
  return document.activeElement?.id
}
const enter = (): Event => new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })
const buttonOf = (id: string) => document.querySelector(`#${id} button`)

it('what is next in a list has it, as a part and not one of its controls, and the list when none is left', async () => {
  expect(await pressed(buttonOf('second'), 'second', enter())).toBe('third')
  expect(document.activeElement?.matches('[tabindex="-1"]')).toBe(true)
  expect(await pressed(buttonOf('third'), 'third', enter())).toBe('first')
  // it can be come to by no key, as before
  document.getElementById('other')?.focus()
  expect(document.querySelector('li')?.hasAttribute('tabindex')).toBe(false)
  expect(await pressed(buttonOf('first'), 'first', enter())).toBe('list')
})

it.each([{ key: 'Delete' }, { key: 'Backspace' }, { key: 'x', ctrlKey: true }])(
  '%o takes it away as well, as a clip of the timeline',
  async (how) => {
    const event = new KeyboardEvent('keydown', { ...how, bubbles: true })
    expect(await pressed(buttonOf('second'), 'second', event)).toBe('third')
  },
)

it('a control that stands next is not given it: a key that is held would press it', async () => {
  expect(await pressed(document.getElementById('use'), 'use', enter())).toBe('reason')
})

it('what is only for those who hear the page is not given it: nobody would see where the focus is', async () => {
  document.getElementById('reason')?.classList.add('visually-hidden')
  expect(await pressed(document.getElementById('use'), 'use', enter())).toBe('answer')
})

it('who cares for it by himself, or comes by the pointer, is left alone', async () => {
  const control = buttonOf('second')
  control?.addEventListener('keydown', () => document.getElementById('other')?.focus())
  expect(await pressed(control, 'second', enter())).toBe('other')
  expect(await pressed(buttonOf('third'), 'third', new Event('pointerdown', { bubbles: true }))).toBe('')
  expect(document.activeElement).toBe(document.body)
})
