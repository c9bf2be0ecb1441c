import { Scale } from 'lucide-react'
import { useCallback } from 'react'
import type { ComparisonRow } from '../../../../preload/contract'
import { ComparisonBars, ComparisonTable, Outcome } from '../../../charts/comparison'
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
        <Outcome progress={comparison} unit=" runs" onCancel={() => void send({ kind: 'cancelComparison' })}>
          {comparison.workload !== '' && <p className="detail-hint">Compared: {comparison.workload}</p>}
          {comparison.rows.length > 0 && <Runs rows={comparison.rows} finished={!running} />}
        </Outcome>
      )}
    </section>
  )
}

function Runs({ rows, finished }: { rows: readonly ComparisonRow[]; finished: boolean }) {
  const draw = useCallback((canvas: HTMLCanvasElement) => comparisonChart(canvas, rows), [rows])
  return (
    <>
      <ComparisonTable
        region="Runs"
        label="Comparison of preemption"
        className="gpu-runs"
        columns={COMPARISON_COLUMNS}
        rows={rows}
        keyOf={rowLabel}
      />
      {finished && (
        <ComparisonBars
          draw={draw}
          height={chartHeight(rows.length)}
          label="Worst compositor latency and missed vertical blanks of each run; the table above has the numbers"
          file="preemption"
          csv={() => comparisonCsv(rows)}
        />
      )}
    </>
  )
}
