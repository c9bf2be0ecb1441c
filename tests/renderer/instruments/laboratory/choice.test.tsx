// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { expect, it } from 'vitest'
import { Choice } from '../../../../renderer/instruments/laboratory/choice'
import { setLaboratoryTab } from '../../../../renderer/store/store'
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
