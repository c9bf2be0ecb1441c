// @vitest-environment happy-dom
/** Calls by hand beside the selected allocation. */
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { AllocationDetail } from '../../../../../renderer/instruments/memory/allocations/detail'
import { followAll, setMoment } from '../../../../../renderer/store/cursor/cursor'
import { useStore } from '../../../../../renderer/store/store'
import { mount } from '../../../mounted'
import { columnsOf } from '../../../store/support/columns'
import { sending } from '../../../store/support/sending'

const page = sending()

it('Use takes engine and GPU time; what is no duration is not sent [SC-13]', () => {
  const { view } = useStore.getState()
  useStore.setState({
    selectedId: 0,
    view: { ...view, allocations: columnsOf([{ name: 'main', effect: 'Blur', bytes: 1 }]) },
  })
  const { element } = mount(
    <Tooltip.Provider>
      <AllocationDetail />
    </Tooltip.Provider>,
  )
  const press = (): void =>
    act(() => [...element.querySelectorAll('button')].find(({ textContent }) => textContent === 'Use')?.click())
  const fill = (field: HTMLInputElement | HTMLSelectElement | null, value: string): void => {
    if (field === null) throw new Error('there is no such field')
    const prototype = field instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype
    act(() => {
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
      field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
    })
  }
  press()
  fill(element.querySelector<HTMLSelectElement>('select[aria-label="Engine of Use"]'), 'copy')
  fill(element.querySelector<HTMLInputElement>('.detail-use input'), '250 µs')
  press()
  fill(element.querySelector<HTMLInputElement>('.detail-use input'), 'long')
  press()
  expect(page.sent.filter(({ kind }) => kind === 'use')).toEqual([
    { kind: 'use', set: ['Blur.main'], engine: '3d', gpuTime: 1_000 },
    { kind: 'use', set: ['Blur.main'], engine: 'copy', gpuTime: 250 },
  ])
  expect(element.querySelector('.field-error')?.textContent).toContain('is not a duration')
  act(() => useStore.setState({ selectedId: 7, view }))
})

it('the history opens at the moment that is marked, also where that is older than the newest: a link to why it was out showed what happened last [LB-09]', () => {
  const { view } = useStore.getState()
  const history = Array.from({ length: 500 }, (_, index) => ({ t: 10 * index, type: 'evict', text: `entry ${index}` }))
  const selection = { ...view.selection, id: 7, reasons: [], history }
  const opened = (): [string | undefined, number] => {
    const seen: Element[] = []
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      seen.push(this)
    })
    const { element, unmount } = mount(
      <Tooltip.Provider>
        <AllocationDetail />
      </Tooltip.Provider>,
    )
    const entries = element.querySelectorAll('.detail-history li')
    expect(seen.every((one) => one === element.querySelector('.detail-history .is-nearest'))).toBe(true)
    const text = seen[0]?.querySelector('span')?.textContent ?? undefined
    scroll.mockRestore()
    unmount()
    return [text, entries.length]
  }
  useStore.setState({ selectedId: 7, view: { ...view, clock: { ...view.clock, now: 5_000 }, selection } })
  expect(opened()).toEqual([undefined, 200])
  act(() => setMoment(4_995))
  expect(opened()).toEqual(['entry 499', 200])
  // nothing happened at that moment: what was last by then
  act(() => setMoment(57))
  expect(opened()).toEqual(['entry 5', 200])
  act(() => followAll())
  useStore.setState({ selectedId: null, view })
})

it('an older entry that is pressed stays under the pointer: the list does not move to have it in its middle', () => {
  const { view } = useStore.getState()
  const history = Array.from({ length: 500 }, (_, index) => ({ t: 10 * index, type: 'evict', text: `entry ${index}` }))
  const selection = { ...view.selection, id: 7, reasons: [], history }
  useStore.setState({ selectedId: 7, view: { ...view, clock: { ...view.clock, now: 5_000 }, selection } })
  act(() => setMoment(1_005))
  const { element, unmount } = mount(
    <Tooltip.Provider>
      <AllocationDetail />
    </Tooltip.Provider>,
  )
  const texts = (): (string | null)[] =>
    [...element.querySelectorAll('.detail-history button > span:first-of-type')].map(({ textContent }) => textContent)
  const before = texts()
  expect([before[0], before.at(-1)]).toEqual(['entry 199', 'entry 0'])
  act(() => (element.querySelectorAll('.detail-history button')[10] as HTMLButtonElement).click())
  expect(useStore.getState().moment).toBe(1_890)
  expect(texts()).toEqual(before)
  act(() => followAll())
  unmount()
  useStore.setState({ selectedId: null, view })
})
