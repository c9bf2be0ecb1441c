import { expect, it } from 'vitest'
import { tableHtml } from '../../../renderer/widgets/copy-row'

it('a copied row is a table to those who take one, and text in it stays text', () => {
  expect(
    tableHtml([
      ['1 s', '<b>&'],
      ['2 s', ''],
    ]),
  ).toBe('<table><tr><td>1 s</td><td>&lt;b&gt;&amp;</td></tr><tr><td>2 s</td><td></td></tr></table>')
})
