// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Command } from '../../../../preload/contract'
import { BranchesMenu } from '../../../../renderer/editor/run/branches'
import { useStore } from '../../../../renderer/store/store'
import { mount } from '../../mounted'

const sent: Command[] = []

beforeEach(() => {
  sent.length = 0
  const { view } = useStore.getState()
  const main = { id: 4, name: 'Main', parent: null, from: 0, end: null, commands: null }
  const second = { id: 5, name: 'second', parent: 4, from: 10, end: 20, commands: 1 }
  useStore.setState({
    view: {
      ...view,
      branches: { shown: 4, end: null, branches: [main, second], deleted: null, forgotten: 0, before: null },
    },
  })
  const send = (command: Command) => {
    sent.push(command)
    return Promise.resolve({ ok: true })
  }
  vi.stubGlobal('trimline', { send })
})

const named = (name: string): HTMLElement => document.querySelector<HTMLElement>(`[aria-label="${name}"]`)!
const field = (): HTMLInputElement => document.querySelector('input')!

function press(element: HTMLElement): void {
  act(() => element.click())
}

function key(name: string, on: HTMLElement = field()): void {
  act(() => void on.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })))
}

function type(text: string): void {
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
}

const pencil = 'Rename Main'

/** The menu is opened, and the pencil pressed. */
function openNaming(): void {
  const { element } = mount(
    <Tooltip.Provider>
      <BranchesMenu />
    </Tooltip.Provider>,
  )
  press(element.querySelector('button')!)
  press(named(pencil))
}

it('a branch is named from the keyboard: the field has the focus, Enter names it once, Escape gives up the name alone', () => {
  openNaming()
  expect(document.activeElement).toBe(field())
  type('x'.repeat(101))
  key('Enter')
  expect(document.body.textContent).toContain('The name has 101 characters; use at most 100.')
  type('given up')
  key('Escape')
  expect(document.querySelector('input')).toBeNull()
  expect(document.activeElement).toBe(named(pencil))
  expect(sent).toEqual([])
  press(named(pencil))
  type('kept')
  key('Enter')
  expect(document.activeElement).toBe(named(pencil))
  expect(sent).toEqual([{ kind: 'renameBranch', branch: 4, name: 'kept' }])
})

it('a name that another branch has is refused where it is written: two of one name could not be told apart [LB-02]', () => {
  openNaming()
  type(' second ')
  key('Enter')
  expect(document.body.textContent).toContain('There is already a branch named “second”. Choose another name.')
  expect(document.activeElement).toBe(field())
  type('third')
  key('Enter')
  expect(sent).toEqual([{ kind: 'renameBranch', branch: 4, name: 'third' }])
})

it('after a naming one Escape closes the menu, though the tooltip of the pencil is open above it [LB-02]', () => {
  openNaming()
  type('kept')
  key('Enter')
  expect(document.activeElement).toBe(named(pencil))
  expect(document.querySelector('[role="tooltip"]')?.textContent).toBe('Another name for it')
  key('Escape', named(pencil))
  expect(document.querySelector('[aria-label="Branches"]')).toBeNull()
})

it('one that was deleted is restored where the list says that it is gone [LB-02]', () => {
  const { view } = useStore.getState()
  const { branches } = view
  useStore.setState({ view: { ...view, branches: { ...branches, deleted: { id: 7, name: 'third' } } } })
  const { element } = mount(
    <Tooltip.Provider>
      <BranchesMenu />
    </Tooltip.Provider>,
  )
  press(element.querySelector('button')!)
  expect(document.querySelector('.branch-deleted')?.textContent).toBe('third is deleted.Restore')
  press(named('Restore third'))
  expect(sent).toEqual([{ kind: 'restoreBranch', branch: 7 }])
  press(named('Delete second'))
  expect(sent.at(-1)).toEqual({ kind: 'deleteBranch', branch: 5 })
})

it('the run that is kept beside this one, before a restart or after it, is said to be, and is returned to [LB-02]', () => {
  const { view } = useStore.getState()
  const before = { branches: 2, end: 12_345_678 }
  useStore.setState({ view: { ...view, branches: { ...view.branches, before } } })
  const { element } = mount(
    <Tooltip.Provider>
      <BranchesMenu />
    </Tooltip.Provider>,
  )
  press(element.querySelector('button')!)
  const said = 'The run that was shown before is kept: 2 branches, until 12.345678\u00a0s.'
  expect(document.querySelector('.branch-deleted span')?.textContent).toBe(said)
  sent.length = 0
  press(named('Return to the run before'))
  expect(sent).toEqual([{ kind: 'returnToRunBefore' }])
})
