import type { Chart } from 'chart.js'
import { useEffect } from 'react'
import { SaveButtons } from '../../charts/save-buttons'
import { useChart } from '../../charts/use-chart'
import { useStore } from '../../store/store'
import { counted, formatBytes, formatShare } from '../../widgets/format'
import { curveChart, showCurve } from './chart'
import { curveCsv } from './text'

function drawCurve(canvas: HTMLCanvasElement): Chart<'line', { x: number; y: number }[]> {
  const drawn = curveChart(canvas)
  showCurve(drawn, useStore.getState().view.defragmentation.curve)
  return drawn
}

/** Fragmentation and blocks against passes (DF-22). */
export function Convergence() {
  const curve = useStore((state) => state.view.defragmentation.curve)
  const isEmpty = curve.length === 0
  const { canvas, chart } = useChart(isEmpty ? null : drawCurve)
  useEffect(() => {
    if (chart.current !== null) showCurve(chart.current, curve)
  }, [curve, chart])
  if (isEmpty) return null
  const last = curve[curve.length - 1]!
  const text =
    `After ${counted(last.pass, 'pass', 'passes')}: fragmentation ${formatShare(last.fragmentation)}, ` +
    `${counted(last.blocks, 'block')}, ${formatBytes(last.bytesMoved)} moved.`
  return (
    <section className="defrag-section" aria-label="Convergence">
      <header>
        <h3>Convergence</h3>
        <SaveButtons what="curve" png={() => chart.current?.toBase64Image('image/png')} csv={() => curveCsv(curve)} />
      </header>
      <div className="defrag-chart">
        <canvas ref={canvas} role="img" aria-label={`Fragmentation and blocks against passes. ${text}`} />
      </div>
    </section>
  )
}
