import { Scale } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { DefragmentationRow } from '../../../preload/contract'
import { ComparisonBars, ComparisonTable, Outcome } from '../../charts/comparison'
import { send, useStore } from '../../store/store'
import type { DefragmentationForm } from '../../store/tabs/defragmentation'
import { Failure } from '../../widgets/form/failure'
import { Tip } from '../../widgets/tip'
import { comparisonChart } from './chart'
import { errorsText, readForm } from './form'
import { useSkippedHeaps } from './skipped'
import { COMPARISON_COLUMNS, comparisonCsv } from './text'

/** px */
const CHART_HEIGHT = 200

/** Every algorithm on the state as it is, side by side (DF-16). */
export function Comparison() {
  const comparison = useStore((state) => state.view.defragmentationComparison)
  const form = useStore((state) => state.defragmentationTab.form)
  /** of the limits as they were then */
  const [failure, setFailure] = useState<{ form: DefragmentationForm; message: string } | null>(null)
  const running = comparison?.state === 'running'
  const isSkipping = useSkippedHeaps() > 0
  const compare = async (): Promise<void> => {
    const read = readForm(form, useStore.getState().view.heapMap.pools)
    if (!read.ok) {
      setFailure({ form, message: errorsText(read.errors) })
      return
    }
    const { maxBytesPerPass = 0, maxAllocationsPerPass = 0 } = read.spec
    const result = await send({ kind: 'compareDefragmentation', maxBytesPerPass, maxAllocationsPerPass }, 'inline')
    setFailure(result.ok ? null : { form, message: result.message })
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
      <Failure message={failure?.form === form ? failure.message : null} />
      {isSkipping && (
        <p className="detail-hint">What is evicted is moved in this comparison, as if it were resident.</p>
      )}
      {comparison === null ? (
        <p className="detail-hint">
          Nothing is compared yet. Each algorithm runs with the limits above: heaps freed against bytes moved.
        </p>
      ) : (
        <Outcome progress={comparison} onCancel={() => void send({ kind: 'cancelDefragmentationComparison' })}>
          {comparison.rows.length > 0 && <Rows rows={comparison.rows} finished={!running} />}
        </Outcome>
      )}
    </section>
  )
}

function Rows({ rows, finished }: { rows: readonly DefragmentationRow[]; finished: boolean }) {
  const draw = useCallback((canvas: HTMLCanvasElement) => comparisonChart(canvas, rows), [rows])
  return (
    <>
      <ComparisonTable
        region="Results"
        label="Comparison of defragmentation"
        className="defrag-scroll-x"
        columns={COMPARISON_COLUMNS}
        rows={rows}
        keyOf={({ algorithm }) => algorithm}
      />
      {finished && (
        <ComparisonBars
          draw={draw}
          height={CHART_HEIGHT}
          label="Heaps freed and bytes moved by each; the table above has the numbers"
          file="comparison"
          csv={() => comparisonCsv(rows)}
        />
      )}
    </>
  )
}
