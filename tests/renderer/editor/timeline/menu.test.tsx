// @vitest-environment happy-dom
/** What the menu of a span and of a clip does. */
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TimelineMenu } from '../../../../renderer/editor/timeline/menu'
import { emptyState } from '../../../../renderer/store/model'
import { setTimelineTab, useStore } from '../../../../renderer/store/store'
import { happens, mount } from '../../mounted'

const S = 1_000_000

beforeEach(() => {
  const view = emptyState()
  const clip = { id: 'a', track: 1, start: 2 * S, length: S, offset: 0 }
  const lane = { effect: 'Blur', enabled: true, spans: [{ id: 'Blur', start: 5 * S, length: 2 * S }] }
  const timeline = { clips: [clip], effects: [lane], length: 10 * S }
  useStore.setState({ wantsTransport: { in: 0, out: S }, view: { ...view, project: { ...view.project, timeline } } })
})

afterEach(() => {
  vi.unstubAllGlobals()
  setTimelineTab({ chosen: null })
})

it.each([
  ['a clip', { 'data-menu': 'clip', 'data-id': 'a' }, 2 * S, 3 * S],
  ['a span', { 'data-menu': 'span', 'data-id': 'Blur', 'data-effect': 'Blur' }, 5 * S, 7 * S],
])('Render in the menu of %s renders that one, wherever the marks are', (_, what, from, to) => {
  const send = vi.fn(async () => ({ ok: true }))
  vi.stubGlobal('trimline', { send })
  const { element } = mount(
    <TimelineMenu momentAt={() => null}>
      <div>
        <i {...what} />
      </div>
    </TimelineMenu>,
  )
  act(() => void happens(element.querySelector('i')!, 'contextmenu', {}))
  const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const render = items.find(({ textContent }) => textContent?.startsWith('Render') === true)
  act(() => render?.click())
  expect(send).toHaveBeenCalledExactlyOnceWith({ kind: 'timeline', change: { edit: 'render', from, to } })
})
