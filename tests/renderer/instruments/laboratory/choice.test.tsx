// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import type { Command } from '../../../../preload/contract'
import { Choice } from '../../../../renderer/instruments/laboratory/choice'
import { comparePolicies } from '../../../../renderer/store/compare'
import { setLaboratoryTab, useStore } from '../../../../renderer/store/store'
import type { Dimension } from '../../../../renderer/store/tabs/laboratory'
import { mount } from '../../mounted'

it('what is compared can be chosen where there are no results, also after it was folded below those of another project', () => {
  const shown = (isCompared: boolean): boolean => {
    const { element, unmount } = mount(
      <Tooltip.Provider>
        <Choice running={false} isCompared={isCompared} />
      </Tooltip.Provider>,
    )
    const isShown = element.textContent?.includes('Vary one or two of') === true
    unmount()
    return isShown
  }
  expect([shown(false), shown(true)]).toEqual([true, false])
  setLaboratoryTab({ isOpen: true })
  expect([shown(false), shown(true)]).toEqual([true, true])
  setLaboratoryTab({ isOpen: false })
  expect([shown(false), shown(true)]).toEqual([true, false])
})

it('whoever is led here to compare is at the button that does, once [LB-03]', () => {
  const focused = (): string | null | undefined => {
    const { unmount } = mount(
      <Tooltip.Provider>
        <Choice running={false} isCompared={true} />
      </Tooltip.Provider>,
    )
    const { textContent, tagName } = document.activeElement ?? {}
    unmount()
    return tagName === 'BUTTON' ? textContent : null
  }
  expect(focused()).toBeNull()
  comparePolicies()
  expect(focused()).toMatch(/^Compare \d+ runs$/)
  expect(useStore.getState().laboratoryTab.isAsked).toBe(false)
  expect(focused()).toBeNull()
})

/** Those that are sent from now on. */
function commandsSent(): readonly Command[] {
  const sent: Command[] = []
  const send = (command: Command) => {
    sent.push(command)
    return Promise.resolve({ ok: true })
  }
  vi.stubGlobal('trimline', { send })
  return sent
}

/** What is said below a field or its boxes. */
const reason = (element: HTMLElement): Element | null => element.querySelector('.field-error')

function shownToVary(dimensions: readonly Dimension[], budgets = ''): HTMLElement {
  act(() => setLaboratoryTab({ dimensions, budgets, profiles: [], input: 'session', isOpen: true }))
  const { element } = mount(
    <Tooltip.Provider>
      <Choice running={false} isCompared={false} />
    </Tooltip.Provider>,
  )
  return element
}

it('where it cannot be compared yet, pressing Compare leads to the reason, which may be out of sight [LB-03]', () => {
  const seen: Element[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this)
  })
  const sent = commandsSent()
  const element = shownToVary(['policies', 'profiles'])
  act(() => element.querySelector<HTMLElement>('.button-primary')?.click())
  expect(reason(element)?.textContent).toBe('Choose at least one device.')
  expect(seen).toEqual([reason(element)])
  expect(sent).toEqual([])
})

it('what is not given yet is no mistake before somebody fills it in or presses Compare, and why nothing can be compared is said all the same [LB-03]', () => {
  const field = (element: HTMLElement) => element.querySelector<HTMLInputElement>('input[type=text]')
  const missing = 'What Compare needs first: Name at least one budget, such as 512 MiB, 1 GiB.'
  const untouched = shownToVary(['budgets'])
  expect(reason(untouched)).toBeNull()
  expect(field(untouched)?.getAttribute('aria-invalid')).toBe('false')
  expect(untouched.textContent).toContain(missing)
  act(() => untouched.querySelector<HTMLElement>('.button-primary')?.click())
  expect(reason(untouched)?.textContent).toMatch(/^Name at least one budget/)
  expect(untouched.textContent).not.toContain(missing)
  const typed = shownToVary(['budgets'])
  const type = (text: string): void =>
    act(() => {
      const input = field(typed)
      if (input === null) throw new Error('found no field')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
  type('12 parsecs')
  expect(reason(typed)?.textContent).toMatch(/is not a size/)
  type('')
  expect(reason(typed)?.textContent).toMatch(/^Name at least one budget/)
})

it('Enter in the budgets compares [LB-03]', async () => {
  const sent = commandsSent()
  const element = shownToVary(['budgets'], '96 MiB, 1 GiB')
  const field = element.querySelector<HTMLInputElement>('input[type=text]')
  await act(async () => void field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  expect(sent).toEqual([{ kind: 'compareVariants', budgets: [96 * 2 ** 20, 2 ** 30] }])
})

it('a file that went with the project that it was opened beside leaves the session to be compared on [LB-03]', () => {
  const shown = (hint = ''): [string | undefined, boolean | undefined] => {
    const { element, unmount } = mount(
      <Tooltip.Provider>
        <Choice running={false} isCompared={false} />
      </Tooltip.Provider>,
    )
    expect(element.textContent).toContain(hint)
    const work = element.querySelector('select')?.value
    const disabled = element.querySelector('.button-primary')?.getAttribute('aria-disabled') === 'true'
    unmount()
    return [work, disabled]
  }
  setLaboratoryTab({ dimensions: ['policies'], input: 'file' })
  const { view } = useStore.getState()
  useStore.setState({ view: { ...view, comparisonInput: { title: 'jobs', steps: 4, until: 1 } } })
  expect(shown('4 steps, 1 µs')).toEqual(['file', false])
  useStore.setState({ view: { ...view, comparisonInput: { title: 'jobs', steps: 1, until: 1 } } })
  expect(shown('1 step, 1 µs')).toEqual(['file', false])
  useStore.setState({ view })
  expect(shown()).toEqual(['session', false])
})

it('a policy that can be compared says what it does, and whether it has faults [LB-03]', () => {
  setLaboratoryTab({ dimensions: ['policies'], isOpen: true })
  const { element, unmount } = mount(
    <Tooltip.Provider>
      <Choice running={false} isCompared={false} />
    </Tooltip.Provider>,
  )
  const tip = (name: string): string | undefined =>
    [...element.querySelectorAll('label')].find(({ textContent }) => textContent === name)?.title
  expect(tip('none')).toMatch(/^Never evicts/)
  expect(tip('d3dx12-residency')).toMatch(/^Faulty, as published\. /)
  unmount()
})
