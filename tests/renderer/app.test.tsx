// @vitest-environment happy-dom
/** What is drawn before the editor is there, and that it is drawn alone where it is there at once. */
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Page } from '../../renderer/app'
import { mount } from './mounted'
import { unpainted } from './painting'

vi.mock('../../renderer/shell', () => ({ Shell: () => <p>The editor, loaded</p> }))

let painted: () => void

beforeEach(() => {
  painted = unpainted()
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

it('draws an empty frame until the window has been seen, then the editor in its place', async () => {
  const { element } = mount(<Page editor={null} />)
  expect(element.querySelector('[aria-busy="true"]')).not.toBeNull()
  expect(element.textContent).not.toContain('The editor')
  await act(async () => {
    painted()
    await vi.dynamicImportSettled()
  })
  expect(element.textContent).toContain('The editor, loaded')
  expect(element.querySelector('[aria-busy="true"]')).toBeNull()
})

it('draws an editor that is there at once without an empty frame before it', () => {
  const { element } = mount(<Page editor={() => <p>The editor, given</p>} />)
  expect(element.textContent).toContain('The editor, given')
  expect(element.querySelector('[aria-busy="true"]')).toBeNull()
})

it('takes the place of what is written into the page', () => {
  document.body.insertAdjacentHTML('beforeend', '<div id="opening">What is a budget?</div>')
  mount(<Page editor={null} />)
  expect(document.getElementById('opening')).toBeNull()
})
