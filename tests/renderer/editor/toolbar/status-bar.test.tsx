// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import { StatusBar } from '../../../../renderer/editor/toolbar/status-bar'
import { setDelaysTab, useStore } from '../../../../renderer/store/store'
import { mount } from '../../mounted'

const { view } = useStore.getState()

afterEach(() => {
  setDelaysTab({ what: null })
  useStore.setState({ view })
})

it.each([
  { presses: 0, frames: 0, what: 'press' },
  { presses: 2, frames: 0, what: 'press' },
  { presses: 0, frames: 3, what: 'frame' },
  { presses: 2, frames: 3, what: null },
])(
  'counts $presses late presses and $frames late frames together, and leads to those [LB-08, LB-10]',
  ({ presses, frames, what }) => {
    useStore.setState({ view: { ...view, delays: { ...view.delays, presses, frames, presents: 7 } } })
    const { element, unmount } = mount(
      <Tooltip.Provider>
        <StatusBar />
      </Tooltip.Provider>,
    )
    const button = element.querySelector<HTMLButtonElement>('button[aria-label="Why: Shown late"]')
    expect(element.querySelector('output[aria-label="Shown late"]')?.textContent).toBe(String(presses + frames))
    act(() => button?.click())
    expect(useStore.getState().delaysTab.what).toBe(what)
    unmount()
  },
)
