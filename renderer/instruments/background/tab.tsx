import { Crosshair, ImageDown } from 'lucide-react'
import { setMoment } from '../../store/cursor/cursor'
import { saveExport } from '../../store/save-export'
import { setBackgroundTab, useStore } from '../../store/store'
import { Segmented } from '../../widgets/segmented'
import { Term } from '../../widgets/tip'
import { IconButton, TimeButtons } from '../lanes/bar'
import { useLanesView } from '../lanes/lanes'
import { Calls } from './calls'
import { ModeControls } from './controls'
import { CpuSettings } from './cpu'
import { FramesByHand } from './frames/by-hand'
import { FrameTimes } from './frames/frames'
import { taskControls } from './lanes/controls'
import { TaskLanes, TaskLegend, taskLanesSource } from './lanes/lanes'
import type { TaskLanesView } from './lanes/view'
import { Queue, TaskDetail } from './queue'
import { Shaders } from './shaders/shaders'
import { furtherText, MODE_MEANINGS } from './text'
import { Workflows } from './workflows'
import '../lanes/panel.css'
import './tab.css'
import { said } from '../../glossary/codes'
import { RuleLink } from '../../glossary/rule-link'

const VIEWS = [
  { value: 'activity', text: 'Activity', title: 'Worker lanes, frame times, mode and calls' },
  { value: 'shaders', text: 'Shaders', title: 'PSOs with their general shaders and variants (BP-26)' },
  { value: 'workflows', text: 'Workflows', title: 'The three documented uses as guided runs (BP-17)' },
] as const

/** Background processing: the runtime's threads, what the driver compiles on them, and what it buys. */
export function BackgroundTab() {
  const view = useStore((state) => state.backgroundTab.view)
  return (
    <section className="tab-body" aria-label="Background">
      <div className="background-bar">
        <Segmented
          label="Background view"
          value={view}
          options={VIEWS}
          onChange={(next) => setBackgroundTab({ view: next })}
        />
        <Status />
      </div>
      <Unsupported />
      {view === 'activity' && <Activity />}
      {view === 'shaders' && <Shaders />}
      {view === 'workflows' && <Workflows />}
    </section>
  )
}

/** What is in force, whatever view is shown. */
function Status() {
  const mode = useStore((state) => state.view.background.mode)
  const desired = useStore((state) => state.view.background.furtherMeasurementsDesired)
  return (
    <div className="background-status">
      <span {...said(MODE_MEANINGS[mode])}>
        <span className="background-muted">In force</span> <strong>{mode}</strong>
      </span>
      <span>
        <Term tip="FurtherMeasurementsDesired of the last call: whether the driver wants to see more GPU work; it becomes false at the steady state (BP-13)">
          Further measurements desired
        </Term>{' '}
        <output
          aria-label="Further measurements desired"
          className={desired === true ? 'background-further-yes' : undefined}
        >
          {furtherText(desired)}
        </output>
      </span>
    </div>
  )
}

/** BP-16 */
function Unsupported() {
  const supported = useStore((state) => state.view.background.supported)
  if (supported) return null
  return (
    <p className="background-note">
      The driver takes no advantage of background processing (OPTIONS6.BackgroundProcessingSupported is false): changing
      the mode is a benign no-op that returns S_OK.
      <RuleLink code="BP-16" />
    </p>
  )
}

function Activity() {
  const lanes = useLanesView(taskLanesSource)
  return (
    <>
      <LanesBar view={() => lanes.view.current} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section className="background-scroll" tabIndex={0} aria-label="Activity">
        <TaskLanes lanes={lanes} />
        <TaskLegend />
        <TaskDetail />
        <FrameTimes />
        <FramesByHand />
        <ModeControls />
        <Calls />
        <Queue />
        <CpuSettings />
      </section>
    </>
  )
}

async function exportLanes(view: TaskLanesView | null): Promise<void> {
  if (view === null) return
  await saveExport('background', 'png', view.png())
}

/** Time shown by lanes and frame times. */
function LanesBar({ view }: { view(): TaskLanesView | null }) {
  const following = useStore((state) => state.backgroundTab.shown.end === null)
  return (
    <div className="lanes-bar" role="toolbar" aria-label="Worker lanes">
      <TimeButtons controls={taskControls} following={following} fitTip="Every task and frame that is kept" />
      <MarkTask />
      <span className="lanes-kept" />
      <IconButton
        name="Save worker lanes as PNG"
        tip="Save worker lanes as PNG: the picture as shown"
        onClick={() => void exportLanes(view())}
      >
        <ImageDown aria-hidden="true" size={15} />
      </IconButton>
    </div>
  )
}

function MarkTask() {
  const selected = useStore((state) => state.backgroundTab.selectedTask)
  if (selected === null) return null
  const mark = (): void => {
    const record = useStore.getState().view.backgroundHistory.tasks.get(selected)
    const moment = record?.started ?? record?.ended ?? null
    if (moment !== null) setMoment(moment)
  }
  return (
    <IconButton name="Mark its start" tip="Mark the selected task’s start in all charts" onClick={mark}>
      <Crosshair aria-hidden="true" size={14} />
    </IconButton>
  )
}
