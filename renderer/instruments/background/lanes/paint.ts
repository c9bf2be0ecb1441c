/** Draws the worker lanes: (draw list, theme) → picture. Knows neither React nor the store. */

import type { Fill } from '../../../canvas/hatch'
import type { TaskPriority } from '../../../store/background'
import { formatShare } from '../../../widgets/format'
import { drawAxis, drawHead, drawMoment } from '../../lanes/paint'
import type { LaneView } from '../../lanes/time'
import { HEAD } from '../../lanes/view'
import { priorityFills, type TaskTheme } from '../theme'
import { AXIS, LANE, laneTop, QUEUE_LANE, type TaskGeometry, taskBand } from './geometry'
import type { TaskBar, TaskLanes } from './list'

export interface TaskPicture {
  geometry: TaskGeometry
  view: LaneView
  now: number
  lanes: TaskLanes
  /** a lane each; those beyond have no thread yet */
  names: readonly string[]
  /** tasks that wait now */
  waiting: number
  /** written on a bar */
  label(task: number): string
  /** µs, null: none is marked */
  moment: number | null
}

const TEXT_ROOM = 40

export class TaskPainter {
  private readonly fills: Record<TaskPriority, Fill>

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly theme: TaskTheme,
  ) {
    this.fills = priorityFills(theme, context)
  }

  draw(picture: TaskPicture): void {
    const { context, theme } = this
    const { geometry } = picture
    context.fillStyle = theme.ground
    context.fillRect(0, 0, geometry.width, geometry.height)
    this.ground(picture)
    context.save()
    context.beginPath()
    context.rect(HEAD, 0, geometry.plot, geometry.height)
    context.clip()
    context.translate(HEAD, 0)
    drawAxis(context, theme, picture, AXIS, AXIS / 2 - 2)
    this.nothing(picture)
    this.queue(picture)
    for (const bar of picture.lanes.bars) this.bar(bar, picture.label)
    this.cancels(picture)
    drawMoment(context, theme, picture, AXIS, picture.moment)
    context.restore()
  }

  private ground({ geometry, names, lanes, view, waiting }: TaskPicture): void {
    for (let lane = 0; lane < geometry.lanes; lane++) {
      const share = (lanes.busy[lane] ?? 0) / (view.to - view.from)
      const name = names[lane]
      const text = name === undefined ? 'not started' : `busy ${formatShare(Math.min(1, share))}`
      this.head(geometry, laneTop(lane), LANE, name ?? `Worker ${lane + 1}`, text)
    }
    this.head(geometry, laneTop(geometry.lanes), QUEUE_LANE, 'Queue', `${waiting} waiting`)
  }

  private head({ plot, width }: TaskGeometry, top: number, height: number, name: string, text: string): void {
    const { context, theme } = this
    context.fillStyle = theme.lane
    context.fillRect(HEAD, top, plot, height - 1)
    context.fillStyle = theme.line
    context.fillRect(0, top + height - 1, width, 1)
    const place = { middle: top + height / 2, apart: 13, width: HEAD - 12 }
    drawHead(context, theme, place, name.charAt(0).toUpperCase() + name.slice(1), text)
  }

  /** Tasks are short and rare: whoever sees none should know where they are. */
  private nothing({ lanes, names, geometry }: TaskPicture): void {
    if (lanes.executions > 0 || lanes.cancels.length > 0 || names.length === 0) return
    const { context, theme } = this
    context.fillStyle = theme.textMuted
    context.font = `11px ${theme.font}`
    context.textAlign = 'center'
    const middle = (AXIS + laneTop(geometry.lanes)) / 2
    context.fillText('No task in this time: Fit shows all of them', geometry.plot / 2, middle, geometry.plot)
    context.textAlign = 'start'
  }

  /** How many tasks wait, as a stepped area. */
  private queue({ lanes, geometry, view, now }: TaskPicture): void {
    if (lanes.mostWaiting === 0) return
    const { context, theme } = this
    const bottom = laneTop(geometry.lanes) + QUEUE_LANE - 2
    const unit = (QUEUE_LANE - 16) / lanes.mostWaiting
    const last = Math.min(geometry.plot, ((now - view.from) / (view.to - view.from)) * geometry.plot)
    context.fillStyle = theme.waiting
    lanes.waiting.forEach(({ x, count }, at) => {
      const until = lanes.waiting[at + 1]?.x ?? last
      if (count > 0 && until > x) context.fillRect(x, bottom - count * unit, Math.max(1, until - x), count * unit)
    })
    context.fillStyle = theme.textMuted
    context.font = `10px ${theme.font}`
    context.fillText(`most ${lanes.mostWaiting}`, 4, laneTop(geometry.lanes) + 8)
  }

  private bar({ lane, x, width, priority, open, count, task }: TaskBar, label: (task: number) => string): void {
    const { context, theme } = this
    const { top, height } = taskBand(lane)
    const shown = open ? width : Math.max(1, width - 1)
    context.fillStyle = width >= 4 ? this.fills[priority] : theme.priorities[priority]
    context.fillRect(x, top, shown, height)
    context.strokeStyle = theme.priorities[priority]
    context.lineWidth = 1
    if (width >= 4) context.strokeRect(x + 0.5, top + 0.5, shown - 1, height - 1)
    const room = Math.floor((width - 10) / 6.4)
    if (width < TEXT_ROOM || room < 3 || count > 1) return
    const text = label(task)
    const written = text.length > room ? `${text.slice(0, room - 1)}…` : text
    context.font = `600 11px ${theme.font}`
    // a plate below the text, as stripes would make it hard to read
    context.fillStyle = theme.priorities[priority]
    context.fillRect(x + 3, top + 2, Math.min(width - 6, context.measureText(written).width + 6), height - 4)
    context.fillStyle = theme.textOnTask
    context.fillText(written, x + 6, top + height / 2, width - 10)
  }

  /** A cross for each cancel callback. */
  private cancels({ lanes, geometry }: TaskPicture): void {
    const { context, theme } = this
    const y = laneTop(geometry.lanes) + 9
    context.strokeStyle = theme.cancelled
    context.lineWidth = 2
    for (const { x } of lanes.cancels) {
      context.beginPath()
      context.moveTo(x - 4, y - 4)
      context.lineTo(x + 4, y + 4)
      context.moveTo(x + 4, y - 4)
      context.lineTo(x - 4, y + 4)
      context.stroke()
    }
  }
}
