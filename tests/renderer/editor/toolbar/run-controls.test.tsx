// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { expect, it } from 'vitest'
import { RunControls } from '../../../../renderer/editor/toolbar/run-controls'
import { mount } from '../../mounted'
import { sending } from '../../store/support/sending'

const page = sending()

it('offers to stop what runs, to run what stands still, and neither of a system that has ended [GP-25]', () => {
  const { element } = mount(
    <Tooltip.Provider>
      <RunControls />
    </Tooltip.Provider>,
  )
  const buttons = (): HTMLButtonElement[] => [...element.querySelectorAll('button')]
  const shown = (): unknown => buttons().map((one) => [one.textContent, one.getAttribute('aria-disabled')])
  const { clock, gpu } = page.state.view
  const shows = (running: boolean, code?: number): void =>
    act(() =>
      page.shows({
        clock: { ...clock, running },
        gpu: { ...gpu, bugCheck: code === undefined ? null : { t: 0, code, reason: '' } },
      }),
    )
  const pressAll = (): void =>
    act(() => {
      for (const one of buttons()) one.click()
    })
  shows(true)
  expect(shown()).toEqual([
    ['Pause', 'false'],
    ['Step', 'false'],
  ])
  pressAll()
  shows(false)
  expect(shown()).toEqual([
    ['Run', 'false'],
    ['Step', 'false'],
  ])
  pressAll()
  expect(page.sent).toEqual([{ kind: 'pause' }, { kind: 'step' }, { kind: 'run' }, { kind: 'step' }])
  shows(true, 0x119)
  expect(shown()).toEqual([
    ['Run', 'true'],
    ['Step', 'true'],
  ])
  pressAll()
  expect(page.sent).toHaveLength(4)
})
