// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { differenceColumns, type RunDifference } from '../../../../preload/contract'
import { Difference } from '../../../../renderer/charts/difference/difference'
import { mount } from '../../mounted'

const RESOURCES = ['a', 'b'].map((name) => ({
  name,
  pagedIn: [10, 20] as const,
  evictions: [0, 1] as const,
  waited: [0, 0] as const,
  at: [null, 3_000_000] as const,
}))

const DIFFERENCE: RunDifference = {
  labels: ['none', 'fence-lru'],
  ends: [8_000_000, 8_000_000],
  first: { index: 3, records: [null, null] },
  resources: differenceColumns(RESOURCES),
}

afterEach(() => vi.restoreAllMocks())

it('a resource that is chosen is told of in sight, below the table, and where the one run has nothing more [LB-06]', () => {
  const scrolled: Element[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this)
  })
  const { element, unmount } = mount(
    <Tooltip.Provider>
      <Difference difference={DIFFERENCE} open={() => {}} numberOf={(_run, _resource, _key, text) => text} />
    </Tooltip.Provider>,
  )
  expect(scrolled).toEqual([])
  const grid = element.querySelector<HTMLElement>('[role=grid]')
  act(() => grid?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  const details = scrolled.at(-1)
  expect(details?.textContent).toContain(
    'a is first paged in or evicted otherwise: nothing more in the policy none, 3.000 s in fence-lru',
  )
  expect(details?.querySelector('ul')?.textContent).toContain('Paged in')
  unmount()
})

it.each([
  [1, 'c is paged in and evicted at the same moments in both.'],
  [0, 'c is paged in at the same moments in both.'],
])(
  'a resource of which only the wait differs is not said to be paged in otherwise, evicted %i times [LB-06]',
  (times, said) => {
    const [row] = RESOURCES
    const waited = {
      ...row,
      name: 'c',
      pagedIn: [10, 10],
      evictions: [times, times],
      waited: [0, 5],
      at: [null, null],
    } as const
    const resources = differenceColumns([waited])
    const { element, unmount } = mount(
      <Tooltip.Provider>
        <Difference difference={{ ...DIFFERENCE, resources }} open={() => {}} />
      </Tooltip.Provider>,
    )
    const grid = element.querySelector<HTMLElement>('[role=grid]')
    act(() => grid?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    expect(element.textContent).toContain(said)
    expect(element.textContent).not.toContain('otherwise')
    unmount()
  },
)

it('none is a policy: two runs are not said to be the same as nothing [LB-06]', () => {
  const textOf = (first: RunDifference['first']): string => {
    const { element, unmount } = mount(
      <Tooltip.Provider>
        <Difference difference={{ ...DIFFERENCE, first }} open={() => {}} />
      </Tooltip.Provider>,
    )
    const text = element.textContent
    unmount()
    return text
  }
  expect(textOf(null)).toBe('The policy none and fence-lru are the same to the last record.')
  expect(textOf(DIFFERENCE.first)).toMatch(/^The policy none and fence-lru part at line 5 of their traces:/)
})

it('runs that end at different times are said to: the longer one costs more for that alone [LB-06]', () => {
  const textOf = (ends: RunDifference['ends']): string => {
    const { element, unmount } = mount(
      <Tooltip.Provider>
        <Difference difference={{ ...DIFFERENCE, ends }} open={() => {}} />
      </Tooltip.Provider>,
    )
    const text = element.textContent
    unmount()
    return text
  }
  expect(textOf([8_000_000, 8_000_000])).not.toContain('longer')
  expect(textOf([8_000_000, 5_500_000])).toContain('The policy none goes on for 2.5 s longer than fence-lru')
  expect(textOf([5_000_000, 8_000_000])).toContain(
    'fence-lru goes on for 3 s longer than the policy none, until 8.000 s: what it cost in that time is counted too.',
  )
})
