// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { expect, it } from 'vitest'
import { Choice } from '../../../../renderer/instruments/laboratory/choice'
import { comparePolicies } from '../../../../renderer/store/compare'
import { setLaboratoryTab, useStore } from '../../../../renderer/store/store'
import { mount } from '../../mounted'

it('what is compared can be chosen where there are no results, also after it was folded below those of another project', () => {
  const shown = (isCompared: boolean): boolean => {
    const { element, unmount } = mount(
      <Tooltip.Provider>
        <Choice running={false} isCompared={isCompared} />
      </Tooltip.Provider>,
    )
    const isShown = element.textContent?.includes('Vary one or two of') === true
    unmount()
    return isShown
  }
  expect([shown(false), shown(true)]).toEqual([true, false])
  setLaboratoryTab({ isOpen: true })
  expect([shown(false), shown(true)]).toEqual([true, true])
  setLaboratoryTab({ isOpen: false })
  expect([shown(false), shown(true)]).toEqual([true, false])
})

it('whoever is led here to compare is at the button that does, once [LB-03]', () => {
  const focused = (): string | null | undefined => {
    const { unmount } = mount(
      <Tooltip.Provider>
        <Choice running={false} isCompared={true} />
      </Tooltip.Provider>,
    )
    const { textContent, tagName } = document.activeElement ?? {}
    unmount()
    return tagName === 'BUTTON' ? textContent : null
  }
  expect(focused()).toBeNull()
  comparePolicies()
  expect(focused()).toMatch(/^Compare \d+ runs$/)
  expect(useStore.getState().laboratoryTab.isAsked).toBe(false)
  expect(focused()).toBeNull()
})
