// @vitest-environment happy-dom
/** Every algorithm on the state as it is: what is said where the limits cannot be read. */
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { expect, it } from 'vitest'
import { Comparison } from '../../../../renderer/instruments/defragmentation/compare'
import { setDefragmentationTab, useStore } from '../../../../renderer/store/store'
import type { DefragmentationForm } from '../../../../renderer/store/tabs/defragmentation'
import { mount } from '../../mounted'

it('says which limit cannot be read until one of them is another [DF-16]', async () => {
  const { element } = mount(
    <Tooltip.Provider>
      <Comparison />
    </Tooltip.Provider>,
  )
  const type = (part: Partial<DefragmentationForm>): void => {
    const { form } = useStore.getState().defragmentationTab
    act(() => setDefragmentationTab({ form: { ...form, ...part } }))
  }
  const alert = (): string | null => element.querySelector('[role="alert"]')?.textContent ?? null
  type({ maxBytes: 'much' })
  expect(alert()).toBeNull()
  await act(async () => element.querySelector('button')?.click())
  expect(alert()).toMatch(/^Max bytes per pass: .*much/)
  type({ maxBytes: '64 MiB' })
  expect(alert()).toBeNull()
})
