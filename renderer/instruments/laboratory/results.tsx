import { FileText } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { RECORDED, type RecordedKey, type VariantComparisonView, type VariantRow } from '../../../preload/contract'
import { type Column, ComparisonTable } from '../../charts/comparison'
import { send, toast } from '../../store/store'
import { Tip } from '../../widgets/tip'
import { equalRows, headingOf, type VariantColumn, variantColumns } from './rows'
import { UseButton } from './use'

/** One sentence, a button that acts on it, and the report. */
export function Answer({ variants: { advice, rows, frontier } }: { variants: VariantComparisonView }) {
  if (advice === null) return null
  const row = rows.find(({ label }) => label === advice.label)
  return (
    <div className="laboratory-advice" role="status">
      <p>{advice.text}</p>
      {row !== undefined && <UseButton row={row} />}
      {frontier !== null && (
        <Tip text="The table, the curves and this advice as one HTML file that every browser shows (LB-18)">
          <button type="button" className="button" onClick={() => void saveReport()}>
            <FileText size={14} aria-hidden="true" />
            Export report…
          </button>
        </Tip>
      )}
    </div>
  )
}

async function saveReport(): Promise<void> {
  const result = await send({ kind: 'saveComparison' })
  if (result.ok) toast('info', result.message ?? 'Saved the comparison.')
}

/** A row for each run; a number that counts records leads to them. */
export function Rows({ rows, isDone }: { rows: readonly VariantRow[]; isDone: boolean }) {
  const columns = useMemo(
    () =>
      variantColumns(rows).map((column): Column<VariantRow> => {
        const key = recordedKey(column)
        return isDone && key !== undefined ? { ...column, cell: linked(rows, key, column) } : column
      }),
    [rows, isDone],
  )
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
        {equalRows(rows)} ✓ is the best of its column, where they differ; less is better. A run whose device was
        removed, or whose expectations failed, is never the best. Press an underlined number for the records that it
        stands on; the others are integrals over the whole run, as the curves below.
      </p>
    </>
  )
}

/** The key of a column whose number stands on records; undefined: it is an integral, or no number. */
const recordedKey = ({ key }: VariantColumn): RecordedKey | undefined => RECORDED.find((one) => one === key)

function linked(
  rows: readonly VariantRow[],
  key: RecordedKey,
  { text }: VariantColumn,
): (row: VariantRow) => ReactNode {
  return (row) =>
    row[key] === 0 || row[key] === null ? (
      text(row)
    ) : (
      <button
        type="button"
        className="laboratory-link"
        aria-label={`${headingOf(key)} of ${row.label}: ${text(row)}; show its records`}
        onClick={() => void send({ kind: 'showRecords', row: rows.indexOf(row), column: key })}
      >
        {text(row)}
      </button>
    )
}
