// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { Transport } from '../../../../../renderer/editor/preview/transport/transport'
import { mount } from '../../../mounted'
import { sending } from '../../../store/support/sending'

const page = sending()

it('offers to play, not once the system has ended, neither by button nor by key; what plays can be stopped [GP-25]', () => {
  const { element } = mount(<Transport />)
  const { gpu } = page.state.view
  const shows = (playing: boolean, code?: number): void =>
    act(() =>
      page.shows({ gpu: { ...gpu, playing, bugCheck: code === undefined ? null : { t: 0, code, reason: '' } } }),
    )
  const button = (): HTMLButtonElement => {
    const found = element.querySelector<HTMLButtonElement>('.preview-play')
    if (found === null) throw new Error('there is no button to play')
    return found
  }
  const press = (key: string): void =>
    act(() => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
  shows(false, 0x116)
  expect([button().textContent, button().getAttribute('aria-disabled')]).toEqual(['Play', 'true'])
  expect(button().title).toContain('bug check')
  act(() => button().click())
  press(' ')
  press('j')
  expect(page.sent).toEqual([])
  shows(true, 0x116)
  expect([button().textContent, button().getAttribute('aria-disabled')]).toEqual(['Pause clip', 'false'])
  shows(false)
  expect(button().getAttribute('aria-disabled')).toBe('false')
  press(' ')
  expect(page.sent).toEqual([{ kind: 'play', playing: true }])
})
