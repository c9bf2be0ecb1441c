import { FileText } from 'lucide-react'
import { useMemo } from 'react'
import {
  belowBound,
  comparesPreemption,
  inSentence,
  labelsText,
  remarksOf,
  type TradeSide,
  unusedText,
  type VariantComparisonView,
  type VariantRow,
  variantCell,
} from '../../../preload/contract'
import { type Column, ComparisonTable } from '../../charts/comparison'
import { send } from '../../store/store'
import { Tip } from '../../widgets/tip'
import { NumberLink } from './number-link'
import { equalRows, headingOf, MEANING, type Reason, reasonsOf, type VariantColumn, variantColumns } from './rows'
import { UseButton, UseButtons } from './use'

const TOLERANCE = 'What differs by 5 % or less counts as equally good.'
/** The sides of it follow: more than one can be “best” at the same, of which the table marks one (LB-07). */
const TRADE = `No variant is best everywhere: choose what matters to you. ${TOLERANCE}`

/** One sentence, a button that acts on it, and the report. */
export function Answer({ variants }: { variants: VariantComparisonView }) {
  const { advice, rows, frontier } = variants
  if (advice === null) return null
  const row = rows.find(({ label }) => label === advice.label)
  return (
    <section className="laboratory-advice" aria-label="Advice">
      {/* that alone by itself: of many variants the rest is a page, with their buttons */}
      <p role="status">{advice.trade.length === 0 ? advice.text : TRADE}</p>
      {/* a number of the table may be less than that of the one that is advised */}
      {advice.label !== null && <p className="detail-hint">{TOLERANCE}</p>}
      <Trade sides={advice.trade} rows={rows} />
      {advice.trade.length > 0 && advice.beside !== undefined && <p>{advice.beside}</p>}
      <Reasons variants={variants} />
      {row !== undefined && <UseButton row={row} />}
      {frontier !== null && (
        <Tip text="The table, the curves and this advice as one HTML file that every browser shows (LB-18)">
          <button type="button" className="button" onClick={() => void send({ kind: 'saveComparison' })}>
            <FileText size={14} aria-hidden="true" />
            Export report…
          </button>
        </Tip>
      )}
    </section>
  )
}

/** Above the advice, which it takes the weight from. */
export function Unused({ variants: { frontier, rows, branch } }: { variants: VariantComparisonView }) {
  const text = frontier === null ? null : unusedText(frontier, rows)
  return text === null ? null : (
    <p className="laboratory-unused" role="status">
      {text}{' '}
      {branch === null
        ? 'Choose this session or another recording as Work, and compare again.'
        : 'Press what it would use, or choose a scenario as Work, and compare again.'}
    </p>
  )
}

/** What there is to choose between, each with a button that chooses it (LB-07). */
function Trade({ sides, rows }: { sides: readonly TradeSide[]; rows: readonly VariantRow[] }) {
  if (sides.length === 0) return null
  return (
    <ul className="laboratory-trade" aria-label="What there is to choose between">
      {sides.map(({ labels, best, gives }) => (
        <li key={labels.join()}>
          <div>
            <b>{labelsText(labels)}</b>
            <p>{best === '' ? 'Between the others.' : `Best at: ${best}.`}</p>
            {gives !== '' && <p className="laboratory-gives">Gives up: {gives}.</p>}
          </div>
          <div className="laboratory-uses">
            <UseButtons rows={rows.filter(({ label }) => labels.includes(label))} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What the advice rests on: of each column the two numbers that it is about. */
function Reasons({ variants: { advice, rows } }: { variants: VariantComparisonView }) {
  const reasons = advice === null ? [] : reasonsOf(advice, rows)
  if (reasons.length === 0) return null
  return (
    <ul className="laboratory-reasons" aria-label="What the advice rests on">
      {reasons.map(({ key, rows: [one, other] }) => (
        <li key={key}>
          <span title={MEANING[key]}>{headingOf(key)}: </span>
          {inSentence(one.label)} <Value row={one} column={key} />, {inSentence(other.label)}{' '}
          <Value row={other} column={key} />
        </li>
      ))}
    </ul>
  )
}

/** A number that is none stands on nothing. */
function Value({ row, column }: { row: VariantRow; column: Reason['key'] }) {
  const text = variantCell(row, column)
  if (row[column] === 0 || row[column] === null) return text
  return (
    <NumberLink row={row} column={column}>
      {text}
    </NumberLink>
  )
}

/** A row for each run; every number leads to its records. */
export function Rows({ rows }: { rows: readonly VariantRow[] }) {
  const columns = useMemo(() => variantColumns(rows).map(linked), [rows])
  return (
    <>
      <ComparisonTable
        region="Variants"
        label="Comparison of variants"
        className="laboratory-rows"
        columns={columns}
        rows={rows}
        keyOf={({ label }) => label}
      />
      <p className="detail-hint">
        {equalRows(rows)} ✓ is the best of its column, where they differ; less is better. A run whose app lost its
        device, or whose expectations failed, is never the best.
        {comparesPreemption(rows) && ' What only preemption models are compared by is not marked.'} {belowBound(rows)}{' '}
        Press a number for the records that it stands on; arrow keys lead from one to the next.
      </p>
    </>
  )
}

function linked(column: VariantColumn): Column<VariantRow> {
  const { key, text } = column
  if (key === 'remark') return { ...column, cell: (row) => <Remarks row={row} /> }
  if (key === null) return { ...column, cell: (row) => <span className="laboratory-name">{text(row)}</span> }
  return {
    ...column,
    cell: (row) =>
      row[key] === 0 || row[key] === null ? (
        text(row)
      ) : (
        <NumberLink row={row} column={key}>
          {text(row)}
        </NumberLink>
      ),
  }
}

function Remarks({ row }: { row: VariantRow }) {
  return remarksOf(row).map(({ text, key }, index) => (
    <span key={text}>
      {index === 0 ? '' : ', '}
      {key === null ? (
        text
      ) : (
        <NumberLink row={row} column={key}>
          {text}
        </NumberLink>
      )}
    </span>
  ))
}
