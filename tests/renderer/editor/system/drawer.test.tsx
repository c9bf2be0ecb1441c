// @vitest-environment happy-dom
/** The System drawer takes the focus of whoever opens it and gives it back, however it is closed. */
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { expect, it } from 'vitest'
import { SystemDrawer } from '../../../../renderer/editor/system/drawer'
import { setInterface } from '../../../../renderer/store/store'
import { mount } from '../../mounted'

const open = (drawerOpen: boolean): void => act(() => setInterface({ drawerOpen }))

function button(id: string): HTMLButtonElement {
  const made = Object.assign(document.createElement('button'), { id })
  document.body.append(made)
  return made
}

it('closed by its shortcut, it leaves the focus where it was when it was opened', () => {
  button('system-button')
  const blur = button('blur')
  mount(
    <Tooltip.Provider>
      <SystemDrawer />
    </Tooltip.Provider>,
  )
  blur.focus()
  open(true)
  expect(document.activeElement?.textContent).toBe('System')
  open(false)
  expect(document.activeElement?.id).toBe('blur')

  // whoever has gone on elsewhere meanwhile stays there
  const other = button('other')
  open(true)
  other.focus()
  open(false)
  expect(document.activeElement?.id).toBe('other')

  // what had it is gone
  open(true)
  other.remove()
  open(false)
  expect(document.activeElement?.id).toBe('system-button')
})
