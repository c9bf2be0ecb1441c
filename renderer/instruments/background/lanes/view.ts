/** The picture of the worker lanes on their canvases. */
import { HEAD, type LaneBox, type LanesInput, LanesView } from '../../lanes/view'
import { taskTheme } from '../theme'
import { AXIS, type TaskGeometry, taskBand, taskGeometry, taskLaneAt } from './geometry'
import { barAt, laneNames, type TaskLanes, taskLanes } from './list'
import { TaskPainter } from './paint'

/** How near counts as pointed at, in px. */
const REACH = 4
const CANCEL_REACH = 7

/** What lies under a point. */
export interface PointedTask {
  task: number
  /** tasks that are drawn as one there */
  count: number
}

export class TaskLanesView extends LanesView<TaskGeometry, PointedTask> {
  geometry: TaskGeometry = taskGeometry(1, 0)
  protected readonly axis = AXIS
  lanes: TaskLanes | null = null
  private painter: TaskPainter | null = null

  get names(): string[] {
    const { input } = this
    return input === null ? [] : laneNames(input.state.background.threads, input.state.backgroundHistory.tasks)
  }

  pointed(x: number, y: number): PointedTask | null {
    const { lanes, geometry } = this
    const lane = taskLaneAt(geometry, y)
    if (lanes === null || lane === null || x < HEAD || x > HEAD + geometry.plot) return null
    if (lane !== 'queue') return barAt(lanes.bars, lane, x - HEAD, REACH)
    return lanes.cancels.find((mark) => Math.abs(mark.x - (x - HEAD)) <= CANCEL_REACH) ?? null
  }

  protected geometryOf(width: number): TaskGeometry {
    return taskGeometry(width, this.names.length)
  }

  protected useTheme(context: CanvasRenderingContext2D): void {
    this.painter = new TaskPainter(context, taskTheme())
  }

  protected paint({ state, moment }: LanesInput): void {
    const { geometry, view, names } = this
    const { background, backgroundHistory, clock } = state
    const { tasks } = backgroundHistory
    this.lanes = taskLanes(tasks, names, view, clock.now, background.threads[0]?.priority)
    this.painter?.draw({
      geometry,
      view,
      now: clock.now,
      lanes: this.lanes,
      names,
      waiting: background.queue.length,
      label: (task) => tasks.get(task)?.pso ?? '',
      moment,
    })
  }

  protected boxOf(task: number): LaneBox | null {
    const bar = this.lanes?.bars.find((one) => one.task === task)
    return bar === undefined ? null : { x: bar.x, width: bar.width, ...taskBand(bar.lane) }
  }
}
