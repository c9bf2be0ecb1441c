/** What every chart shares: colours of axes and text, the ground, the legend, linear axes, the marked moment. */
import type { Chart, ChartType, Plugin, Scale } from 'chart.js'
import { fontFamily, themeColor } from '../canvas/theme'
import { formatBytes, KIB } from '../widgets/format'

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

/** Labels of an axis that says itself where its lines are: none is left out, and none is turned. */
export function ownTicks({ axis, font }: ChartLook, label: (value: number) => string) {
  const callback = (value: string | number): string => label(Number(value))
  return { color: axis, font, autoSkip: false, maxRotation: 0, callback }
}

/** between the lines of an axis of sizes */
const MOST_STEPS = 5

/** The least of 1, 2, 4, … KiB of which no more than a few make up the whole. */
function sizeStep(most: number): number {
  let step = KIB
  while (most / step > MOST_STEPS) step *= 2
  return step
}

/**
 * An axis of sizes from 0, each in its unit as everywhere else, in steps that are round in it.
 * @param per after each size: "·s" of what is held for a time
 */
export function sizeAxis(
  look: ChartLook,
  text: string,
  position: 'left' | 'bottom',
  options: { gridded: boolean; per?: string },
) {
  const axis = linearAxis(look, text, position, options)
  return {
    ...axis,
    // chart.js rounds the end of an axis as people count
    bounds: 'data' as const,
    ticks: ownTicks(look, (value) => `${formatBytes(value)}${options.per ?? ''}`),
    afterDataLimits: (scale: Scale) => {
      const step = sizeStep(scale.max)
      scale.max = Math.max(1, Math.ceil(scale.max / step)) * step
    },
    afterBuildTicks: (scale: Scale) => {
      const step = sizeStep(scale.max)
      scale.ticks = Array.from({ length: Math.floor(scale.max / step) + 1 }, (_, at) => ({ value: at * step }))
    },
  }
}
