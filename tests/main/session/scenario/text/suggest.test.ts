import { describe, expect, it } from 'vitest'
import { nearest, suggest } from '../../../../../main/session/scenario/text/suggest'

describe('the name that somebody probably meant [SC-02]', () => {
  it.each([
    ['Blurr', 'Blur'],
    ['Blu', 'Blur'],
    ['blur', 'Blur'],
    ['Bulr', 'Blur'],
    ['Medai', 'Media'],
    ['allocatoin', 'allocation'],
    ['alocatoin', 'allocation'],
    ['alloc', 'allocation'],
  ])('for %s is %s', (found, expected) => {
    expect(suggest(found, ['Grayscale', 'Blur', 'Media', 'allocation'])).toBe(expected)
  })

  it.each([
    ['nothing', ''],
    ['more than one edit in three letters', 'Bxyr'],
    ['letters that only came into another order', 'ruBl'],
    ['a beginning of two letters', 'al'],
    ['what is too long to be a slip', `Blur${'x'.repeat(80)}`],
  ])('is none for %s', (_, found) => {
    expect(suggest(found, ['Grayscale', 'Blur', 'Media', 'allocation'])).toBeUndefined()
  })

  it('is the nearest, and of those as near the first', () => {
    expect(suggest('gamma', ['gammas', 'gamme', 'gama'])).toBe('gammas')
    expect(suggest('staging1', ['staging22', 'staging2'])).toBe('staging2')
  })

  it('may be as far away as each name allows', () => {
    const most = (name: string) => (name.length > 6 ? 2 : 1)
    expect(nearest('screnshoot', ['screenshot', 'size'], most)).toBe('screenshot')
    expect(nearest('sie', ['screenshot', 'size'], most)).toBe('size')
    expect(nearest('se', ['screenshot', 'size'], most)).toBeUndefined()
  })
})
