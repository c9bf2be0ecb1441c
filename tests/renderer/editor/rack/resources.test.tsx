// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { emptyResource } from '../../../../renderer/editor/rack/form'
import { Resources } from '../../../../renderer/editor/rack/resources'
import { mount } from '../../mounted'

it('the box of a resource says what its tick means, ticked or not [TN-35]', () => {
  const rows = [emptyResource(), { ...emptyResource(), key: 2, resident: false }]
  const { element, unmount } = mount(<Resources rows={rows} errors={{ rows: {} }} onChange={() => {}} />)
  const boxes = [...element.querySelectorAll('label.check')].map((label) => [
    label.querySelector('input')?.checked,
    label.textContent,
  ])
  expect(boxes).toEqual([
    [true, 'resident'],
    [false, 'resident'],
  ])
  unmount()
})
