import { type RefObject, useEffect, useRef, useState } from 'react'
import { setBackgroundTab, useBackgroundTab } from '../store/background-tab'
import { useStore } from '../store/store'
import { formatCount } from '../widgets/format'
import { reducedMotion, useShownTheme } from '../widgets/theme'
import { heightOf } from './background-geometry'
import { laneNames } from './background-lane-list'
import { type TaskHover, useTaskLaneEvents } from './background-lanes-events'
import { type TaskLanesInput, TaskLanesView } from './background-lanes-view'
import { lanesSummary, taskFacts, taskSentence } from './background-text'
import { taskTheme } from './background-theme'
import { revealed } from './gpu-view'
import './gpu-lanes.css'

const SUMMARY_EVERY = 2000
/** of .gpu-area, above and below, in px */
const BORDERS = 2

function inputNow(): TaskLanesInput {
  const { view, moment } = useStore.getState()
  const { shown, selectedTask } = useBackgroundTab.getState()
  return { state: view, shown, moment, selectedTask }
}

/** Joins the canvases to the stores, the element's width and the theme. */
export function useTaskLanes() {
  const area = useRef<HTMLDivElement>(null)
  const base = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<HTMLCanvasElement>(null)
  const view = useRef<TaskLanesView | null>(null)
  const onDraw = useRef<(() => void) | null>(null)
  const theme = useShownTheme()
  useEffect(() => {
    if (area.current === null || base.current === null || overlay.current === null) return
    const lanes = new TaskLanesView(base.current, overlay.current, reducedMotion, () => onDraw.current?.())
    view.current = lanes
    lanes.update(inputNow())
    const stops = [
      useStore.subscribe((state, before) => {
        const a = state.view
        const b = before.view
        const changed =
          a.clock !== b.clock || a.background !== b.background || a.backgroundHistory !== b.backgroundHistory
        if (changed || state.moment !== before.moment) lanes.update(inputNow())
      }),
      useBackgroundTab.subscribe(() => lanes.update(inputNow())),
    ]
    const observer = new ResizeObserver(([entry]) => {
      if (entry) lanes.resize(entry.contentRect.width)
    })
    observer.observe(area.current)
    return () => {
      for (const stop of stops) stop()
      observer.disconnect()
      lanes.stop()
      view.current = null
    }
  }, [])
  // The colours have other values in another theme.
  useEffect(() => {
    if (theme) view.current?.setTheme(taskTheme())
  }, [theme])
  return { area, base, overlay, view, onDraw }
}

/** A moment that was marked elsewhere is brought into view. */
function useMomentInView(): void {
  const moment = useStore((state) => state.moment)
  useEffect(() => {
    if (moment === null) return
    const { shown } = useBackgroundTab.getState()
    setBackgroundTab({ shown: revealed(shown, useStore.getState().view.clock.now, moment, moment) })
  }, [moment])
}

/** For screen readers; changes rarely, as it is read on demand and not announced. */
function Summary({ id, view }: { id: string; view: RefObject<TaskLanesView | null> }) {
  const [text, setText] = useState('')
  useEffect(() => {
    const refresh = (): void => {
      const lanes = view.current
      if (lanes === null || lanes.lanes === null) return
      const { from, to } = lanes.view
      const { busy, executions } = lanes.lanes
      setText(lanesSummary(useStore.getState().view.background, to - from, to, lanes.names, busy, executions))
    }
    const timer = setInterval(refresh, SUMMARY_EVERY)
    const first = setTimeout(refresh, 100)
    return () => {
      clearInterval(timer)
      clearTimeout(first)
    }
  }, [view])
  return (
    <p id={id} className="visually-hidden">
      {text}
    </p>
  )
}

/** What the keyboard's selection has come to, for screen readers: only while the lanes have the focus. */
function Announcer() {
  const selected = useBackgroundTab((state) => state.selectedTask)
  const record = useStore.getState().view.backgroundHistory.tasks.get(selected)
  return (
    <p className="visually-hidden" aria-live="polite">
      {record === undefined ? '' : taskSentence(record)}
    </p>
  )
}

/** As wide as .gpu-tooltip, in px. */
const TOOLTIP = 256

function TaskTooltip({ hover }: { hover: TaskHover }) {
  const { pointed, x, y, width } = hover
  const history = useStore((state) => state.view.backgroundHistory)
  const record = history.tasks.get(pointed.task)
  if (record === undefined) return null
  const style = { left: Math.max(4, Math.min(x + 14, width - TOOLTIP - 4)), top: y + 16 }
  return (
    <div className="gpu-tooltip" style={style} aria-hidden="true">
      <strong>Task {record.task}</strong>
      <dl>
        {taskFacts(record).map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {pointed.count > 1 && <p>and {formatCount(pointed.count - 1)} more here: zoom in to see each</p>}
    </div>
  )
}

const HELP =
  'Left and right arrows move through time, with Control they select the next task, as up and down do; ' +
  'plus and minus zoom, 0 fits, End follows, Escape clears.'

/** A lane per thread of the runtime with its task executions over simulated time, and the queue below (BP-28). */
export function TaskLanes({ lanes }: { lanes: ReturnType<typeof useTaskLanes> }) {
  const { area, base, overlay, view, onDraw } = lanes
  const { hover, focused, handlers } = useTaskLaneEvents(view, area, onDraw)
  const threads = useStore(
    (state) => laneNames(state.view.background.threads, state.view.backgroundHistory.tasks).length,
  )
  const nothing = useStore((state) => state.view.backgroundHistory.tasks.count === 0)
  useMomentInView()
  return (
    <>
      <div
        ref={area}
        className="gpu-area background-area"
        role="application"
        aria-label="Worker lanes"
        aria-roledescription="lanes of background tasks"
        aria-description={HELP}
        aria-describedby="background-lanes-summary"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: role application takes the arrow keys itself
        tabIndex={0}
        style={{ height: heightOf(threads) + BORDERS }}
        {...handlers}
      >
        <canvas ref={base} />
        <canvas ref={overlay} />
        {nothing && (
          <p className="background-nothing">
            No task yet. Apply an effect often, or press Play, until the driver has seen enough to compile a variant.
          </p>
        )}
        {hover !== null && <TaskTooltip hover={hover} />}
      </div>
      <Summary id="background-lanes-summary" view={view} />
      {focused && <Announcer />}
    </>
  )
}

/** Colours and patterns of the lanes. */
export function TaskLegend() {
  return (
    <ul className="gpu-legend" aria-label="Kinds of tasks">
      <li title="The default: runs only where foreground threads leave room (BP-01, BP-29)">
        <span className="gpu-swatch task-swatch-idle" aria-hidden="true" />
        Idle priority
      </li>
      <li title="While a commit at high priority is under way: may cost frames (BP-10, BP-29)">
        <span className="gpu-swatch task-swatch-above" aria-hidden="true" />
        Above idle
      </li>
      <li title="How many tasks wait, in the order in which they were received (BP-19)">
        <span className="gpu-swatch task-swatch-waiting" aria-hidden="true" />
        Waiting
      </li>
      <li title="Its cancel callback was invoked instead of the task (BP-04, BP-20, BP-24)">
        <span className="task-swatch-cancelled" aria-hidden="true">
          ✕
        </span>
        Cancelled
      </li>
    </ul>
  )
}
