import { X } from 'lucide-react'
import { said } from '../../glossary/codes'
import { useCalm } from '../../store/calm'
import { useStore } from '../../store/store'
import { Facts } from '../../widgets/facts'
import { formatCount } from '../../widgets/format'
import { selectTask } from './lanes/controls'
import { PRIORITY_LABELS, taskFacts } from './text'

const MOST = 30

/** What runs and what waits, with reasons, in the order in which it will start (BP-19). */
export function Queue() {
  const background = useCalm((view) => view.background)
  const { queue, threads, finished, cancelled } = background
  const running = threads.flatMap(({ name, priority, task }) => (task === null ? [] : [{ name, priority, ...task }]))
  return (
    <section className="instrument-section" aria-label="Queue">
      <h3>Tasks</h3>
      <dl className="pso-facts">
        <div {...said('Tasks that were carried out (BP-21)')}>
          <dt>Finished</dt>
          <dd>{formatCount(finished)}</dd>
        </div>
        <div {...said('Tasks of which the cancel callback was invoked instead (BP-21)')}>
          <dt>Cancelled</dt>
          <dd>{formatCount(cancelled)}</dd>
        </div>
      </dl>
      {running.length + queue.length === 0 ? (
        <p className="detail-hint">No task runs or waits.</p>
      ) : (
        <ol className="background-list" aria-label="Tasks that run and wait">
          {running.map(({ task, name, priority, pso, reason }) => (
            <TaskItem key={task} pso={pso} state={`on ${name}, ${PRIORITY_LABELS[priority]}`} reason={reason} />
          ))}
          {queue.slice(0, MOST).map(({ task, pso, reason }, at) => (
            <TaskItem key={task} pso={pso} state={`waits, number ${at + 1}`} reason={reason} />
          ))}
        </ol>
      )}
      {queue.length > MOST && <p className="detail-hint">and {formatCount(queue.length - MOST)} more wait.</p>}
    </section>
  )
}

function TaskItem({ pso, state, reason }: { pso: string; state: string; reason: string }) {
  return (
    <li>
      <p>
        <span className="background-call-mode">{pso}</span>
        <span className="background-muted">{state}</span>
      </p>
      <p>{reason}</p>
    </li>
  )
}

/** The task that is selected in the lanes, whole. */
export function TaskDetail() {
  const selected = useStore((state) => state.backgroundTab.selectedTask)
  const history = useStore((state) => (selected === null ? null : state.view.backgroundHistory))
  const record = history?.tasks.get(selected)
  if (record === undefined) return null
  return (
    <section className="instrument-section instrument-detail" aria-label="Selected task">
      <header>
        <h3>Task {record.task}</h3>
        <button type="button" className="icon-button" aria-label="Clear selection" onClick={() => selectTask(null)}>
          <X aria-hidden="true" size={14} />
        </button>
      </header>
      <Facts facts={taskFacts(record)} />
    </section>
  )
}
