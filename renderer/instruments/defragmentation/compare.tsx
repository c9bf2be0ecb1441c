import type { Chart } from 'chart.js'
import { Scale } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { DefragmentationComparisonView, DefragmentationRow } from '../../../preload/contract'
import { useShownTheme } from '../../canvas/theme'
import { send, useStore } from '../../store/store'
import { Failure } from '../../widgets/failure'
import { Tip } from '../../widgets/tip'
import { comparisonChart } from './chart'
import { readForm } from './form'
import { SaveButtons } from './save'
import { COMPARISON_COLUMNS, comparisonCsv } from './text'

/** Every algorithm on the state as it is, side by side (DF-16). */
export function Comparison() {
  const comparison = useStore((state) => state.view.defragmentationComparison)
  const [failure, setFailure] = useState<string | null>(null)
  const running = comparison?.state === 'running'
  const compare = async (): Promise<void> => {
    const read = readForm(useStore.getState().defragmentationTab.form)
    if (!read.ok) {
      setFailure(Object.values(read.errors).join(' '))
      return
    }
    const { maxBytesPerPass = 0, maxAllocationsPerPass = 0 } = read.spec
    const result = await send({ kind: 'compareDefragmentation', maxBytesPerPass, maxAllocationsPerPass }, 'inline')
    setFailure(result.ok ? null : result.message)
  }
  return (
    <section className="defrag-section" aria-label="Comparison">
      <header>
        <h3>Algorithms compared</h3>
        <Tip text="Runs Fast, Balanced and Full to the end on a copy of the state as it is; the running system is not changed (DF-16)">
          <button type="button" className="button" aria-disabled={running} onClick={() => running || void compare()}>
            <Scale size={14} aria-hidden="true" />
            Compare algorithms
          </button>
        </Tip>
      </header>
      <Failure message={failure} />
      {comparison === null ? (
        <p className="detail-hint">
          Nothing is compared yet. Each algorithm runs with the limits above: heaps freed against bytes moved.
        </p>
      ) : (
        <Outcome comparison={comparison} />
      )}
    </section>
  )
}

function Outcome({ comparison }: { comparison: DefragmentationComparisonView }) {
  const { state, done, total, rows, message } = comparison
  return (
    <>
      {state === 'running' && (
        <div className="defrag-progress">
          <progress aria-label="Runs of the comparison done" max={Math.max(1, total)} value={done} />
          <span role="status">
            {done} of {total}
          </span>
          <button
            type="button"
            className="button"
            onClick={() => void send({ kind: 'cancelDefragmentationComparison' })}
          >
            Cancel
          </button>
        </div>
      )}
      {state === 'cancelled' && (
        <p className="detail-hint" role="status">
          Cancelled after {done} of {total}.
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
      {rows.length > 0 && <Rows rows={rows} />}
      {rows.length > 0 && state !== 'running' && <RowsChart rows={rows} />}
    </>
  )
}

function Rows({ rows }: { rows: readonly DefragmentationRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className="defrag-scroll-x" tabIndex={0} aria-label="Results">
      <table className="table" aria-label="Comparison of defragmentation">
        <thead>
          <tr>
            {COMPARISON_COLUMNS.map(({ name, meaning }, at) => (
              <th key={name} scope="col" title={meaning} className={at > 0 ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.algorithm}>
              {COMPARISON_COLUMNS.map(({ name, text }, at) => (
                <td key={name} className={at > 0 ? 'number' : undefined}>
                  {text(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function RowsChart({ rows }: { rows: readonly DefragmentationRow[] }) {
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
  return (
    <>
      <div className="defrag-buttons">
        <SaveButtons
          what="comparison"
          png={() => chart.current?.toBase64Image('image/png')}
          csv={() => comparisonCsv(rows)}
        />
      </div>
      <div className="defrag-chart defrag-chart-bars">
        <canvas
          ref={canvas}
          role="img"
          aria-label="Heaps freed and bytes moved by each; the table above has the numbers"
        />
      </div>
    </>
  )
}
