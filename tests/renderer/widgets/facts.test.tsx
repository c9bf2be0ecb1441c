import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { Facts } from '../../../renderer/widgets/facts'

describe('facts', () => {
  it('are terms with their values, explained where there is something to explain', () => {
    const html = renderToStaticMarkup(
      <Facts
        className="some"
        facts={[
          { term: 'Size', value: '64 KiB', meaning: 'In steps of 64 KiB' },
          { term: 'Heap', value: 'resident' },
        ]}
      />,
    )
    expect(html).toBe(
      '<dl class="some"><div title="In steps of 64 KiB"><dt>Size</dt><dd>64 KiB</dd></div>' +
        '<div><dt>Heap</dt><dd>resident</dd></div></dl>',
    )
  })

  it('may have a term several times', () => {
    const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
    const marks = ['pinned', 'moves in this pass'].map((value) => ({ term: 'Mark', value }))
    const html = renderToStaticMarkup(<Facts facts={marks} />)
    expect(html.match(/<dd>/g)).toHaveLength(2)
    // React would say that two have one key
    expect(complain).not.toHaveBeenCalled()
    complain.mockRestore()
  })
})
