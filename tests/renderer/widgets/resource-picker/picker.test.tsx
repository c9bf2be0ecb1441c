// @vitest-environment happy-dom
/** What the picker suggests, and how seldom it looks at all that there is. */
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AllocationNames } from '../../../../renderer/store/allocation-names'
import { changeAllocations, emptyAllocations } from '../../../../renderer/store/allocations'
import { useStore } from '../../../../renderer/store/store'
import { NO_CHOICE } from '../../../../renderer/widgets/resource-picker/chosen'
import { ResourcePicker, useIsResource } from '../../../../renderer/widgets/resource-picker/picker'
import { mount, used } from '../../mounted'
import { allocation, changes } from '../../store/support/frames'

const before = useStore.getState().view

function there(...names: string[]): void {
  const created = names.map((name, id) => ({ ...allocation, id, name, effect: '' }))
  const allocations = changeAllocations(emptyAllocations(), changes(created))
  act(() => useStore.setState((state) => ({ view: { ...state.view, allocations } })))
}

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  useStore.setState({ view: before })
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const picker = (typed: string, error?: string) => (
  <ResourcePicker label="Resource" chosen={{ ...NO_CHOICE, typed }} error={error} onChange={() => {}} />
)

it('suggests anew what is typed and what has come, and looks at nothing where another field is typed into', () => {
  there('one', 'two')
  const { element, show } = mount(picker('o'))
  const shown = (): string[] => [...element.querySelectorAll('option')].map(({ value }) => value)
  expect(shown()).toEqual(['one', 'two'])
  const looks = vi.spyOn(AllocationNames.prototype, 'fullName')
  show(picker('o', 'wrong'))
  expect(looks).not.toHaveBeenCalled()
  show(picker('on'))
  expect(shown()).toEqual(['one'])
  there('one', 'none')
  act(() => vi.advanceTimersByTime(1_000))
  expect(shown()).toEqual(['one', 'none'])
})

it('gives one that there is as the example, and none where there is none', () => {
  const { element } = mount(picker(''))
  const example = (): string | undefined => element.querySelector('input')?.placeholder
  expect(example()).toBe('')
  there('Loose', 'two')
  act(() => vi.advanceTimersByTime(1_000))
  expect(example()).toBe('Loose')
})

it('leads back from Add to the field: for the next name, or to mend this one', () => {
  there('one')
  const { element, show } = mount(picker('one'))
  const add = element.querySelector('button')!
  for (const typed of ['one', 'none']) {
    show(picker(typed))
    add.focus()
    act(() => add.click())
    act(() => vi.advanceTimersByTime(100))
    expect(document.activeElement).toBe(element.querySelector('input'))
  }
})

it('knows a resource as soon as there is one, and asks all of them once', () => {
  there('one')
  const looks = vi.spyOn(AllocationNames.prototype, 'isCalled')
  const known = used(useIsResource, undefined)
  expect([known.now('one'), known.now('two'), known.now('two')]).toEqual([true, false, false])
  known.use(undefined)
  expect(known.now('two')).toBe(false)
  expect(looks).toHaveBeenCalledTimes(2)
  there('one', 'two')
  expect(known.now('two')).toBe(true)
})
