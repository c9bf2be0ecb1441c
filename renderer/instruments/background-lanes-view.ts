/** The two canvases of the worker lanes: the picture below, outlines above. Draws at most once per animation frame. */

import type { ShownTime } from '../store/gpu-lanes'
import type { InterfaceState } from '../store/model'
import { HEAD, type TaskGeometry, taskGeometry, taskLaneAt } from './background-geometry'
import { barAt, laneNames, type TaskBar, type TaskLanes, taskLanes } from './background-lane-list'
import { outlineTasks, TaskPainter } from './background-paint'
import type { TaskTheme } from './background-theme'
import type { LaneView } from './gpu-lane-list'
import { viewOf } from './gpu-view'

/** How near counts as pointed at, in px. */
const REACH = 4
const CANCEL_REACH = 7

export interface TaskLanesInput {
  state: InterfaceState
  shown: ShownTime
  moment: number | null
  selectedTask: number | null
}

/** What lies under a point. */
export interface PointedTask {
  task: number
  /** tasks that are drawn as one there */
  count: number
}

function context2d(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  // Small pictures that change all the time are drawn fastest without the GPU.
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('The browser gave no 2D canvas for the worker lanes')
  return context
}

export class TaskLanesView {
  geometry: TaskGeometry = taskGeometry(1, 0)
  /** what was drawn last */
  view: LaneView = { from: 0, to: 1, width: 1 }
  names: string[] = []
  lanes: TaskLanes | null = null
  private input: TaskLanesInput | null = null
  private theme: TaskTheme | null = null
  private painter: TaskPainter | null = null
  private scheduled = 0
  private width = 1
  private hovered: number | null = null

  constructor(
    private readonly base: HTMLCanvasElement,
    private readonly overlay: HTMLCanvasElement,
    private readonly calm: () => boolean,
    private readonly onDraw: () => void,
  ) {}

  stop(): void {
    cancelAnimationFrame(this.scheduled)
    this.scheduled = 0
  }

  resize(width: number): void {
    this.width = Math.max(1, Math.floor(width))
    this.fit()
    this.draw()
  }

  setTheme(theme: TaskTheme): void {
    this.theme = theme
    this.painter = new TaskPainter(context2d(this.base), theme)
    this.schedule()
  }

  /** The picture as it is now, as a data URL. */
  png(): string {
    this.draw()
    return this.base.toDataURL('image/png')
  }

  update(input: TaskLanesInput): void {
    this.input = input
    this.schedule()
  }

  hover(task: number | null): void {
    if (task === this.hovered) return
    this.hovered = task
    this.outline()
  }

  /** The moment at a place of the element, within the window shown. */
  momentAt(x: number): number {
    const share = Math.min(1, Math.max(0, (x - HEAD) / this.geometry.plot))
    return this.view.from + share * (this.view.to - this.view.from)
  }

  pointed(x: number, y: number): PointedTask | null {
    const { lanes, geometry } = this
    const lane = taskLaneAt(geometry, y)
    if (lanes === null || lane === null || x < HEAD || x > HEAD + geometry.plot) return null
    if (lane !== 'queue') return barAt(lanes.bars, lane, x - HEAD, REACH)
    return lanes.cancels.find((mark) => Math.abs(mark.x - (x - HEAD)) <= CANCEL_REACH) ?? null
  }

  /** Where a task is drawn; null: it is not in view, or has never run. */
  barOf(task: number | null): TaskBar | null {
    return this.lanes?.bars.find((bar) => bar.task === task) ?? null
  }

  private schedule(): void {
    if (this.scheduled === 0) this.scheduled = requestAnimationFrame(() => this.draw())
  }

  /** The canvases have the size of the geometry: a lane more makes them higher. */
  private fit(): void {
    this.geometry = taskGeometry(this.width, this.names.length)
    for (const canvas of [this.base, this.overlay]) {
      canvas.width = Math.round(this.geometry.width * devicePixelRatio)
      canvas.height = Math.round(this.geometry.height * devicePixelRatio)
      context2d(canvas).setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
    }
  }

  private draw(): void {
    this.stop()
    const { input, painter } = this
    if (input === null || painter === null || this.width <= 1) return
    const { state, shown, moment } = input
    const { background, backgroundHistory, clock } = state
    const { tasks } = backgroundHistory
    this.names = laneNames(background.threads, tasks)
    if (taskGeometry(this.width, this.names.length).height !== this.geometry.height) this.fit()
    this.view = viewOf(shown, clock.now, this.geometry.plot, this.calm())
    this.lanes = taskLanes(tasks, this.names, this.view, clock.now, background.threads[0]?.priority)
    painter.draw({
      geometry: this.geometry,
      view: this.view,
      now: clock.now,
      lanes: this.lanes,
      names: this.names,
      waiting: background.queue.length,
      label: (task) => tasks.get(task)?.pso ?? '',
      moment,
    })
    this.outline()
    this.onDraw()
  }

  private outline(): void {
    const { input, theme } = this
    if (input === null || theme === null) return
    const bars = [this.hovered, input.selectedTask].flatMap((task) => {
      const bar = this.barOf(task)
      return bar === null ? [] : [{ bar, strong: task === input.selectedTask }]
    })
    outlineTasks(context2d(this.overlay), this.geometry, theme, bars)
  }
}
