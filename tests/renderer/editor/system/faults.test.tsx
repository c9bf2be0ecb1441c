// @vitest-environment happy-dom
/** The faults that a person injects, and what of them waits. */
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { expect, it } from 'vitest'
import { Faults } from '../../../../renderer/editor/system/faults'
import { useStore } from '../../../../renderer/store/store'
import { mount } from '../../mounted'
import { sending } from '../../store/support/sending'

const page = sending()

function shown(): HTMLElement {
  return mount(
    <Tooltip.Provider>
      <Faults />
    </Tooltip.Provider>,
  ).element
}

const labelled = (element: HTMLElement, label: string): HTMLInputElement | HTMLSelectElement | null => {
  const found = [...element.querySelectorAll('label')].find(({ textContent }) => textContent === label)
  return found === undefined ? null : (document.getElementById(found.htmlFor) as HTMLInputElement | null)
}

function fill(element: HTMLElement, label: string, value: string): void {
  const field = labelled(element, label)
  if (field === null) throw new Error(`there is no field ${label}`)
  const prototype = field instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype
  act(() => {
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  })
}

const inject = (element: HTMLElement): void =>
  act(() => [...element.querySelectorAll('button')].find(({ textContent }) => textContent === 'Inject')?.click())

it('what is asked for has what that fault needs; what cannot be read is not sent [SC-14]', () => {
  const element = shown()
  inject(element)
  fill(element, 'How many calls', '3')
  inject(element)
  fill(element, 'What fails', 'callback-takes')
  fill(element, 'It takes', 'long')
  inject(element)
  expect(element.querySelector('[role="alert"], .field-error')?.textContent).toContain('“long” is not a duration')
  fill(element, 'It takes', '70 ms')
  inject(element)
  fill(element, 'What fails', 'driver-call-throws')
  fill(element, 'How many calls', '0')
  inject(element)
  fill(element, 'How many calls', '1')
  fill(element, 'Call into the driver', 'BuildPagingBuffer')
  inject(element)
  expect(page.sent).toEqual([
    { kind: 'inject', fault: 'make-resident-fails', count: 1 },
    { kind: 'inject', fault: 'make-resident-fails', count: 3 },
    { kind: 'inject', fault: 'callback-takes', count: 3, duration: 70_000 },
    { kind: 'inject', fault: 'driver-call-throws', count: 1, call: 'BuildPagingBuffer' },
  ])
})

it('what waits is listed until it is met [SC-14]', () => {
  const element = shown()
  expect(element.textContent).toContain('Nothing is injected.')
  const { view } = useStore.getState()
  const faults = [
    { fault: 'callback-throws' as const, count: 1 },
    { fault: 'make-resident-fails' as const, count: 2 },
  ]
  act(() => page.shows({ system: { ...view.system, faults } }))
  const waiting = [...element.querySelectorAll('li > span')].map(({ textContent }) => textContent)
  expect(waiting).toEqual(['A trim callback throws: 1 call', 'MakeResident fails: 2 calls'])
  expect(element.textContent).not.toContain('Nothing is injected.')
})

it('each that waits is told apart from others of its name, and can be taken back [SC-14]', () => {
  const element = shown()
  const { view } = useStore.getState()
  const faults = [
    { fault: 'callback-takes' as const, count: 1, duration: 50_000 },
    { fault: 'callback-takes' as const, count: 3, duration: 70_000 },
    { fault: 'driver-call-throws' as const, count: 1, call: 'CreateAllocation' as const },
    { fault: 'hang' as const, count: 1, engine: '3d' },
  ]
  act(() => page.shows({ system: { ...view.system, faults } }))
  expect([...element.querySelectorAll('li > span')].map(({ textContent }) => textContent)).toEqual([
    'A trim callback is slow: 1 call (50 ms)',
    'A trim callback is slow: 3 calls (70 ms)',
    'A call into the driver throws: 1 call (CreateAllocation)',
    'The GPU hangs: 1 call (3D, without end)',
  ])
  const buttons = [...element.querySelectorAll('li > button')]
  expect(buttons[1]?.getAttribute('aria-label')).toBe('Take back A trim callback is slow: 3 calls (70 ms)')
  act(() => (buttons[1] as HTMLButtonElement).click())
  expect(page.sent.at(-1)).toEqual({ kind: 'takeBackFault', fault: { fault: 'callback-takes', duration: 70_000 } })
})

it('one that comes or goes is announced [SC-14]', () => {
  const element = shown()
  const said = (): unknown => element.querySelector('[aria-live="polite"]')?.textContent
  expect(said()).toBe('No fault waits.')
  const { view } = useStore.getState()
  const shows = (...faults: { fault: 'hang' | 'allocation-fails'; count: number }[]): void =>
    act(() => page.shows({ system: { ...view.system, faults } }))
  shows({ fault: 'allocation-fails', count: 2 })
  expect(said()).toBe('1 fault waits. Allocation fails: 2 calls.')
  shows({ fault: 'allocation-fails', count: 1 }, { fault: 'hang', count: 1 })
  expect(said()).toBe('2 faults wait. Allocation fails: 1 call. The GPU hangs: 1 call (without end).')
  shows()
  expect(said()).toBe('No fault waits.')
})
