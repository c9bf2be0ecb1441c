import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TimeLink } from '../../../../renderer/instruments/lanes/time-link'

it('a moment is a link, with all of its digits', () => {
  expect(renderToStaticMarkup(<TimeLink t={1_234_567} />)).toMatch(/^<button.*aria-pressed="false".*>1\.234567 s</)
})

it('in a grid, keys go from row to row and not from moment to moment', () => {
  expect(renderToStaticMarkup(<TimeLink t={5} inGrid />)).toContain('tabindex="-1"')
  expect(renderToStaticMarkup(<TimeLink t={5} />)).not.toContain('tabindex')
})
