// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { expect, it } from 'vitest'
import { LaboratoryTab } from '../../../../renderer/instruments/laboratory/tab'
import { setLaboratoryTab, useStore } from '../../../../renderer/store/store'
import { mount } from '../../mounted'

it('where nothing is compared yet, work is asked for only where there is none [LB-03]', () => {
  const { view } = useStore.getState()
  const said = (parts: Partial<typeof view>): string => {
    useStore.setState({ view: { ...view, ...parts } })
    const { element, unmount } = mount(
      <Tooltip.Provider>
        <LaboratoryTab />
      </Tooltip.Provider>,
    )
    const text = element.querySelector('.laboratory > .detail-hint')?.textContent ?? ''
    unmount()
    useStore.setState({ view })
    return text
  }
  expect(said({})).toMatch(/^Nothing is compared yet\. Apply effects or press Play first, .* runs again under each/)
  const done = /^Nothing is compared yet\. Press Compare: what was done so far runs again under each of them/
  expect(said({ gpu: { ...view.gpu, framesPlayed: 1 } })).toMatch(done)
  const effect = { name: 'Blur', gpuTime: 1, resources: new Uint32Array(), completed: 0, inFlight: 1 }
  expect(said({ effects: [effect] })).toMatch(done)
  expect(said({ effects: [{ ...effect, inFlight: 0 }] })).toContain('press Play first')
  const playback = { name: 's', until: 1, steps: 4, expects: false, passed: 0, failed: 0, step: null, derived: null }
  expect(said({ playback: { ...playback, stepsDone: 2 } })).toMatch(done)
  expect(said({ playback: { ...playback, stepsDone: 0 } })).toContain('press Play first')
  // what is compared is not of this session
  setLaboratoryTab({ input: 'file' })
  const comparisonInput = { title: 'jobs', steps: 4, until: 1 }
  expect(said({ comparisonInput })).toMatch(/^Nothing is compared yet\. Press Compare: the file runs again under each/)
  expect(said({})).toContain('press Play first')
  setLaboratoryTab({ input: 'session' })
})
