// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { DelayRowView } from '../../../../preload/contract'
import { DelaysTab } from '../../../../renderer/instruments/delays/tab'
import { setDelaysTab, useStore } from '../../../../renderer/store/store'
import { mount } from '../../mounted'

const { view } = useStore.getState()
const DROPPED = {
  gpu: { ...view.gpu, framesDropped: 60 },
  drops: { ...view.drops, items: [{ id: 1, t: 5, kind: 'dropped' as const, count: 60 }] },
}

afterEach(() => {
  setDelaysTab({ what: null })
  useStore.setState({ view })
})

/** What stands where no row does, and the names of its buttons. */
function shown(parts: Partial<typeof view>): { text: string; buttons: HTMLButtonElement[]; unmount(): void } {
  useStore.setState({ view: { ...view, ...parts } })
  const { element, unmount } = mount(
    <Tooltip.Provider>
      <DelaysTab />
    </Tooltip.Provider>,
  )
  const empty = element.querySelector('.empty')
  return { text: empty?.textContent ?? '', buttons: [...(empty?.querySelectorAll('button') ?? [])], unmount }
}

it('where frames were dropped and nothing was late, it leads to those, and not to what is chosen already [LB-10]', () => {
  const { text, buttons, unmount } = shown(DROPPED)
  expect(text).toContain('60 frames of the clip were never shown')
  expect(text).not.toContain('None of this kind')
  act(() => buttons[0]?.click())
  expect(useStore.getState().delaysTab.what).toBe('dropped')
  unmount()
})

it('where others were late, a kind of which nothing was leads to all [LB-10]', () => {
  const row: DelayRowView = {
    id: 1,
    what: 'frame',
    title: 'frame 1',
    command: null,
    begin: 0,
    due: 1,
    shown: 2,
    most: null,
  }
  setDelaysTab({ what: 'press' })
  const { text, buttons, unmount } = shown({ ...DROPPED, delayRows: [row] })
  expect(text).toContain('None of this kind')
  act(() => buttons[0]?.click())
  expect(useStore.getState().delaysTab.what).toBe(null)
  unmount()
})
