/** Several runs of the same work compared: how far it is, a table, and a chart of two bars a run. */
import type { Chart } from 'chart.js'
import type { ReactNode } from 'react'
import { SaveButtons } from './save-buttons'
import { useTableKeys } from './table-keys'
import { useChart } from './use-chart'
import './comparison.css'
import { said } from '../glossary/codes'

interface Progress {
  state: 'running' | 'done' | 'cancelled' | 'failed'
  done: number
  total: number
  /** 0 to 1: also of what is not done yet */
  share: number
  message: string | null
}

interface OutcomeProps {
  progress: Progress
  /** what is counted, after a space: " runs"; of one alone is said how much of it is done */
  unit?: string
  onCancel(): void
  children: ReactNode
}

/** How far it is and what came of it, above the results. */
export function Outcome({ progress, unit = '', onCancel, children }: OutcomeProps) {
  const { state, done, total, share, message } = progress
  const far = total === 1 ? `${Math.floor(share * 100)} %` : `${done} of ${total}${unit}`
  return (
    <>
      {state === 'running' && (
        <div className="comparison-progress">
          <progress aria-label="Runs of the comparison done" max={1} value={share} />
          {/* a share that grows is the bar's to tell: read aloud each time, it would never end */}
          <span role={total === 1 ? undefined : 'status'}>{far}</span>
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
        </div>
      )}
      {state === 'cancelled' && (
        <p className="detail-hint" role="status">
          Cancelled after {far}.
        </p>
      )}
      {message !== null && (
        <p
          className={state === 'failed' ? 'field-error' : 'detail-hint'}
          role={state === 'failed' ? 'alert' : 'status'}
        >
          {message}
        </p>
      )}
      {children}
    </>
  )
}

export interface Column<Row> {
  name: string
  meaning: string
  text(row: Row): string
  /** what is drawn instead of the text */
  cell?(row: Row): ReactNode
  /** it is a number, so that it stands to the right */
  number: boolean
}

interface TableProps<Row> {
  /** the accessible names: of what scrolls, and of the table */
  region: string
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string
  className?: string
}

/** A row for each run, that scrolls sideways where it is too wide. */
export function ComparisonTable<Row>({ region, label, columns, rows, keyOf, className = '' }: TableProps<Row>) {
  const { table, onFocus, onKeyDown } = useTableKeys()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className={`comparison-table ${className}`} tabIndex={0} aria-label={region}>
      <table ref={table} className="table" aria-label={label} onFocus={onFocus} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {columns.map(({ name, meaning, number }) => (
              <th key={name} scope="col" {...said(meaning)} className={number ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, at) => (
                <Cell key={column.name} column={column} row={row} names={at === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** @param names it is what the row is called by: of what a number is has to be heard with it */
function Cell<Row>({ column, row, names }: { column: Column<Row>; row: Row; names: boolean }) {
  const { text, cell, number } = column
  const look = number ? 'number' : undefined
  const content = cell?.(row) ?? text(row)
  if (!names) return <td className={look}>{content}</td>
  return (
    <th scope="row" className={look}>
      {content}
    </th>
  )
}

interface BarsProps {
  /** see `useChart` */
  draw(canvas: HTMLCanvasElement): Chart<'bar', number[], string | string[]>
  /** px */
  height: number
  label: string
  /** what the file is called, after the project's name: "preemption" */
  file: string
  csv(): string
}

/** The chart, with buttons that save it and its numbers. */
export function ComparisonBars({ draw, height, label, file, csv }: BarsProps) {
  const { canvas, chart } = useChart(draw)
  return (
    <>
      <div className="comparison-buttons">
        <SaveButtons
          file={file}
          what="comparison"
          numbers="every number of the table"
          png={() => chart.current?.toBase64Image('image/png')}
          csv={csv}
        />
      </div>
      <div className="comparison-chart" style={{ height }}>
        <canvas ref={canvas} role="img" aria-label={label} />
      </div>
    </>
  )
}
