// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { ResidencyMap } from '../../../../../renderer/instruments/memory/map/map'
import { emptyState } from '../../../../../renderer/store/model'
import { useStore } from '../../../../../renderer/store/store'
import { mount } from '../../../mounted'

it('where nothing is allocated, as after a recording that has freed all, the map says so and offers an effect', () => {
  useStore.setState({ view: emptyState(), addEffectOpen: false })
  const { element } = mount(<ResidencyMap />)
  expect(element.querySelector('[role="application"]')).toBeNull()
  expect(element.textContent).toContain('No allocations')
  element.querySelector('button')?.click()
  expect(useStore.getState().addEffectOpen).toBe(true)
})
