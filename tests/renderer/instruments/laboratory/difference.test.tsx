// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { type DifferenceView, differenceColumns } from '../../../../preload/contract'
import { DifferenceSection } from '../../../../renderer/instruments/laboratory/difference'
import { useStore } from '../../../../renderer/store/store'
import { variantComparison, variantRow } from '../../../support/variant-row'
import { mount } from '../../mounted'
import { sending } from '../../store/support/sending'

const { workload, done, total, share, message } = variantComparison([])
const view = (state: DifferenceView['state']): DifferenceView => ({
  ...{ workload, state, done, total, share, message },
  labels: ['none', 'fence-lru'],
  difference:
    state === 'done'
      ? { labels: ['none', 'fence-lru'], ends: [1, 1], first: null, resources: differenceColumns([]) }
      : null,
})

const page = sending()

afterEach(() => vi.restoreAllMocks())

it('a difference that was asked for comes into sight when it is there, and moves nothing when it comes again [LB-06]', () => {
  const scrolled: Element[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this)
  })
  const shows = (difference: DifferenceView | null): void => act(() => page.shows({ difference }))
  const { element } = mount(
    <Tooltip.Provider>
      <DifferenceSection rows={[variantRow('none'), variantRow('fence-lru')]} />
    </Tooltip.Provider>,
  )
  shows(view('done'))
  expect(scrolled).toEqual([])
  const show = [...element.querySelectorAll('button')].find(({ textContent }) => textContent === 'Show difference')
  act(() => show?.click())
  shows(view('running'))
  expect(scrolled).toEqual([])
  shows(view('done'))
  expect(scrolled).toEqual([element.querySelector('section')])
  // as when the window gets everything anew, after going back
  shows(view('done'))
  expect(scrolled).toHaveLength(1)
  expect(useStore.getState().view.difference?.state).toBe('done')
})
