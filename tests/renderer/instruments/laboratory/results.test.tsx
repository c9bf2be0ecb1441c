// @vitest-environment happy-dom
/** The answer of a comparison as the page says it. */
import { expect, it } from 'vitest'
import { Answer } from '../../../../renderer/instruments/laboratory/results'
import { variantRow } from '../../../support/variant-row'
import { mount } from '../../mounted'

it('names of products are told apart in what there is to choose between, as on the command line [LB-07]', () => {
  const labels = ['none, 512 MiB', 'none, 1 GiB']
  const trade = [
    { labels, best: 'paged in', gives: '' },
    { labels: ['arc'], best: 'memory held', gives: '' },
  ]
  const { element, unmount } = mount(
    <Answer
      variants={{
        ...{
          state: 'done',
          done: 3,
          total: 3,
          share: 1,
          message: null,
          workload: '',
          derived: [],
          seed: 1,
          branch: null,
        },
        ...{ rows: [...labels, 'arc'].map((label) => variantRow(label)), curves: [], from: 0, until: 1 },
        frontier: null,
        advice: { label: null, text: '', columns: [], against: null, trade },
      }}
    />,
  )
  expect([...element.querySelectorAll('li b')].map((name) => name.textContent)).toEqual([
    'none, 512 MiB and none, 1 GiB',
    'arc',
  ])
  unmount()
})
