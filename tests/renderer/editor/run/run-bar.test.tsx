// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { expect, it } from 'vitest'
import type { BranchesView, OpeningView } from '../../../../preload/contract'
import { RunBar } from '../../../../renderer/editor/run/run-bar'
import { OpeningBanner } from '../../../../renderer/editor/toolbar/banner'
import { useStore } from '../../../../renderer/store/store'
import { mount } from '../../mounted'
import { sending } from '../../store/support/sending'

const page = sending()

it.each([
  ['going', 'Going to'],
  ['looking', 'Looking for a record up to'],
] as const)(
  'the run bar alone says that the run is run again, what for, and lets one give it up: %s [LB-02] [LB-09]',
  (stage, words) => {
    const { view } = useStore.getState()
    const opening: OpeningView = { title: '', stage, done: 1_000_000, total: 2_000_000 }
    useStore.setState({ view: { ...view, project: { ...view.project, opening } } })
    const { element, unmount } = mount(
      <Tooltip.Provider>
        <OpeningBanner />
        <RunBar />
      </Tooltip.Provider>,
    )
    expect(element.querySelector('[role="status"]')?.textContent).toBe(`${words}2.000 s`)
    expect(element.querySelectorAll('progress')).toHaveLength(1)
    const buttons = [...element.querySelectorAll('button')].map(({ textContent }) => textContent)
    expect(buttons.filter((text) => text === 'Cancel')).toHaveLength(1)
    unmount()
    useStore.setState({ view })
  },
)

it('Back to live leads to the branch that went on when a link led into another [LB-02] [LB-06]', () => {
  const { view } = useStore.getState()
  const branch = (id: number, name: string) => ({ id, name, parent: null, from: 0, end: 9, commands: 1 })
  const shows = (parts: Partial<BranchesView>): void =>
    act(() => {
      const branches = { ...view.branches, branches: [branch(1, 'Main'), branch(2, 'Blurred')], ...parts }
      useStore.setState({ view: { ...view, branches } })
    })
  const { element, unmount } = mount(
    <Tooltip.Provider>
      <RunBar />
    </Tooltip.Provider>,
  )
  const back = (): unknown => {
    page.sent.splice(0)
    act(() => element.querySelector<HTMLElement>('.run-live')?.click())
    return page.sent.map((command) => ('branch' in command ? [command.kind, command.branch] : command.kind))
  }
  shows({ shown: 2, end: null })
  expect(back()).toEqual([])
  shows({ shown: 1, end: 9 })
  const advice = (): string | null | undefined => element.querySelector('.run-advice')?.textContent
  expect(advice()).toBe('Back leads to Blurred')
  expect(back()).toEqual([['returnTo', 2]])
  // of the same branch, which goes on by then
  shows({ shown: 1, end: null })
  shows({ shown: 1, end: 9 })
  expect(back()).toEqual([['returnTo', 1]])
  expect(advice()).toBe('Run or act to branch')
  // one that is kept no more cannot be returned to
  shows({ shown: 2, end: null })
  shows({ shown: 1, end: 9, branches: [branch(1, 'Main')] })
  expect(back()).toEqual([['returnTo', 1]])
  unmount()
  useStore.setState({ view })
})
