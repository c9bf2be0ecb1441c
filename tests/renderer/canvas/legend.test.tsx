import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Legend, Swatch } from '../../../renderer/canvas/legend'

describe('a legend', () => {
  it('is a list by name, each entry with its mark, its text and what it means', () => {
    const html = renderToStaticMarkup(
      <Legend
        label="Kinds of packets"
        entries={[
          { text: 'Present', meaning: 'A flip (GP-09)', mark: <Swatch className="of-present" /> },
          { text: 'Cancelled', meaning: 'BP-04', mark: '✕' },
        ]}
      />,
    )
    expect(html).toBe(
      '<ul class="legend legend-strip" aria-label="Kinds of packets">' +
        '<li title="A flip\nF1: the rule behind it" data-rules="GP-09"><span class="swatch of-present" aria-hidden="true"></span>Present</li>' +
        '<li title="BP-04">✕Cancelled</li></ul>',
    )
  })
})
