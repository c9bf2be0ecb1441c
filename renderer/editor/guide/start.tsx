/** The page that the app starts with where it has nothing to open: questions, projects, examples. */
import {
  Activity,
  Braces,
  CircleHelp,
  FilePlus2,
  FolderOpen,
  Grid2x2,
  Hourglass,
  Import,
  Moon,
  OctagonAlert,
  Scale,
} from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import {
  type Command,
  EXAMPLES,
  LESSONS,
  type LessonId,
  MOST_RECENT_AT_START,
  type StartView,
} from '../../../preload/contract'
import { shown } from '../../frame/first-paint'
import { send, setInterface, useStore } from '../../store/store'
import { Modal } from '../../widgets/modal'
import { Switch } from '../../widgets/switch'
import './start.css'

export function StartPage() {
  const { start, recent } = useStore((store) => store.view.project)
  return start === undefined ? null : <OpenStart start={start} recent={recent} />
}

const ICONS: Readonly<Record<LessonId, ComponentType<{ size: number }>>> = {
  idle: Moon,
  policy: Scale,
  stutter: Hourglass,
  hang: OctagonAlert,
  fragmentation: Grid2x2,
  recompiles: Braces,
}

// its words are links to rules, which the window does not open with
const Failure = lazy(async () => ({ default: (await import('../../widgets/form/failure')).Failure }))

const close = (): void => void send({ kind: 'showStart', open: false })

/** Its last line is timed by the platform, for whoever measures how long the window takes to open. */
const TIMED = { elementtiming: 'start page' }

/** @param recent paths of projects, the last one first */
export function OpenStart({ start, recent }: { start: StartView; recent: readonly string[] }) {
  const [failure, setFailure] = useState<string | null>(null)
  // it answers from now on: for whoever measures that too
  useEffect(() => void shown().then(() => performance.mark('start page answers')), [])
  /** what is opened closes the page */
  const open = async (command: Command): Promise<void> => {
    setFailure(null)
    const result = await send(command, 'inline')
    if (!result.ok && result.cancelled !== true) setFailure(result.message)
  }
  return (
    <Modal title="Start" className="start" onClose={close}>
      <div className="modal-body start-body">
        <section aria-labelledby="start-questions">
          <h3 id="start-questions">What do you want to know? Each is a lesson of about a minute.</h3>
          <ul className="start-cards">
            {LESSONS.map(({ id, question, line }, at) => {
              const Icon = ICONS[id]
              return (
                <li key={id} className="start-card">
                  <span className="start-icon" aria-hidden="true">
                    <Icon size={18} />
                  </span>
                  <button
                    type="button"
                    aria-describedby={`start-${id}`}
                    data-first-focus={at === 0 ? '' : undefined}
                    onClick={() => void open({ kind: 'openLesson', lesson: id })}
                  >
                    {question}
                  </button>
                  <p id={`start-${id}`} className="muted">
                    {line}
                  </p>
                </li>
              )
            })}
          </ul>
        </section>
        <div className="start-columns">
          <section aria-labelledby="start-project">
            <h3 id="start-project">Your own project</h3>
            <div className="start-actions">
              <button type="button" className="button" onClick={() => setInterface({ newProjectOpen: true })}>
                <FilePlus2 size={14} aria-hidden="true" />
                New…
              </button>
              <button type="button" className="button" onClick={() => void open({ kind: 'openProject' })}>
                <FolderOpen size={14} aria-hidden="true" />
                Open…
              </button>
              <button type="button" className="button" onClick={() => void open({ kind: 'importCapture' })}>
                <Import size={14} aria-hidden="true" />
                Import recording…
              </button>
              <button type="button" className="button" onClick={close}>
                <Activity size={14} aria-hidden="true" />
                Go to the editor
              </button>
            </div>
            {recent.length > 0 && <Recent paths={recent} onOpen={(path) => void open({ kind: 'openProject', path })} />}
          </section>
          <section aria-labelledby="start-examples">
            <h3 id="start-examples">Examples</h3>
            <Examples onOpen={(file) => void open({ kind: 'openExample', file })} />
          </section>
        </div>
        {failure !== null && (
          <Suspense>
            <Failure message={failure} />
          </Suspense>
        )}
      </div>
      <footer className="modal-footer start-foot">
        <Switch
          label="Show this page when Trimline starts"
          checked={start.atStart}
          onChange={(atStart) => void send({ kind: 'setStartPage', atStart })}
        />
        <p className="muted">
          <CircleHelp size={13} aria-hidden="true" />
          <span {...TIMED}>Always in Help &gt; Start.</span>
        </p>
      </footer>
    </Modal>
  )
}

function Recent({ paths, onOpen }: { paths: readonly string[]; onOpen(path: string): void }) {
  return (
    <ul className="start-recent" aria-label="Recent projects">
      {paths.slice(0, MOST_RECENT_AT_START).map((path) => (
        <li key={path}>
          <button type="button" className="start-line" title={path} onClick={() => onOpen(path)}>
            {path}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** By topic, each closed until it is asked for. */
function Examples({ onOpen }: { onOpen(file: string): void }) {
  return (
    <div className="start-examples">
      {EXAMPLES.map((each) => (
        <Topic key={each.topic} {...each} onOpen={onOpen} />
      ))}
    </div>
  )
}

/** What is closed is not made: nobody waits for it when the window opens. */
function Topic({ topic, examples, onOpen }: (typeof EXAMPLES)[number] & { onOpen(file: string): void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        {topic} <span className="muted">({examples.length})</span>
      </summary>
      {isOpen && (
        <ul aria-label={topic}>
          {examples.map(({ file, line }) => (
            <li key={file}>
              <button type="button" className="start-line" onClick={() => onOpen(file)}>
                {line}
              </button>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
