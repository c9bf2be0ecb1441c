// @vitest-environment happy-dom
/** What the dialog shows of the app's pixels and pools, and what it sends of what was changed. */
import { act } from 'react'
import { expect, it } from 'vitest'
import type { AppSettings } from '../../../../preload/contract'
import { ProjectDialog } from '../../../../renderer/editor/media/project-dialog'
import { setInterface, useStore } from '../../../../renderer/store/store'
import { mount } from '../../mounted'
import { sending } from '../../store/support/sending'

const APP: AppSettings = {
  format: 'R8_UNORM',
  blockSize: 1024 * 1024,
  pools: [{ name: 'Frames', heap: 'default', minBlocks: 0, maxBlocks: 0, algorithm: 'tlsf', alwaysCommitted: false }],
  pool: 'Frames',
}

const page = sending()

function opened() {
  const { sent } = page
  page.shows({ project: { ...page.state.view.project, app: APP } })
  const { element, unmount: close } = mount(<ProjectDialog />)
  act(() => setInterface({ projectOpen: true }))
  const button = (name: string): HTMLButtonElement => {
    const found = [...element.querySelectorAll('button')].filter(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
    )
    expect([name, found.length]).toEqual([name, 1])
    return found[0] as HTMLButtonElement
  }
  const submit = async (): Promise<void> => {
    await act(async () => {
      element.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    })
  }
  const choices = (): string[] => {
    const selects = [...element.querySelectorAll('select')]
    return [...(selects.at(-1)?.options ?? [])].map(({ text, selected }) => (selected ? `[${text}]` : text))
  }
  /** A frame that says of the app what it said before, or something else. */
  const comes = (app: AppSettings): void =>
    act(() => useStore.setState((state) => ({ view: { ...state.view, project: { ...state.view.project, app } } })))
  const row = (): Element | null => element.querySelector('.project-pool input')
  return { sent, close, button, submit, choices, comes, row }
}

it('sends nothing where nothing was changed, and a pool that is gone as one that nobody places in', async () => {
  const { sent, close, button, submit, choices } = opened()
  expect(choices()).toEqual(['the default pool', '[Frames]'])
  await submit()
  expect(sent).toEqual([])
  expect(useStore.getState().projectOpen).toBe(false)
  act(() => setInterface({ projectOpen: true }))
  act(() => button('Add pool').click())
  act(() => button('Remove pool 1').click())
  expect(choices()).toEqual(['[the default pool]', 'Pool 1'])
  await submit()
  const [pool] = APP.pools
  expect(sent).toEqual([{ kind: 'setApp', pools: [{ ...pool, name: 'Pool 1' }], pool: null }])
  close()
})

it('another document has nothing of what was typed', () => {
  const { close } = opened()
  act(() => useStore.setState((state) => ({ documents: state.documents + 1 })))
  expect(useStore.getState().projectOpen).toBe(false)
  close()
})

it('what frames say again changes nothing of what is typed, nor the field that it is typed into', async () => {
  const { sent, close, button, submit, choices, comes, row } = opened()
  const field = row()
  comes(structuredClone(APP))
  expect(row()).toBe(field)
  act(() => button('Add pool').click())
  comes(structuredClone(APP))
  expect(choices()).toEqual(['the default pool', '[Frames]', 'Pool 1'])
  comes({ ...APP, blockSize: 2 * APP.blockSize })
  expect(choices()).toEqual(['the default pool', '[Frames]', 'Pool 1'])
  await submit()
  const [pool] = APP.pools
  expect(sent).toEqual([{ kind: 'setApp', pools: [pool, { ...pool, name: 'Pool 1' }] }])
  close()
})
