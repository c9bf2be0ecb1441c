import { ClipboardCopy, GitBranch } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import {
  inSentence,
  MOST_RECORDS,
  type RecordsView,
  type RecordView,
  type VariantRecords,
  type VariantRow,
} from '../../../preload/contract'
import { Outcome } from '../../charts/comparison'
import { recordsTsv, recordText } from '../../charts/record-text'
import { send, toast, useStore } from '../../store/store'
import { copyText } from '../../widgets/copy'
import { formatBytes, formatCount, formatTime } from '../../widgets/format'
import { Tip } from '../../widgets/tip'
import { gridHeight, keyTarget, useVirtualGrid, VirtualGrid } from '../../widgets/virtual-grid'
import { openMoment } from './moment'
import { NUMBER, NumberLink, showRecords } from './number-link'
import { addsOwn, countText, lettersOf, numbersOf, titleOf } from './records-text'
import { UseButton } from './use'

/** The records that a number of the comparison stands on. */
export function RecordsSection() {
  const view = useStore((state) => state.view.variantRecords)
  const rows = useStore((state) => state.view.variants?.rows)
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const number = useRef<HTMLElement | null>(null)
  const run = rows?.find(({ label }) => label === view?.label)
  const title = view === null ? '' : titleOf(view)
  const found = view?.found ?? null
  const isFound = found !== null
  // the number that was pressed may stand far from here; what is found makes the section higher
  useEffect(() => {
    if (title === '') return
    section.current?.scrollIntoView({ block: isFound ? 'nearest' : 'start' })
    // who pressed it by a key would be out of sight, and as many keys away as there are numbers
    const pressed = document.activeElement
    if (!(pressed instanceof HTMLElement && pressed.matches(`${NUMBER}:focus-visible`))) return
    number.current = pressed
    heading.current?.focus({ preventScroll: true })
  }, [title, isFound])
  if (view === null || run === undefined) return null
  return (
    <section
      ref={section}
      className="instrument-section laboratory-found"
      aria-label="Records"
      onKeyDown={({ key }) => key === 'Escape' && number.current?.focus()}
    >
      <header>
        <h3 ref={heading} tabIndex={-1} aria-description="Escape: back to the number">
          {title}
        </h3>
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

const COLUMNS = [
  { key: 'time', label: 'Time' },
  { key: 'type', label: 'Record' },
  { key: 'name', label: 'Of' },
  { key: 'bytes', label: 'Size' },
  { key: 'took', label: 'Took' },
  { key: 'adds', label: 'Adds' },
  { key: 'more', label: 'More' },
] as const

type Key = (typeof COLUMNS)[number]['key']

/**
 * What a record adds to the number has a column of its own where it is neither its size nor how long it took. What no record
 * has, such as what they are of, or the size of a finding, has none: the others need the room.
 */
const columnsOf = ({ key }: Pick<RecordsView, 'key'>, records: readonly RecordView[]) => {
  const has: Partial<Record<Key, boolean>> = {
    adds: addsOwn(key),
    name: records.some(({ name }) => name !== ''),
    bytes: records.some(({ bytes }) => bytes !== null),
    took: records.some(({ duration }) => duration !== null),
    more: records.some(({ more }) => more !== ''),
  }
  return COLUMNS.filter((column) => has[column.key] !== false)
}

function Found({ view, found, run }: { view: RecordsView; found: VariantRecords; run: VariantRow }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const { records } = found
  const { key } = view
  const [columns, letters] = useMemo(() => [columnsOf({ key }, records), lettersOf(key, records)], [key, records])
  const shown = new Set(columns.map(({ key }) => key))
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
  return (
    <>
      <p className="detail-hint">
        {countText(view, found)}
        {view.key === 'timesBound' && (
          <>
            {' It is divided by the bound: '}
            <NumberLink row={run} column="bound">
              {formatBytes(run.bound)}
            </NumberLink>
            .
          </>
        )}
      </p>
      <Pages view={view} found={found} />
      <div className="laboratory-elsewhere">
        <Elsewhere run={run} at={record?.t ?? records[0]?.t ?? null} />
        {!run.isInput && <UseButton row={run} />}
      </div>
      {records.length > 0 && (
        <div
          className="laboratory-grid"
          style={{ height: gridHeight(records.length) }}
          data-copy={record === undefined ? undefined : recordsTsv([record])}
        >
          <VirtualGrid
            grid={grid}
            label="Records that the number counts"
            className="laboratory-records"
            rowName="record"
            columns={columns.length}
            head={<RecordsHead columns={columns} letters={letters} />}
          >
            {records.slice(first, last + 1).map((one, index) => (
              <Row
                key={first + index}
                place={first + index}
                record={one}
                chosen={first + index === chosen}
                shown={shown}
                numbers={numbersOf(key, one)}
              />
            ))}
          </VirtualGrid>
        </div>
      )}
      {record !== undefined && (
        <p className="laboratory-record" title={record.text}>
          {`${formatTime(record.t)}: ${recordText(record)}`}
        </p>
      )}
    </>
  )
}

/** Where a record leads. @param at µs, where the run is opened; null: it has no record */
function Elsewhere({ run, at }: { run: VariantRow; at: number | null }) {
  const isOfSession = useStore((state) => state.view.variants?.branch ?? null) !== null
  if (isOfSession && run.isInput) return null
  return (
    <>
      <p className="detail-hint">
        {isOfSession
          ? `A record leads to its moment in the run under ${inSentence(run.label)}, which becomes a branch of this session: Branches leads back.`
          : 'What was compared is not of this session. A record opens it in the place of the session, at that moment; you are asked about what is unsaved.'}
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

/** Of many, those that are listed, and the way to the others. */
function Pages({ view: { key, label, resource }, found }: { view: RecordsView; found: VariantRecords }) {
  const { skipped, records, count } = found
  if (skipped === 0 && records.length === count) return null
  const show = (skip: number) => void showRecords(label, key, resource ?? undefined, skip)
  const after = skipped + records.length
  return (
    <div className="laboratory-pages">
      <button
        type="button"
        className="button"
        aria-disabled={skipped === 0}
        onClick={() => skipped > 0 && show(Math.max(0, skipped - MOST_RECORDS))}
      >
        Earlier records
      </button>
      <span>{`${formatCount(skipped + 1)} to ${formatCount(after)} of ${formatCount(count)}`}</span>
      <button
        type="button"
        className="button"
        aria-disabled={after >= count}
        onClick={() => after < count && show(after)}
      >
        Later records
      </button>
    </div>
  )
}

interface RowProps {
  place: number
  record: RecordView
  chosen: boolean
  /** columns that there are */
  shown: ReadonlySet<Key>
  numbers: ReturnType<typeof numbersOf>
}

function Row({ place, record, chosen, shown, numbers }: RowProps) {
  const { type, name, more, text } = record
  const { time, bytes, took, adds } = numbers
  return (
    <tr id={`record-${place}`} data-id={place} aria-rowindex={place + 2} aria-selected={chosen}>
      <td>{time}</td>
      <td title={text}>{type}</td>
      {shown.has('name') && <td title={name}>{name}</td>}
      {shown.has('bytes') && <td className="cell-number">{bytes}</td>}
      {shown.has('took') && <td className="cell-number">{took}</td>}
      {shown.has('adds') && <td className="cell-number">{adds}</td>}
      {shown.has('more') && (
        <td className="laboratory-record-more" title={more}>
          {more}
        </td>
      )}
    </tr>
  )
}

/** Of its longest number, none of which is cut: names have the rest. */
function widthOf(label: string, letters: number | undefined): { width: string } | undefined {
  if (letters === undefined) return undefined
  return { width: `calc(${Math.max(label.length, letters)}ch + 2 * var(--pad) + 1px)` }
}

interface HeadProps {
  columns: ReturnType<typeof columnsOf>
  letters: ReturnType<typeof lettersOf>
}

function RecordsHead({ columns, letters }: HeadProps) {
  const widths: Partial<Record<Key, number>> = letters
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ key, label }) => (
          <th key={key} scope="col" className={`laboratory-record-${key}`} style={widthOf(label, widths[key])}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  )
}
