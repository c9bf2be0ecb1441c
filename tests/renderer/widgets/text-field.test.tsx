// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import type { CommandResult } from '../../../preload/contract'
import { useStore } from '../../../renderer/store/store'
import { parseSize } from '../../../renderer/widgets/parse'
import { ValueField } from '../../../renderer/widgets/text-field'
import { mount } from '../mounted'

const typeInto = (field: HTMLInputElement, text: string): void =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })

it('a value that is edited is given up by Escape, which what is around the field hears only of an unedited one', () => {
  const onCommit = vi.fn()
  const around = vi.fn()
  const { element } = mount(
    <fieldset onKeyDown={around}>
      <ValueField label="Budget" value={64} write={String} read={(text) => parseSize(text)} onCommit={onCommit} />
    </fieldset>,
  )
  const field = element.querySelector('input')!
  const type = (text: string): void => typeInto(field, text)
  /** @returns whether it is left to the page and the menu */
  const press = (key: string, held: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {}): boolean => {
    const event = new KeyboardEvent('keydown', { key, ...held, bubbles: true, cancelable: true })
    act(() => void field.dispatchEvent(event))
    return !event.defaultPrevented
  }
  type('1,5 GiB')
  press('Enter')
  expect(element.textContent).toContain('“1,5 GiB” is not a size')
  expect(onCommit).not.toHaveBeenCalled()
  around.mockClear()
  press('Escape')
  expect([field.value, element.textContent]).toEqual(['64', 'Budget'])
  expect(around).not.toHaveBeenCalled()
  press('Escape')
  expect(around).toHaveBeenCalledTimes(1)
  type('128')
  // the menu's, or the system's
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) expect(press('Enter', held)).toBe(true)
  expect(onCommit).not.toHaveBeenCalled()
  expect(press('Enter')).toBe(false)
  expect(onCommit.mock.calls).toEqual([[128]])
})

it('a value that can be read and is refused all the same is not shown as if it applied', async () => {
  const onCommit = vi.fn(() => Promise.resolve({ ok: false, message: 'Too small for the project.' } as const))
  const { element } = mount(
    <ValueField label="Local memory" value={64} write={String} read={(text) => parseSize(text)} onCommit={onCommit} />,
  )
  const field = element.querySelector('input')!
  typeInto(field, '10')
  await act(async () => void field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  expect([field.value, onCommit.mock.calls.length]).toEqual(['64', 1])
})

it('what is typed while it is not known yet that the value before is refused stays', async () => {
  let refuse = (): void => {}
  const onCommit = () =>
    new Promise<CommandResult>((resolve) => {
      refuse = () => resolve({ ok: false, message: 'Too small for the project.' })
    })
  const { element } = mount(
    <ValueField label="Local memory" value={64} write={String} read={(text) => parseSize(text)} onCommit={onCommit} />,
  )
  const field = element.querySelector('input')!
  typeInto(field, '10')
  act(() => void field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  typeInto(field, '128')
  await act(async () => refuse())
  expect(field.value).toBe('128')
})

it('what was typed and refused is gone with its document: it was said beside the value of the next one', () => {
  const { element } = mount(
    <ValueField label="Budget" value={64} write={String} read={(text) => parseSize(text, 0, 8)} onCommit={vi.fn()} />,
  )
  const field = element.querySelector('input')!
  typeInto(field, '10')
  act(() => void field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  expect([field.value, element.textContent]).toEqual(['10', 'BudgetThe largest size here is 8 B.'])
  act(() => useStore.setState(({ documents }) => ({ documents: documents + 1 })))
  expect([field.value, element.textContent]).toEqual(['64', 'Budget'])
})
