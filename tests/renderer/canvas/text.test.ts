import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitted } from '../../../renderer/canvas/text'
import { LETTER, recordedContext } from './recorded-context'

const { context } = recordedContext()

describe('a text that is cut to a width', () => {
  it('is whole where it fits, to the px', () => {
    expect(fitted(context, 'kernel', 6 * LETTER)).toBe('kernel')
    expect(fitted(context, 'kernel', 6 * LETTER - 1)).toBe('kern…')
  })

  it('is nothing where not even one letter fits beside the ellipsis', () => {
    expect(fitted(context, 'kernel', 2 * LETTER)).toBe('k…')
    expect(fitted(context, 'kernel', 2 * LETTER - 1)).toBe('')
    expect(fitted(context, 'kernel', 0)).toBe('')
    expect(fitted(context, '', 0)).toBe('')
  })

  it('has no space before the ellipsis', () => {
    expect(fitted(context, 'two words', 5 * LETTER)).toBe('two…')
  })

  it('is the longest start that fits, whatever the text and the width', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{0,40}$/), fc.integer({ min: 0, max: 300 }), (text, width) => {
        const cut = fitted(context, text, width)
        const most = Math.floor(width / LETTER)
        expect(cut).toBe(text.length <= most ? text : most < 2 ? '' : `${text.slice(0, most - 1)}…`)
      }),
    )
  })
})
