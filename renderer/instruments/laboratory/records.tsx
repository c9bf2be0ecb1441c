import { ClipboardCopy, GitBranch } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import {
  COMPARED,
  COMPARED_PREEMPTION,
  type RecordsView,
  type RecordView,
  type VariantRecords,
  type VariantRow,
} from '../../../preload/contract'
import { Outcome } from '../../charts/comparison'
import { recordsTsv, recordText } from '../../charts/record-text'
import { send, toast, useStore } from '../../store/store'
import { copyText } from '../../widgets/copy'
import { exactTime, formatBytes, formatCount, formatDuration } from '../../widgets/format'
import { Tip } from '../../widgets/tip'
import { gridHeight, keyTarget, useVirtualGrid, VirtualGrid } from '../../widgets/virtual-grid'
import { openMoment } from './moment'
import { headingOf } from './rows'
import { UseButton } from './use'

/** The records that a number of the table stands on. */
export function RecordsSection() {
  const view = useStore((state) => state.view.variantRecords)
  const rows = useStore((state) => state.view.variants?.rows)
  const run = rows?.find(({ label }) => label === view?.label)
  if (view === null || run === undefined) return null
  const { found } = view
  return (
    <section className="instrument-section" aria-label="Records">
      <header>
        <h3>{`${headingOf(view.key)} of ${view.label}`}</h3>
        {found !== null && found.records.length > 0 && <CopyButton records={found.records} />}
      </header>
      <Outcome progress={view} unit=" runs" onCancel={() => void send({ kind: 'cancelVariants' })}>
        {found !== null && <Found view={view} found={found} run={run} />}
      </Outcome>
    </section>
  )
}

function CopyButton({ records }: { records: readonly RecordView[] }) {
  const copy = (): void => {
    const text = `${records.length === 1 ? '1 record is' : `${formatCount(records.length)} records are`} in the clipboard.`
    if (copyText(recordsTsv(records))) toast('info', text)
  }
  return (
    <Tip text="Copies all that are listed, with their fields apart by tabs, as a spreadsheet pastes them">
      <button type="button" className="button" onClick={copy}>
        <ClipboardCopy size={14} aria-hidden="true" />
        Copy records
      </button>
    </Tip>
  )
}

/** How many there are, and what they come to. */
function countText({ key }: Pick<RecordsView, 'key'>, { count, sum, records }: VariantRecords): string {
  if (count === 0) return 'There is no record of it.'
  const unit = [...COMPARED, ...COMPARED_PREEMPTION].find((column) => column.key === key)?.unit
  const total = count === 1 ? '' : unit === 'bytes' || unit === 'times' ? `, ${formatBytes(sum)} together` : ''
  const shown = records.length < count ? `; the first ${formatCount(records.length)} are listed` : ''
  return `${count === 1 ? '1 record' : `${formatCount(count)} records`}${total}${shown}. Choose one to go to its moment.`
}

const COLUMNS = [
  { key: 'time', label: 'Time' },
  { key: 'type', label: 'Record' },
  { key: 'name', label: 'Of' },
  { key: 'bytes', label: 'Size' },
  { key: 'took', label: 'Took' },
  { key: 'more', label: 'More' },
] as const

function Found({ view, found, run }: { view: RecordsView; found: VariantRecords; run: VariantRow }) {
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
  const record = chosen === null ? undefined : records[chosen]
  // what is selected as text is copied as it is
  const onCopy = (event: ClipboardEvent): void => {
    if (record === undefined || getSelection()?.isCollapsed === false) return
    event.clipboardData.setData('text/plain', recordsTsv([record]))
    event.preventDefault()
  }
  return (
    <>
      <p className="detail-hint">{countText(view, found)}</p>
      {!run.isInput && (
        <div className="laboratory-elsewhere">
          <Elsewhere run={run} at={record?.t ?? records[0]?.t ?? null} />
          <UseButton row={run} />
        </div>
      )}
      {records.length > 0 && (
        <div className="laboratory-grid" style={{ height: gridHeight(records.length) }} onCopy={onCopy}>
          <VirtualGrid
            grid={grid}
            label="Records that the number counts"
            className="laboratory-records"
            rowName="record"
            columns={COLUMNS.length}
            head={<RecordsHead />}
          >
            {records.slice(first, last + 1).map((one, index) => (
              <Row key={first + index} place={first + index} record={one} chosen={first + index === chosen} />
            ))}
          </VirtualGrid>
        </div>
      )}
      {record !== undefined && (
        <p className="laboratory-record" title={record.text}>
          {`${exactTime(record.t)}: ${recordText(record)}`}
        </p>
      )}
    </>
  )
}

/** Of a run that the session did not do. @param at µs, where it is opened; null: it has no record */
function Elsewhere({ run, at }: { run: VariantRow; at: number | null }) {
  const isOfSession = useStore((state) => state.view.variants?.branch ?? null) !== null
  if (!isOfSession)
    return <p className="detail-hint">What was compared is not of this session: its runs cannot be opened in it.</p>
  return (
    <>
      <p className="detail-hint">
        {`A record leads to its moment in the run under ${run.label}, which becomes a branch of this session: Branches leads back.`}
      </p>
      {at !== null && (
        <button type="button" className="button" onClick={() => void openMoment(run, at)}>
          <GitBranch size={14} aria-hidden="true" />
          Open this run
        </button>
      )}
    </>
  )
}

function Row({ place, record, chosen }: { place: number; record: RecordView; chosen: boolean }) {
  const { t, type, name, bytes, duration, more, text } = record
  return (
    <tr id={`record-${place}`} data-id={place} aria-rowindex={place + 2} aria-selected={chosen}>
      <td>{exactTime(t)}</td>
      <td title={text}>{type}</td>
      <td title={name}>{name}</td>
      <td className="cell-number">{bytes === null ? '' : formatBytes(bytes)}</td>
      <td className="cell-number">{duration === null ? '' : formatDuration(duration)}</td>
      <td title={more}>{more}</td>
    </tr>
  )
}

function RecordsHead() {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {COLUMNS.map(({ key, label }) => (
          <th key={key} scope="col" className={`laboratory-record-${key}`}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  )
}
