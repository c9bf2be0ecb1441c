// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { expect, it } from 'vitest'
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
