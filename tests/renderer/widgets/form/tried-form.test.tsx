// @vitest-environment happy-dom
/** A form of a dialog: what is wrong is shown once it was tried, and what it was refused for stands in it. */
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import type { CommandResult } from '../../../../preload/contract'
import { useTriedForm } from '../../../../renderer/widgets/form/tried-form'
import { mount } from '../../mounted'

interface Props {
  carryOut: (() => Promise<CommandResult>) | null
  done(): void
}

function Form({ carryOut, done }: Props) {
  const { form, tried, failure, onSubmit } = useTriedForm(carryOut, done)
  return (
    <form ref={form} onSubmit={onSubmit}>
      <input aria-invalid={tried && carryOut === null} />
      <output>{failure}</output>
    </form>
  )
}

async function submitted(carryOut: Props['carryOut']) {
  const done = vi.fn()
  const { element, unmount } = mount(<Form carryOut={carryOut} done={done} />)
  const invalid = (): string | null | undefined => element.querySelector('input')?.getAttribute('aria-invalid')
  const before = invalid()
  const event = new Event('submit', { bubbles: true, cancelable: true })
  await act(async () => {
    element.querySelector('form')?.dispatchEvent(event)
  })
  const shown = [before, invalid(), element.querySelector('output')?.textContent, done.mock.calls.length]
  unmount()
  // the page stays where it is
  expect(event.defaultPrevented).toBe(true)
  return shown
}

const answer = (result: CommandResult) => () => Promise.resolve(result)

it('says nothing before it is tried, and sends nothing that is wrong', async () => {
  expect(await submitted(null)).toEqual(['false', 'true', '', 0])
})

it('is as new when it was carried out and stays: nothing is wrong with what is written next before it is tried', async () => {
  const { element, show } = mount(<Form carryOut={answer({ ok: true })} done={() => {}} />)
  await act(async () => {
    element.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  })
  show(<Form carryOut={null} done={() => {}} />)
  expect(element.querySelector('input')?.getAttribute('aria-invalid')).toBe('false')
})

it('is done where it was carried out, and says why where it was refused; who gives up is told nothing', async () => {
  expect(await submitted(answer({ ok: true }))).toEqual(['false', 'false', '', 1])
  expect(await submitted(answer({ ok: false, message: 'refused' }))).toEqual(['false', 'false', 'refused', 0])
  expect(await submitted(answer({ ok: false, message: '', cancelled: true }))).toEqual(['false', 'false', '', 0])
})
