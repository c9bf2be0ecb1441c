import { useState } from 'react'
import { COMPARED, type RecordsView, type VariantRow } from '../../../preload/contract'
import { Outcome } from '../../charts/comparison'
import { send, useStore } from '../../store/store'
import { exactTime, formatBytes, formatCount } from '../../widgets/format'
import { gridHeight, keyTarget, useVirtualGrid, VirtualGrid } from '../../widgets/virtual-grid'
import { openMoment } from './moment'
import { headingOf } from './rows'

/** The records that a number of the table counts. */
export function RecordsSection() {
  const view = useStore((state) => state.view.variantRecords)
  const rows = useStore((state) => state.view.variants?.rows)
  const run = rows?.find(({ label }) => label === view?.label)
  if (view === null || run === undefined) return null
  return (
    <section className="instrument-section" aria-label="Records">
      <header>
        <h3>{`${headingOf(view.key)} of ${view.label}`}</h3>
      </header>
      <Outcome progress={view} unit=" runs" onCancel={() => void send({ kind: 'cancelVariants' })}>
        {view.found !== null && <Found view={view} found={view.found} run={run} />}
      </Outcome>
    </section>
  )
}

/** How many there are, and what they come to. */
function countText(
  { key }: Pick<RecordsView, 'key'>,
  { count, sum, records }: NonNullable<RecordsView['found']>,
): string {
  const unit = COMPARED.find((column) => column.key === key)?.unit
  const total = unit === 'bytes' ? `, ${formatBytes(sum)} together` : ''
  const shown = records.length < count ? `; the first ${formatCount(records.length)} are listed` : ''
  return `${count === 1 ? '1 record' : `${formatCount(count)} records`} of the trace${total}${shown}. Choose one to go to its moment.`
}

function Found({ view, found, run }: { view: RecordsView; found: NonNullable<RecordsView['found']>; run: VariantRow }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const { records } = found
  const grid = useVirtualGrid({
    count: records.length,
    chosenId: chosen,
    at: chosen ?? -1,
    targetOf: (key, page) => keyTarget(key, chosen ?? -1, records.length, page),
    choose: (place) => {
      setChosen(place)
      const record = records[place]
      if (record !== undefined) void openMoment(run, record.t)
    },
  })
  const { first, last } = grid
  return (
    <>
      <p className="detail-hint">{countText(view, found)}</p>
      <div className="laboratory-grid" style={{ height: gridHeight(records.length) }}>
        <VirtualGrid
          grid={grid}
          label="Records that the number counts"
          rowName="record"
          columns={2}
          head={<RecordsHead />}
        >
          {records.slice(first, last + 1).map(({ t, text }, index) => (
            <tr
              key={first + index}
              id={`record-${first + index}`}
              data-id={first + index}
              aria-rowindex={first + index + 2}
              aria-selected={first + index === chosen}
            >
              <td>{exactTime(t)}</td>
              <td title={text}>{text}</td>
            </tr>
          ))}
        </VirtualGrid>
      </div>
    </>
  )
}

function RecordsHead() {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="laboratory-time">
          Time
        </th>
        <th scope="col">Record</th>
      </tr>
    </thead>
  )
}
