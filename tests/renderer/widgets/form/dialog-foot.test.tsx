import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { DialogFoot } from '../../../../renderer/widgets/form/dialog-foot'

describe('the foot of a dialog', () => {
  it('has Cancel, which does not submit, and then what the form is for, which does', () => {
    const html = renderToStaticMarkup(<DialogFoot action="Import" onCancel={() => {}} />)
    const buttons = [...html.matchAll(/<button type="(\w+)"[^>]*>(\w+)</g)].map(([, type, text]) => [type, text])
    expect(buttons).toEqual([
      ['button', 'Cancel'],
      ['submit', 'Import'],
    ])
  })
})
