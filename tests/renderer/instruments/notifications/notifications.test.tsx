// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { expect, it } from 'vitest'
import { CallbackForms } from '../../../../renderer/instruments/notifications/forms'
import { NotificationsTab } from '../../../../renderer/instruments/notifications/notifications'
import { emptyState } from '../../../../renderer/store/model'
import { useStore } from '../../../../renderer/store/store'
import { mount } from '../../mounted'

it('without a notification, what to do is what the toolbar has: Run is there while the simulation is paused', () => {
  const said = (running: boolean): string | null => {
    const view = emptyState()
    useStore.setState({ view: { ...view, clock: { ...view.clock, running } } })
    const { element } = mount(
      <Tooltip.Provider>
        <NotificationsTab />
      </Tooltip.Provider>,
    )
    return element.textContent
  }
  expect(said(true)).toContain('Leave the computer alone until the OS is idle')
  expect(said(false)).toContain('Press Run and leave the computer alone')
})

it('a registration whose owner is gone trims nothing, whoever it was [TN-34]', () => {
  const own = { callback: 'TrimCallback', context: 'this', behaviour: null }
  const { view } = useStore.getState()
  useStore.setState({
    view: {
      ...view,
      registrations: [
        { ...own, cookie: 0, owner: 'creative-app', stale: true },
        { ...own, cookie: 1, owner: 'fence-lru', stale: false },
      ],
    },
  })
  const { element } = mount(
    <Tooltip.Provider>
      <CallbackForms />
    </Tooltip.Provider>,
  )
  const does = [...element.querySelectorAll('tbody tr')].map(({ lastElementChild }) => lastElementChild?.textContent)
  expect(does).toEqual(['trims nothing: its owner is gone', 'trims by its rules'])
})
