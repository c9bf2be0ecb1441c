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
  const waiting = [...element.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(waiting).toEqual(['A trim callback throws: 1 call', 'MakeResident fails: 2 calls'])
  expect(element.textContent).not.toContain('Nothing is injected.')
})
