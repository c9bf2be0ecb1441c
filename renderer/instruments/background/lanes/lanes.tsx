import { Legend, Swatch } from '../../../canvas/legend'
import { besidePoint, CanvasTooltip } from '../../../canvas/tooltip'
import { isPlaying, useStore } from '../../../store/store'
import { FirstActions } from '../../../widgets/empty'
import { formatCount } from '../../../widgets/format'
import { playFirst, useFirst } from '../../first-actions'
import type { LaneHandles, LaneHover } from '../../lanes/events'
import { Lanes, type LanesSource } from '../../lanes/lanes'
import { TOOLTIP } from '../../lanes/view'
import { lanesSummary, taskFacts, taskSentence } from '../text'
import { taskControls, taskPointing } from './controls'
import { heightOf } from './geometry'
import { laneNames } from './list'
import { type PointedTask, TaskLanesView } from './view'
import './lanes.css'

/** of .lanes-area, above and below, in px */
const BORDERS = 2

export const taskLanesSource: LanesSource<TaskLanesView> = {
  create: (...canvases) => new TaskLanesView(...canvases),
  input() {
    const { view, moment, range, backgroundTab } = useStore.getState()
    const { shown, selectedTask } = backgroundTab
    return { state: view, shown, moment, range, delay: view.delay, selected: selectedTask }
  },
  parts: ({ view, moment, range, backgroundTab }) => [
    view.clock,
    view.background,
    view.backgroundHistory,
    view.delay,
    moment,
    range,
    backgroundTab,
  ],
}

function summaryOf({ lanes, view, names }: TaskLanesView): string | null {
  if (lanes === null) return null
  const { background } = useStore.getState().view
  return lanesSummary(background, view.to - view.from, view.to, names, lanes.busy, lanes.executions)
}

function Announcement() {
  const selected = useStore((state) => state.backgroundTab.selectedTask)
  const record = useStore.getState().view.backgroundHistory.tasks.get(selected)
  return record === undefined ? '' : taskSentence(record)
}

function TaskTooltip({ hover }: { hover: LaneHover<PointedTask> }) {
  const { task, count } = hover.pointed
  const history = useStore((state) => state.view.backgroundHistory)
  const record = history.tasks.get(task)
  if (record === undefined) return null
  const more = count > 1 ? { note: `and ${formatCount(count - 1)} more here: zoom in to see each` } : {}
  return (
    <CanvasTooltip
      style={besidePoint(hover, TOOLTIP)}
      title={`Task ${record.task}`}
      facts={taskFacts(record)}
      {...more}
    />
  )
}

const HELP =
  'Left and right arrows move through time, with Control they select the next task, as up and down do; ' +
  'plus and minus or W and S zoom, A and D move, 0 fits, End follows, M puts the time cursor here, with Shift the arrows ' +
  'select a range, Escape clears.'

const PLAY = [{ label: 'Play the clip', run: () => void playFirst() }]

/** A lane per thread of the runtime with its task executions over simulated time, and the queue below (BP-28). */
export function TaskLanes({ lanes }: { lanes: LaneHandles<TaskLanesView> }) {
  const threads = useStore(
    (state) => laneNames(state.view.background.threads, state.view.backgroundHistory.tasks).length,
  )
  const nothing = useStore((state) => state.view.backgroundHistory.tasks.count === 0)
  const hasEffects = useStore((state) => state.view.project.stack.length > 0)
  const first = useFirst()
  const playing = useStore(isPlaying)
  return (
    <Lanes
      lanes={lanes}
      controls={taskControls}
      pointing={taskPointing}
      label="Worker lanes"
      of="background tasks"
      help={HELP}
      height={heightOf(threads) + BORDERS}
      summary={summaryOf}
      announcement={<Announcement />}
      tooltip={(hover) => <TaskTooltip hover={hover} />}
    >
      {nothing && (
        <div className="background-nothing">
          {playing && hasEffects ? (
            <p>No task yet: the driver asks for the first one when effects have been used often enough.</p>
          ) : (
            <>
              <p>No task yet: use an effect often.</p>
              <FirstActions actions={hasEffects ? PLAY : first} />
            </>
          )}
        </div>
      )}
    </Lanes>
  )
}

/** Colours and patterns of the lanes. */
export function TaskLegend() {
  return (
    <Legend
      label="Kinds of tasks"
      entries={[
        {
          text: 'Idle priority',
          meaning: 'The default: runs only where foreground threads leave room (BP-01, BP-29)',
          mark: <Swatch className="task-swatch-idle" />,
        },
        {
          text: 'Above idle',
          meaning: 'While a commit at high priority is under way: may cost frames (BP-10, BP-29)',
          mark: <Swatch className="task-swatch-above" />,
        },
        {
          text: 'Waiting',
          meaning: 'How many tasks wait, in the order in which they were received (BP-19)',
          mark: <Swatch className="task-swatch-waiting" />,
        },
        {
          text: 'Cancelled',
          meaning: 'Its cancel callback was invoked instead of the task (BP-04, BP-20, BP-24)',
          mark: (
            <span className="task-swatch-cancelled" aria-hidden="true">
              ✕
            </span>
          ),
        },
      ]}
    />
  )
}
