/** Colours of styles/theme.css for the canvases of the Background tab, and the patterns that tell priorities apart. */
import { diagonals, type Fill, fillSquare, patternOf } from '../../canvas/hatch'

import { fontFamily, themeColor } from '../../canvas/theme'
import type { TaskPriority } from '../../store/background'

export interface TaskTheme {
  priorities: Record<TaskPriority, string>
  waiting: string
  cancelled: string
  frame: string
  gpu: string
  lane: string
  ground: string
  line: string
  grid: string
  axis: string
  text: string
  textMuted: string
  textOnTask: string
  outline: string
  font: string
}

/** @see renderer/styles/theme.css */
export function taskTheme(): TaskTheme {
  return {
    priorities: { idle: themeColor('--task-idle'), 'above-idle': themeColor('--task-above-idle') },
    waiting: themeColor('--task-waiting'),
    cancelled: themeColor('--danger'),
    frame: themeColor('--frame-time'),
    gpu: themeColor('--frame-gpu'),
    lane: themeColor('--panel-sunken'),
    ground: themeColor('--panel-raised'),
    line: themeColor('--line'),
    grid: themeColor('--chart-grid'),
    axis: themeColor('--chart-axis'),
    text: themeColor('--text'),
    textMuted: themeColor('--text-muted'),
    textOnTask: themeColor('--text-on-accent'),
    outline: themeColor('--moment'),
    font: fontFamily(),
  }
}

const TILE = 8

/** Idle priority is striped, above idle is plain: told apart without colour. Made once for a canvas, not at each draw. */
export function priorityFills(
  { priorities, lane }: TaskTheme,
  context: CanvasRenderingContext2D,
): Record<TaskPriority, Fill> {
  const idle = patternOf(context, TILE, priorities.idle, (brush) => {
    fillSquare(brush, TILE, priorities.idle)
    brush.strokeStyle = lane
    brush.globalAlpha = 0.4
    brush.lineWidth = 2
    diagonals(brush, TILE)
  })
  return { idle, 'above-idle': priorities['above-idle'] }
}
