import type { Chart, ChartType } from 'chart.js'
import { type RefObject, useEffect, useRef } from 'react'
import { releaseCanvases } from '../canvas/context'
import { useShownTheme } from '../canvas/theme'

/**
 * Draws a chart while the component is there, anew in another theme, whose colours have other values.
 * @param draw must be the same function as long as the chart is to stay; null: there is nothing to draw
 */
export function useChart<T extends ChartType, Data, Label>(
  draw: ((canvas: HTMLCanvasElement) => Chart<T, Data[], Label>) | null,
): { canvas: RefObject<HTMLCanvasElement | null>; chart: RefObject<Chart<T, Data[], Label> | null> } {
  const canvas = useRef<HTMLCanvasElement>(null)
  const chart = useRef<Chart<T, Data[], Label> | null>(null)
  const theme = useShownTheme()
  useEffect(() => {
    if (canvas.current === null || draw === null || theme === undefined) return
    const element = canvas.current
    const drawn = draw(element)
    chart.current = drawn
    return () => {
      drawn.destroy()
      releaseCanvases([element])
      chart.current = null
    }
  }, [draw, theme])
  return { canvas, chart }
}
