import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Combobox } from '../../../renderer/widgets/combobox'

it('a combobox is named by its label, shows its value, and is closed until it is asked for', () => {
  const options = [
    { value: 'none', text: 'Evicts nothing.' },
    { value: 'fence-lru', text: 'Evicts by fence.' },
  ] as const
  const html = renderToStaticMarkup(<Combobox label="Policy" value="fence-lru" options={options} onChange={() => {}} />)
  const button = /<button[^>]*>/.exec(html)?.[0] ?? ''
  for (const part of ['role="combobox"', 'aria-label="Policy"', 'aria-haspopup="listbox"', 'aria-expanded="false"'])
    expect(button).toContain(part)
  expect(html).toContain('<span class="combobox-value">fence-lru</span>')
  expect(html).not.toContain('Evicts')
})
