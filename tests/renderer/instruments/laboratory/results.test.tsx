// @vitest-environment happy-dom
/** The answer of a comparison as the page says it. */
import { Tooltip } from 'radix-ui'
import { expect, it } from 'vitest'
import { Answer, Unused } from '../../../../renderer/instruments/laboratory/results'
import { variantComparison, variantRow } from '../../../support/variant-row'
import { mount } from '../../mounted'

it('names of products are told apart in what there is to choose between, as on the command line [LB-07]', () => {
  const labels = ['none, 512 MiB', 'none, 1 GiB']
  const trade = [
    { labels, best: 'paged in', gives: '' },
    { labels: ['arc'], best: 'memory held', gives: '' },
  ]
  const rows = [...labels, 'arc'].map((label) => variantRow(label))
  const advice = { label: null, text: '', columns: [], against: null, trade }
  const { element, unmount } = mount(<Answer variants={variantComparison(rows, { advice })} />)
  expect([...element.querySelectorAll('li b')].map((name) => name.textContent)).toEqual([
    'none, 512 MiB and none, 1 GiB',
    'arc',
  ])
  // a side that the table does not mark is best, too
  expect(element.querySelector('p')?.textContent).toMatch(/differs by 5 % or less counts as equally good\.$/)
  unmount()
})

it('beside the variant that is advised it is said what counts as equally good: another may be less in a column of the table [LB-07]', () => {
  const rows = ['none', 'arc'].map((label) => variantRow(label))
  const said = (label: string | null): string | null => {
    const advice = { label, text: 'arc: no hitch.', columns: [], against: label && 'none', trade: [] }
    const { element, unmount } = mount(
      <Tooltip.Provider>
        <Answer variants={variantComparison(rows, { advice })} />
      </Tooltip.Provider>,
    )
    const { textContent } = element
    unmount()
    return textContent
  }
  expect(said('arc')).toMatch(/arc: no hitch\.What differs by 5 % or less counts as equally good\./)
  // that which names none says it in its own words
  expect(said(null)).not.toMatch(/5 %/)
})

it('of a side of many devices and models it is said once that the simulation starts again [LB-07]', () => {
  const device = (name: 'integrated' | 'linked') => variantRow(name, { variant: { profile: name } })
  const trade = [
    { labels: ['integrated', 'linked'], best: 'paged in', gives: '' },
    { labels: ['arc'], best: 'memory held', gives: '' },
  ]
  const rows = [device('integrated'), device('linked'), variantRow('arc', { variant: { policy: 'arc' } })]
  const advice = { label: null, text: '', columns: [], against: null, trade }
  const { element, unmount } = mount(<Answer variants={variantComparison(rows, { advice })} />)
  const sides = [...element.querySelectorAll('.laboratory-uses')].map((side) => side.textContent)
  expect(sides[0]).toBe(
    'Use integratedUse linkedAnother device: the simulation starts again, with the project as it is; Branches leads back.',
  )
  expect(sides[1]).toMatch(/^Use arc/)
  unmount()
})

it('where nothing was used, what to do is what can be done: nothing can be pressed in a file [LB-19]', () => {
  const frontier = { best: [{ held: 0, pagedIn: 0 }], thresholds: [], variants: [] }
  const said = (branch: number | null): string => {
    const { element, unmount } = mount(
      <Unused variants={variantComparison([variantRow('none')], { frontier, branch })} />,
    )
    const text = element.textContent ?? ''
    unmount()
    return text
  }
  expect(said(null)).toMatch(/says nothing about your app\. Choose this session or another recording as Work/)
  expect(said(0)).toMatch(/says nothing about your app\. Press what it would use/)
})
