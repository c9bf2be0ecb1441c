// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { expect, it } from 'vitest'
import type { OtherRemovalView, PlaybackView } from '../../../../preload/contract'
import { OtherDevicesBanner, PlaybackBanner } from '../../../../renderer/editor/toolbar/banner'
import { emptyState } from '../../../../renderer/store/model'
import { useStore } from '../../../../renderer/store/store'
import { mount } from '../../mounted'

const PLAYBACK: PlaybackView = {
  name: 'imported',
  until: 2_000_000,
  stepsDone: 1,
  steps: 3,
  expects: false,
  passed: 0,
  failed: 0,
  step: null,
  derived: null,
}

it('the banner of a scenario says whether what it plays was recorded or derived, and what [LB-19]', () => {
  const { element } = mount(
    <Tooltip.Provider>
      <PlaybackBanner />
    </Tooltip.Provider>,
  )
  const shown = (derived: string | null): [string | null, string | undefined] => {
    act(() => useStore.setState({ view: { ...emptyState(), playback: { ...PLAYBACK, derived } } }))
    const badge = element.querySelector<HTMLElement>('.badge')
    act(() => badge?.focus())
    return [element.textContent, document.querySelector('[role=tooltip]')?.textContent]
  }
  const told = 'Derived, not recorded: uses: 3 from MakeResident.'
  expect(shown(told)).toEqual([`Scenarioimportedderived in part1 of 3 steps, until 2.000 s`, told])
  expect(shown(null)).toEqual(['Scenarioimported1 of 3 steps, until 2.000 s', undefined])
})

it('its steps are counted as everything is', () => {
  const { element } = mount(
    <Tooltip.Provider>
      <PlaybackBanner />
    </Tooltip.Provider>,
  )
  const shown = (stepsDone: number, steps: number): string | null => {
    act(() => useStore.setState({ view: { ...emptyState(), playback: { ...PLAYBACK, stepsDone, steps } } }))
    return element.textContent
  }
  expect(shown(797, 1433)).toContain('797 of 1,433 steps, until')
  expect(shown(0, 1)).toContain('0 of 1 step, until')
})

it('says what passed and failed only where something is expected', () => {
  const { element } = mount(
    <Tooltip.Provider>
      <PlaybackBanner />
    </Tooltip.Provider>,
  )
  const shown = (playback: Partial<PlaybackView>): string | null => {
    act(() => useStore.setState({ view: { ...emptyState(), playback: { ...PLAYBACK, ...playback } } }))
    return element.textContent
  }
  expect(shown({})).not.toMatch(/passed|failed/)
  expect(shown({ expects: true })).toMatch(/0 passed0 failed$/)
  expect(shown({ expects: true, passed: 1200, failed: 3 })).toMatch(/1,200 passed3 failed$/)
})

it('says that the device of another app was removed, and why, until it makes another or that was read [RS-07] [GP-25]', () => {
  const { element } = mount(
    <Tooltip.Provider>
      <OtherDevicesBanner />
    </Tooltip.Provider>,
  )
  const shown = (others: readonly OtherRemovalView[]): string | null => {
    act(() => useStore.setState({ view: { ...emptyState(), device: { removed: null, others, recreating: null } } }))
    return element.textContent
  }
  const reason = { name: 'DXGI_ERROR_DEVICE_HUNG', value: 0x887a_0006 } as const
  const game = { process: 'game', t: 2_000_000, reason, because: 'it hung', blocked: false }
  const tool = { ...game, process: 'tool', because: 'too many resets', blocked: true }
  expect(shown([])).toBe('')
  expect(shown([game])).toMatch(/^The device of “game” was removed at 2\.000 s .*: it hung\. It makes another for its/)
  act(() => element.querySelector<HTMLElement>('[aria-label=Dismiss]')?.click())
  expect(element.textContent).toBe('')
  // what has been read is not said again beside what is new
  expect(shown([game, tool])).toMatch(/^The device of “tool” was removed .*It may no longer use the GPU\./)
  // its process may not use the GPU any more, which was not read yet
  expect(shown([{ ...game, blocked: true }])).toMatch(/^The device of “game” .*It may no longer use the GPU\./)
  act(() => element.querySelector<HTMLElement>('[aria-label=Dismiss]')?.click())
  expect(element.textContent).toBe('')
  // a run that begins anew comes to the same removal at the same moment
  expect(shown([])).toBe('')
  expect(shown([{ ...game, blocked: true }])).toContain('The device of “game” was removed at 2.000 s')
  expect(shown([{ ...game, t: 3_000_000 }])).toContain('The device of “game” was removed at 3.000 s')
})
