/** Colours of styles/theme.css for the canvases of the Background tab, and the patterns that tell priorities apart. */

import { themeColor } from '../../canvas/theme'
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
    font: getComputedStyle(document.body).fontFamily || 'sans-serif',
  }
}

const TILE = 8

/** Idle priority is striped, above idle is plain: told apart without colour. */
export function priorityFill(
  theme: TaskTheme,
  priority: TaskPriority,
  context: CanvasRenderingContext2D,
): string | CanvasPattern {
  const colour = theme.priorities[priority]
  if (priority === 'above-idle') return colour
  const tile = document.createElement('canvas')
  tile.width = TILE
  tile.height = TILE
  const brush = tile.getContext('2d')
  if (brush === null) return colour
  brush.fillStyle = colour
  brush.fillRect(0, 0, TILE, TILE)
  brush.strokeStyle = theme.lane
  brush.globalAlpha = 0.4
  brush.lineWidth = 2
  brush.beginPath()
  for (const start of [-TILE, 0, TILE]) {
    brush.moveTo(start - 1, TILE + 1)
    brush.lineTo(start + TILE + 1, -1)
  }
  brush.stroke()
  return context.createPattern(tile, 'repeat') ?? colour
}
