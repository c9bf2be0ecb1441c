import { Play } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { WorkflowName, WorkflowView } from '../../../preload/contract'
import { RuleLink, Words } from '../../glossary/rule-link'
import { useCalm } from '../../store/calm'
import { send, useStore } from '../../store/store'
import { FirstActions } from '../../widgets/empty'
import { formatTime } from '../../widgets/format'
import { Tip } from '../../widgets/tip'
import { useFirst } from '../first-actions'
import './workflows.css'

interface Described {
  name: WorkflowName
  label: string
  text: string
  /** its calls need developer mode (BP-15) */
  gated: boolean
}

/** The documented uses (BP-17). */
const WORKFLOWS: readonly Described[] = [
  {
    name: 'turn-off',
    label: 'Turn off',
    text: 'Trades performance for determinism: DISABLE_BACKGROUND_WORK with KEEP_ALL, as published. What was submitted before runs to its end; then the same frame twice, whose modelled times are compared (BP-04, BP-17).',
    gated: true,
  },
  {
    name: 'turn-off-profiling',
    label: 'Turn off profiling, too',
    text: 'Stronger than the published use: DISABLE_PROFILING_BY_SYSTEM with KEEP_ALL, so that the driver does not even tune itself; then the same frame twice, whose modelled times must be equal (BP-05).',
    gated: true,
  },
  {
    name: 'prime-benchmark',
    label: 'Prime a benchmark',
    text: 'ALLOW_INTRUSIVE_MEASUREMENTS with DISCARD_PREVIOUS, then frame by frame the same mode with KEEP_ALL until no further measurements are desired (BP-13, BP-14). The published loop has no limit and leaves measurements intrusive; this one stops after 512 frames and ends with ALLOWED.',
    gated: false,
  },
  {
    name: 'pix-single-frame',
    label: 'PIX single frame',
    text: 'Trains with one frame, commits at high priority with profiling off, waits for the event, repeats while more is wanted, 8 times at most; then A/B replays (BP-08, BP-10). The published loop, taken literally, makes one pass fewer and never reaches its DISCARD_PREVIOUS; this one starts with it.',
    gated: true,
  },
]

const labelOf = (name: WorkflowName): string => WORKFLOWS.find((one) => one.name === name)?.label ?? name

/** The documented uses as guided runs: a press, a log, a verdict. */
export function Workflows() {
  const workflow = useCalm((view) => view.background.workflow)
  const running = workflow?.state === 'running'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className="background-scroll" tabIndex={0} aria-label="Workflows">
      <Preconditions />
      {workflow !== null && <Run workflow={workflow} />}
      <div className="workflow-cards">
        {WORKFLOWS.map((described) => (
          <Card key={described.name} described={described} running={running} />
        ))}
      </div>
      {workflow === null && (
        <p className="detail-hint background-hint">
          Nothing was run yet. Apply at least one effect, then press a workflow: its log and its verdict appear here.
        </p>
      )}
    </section>
  )
}

/** What has to be done first. */
function Preconditions() {
  const nothing = useStore((state) => state.view.project.stack.length === 0)
  const first = useFirst()
  const paused = useStore((state) => !state.view.clock.running)
  if (nothing) {
    return (
      <div className="background-note">
        <p>No effect is on the clip yet: press an effect’s button in the rack first.</p>
        <FirstActions actions={first} />
      </div>
    )
  }
  if (paused) {
    return (
      <p className="background-note">
        The simulation is paused: press Run in the toolbar, or a workflow will not go on.
      </p>
    )
  }
  return null
}

function Card({ described: { name, label, text, gated }, running }: { described: Described; running: boolean }) {
  const developerMode = useStore((state) => state.view.background.developerMode)
  return (
    <section className="workflow-card" aria-label={`${label} workflow`}>
      <p>
        <Words>{text}</Words>
      </p>
      {gated && !developerMode && (
        <p className="workflow-needs">
          Developer mode is off: its calls will fail with E_INVALIDARG.
          <RuleLink code="BP-15" />
        </p>
      )}
      <Tip
        text={
          running ? 'A workflow is running: cancel it first' : `Runs ${label.toLowerCase()} and shows each step (BP-17)`
        }
      >
        <button
          type="button"
          className="button"
          aria-disabled={running}
          onClick={() => running || void send({ kind: 'workflow', workflow: name })}
        >
          <Play size={13} aria-hidden="true" />
          {label}
        </button>
      </Tip>
    </section>
  )
}

const STATES: Readonly<Record<WorkflowView['state'], string>> = {
  running: 'running …',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
}

function Run({ workflow: { name, state, log, verdict } }: { workflow: WorkflowView }) {
  const running = state === 'running'
  const section = useRef<HTMLElement>(null)
  const began = log[0]?.t
  // a run may be over before it was ever shown running
  useEffect(() => section.current?.scrollIntoView({ block: 'start' }), [name, began])
  return (
    <section ref={section} className="workflow-run" aria-label="Guided run">
      <header>
        <h3>
          {labelOf(name)}: {STATES[state]}
        </h3>
        {running && (
          <>
            <progress aria-label={`${labelOf(name)} is running`} />
            <button type="button" className="button" onClick={() => void send({ kind: 'cancelWorkflow' })}>
              Cancel
            </button>
          </>
        )}
      </header>
      {verdict !== null && (
        <p className={`workflow-verdict workflow-${state}`} role="status" aria-label="Verdict">
          {verdict}
        </p>
      )}
      <ol className="workflow-log" aria-label="Log of the run">
        {log.map(({ t, text }, at) => (
          <li key={at}>
            <span className="background-muted">{formatTime(t)}</span>
            <span>
              <Words>{text}</Words>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
