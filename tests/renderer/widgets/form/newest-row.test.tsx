// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { focusNewestRow } from '../../../../renderer/widgets/form/newest-row'
import { fakeDisplay } from '../../frame/display'
import { mount } from '../../mounted'

afterEach(() => {
  vi.unstubAllGlobals()
})

const form = (rows: readonly string[]) => (
  <fieldset>
    {rows.map((row) => (
      <div key={row} className="row">
        <input aria-label={row} />
        <input aria-label={`${row} size`} />
      </div>
    ))}
    <button type="button">Add</button>
  </fieldset>
)

it('is led into: its first field has the focus once it is there', () => {
  const display = fakeDisplay()
  const { element, show } = mount(form(['one']))
  const add = element.querySelector('button')!
  add.focus()
  focusNewestRow(add, '.row')
  show(form(['one', 'two']))
  display.show()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('two')
})

it('is none in a form that has no rows, where the focus stays', () => {
  const display = fakeDisplay()
  const { element } = mount(form([]))
  const add = element.querySelector('button')!
  add.focus()
  focusNewestRow(add, '.row')
  display.show()
  expect(document.activeElement).toBe(add)
})
