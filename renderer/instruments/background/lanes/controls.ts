/** What keys and buttons do on the worker lanes. */
import { setBackgroundTab, useStore } from '../../../store/store'
import { factRows } from '../../../widgets/facts'
import { LaneControls } from '../../lanes/controls'
import type { LanePointing } from '../../lanes/events'
import { taskFacts } from '../text'
import { neighbourTask } from './list'
import type { PointedTask } from './view'

const nowOf = (): number => useStore.getState().view.clock.now
const tasksNow = () => useStore.getState().view.backgroundHistory.tasks

/** Selects a task and brings it into view; null clears the selection. */
export function selectTask(task: number | null): void {
  const record = tasksNow().get(task)
  setBackgroundTab({ selectedTask: record?.task ?? null })
  if (record === undefined) return
  const start = record.started ?? record.ended ?? record.queued ?? nowOf()
  taskControls.reveal(start, record.ended ?? Math.max(start, nowOf()))
}

export const taskControls = new LaneControls({
  now: nowOf,
  shown: () => useStore.getState().backgroundTab.shown,
  show: (shown) => setBackgroundTab({ shown }),
  /** of the first task or frame that is kept */
  oldest() {
    const tasks = tasksNow()
    const { frameTimes } = useStore.getState().view
    const now = nowOf()
    const first = tasks.count === 0 ? undefined : tasks.at(0)
    const from = Math.min(first?.queued ?? first?.started ?? now, frameTimes.items[0]?.t ?? now)
    return from === now ? 0 : from
  },
  selectedAt() {
    const record = tasksNow().get(useStore.getState().backgroundTab.selectedTask)
    return record?.started ?? record?.ended ?? null
  },
  step(towards) {
    const by = towards === 'previous' || towards === 'up' ? -1 : 1
    const next = neighbourTask(tasksNow(), useStore.getState().backgroundTab.selectedTask, by)
    if (next !== null) selectTask(next)
  },
  clearSelection: () => selectTask(null),
})

export const taskPointing: LanePointing<PointedTask> = {
  idOf: ({ task }) => task,
  rowsOf(pointed) {
    const record = tasksNow().get(pointed?.task ?? useStore.getState().backgroundTab.selectedTask)
    return record === undefined ? [] : factRows([{ term: 'Task', value: String(record.task) }, ...taskFacts(record)])
  },
  click(pointed) {
    selectTask(pointed?.task ?? null)
    return null
  },
}
