import { expect, test } from 'vitest'
import { stay } from '../../preload/stay'

const PAGE = 'app://trimline/index.html'

/** The page's window, as far as it is used; `goes` tells whether a navigation is let through. */
function window() {
  const listeners: ((event: object) => void)[] = []
  const navigation = {
    addEventListener: (_type: string, listener: (event: object) => void) => listeners.push(listener),
  }
  stay({ location: { href: PAGE }, navigation })
  return (url: string, { sameDocument = false, cancelable = true } = {}): boolean => {
    let goes = true
    const preventDefault = (): void => {
      if (!cancelable) throw new Error('this navigation cannot be cancelled')
      goes = false
    }
    for (const listener of listeners) listener({ cancelable, destination: { url, sameDocument }, preventDefault })
    return goes
  }
}

test.each(['about:blank', 'data:text/html,x', 'https://example.com/', `${PAGE}?x`, 'app://trimline/assets/x.js'])(
  'the page does not go to %s by itself',
  (url) => {
    expect(window()(url)).toBe(false)
  },
)

test('it may be loaded again, and move within itself', () => {
  const goes = window()
  expect(goes(PAGE)).toBe(true)
  expect(goes(`${PAGE}#top`)).toBe(true)
  expect(goes(`${PAGE}?x`, { sameDocument: true })).toBe(true)
})

test('what cannot be cancelled is left to the main process', () => {
  expect(window()('about:blank', { cancelable: false })).toBe(true)
})

test('a browser without navigation events is left alone', () => {
  expect(() => stay({})).not.toThrow()
})
