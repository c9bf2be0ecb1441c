import { FileText } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { ComparedKey, VariantComparisonView, VariantRow } from '../../../preload/contract'
import { type Column, ComparisonTable } from '../../charts/comparison'
import { send, toast, useStore } from '../../store/store'
import { Tip } from '../../widgets/tip'
import { COUNTS_RECORDS, equalRows, headingOf, useOf, type VariantColumn, variantColumns } from './rows'

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

/** Puts what a row has varied in charge of what runs. */
function UseButton({ row }: { row: VariantRow }) {
  const inCharge = useStore((state) => isInCharge(row, state.view))
  const use = useOf(row)
  if (use === null) return null
  if (inCharge) return <p className="detail-hint">{row.label} is in charge now.</p>
  return (
    <>
      <button type="button" className="button button-primary" onClick={() => void take(row)}>
        {use.text}
      </button>
      {use.except !== '' && <p className="detail-hint">{use.except}</p>}
    </>
  )
}

type InterfaceView = ReturnType<typeof useStore.getState>['view']

function isInCharge({ variant, policy }: VariantRow, { system, gpu }: InterfaceView): boolean {
  const { budget, preemption } = variant
  if (variant.policy !== undefined && system.policy !== policy) return false
  if (budget !== undefined && system.configuredBudget !== budget) return false
  if (preemption === undefined) return true
  const { model, graphics, compute } = gpu
  return model === preemption.model && graphics === preemption.graphics && compute === preemption.compute
}

/** One after the other, as a person would. */
async function take({ variant }: VariantRow): Promise<void> {
  const { policy, budget, preemption } = variant
  if (policy !== undefined && !(await send({ kind: 'setPolicy', policy })).ok) return
  if (budget !== undefined && !(await send({ kind: 'setBudget', bytes: budget })).ok) return
  if (preemption !== undefined) await send({ kind: 'setPreemption', ...preemption })
}

/** A row for each run; a number that counts records leads to them. */
export function Rows({ rows, isDone }: { rows: readonly VariantRow[]; isDone: boolean }) {
  const columns = useMemo(
    () =>
      variantColumns(rows).map(
        (column): Column<VariantRow> =>
          isDone && isCount(column) ? { ...column, cell: linked(rows, column) } : column,
      ),
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
        counts.
      </p>
    </>
  )
}

type CountColumn = VariantColumn & { key: ComparedKey }

function isCount(column: VariantColumn): column is CountColumn {
  return (COUNTS_RECORDS as ReadonlySet<string | null>).has(column.key)
}

function linked(rows: readonly VariantRow[], { key, text }: CountColumn): (row: VariantRow) => ReactNode {
  return (row) =>
    row[key] === 0 ? (
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
