// @vitest-environment happy-dom
/** The answer of a comparison as the page says it. */
import { expect, it } from 'vitest'
import { Answer } from '../../../../renderer/instruments/laboratory/results'
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
  unmount()
})
