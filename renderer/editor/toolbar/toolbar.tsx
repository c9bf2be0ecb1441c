import { Redo2, SlidersHorizontal, Undo2 } from 'lucide-react'
import { SPEEDS, type Speed } from '../../../preload/contract'
import { send, setInterface, useStore } from '../../store/store'
import { travel } from '../../store/wishes/said'
import { Segmented } from '../../widgets/segmented'
import { Tip } from '../../widgets/tip'
import { BudgetButton } from './budget'
import { DeveloperMode } from './developer'
import { IdleIndicator } from './idle'
import { PolicyPicker } from './policy'
import { RunControls } from './run-controls'
import { redoText, undoText } from './undo-text'
import './toolbar.css'

export function Toolbar() {
  return (
    <header className="toolbar" data-pane>
      <ProjectName />
      <UndoRedo />
      <Simulation />
      <PolicyPicker />
      <span className="toolbar-space" />
      <IdleIndicator />
      <BudgetButton />
      <DeveloperMode />
      <SystemButton />
    </header>
  )
}

/** letters; what has more is written smaller, on two lines where it has to be */
const LONG_TITLE = 12

function ProjectName() {
  const title = useStore((store) => store.view.project.title)
  // a lesson is nobody's work
  const dirty = useStore(({ view }) => view.project.dirty && view.project.lesson === undefined)
  const path = useStore((store) => store.view.project.path)
  return (
    <h1 className="project-name" title={`${title}\n${path ?? 'Not saved to a file yet'}`}>
      <span className={title.length > LONG_TITLE ? 'project-title project-title-long' : 'project-title'}>{title}</span>
      {dirty && (
        <span className="dirty-mark" role="img" aria-label="unsaved changes" title="Unsaved changes">
          ●
        </span>
      )}
    </h1>
  )
}

function UndoRedo() {
  const canUndo = useStore((store) => store.view.project.canUndo)
  const canRedo = useStore((store) => store.view.project.canRedo)
  const undoName = useStore((store) => store.view.project.undoName)
  const redoName = useStore((store) => store.view.project.redoName)
  const forgotten = useStore((store) => store.view.project.undoForgotten)
  return (
    <div className="button-group">
      <Tip text={undoText(undoName, forgotten)}>
        <button
          type="button"
          className="icon-button"
          aria-label="Undo"
          aria-disabled={!canUndo}
          onClick={() => canUndo && void travel('undo')}
        >
          <Undo2 size={15} aria-hidden="true" />
        </button>
      </Tip>
      <Tip text={redoText(redoName)}>
        <button
          type="button"
          className="icon-button"
          aria-label="Redo"
          aria-disabled={!canRedo}
          onClick={() => canRedo && void travel('redo')}
        >
          <Redo2 size={15} aria-hidden="true" />
        </button>
      </Tip>
    </div>
  )
}

/** Simulated time, apart from the clip: that is played in the Preview. */
function Simulation() {
  return (
    <fieldset className="toolbar-simulation">
      <legend>Simulation</legend>
      <RunControls />
      <SpeedControl />
    </fieldset>
  )
}

const SPEED_OPTIONS = SPEEDS.map((speed) => ({
  value: String(speed),
  text: `${speed}×`,
  title: `${speed} s of simulated time a second`,
}))

function SpeedControl() {
  const speed = useStore((store) => store.view.clock.speed)
  return (
    <Segmented
      label="Speed"
      value={String(speed)}
      options={SPEED_OPTIONS}
      onChange={(next) => void send({ kind: 'setSpeed', speed: Number(next) as Speed })}
    />
  )
}

function SystemButton() {
  const open = useStore((store) => store.drawerOpen)
  return (
    <Tip text="Budget, other processes, trims by hand, idle and eviction">
      <button
        type="button"
        id="system-button"
        className="button"
        aria-expanded={open}
        onClick={() => setInterface({ drawerOpen: !open })}
      >
        <SlidersHorizontal size={14} aria-hidden="true" />
        <span className="toolbar-name">System</span>
      </button>
    </Tip>
  )
}
