/** @vitest-environment happy-dom */
/** Which theme canvases are drawn in, and when they are drawn anew. */
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useShownTheme } from '../../../renderer/canvas/theme'
import { used } from '../mounted'

let matching: string[] = []
let palette = 'night'
let queries: EventTarget[] = []

beforeEach(() => {
  matching = []
  palette = 'night'
  queries = []
  vi.stubGlobal('matchMedia', (query: string) => {
    const list = Object.assign(new EventTarget(), { matches: matching.includes(query) })
    queries.push(list)
    return list
  })
  vi.stubGlobal('getComputedStyle', ({ style }: HTMLElement) => ({ color: `${palette} ${style.color}` }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const changed = () => act(() => queries.map((query) => query.dispatchEvent(new Event('change'))))

it('follows the system', () => {
  const theme = used(useShownTheme, undefined)
  expect(theme.now).toBe('light')
  matching = ['(prefers-color-scheme: dark)']
  changed()
  expect(theme.now).toBe('dark')
})

it('is another one where the forced colours are others: dark as before, or not', () => {
  const dark = ['(forced-colors: active)', '(prefers-color-scheme: dark)']
  matching = dark
  const theme = used(useShownTheme, undefined)
  const night = theme.now
  expect(night).toMatch(/^forced night/)
  changed()
  expect(theme.now).toBe(night)
  matching = ['(forced-colors: active)']
  palette = 'desert'
  changed()
  expect(theme.now).toMatch(/^forced desert/)
  // whoever has chosen another one comes back from the system's window
  palette = 'dusk'
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(theme.now).toMatch(/^forced dusk/)
})
