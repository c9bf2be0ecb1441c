// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { expect, it } from 'vitest'
import type { RecordView } from '../../../../preload/contract'
import { RecordsSection } from '../../../../renderer/instruments/laboratory/records'
import { useStore } from '../../../../renderer/store/store'
import { variantComparison, variantRow } from '../../../support/variant-row'
import { mount } from '../../mounted'

const RECORD = { t: 100_000, name: 'A.r', amount: 1, text: '' }
const FINDING = {
  ...RECORD,
  type: 'finding',
  name: 'LB-15',
  bytes: null,
  duration: null,
  more: 'message mine.mjs:5: no',
}
const PAGE_IN = { ...RECORD, type: 'page-in', bytes: 65_536, duration: 15, more: '' }

function headings(records: RecordView[]): (string | null)[] {
  const { view } = useStore.getState()
  const variants = variantComparison([variantRow('mine')])
  const { workload, state, done, total, share, message } = variants
  const found = { count: records.length, sum: records.length, skipped: 0, records }
  const variantRecords = {
    ...{ workload, state, done, total, share, message },
    ...{ label: 'mine', key: 'findingsCount' as const, resource: null, found },
  }
  useStore.setState({ view: { ...view, variants, variantRecords } })
  const { element, unmount } = mount(
    <Tooltip.Provider>
      <RecordsSection />
    </Tooltip.Provider>,
  )
  const shown = [...element.querySelectorAll('th')].map(({ textContent }) => textContent)
  unmount()
  useStore.setState({ view })
  return shown
}

it('a column that no record has anything in leaves its room to what a finding says [LB-06] [LB-15]', () => {
  expect(headings([FINDING])).toEqual(['Time', 'Record', 'Of', 'More'])
  expect(headings([FINDING, PAGE_IN])).toEqual(['Time', 'Record', 'Of', 'Size', 'Took', 'More'])
  expect(headings([PAGE_IN])).toEqual(['Time', 'Record', 'Of', 'Size', 'Took'])
})
