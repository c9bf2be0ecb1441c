// @vitest-environment happy-dom
/** Find by name takes Enter and Escape for itself, and leaves what the menu has with Ctrl. */
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { expect, it } from 'vitest'
import { Find } from '../../../../renderer/instruments/cursor/find'
import { mount } from '../../mounted'

it('Ctrl+Enter is the menu’s: it finds nothing and is not kept from it', () => {
  const { element } = mount(
    <Tooltip.Provider>
      <Find />
    </Tooltip.Provider>,
  )
  const field = element.querySelector('input') as HTMLInputElement
  /** @returns whether it is left to the page and the menu, and what was found */
  const press = (ctrlKey: boolean): [boolean, string | undefined] => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey, bubbles: true, cancelable: true })
    act(() => void field.dispatchEvent(event))
    return [!event.defaultPrevented, element.querySelector('output')?.textContent]
  }
  expect(press(true)).toEqual([true, ''])
  expect(press(false)).toEqual([false, 'nothing'])
})

it('Escape gives the focus back to what had it before Ctrl+F; where nothing had it the field has it no more', () => {
  const { element } = mount(
    <Tooltip.Provider>
      <button type="button">a tab</button>
      <Find />
    </Tooltip.Provider>,
  )
  const [tab, field] = [element.querySelector('button')!, element.querySelector('input')!]
  tab.getClientRects = () => [new DOMRect(0, 0, 9, 9)] as unknown as DOMRectList
  const press = (key: string, ctrlKey: boolean, on: HTMLElement): void =>
    act(() => void on.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true })))
  act(() => tab.focus())
  press('f', true, tab)
  expect(document.activeElement).toBe(field)
  press('Escape', false, field)
  expect(document.activeElement).toBe(tab)
  act(() => tab.blur())
  press('f', true, document.body)
  press('Escape', false, field)
  expect(document.activeElement).toBe(document.body)
})
