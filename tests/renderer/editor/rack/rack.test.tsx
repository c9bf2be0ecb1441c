// @vitest-environment happy-dom
/** What the rack shows where there are no cards. */
import { expect, it } from 'vitest'
import type { UnmadeView } from '../../../../preload/contract'
import { EffectRack } from '../../../../renderer/editor/rack/rack'
import { useStore } from '../../../../renderer/store/store'
import { mount } from '../../mounted'

function shown(unmade: readonly UnmadeView[]): string {
  const { view } = useStore.getState()
  useStore.setState({ view: { ...view, seq: 1, effects: [], project: { ...view.project, unmade } } })
  const { element, unmount } = mount(<EffectRack />)
  const text = element.textContent
  unmount()
  useStore.setState({ view })
  return text
}

it('does not say that there are no effects where they could not be created [RS-07]', () => {
  expect(shown([])).toContain('No effects yet')
  const text = shown([{ name: 'Blur', kind: 'effect', hresult: 'E_OUTOFMEMORY' }])
  expect(text).toContain('Blur could not be created')
  expect(text).not.toContain('No effects yet')
  expect(shown([{ name: 'Shot', kind: 'clip', hresult: 'E_OUTOFMEMORY' }])).toContain('No effects yet')
})
