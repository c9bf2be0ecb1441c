import type { Chart } from 'chart.js'
import { useEffect, useRef } from 'react'
import { useShownTheme } from '../../canvas/theme'
import { useStore } from '../../store/store'
import { formatBytes, formatCount } from '../../widgets/format'
import { curveChart, showCurve } from './chart'
import { SaveButtons } from './save'
import { curveCsv } from './text'

/** Fragmentation and blocks against passes (DF-22). */
export function Convergence() {
  const curve = useStore((state) => state.view.defragmentation.curve)
  const canvas = useRef<HTMLCanvasElement>(null)
  const chart = useRef<Chart<'line', { x: number; y: number }[]> | null>(null)
  const theme = useShownTheme()
  const isEmpty = curve.length === 0
  useEffect(() => {
    // The colours have other values in another theme.
    if (canvas.current === null || theme === undefined || isEmpty) return
    const drawn = curveChart(canvas.current)
    chart.current = drawn
    showCurve(drawn, useStore.getState().view.defragmentation.curve)
    return () => {
      drawn.destroy()
      chart.current = null
    }
  }, [theme, isEmpty])
  useEffect(() => {
    if (chart.current !== null) showCurve(chart.current, curve)
  }, [curve])
  if (isEmpty) return null
  const last = curve[curve.length - 1]!
  const text =
    `After ${formatCount(last.pass)} passes: fragmentation ${(last.fragmentation * 100).toFixed(1)} %, ` +
    `${formatCount(last.blocks)} blocks, ${formatBytes(last.bytesMoved)} moved.`
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
