// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { Modal } from '../../../renderer/widgets/modal'
import { mount } from '../mounted'

it('whoever opens a form is in its first field, a list too; without one the platform chooses; the focus goes back', () => {
  const opener = document.createElement('button')
  document.body.append(opener)
  const first = (field: ReactNode): string | undefined => {
    opener.focus()
    const { unmount } = mount(
      <Modal title="New" onClose={() => {}}>
        {field}
      </Modal>,
    )
    const tag = document.activeElement?.tagName
    unmount()
    expect(document.activeElement).toBe(opener)
    return tag
  }
  expect(
    first(
      <div data-first-focus>
        <select aria-label="a" />
        <input aria-label="b" />
      </div>,
    ),
  ).toBe('SELECT')
  expect(
    first(
      <div data-first-focus>
        <input aria-label="a" />
        <select aria-label="b" />
      </div>,
    ),
  ).toBe('INPUT')
  expect(['SELECT', 'INPUT']).not.toContain(
    first(
      <div>
        <input aria-label="a" />
      </div>,
    ),
  )
})
