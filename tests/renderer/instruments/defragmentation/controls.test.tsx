// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { expect, it } from 'vitest'
import type { DefragmentationView } from '../../../../preload/contract'
import { DefragmentationControls } from '../../../../renderer/instruments/defragmentation/controls'
import { useStore } from '../../../../renderer/store/store'
import { mount } from '../../mounted'

/** Whether the fields say that they are for the next process. */
function saysWhatForIn(state: DefragmentationView['state']): boolean {
  const { view } = useStore.getState()
  useStore.setState({ view: { ...view, defragmentation: { ...view.defragmentation, state } } })
  const { element, unmount } = mount(
    <Tooltip.Provider>
      <DefragmentationControls />
    </Tooltip.Provider>,
  )
  const says = element.textContent?.includes('What is set here is for the next Begin') === true
  unmount()
  useStore.setState({ view })
  return says
}

it('while a process goes on the fields say that it keeps what it began with [DF-05, DF-13]', () => {
  expect((['begun', 'pass', 'copying'] as const).map(saysWhatForIn)).toEqual([true, true, true])
  expect((['idle', 'done', 'failed'] as const).map(saysWhatForIn)).toEqual([false, false, false])
})
