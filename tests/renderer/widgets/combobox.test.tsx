// @vitest-environment happy-dom
import { act } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Combobox } from '../../../renderer/widgets/combobox'
import { mount } from '../mounted'

const OPTIONS = [
  { value: 'none', text: 'Evicts nothing.' },
  { value: 'fence-lru', text: 'Evicts by fence.' },
] as const

it('a combobox is named by its label, shows its value, and is closed until it is asked for', () => {
  const html = renderToStaticMarkup(<Combobox label="Policy" value="fence-lru" options={OPTIONS} onChange={() => {}} />)
  const button = /<button[^>]*>/.exec(html)?.[0] ?? ''
  for (const part of ['role="combobox"', 'aria-label="Policy"', 'aria-haspopup="listbox"', 'aria-expanded="false"'])
    expect(button).toContain(part)
  expect(html).toContain('<span class="combobox-value">fence-lru</span>')
  expect(html).not.toContain('Evicts')
})

it('a letter opens it, and a shortcut of the window does not: Undo, after a policy was chosen, opened the list', () => {
  const { element } = mount(<Combobox label="Policy" value="none" options={OPTIONS} onChange={() => {}} />)
  const button = element.querySelector('button')
  const press = (init: KeyboardEventInit): string | null | undefined => {
    act(() => void button?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init })))
    return button?.getAttribute('aria-expanded')
  }
  expect(press({ key: 'z', ctrlKey: true })).toBe('false')
  expect(press({ key: 'z', metaKey: true })).toBe('false')
  expect(press({ key: 'e', altKey: true })).toBe('false')
  expect(press({ key: 'f' })).toBe('true')
})
