/** What every chart shares: colours of axes and text, the ground, the legend, linear axes, the marked moment. */
import type { Chart, ChartType, Plugin } from 'chart.js'
import { fontFamily, themeColor } from '../canvas/theme'

export interface ChartLook {
  panel: string
  axis: string
  grid: string
  text: string
  font: { size: number; family: string }
}

/** @see renderer/styles/theme.css */
export function chartLook(): ChartLook {
  return {
    panel: themeColor('--panel-raised'),
    axis: themeColor('--chart-axis'),
    grid: themeColor('--chart-grid'),
    text: themeColor('--text'),
    font: { size: 11, family: fontFamily() },
  }
}

/** Pictures are drawn when something changed, at the size that they are given, and answer to no pointer themselves. */
export const STILL: { animation: false; maintainAspectRatio: false; events: [] } = {
  animation: false,
  maintainAspectRatio: false,
  events: [],
}

/** Fills the ground, which a saved PNG needs. */
export function fillGround({ ctx, width, height }: Pick<Chart, 'ctx' | 'width' | 'height'>, colour: string): void {
  ctx.save()
  ctx.fillStyle = colour
  ctx.fillRect(0, 0, width, height)
  ctx.restore()
}

export function groundPlugin<T extends ChartType>(colour: string): Plugin<T> {
  return { id: 'ground', beforeDraw: (chart) => fillGround(chart, colour) }
}

/** A legend above the picture, on the left. @param box width and height of what stands before each name, px */
export function legendOf({ text, font }: Pick<ChartLook, 'text' | 'font'>, box: { width: number; height: number }) {
  return {
    position: 'top' as const,
    align: 'start' as const,
    labels: { color: text, font, boxWidth: box.width, boxHeight: box.height },
  }
}

/** An axis of numbers from 0. */
export function linearAxis(
  { axis, grid, font }: ChartLook,
  text: string,
  position: 'left' | 'right' | 'top' | 'bottom',
  options: { gridded: boolean; max?: number },
) {
  return {
    type: 'linear' as const,
    position,
    beginAtZero: true,
    ...(options.max === undefined ? {} : { max: options.max }),
    grid: { color: options.gridded ? grid : 'transparent' },
    border: { color: axis },
    ticks: { color: axis, font, precision: 0, maxTicksLimit: 6 },
    title: { display: true, text, color: axis, font },
  }
}
