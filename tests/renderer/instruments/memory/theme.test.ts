/** The map and the chart have the same colours for the same states [RS-04]. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chartTheme, mapTheme } from '../../../../renderer/instruments/memory/theme'
import { stubCanvases } from '../../canvas/recorded-context'

beforeEach(stubCanvases)
afterEach(() => {
  vi.unstubAllGlobals()
})

it('states are of one colour each on both, no two of the same [RS-04]', () => {
  const states = ({ resident, evictable, pending, pagedOut }: ReturnType<typeof chartTheme>) => [
    ...[resident, evictable, pending, pagedOut],
  ]
  const { resident, evictable, pending, pagedOut } = mapTheme()
  expect(states(chartTheme())).toEqual([resident, evictable, pending, pagedOut])
  expect(states(chartTheme())).toEqual(
    ['resident', 'evictable', 'pending', 'paged-out'].map((state) => `--state-${state}`),
  )
})

it('the map has no tints of effects where the system has its own colours', () => {
  expect(mapTheme().tints).toBe(true)
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(forced-colors: active)' }))
  expect(mapTheme().tints).toBe(false)
})
