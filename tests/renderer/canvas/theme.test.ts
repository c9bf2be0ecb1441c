/** Colours, the font and what a person asked the system for, as a page says them. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fontFamily, themeColor } from '../../../renderer/canvas/theme'

interface Probe {
  style: { color: string; forcedColorAdjust?: string }
  remove(): void
}

/** Elements that are in the page now. */
let inPage = new Set<Probe>()
let matching = ''
let family = ''

beforeEach(() => {
  inPage = new Set()
  matching = ''
  family = 'Inter'
  vi.stubGlobal('document', {
    createElement: (): Probe => {
      const probe: Probe = { style: { color: '' }, remove: () => inPage.delete(probe) }
      return probe
    },
    documentElement: { append: (probe: Probe) => inPage.add(probe) },
    body: {},
  })
  // a variable is resolved only where an element of the page has it as its colour
  vi.stubGlobal('getComputedStyle', (element: Probe) => ({
    color: inPage.has(element) && element.style.forcedColorAdjust === 'none' ? `rgb of ${element.style.color}` : '',
    fontFamily: family,
  }))
  // a query follows the system
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return query === matching
    },
  }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('a colour is what a property of an element in the page resolves to, which leaves nothing there', () => {
  expect(themeColor('--state-resident')).toBe('rgb of var(--state-resident)')
  expect(inPage.size).toBe(0)
})

it('the font is that of the page, where it has one', () => {
  expect(fontFamily()).toBe('Inter')
  family = ''
  expect(fontFamily()).toBe('sans-serif')
})

it('what the system says of colours and of motion is each asked for itself', async () => {
  vi.resetModules()
  const { hasForcedColours, reducedMotion } = await import('../../../renderer/canvas/theme')
  const both = () => [hasForcedColours(), reducedMotion()]
  expect(both()).toEqual([false, false])
  matching = '(forced-colors: active)'
  expect(both()).toEqual([true, false])
  matching = '(prefers-reduced-motion: reduce)'
  expect(both()).toEqual([false, true])
})
