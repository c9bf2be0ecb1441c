import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../../../renderer/widgets/form/failure'

describe('a failure', () => {
  it('is an alert with its reason, and nothing while there is none', () => {
    expect(renderToStaticMarkup(<Failure message="Not while the adapter is reset." />)).toBe(
      '<p class="field-error" role="alert">Not while the adapter is reset.</p>',
    )
    expect(renderToStaticMarkup(<Failure message={null} />)).toBe('')
  })
})
