import type { Chart } from 'chart.js'
import { FileSpreadsheet, ImageDown, Scale } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ComparisonRow, ComparisonView } from '../../../../preload/contract'
import { useShownTheme } from '../../../canvas/theme'
import { saveExport } from '../../../store/save-export'
import { send, useStore } from '../../../store/store'
import { Tip } from '../../../widgets/tip'
import { chartHeight, comparisonChart } from './chart'
import { COMPARISON_COLUMNS, comparisonCsv, rowLabel } from './rows'

/** The workload so far under each model and granularity, side by side (GP-28). */
export function Comparison() {
  const comparison = useStore((state) => state.view.comparison)
  const running = comparison?.state === 'running'
  return (
    <section className="instrument-section gpu-compare" aria-label="Comparison">
      <header>
        <h3>Models and granularities compared</h3>
        <Tip text="Runs what was done so far under Windows 7 and Windows 8 and every granularity (GP-28)">
          <button
            type="button"
            className="button"
            aria-disabled={running}
            onClick={() => running || void send({ kind: 'comparePreemption' })}
          >
            <Scale size={14} aria-hidden="true" />
            Compare
          </button>
        </Tip>
      </header>
      {comparison === null ? (
        <p className="detail-hint">
          Nothing is compared yet. Apply effects or press Play first, so that there is work; then press Compare: the
          same work runs again under each model and granularity.
        </p>
      ) : (
        <Outcome comparison={comparison} />
      )}
    </section>
  )
}

function Outcome({ comparison }: { comparison: ComparisonView }) {
  const { state, done, total, workload, rows, message } = comparison
  return (
    <>
      {state === 'running' && (
        <div className="gpu-progress">
          <progress aria-label="Runs of the comparison done" max={Math.max(1, total)} value={done} />
          <span role="status">
            {done} of {total} runs
          </span>
          <button type="button" className="button" onClick={() => void send({ kind: 'cancelComparison' })}>
            Cancel
          </button>
        </div>
      )}
      {state === 'cancelled' && (
        <p className="detail-hint" role="status">
          Cancelled after {done} of {total} runs.
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
      {workload !== '' && <p className="detail-hint">Compared: {workload}</p>}
      {rows.length > 0 && <Runs rows={rows} finished={state !== 'running'} />}
    </>
  )
}

function Runs({ rows, finished }: { rows: readonly ComparisonRow[]; finished: boolean }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section className="gpu-runs" tabIndex={0} aria-label="Runs">
        <table className="table" aria-label="Comparison of preemption">
          <thead>
            <tr>
              {COMPARISON_COLUMNS.map(({ name, meaning, number }) => (
                <th key={name} scope="col" title={meaning} className={number ? 'number' : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowLabel(row)}>
                {COMPARISON_COLUMNS.map(({ name, text, number }) => (
                  <td key={name} className={number ? 'number' : undefined}>
                    {text(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {finished && <RunsChart rows={rows} />}
    </>
  )
}

function save(format: 'png' | 'csv', content: string): Promise<void> {
  return saveExport('preemption', 'comparison', format, content)
}

function RunsChart({ rows }: { rows: readonly ComparisonRow[] }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const chart = useRef<Chart<'bar'> | null>(null)
  const theme = useShownTheme()
  useEffect(() => {
    // The colours have other values in another theme.
    if (canvas.current === null || theme === undefined) return
    const drawn = comparisonChart(canvas.current, rows)
    chart.current = drawn
    return () => {
      drawn.destroy()
      chart.current = null
    }
  }, [rows, theme])
  const savePng = (): void => {
    const content = chart.current?.toBase64Image('image/png')
    if (content !== undefined) void save('png', content)
  }
  return (
    <>
      <div className="gpu-buttons">
        <Tip text="Save comparison as PNG: the chart as shown">
          <button type="button" className="icon-button" aria-label="Save comparison as PNG" onClick={savePng}>
            <ImageDown aria-hidden="true" size={15} />
          </button>
        </Tip>
        <Tip text="Save comparison as CSV: every number of the table">
          <button
            type="button"
            className="icon-button"
            aria-label="Save comparison as CSV"
            onClick={() => void save('csv', comparisonCsv(rows))}
          >
            <FileSpreadsheet aria-hidden="true" size={15} />
          </button>
        </Tip>
      </div>
      <div className="gpu-chart" style={{ height: chartHeight(rows.length) }}>
        <canvas
          ref={canvas}
          role="img"
          aria-label="Worst compositor latency and missed vertical blanks of each run; the table above has the numbers"
        />
      </div>
    </>
  )
}
