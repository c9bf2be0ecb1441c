// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { expect, it } from 'vitest'
import type { OpeningView } from '../../../../preload/contract'
import { RunBar } from '../../../../renderer/editor/run/run-bar'
import { OpeningBanner } from '../../../../renderer/editor/toolbar/banner'
import { useStore } from '../../../../renderer/store/store'
import { mount } from '../../mounted'

it.each([
  ['going', 'Going to'],
  ['looking', 'Looking for a record up to'],
] as const)(
  'the run bar alone says that the run is run again, what for, and lets one give it up: %s [LB-02] [LB-09]',
  (stage, words) => {
    const { view } = useStore.getState()
    const opening: OpeningView = { title: '', stage, done: 1_000_000, total: 2_000_000 }
    useStore.setState({ view: { ...view, project: { ...view.project, opening } } })
    const { element, unmount } = mount(
      <Tooltip.Provider>
        <OpeningBanner />
        <RunBar />
      </Tooltip.Provider>,
    )
    expect(element.querySelector('[role="status"]')?.textContent).toBe(`${words}2.000 s`)
    expect(element.querySelectorAll('progress')).toHaveLength(1)
    const buttons = [...element.querySelectorAll('button')].map(({ textContent }) => textContent)
    expect(buttons.filter((text) => text === 'Cancel')).toHaveLength(1)
    unmount()
    useStore.setState({ view })
  },
)
