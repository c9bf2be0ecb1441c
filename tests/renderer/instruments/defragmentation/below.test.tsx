// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { expect, it } from 'vitest'
import { BelowMap } from '../../../../renderer/instruments/defragmentation/below'
import { setDefragmentationTab, useStore } from '../../../../renderer/store/store'
import { mount } from '../../mounted'

const ACTING = ['Begin', 'Step pass', 'Run to end', 'End', 'Compare algorithms', 'Allocate', 'Free']

it('beside the heaps of a dump nothing is offered that acts on those of the running system [DF-16, DF-23]', () => {
  const { view } = useStore.getState()
  const dump = { title: 'others.json', path: '/others.json', api: 'Vulkan', gpu: '', pools: [], blocks: [] }
  const shown = (source: 'live' | 'dump', open: typeof dump | null): { offered: (string | null)[]; says: boolean } => {
    useStore.setState({ view: { ...view, dump: open } })
    setDefragmentationTab({ source })
    const { element, unmount } = mount(
      <Tooltip.Provider>
        <BelowMap />
      </Tooltip.Provider>,
    )
    const offered = [...element.querySelectorAll('button')].map(({ textContent }) => textContent)
    const says = element.textContent?.includes('nothing moves in them') === true
    unmount()
    return { offered, says }
  }
  const ofFile = shown('dump', dump)
  expect(ofFile.offered.filter((text) => ACTING.includes(text ?? ''))).toEqual([])
  expect(ofFile.says).toBe(true)

  const all = { offered: expect.arrayContaining(ACTING), says: false }
  expect(shown('live', dump)).toEqual(all)
  // it was closed while it was shown
  expect(shown('dump', null)).toEqual(all)
})
