// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { DelayRowView } from '../../../../preload/contract'
import { DroppedList } from '../../../../renderer/instruments/delays/dropped'
import { DelaysTab } from '../../../../renderer/instruments/delays/tab'
import { followAll } from '../../../../renderer/store/cursor/cursor'
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

it('while the clip plays it counts as many as it lists, at every moment [LB-10]', () => {
  vi.useFakeTimers()
  const frame = (id: number): DelayRowView => ({
    id,
    what: 'frame',
    title: `frame ${id}`,
    command: null,
    begin: id,
    due: id + 1,
    shown: id + 2,
    most: null,
  })
  const parts = (count: number): Partial<typeof view> => ({
    delays: { ...view.delays, frames: count },
    delayRows: Array.from({ length: count }, (_, id) => frame(id)),
  })
  useStore.setState({ view: { ...view, ...parts(1) } })
  const { element, unmount } = mount(
    <Tooltip.Provider>
      <DelaysTab />
    </Tooltip.Provider>,
  )
  const counts = (): (string | undefined)[] => [
    element.querySelector('.delay-totals strong')?.textContent,
    element.querySelector('.log-count')?.textContent,
  ]
  const seen = new Set<string>()
  // thirty frames of the interface in half a second, each with one more that was late
  for (let count = 2; count <= 32; count++) {
    act(() => useStore.setState({ view: { ...view, ...parts(count) } }))
    act(() => vi.advanceTimersByTime(16))
    const [total, listed] = counts()
    expect(total).toBe(listed === '1' ? '1 frame' : `${listed} frames`)
    seen.add(listed ?? '')
  }
  expect(seen.size).toBeGreaterThan(2)
  act(() => vi.advanceTimersByTime(300))
  expect(counts()).toEqual(['32 frames', '32'])
  unmount()
  vi.useRealTimers()
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

it('the moments of frames that were dropped are links, as those of what was late are [LB-10]', () => {
  const row: DelayRowView = {
    id: 1,
    what: 'frame',
    title: 'frame 1',
    command: null,
    begin: 3,
    due: 4,
    shown: 9,
    most: null,
  }
  // the page has no layout: rows are there for what is in view
  const height = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200)
  useStore.setState({ view: { ...view, ...DROPPED, delayRows: [row], clock: { ...view.clock, now: 10 } } })
  const { element, unmount } = mount(
    <Tooltip.Provider>
      <DroppedList items={DROPPED.drops.items} delays={[row]} />
    </Tooltip.Provider>,
  )
  const links = [...element.querySelectorAll<HTMLButtonElement>('.time-link')]
  expect(links.map(({ textContent }) => textContent)).toEqual(['0.000005 s', '0.000003 s'])
  // it marks its moment, and does not choose the row
  act(() => links[1]?.click())
  expect([useStore.getState().moment, useStore.getState().delaysTab.note]).toEqual([3, ''])
  unmount()
  act(() => followAll())
  height.mockRestore()
})
