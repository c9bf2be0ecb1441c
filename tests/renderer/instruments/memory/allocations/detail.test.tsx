// @vitest-environment happy-dom
/** Calls by hand beside the selected allocation. */
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { expect, it } from 'vitest'
import { AllocationDetail } from '../../../../../renderer/instruments/memory/allocations/detail'
import { useStore } from '../../../../../renderer/store/store'
import { mount } from '../../../mounted'
import { sending } from '../../../store/support/sending'

const page = sending()

it('Use takes engine and GPU time; what is no duration is not sent [SC-13]', () => {
  useStore.setState({ selectedId: 7 })
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
    { kind: 'use', id: 7, engine: '3d', gpuTime: 1_000 },
    { kind: 'use', id: 7, engine: 'copy', gpuTime: 250 },
  ])
  expect(element.querySelector('.field-error')?.textContent).toContain('is not a duration')
})
