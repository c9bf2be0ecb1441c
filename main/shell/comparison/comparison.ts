/** Electron's processes for work beside the simulation. */
import { join } from 'node:path'
import { utilityProcess } from 'electron'
import type { StartTasks } from '../../session/laboratory/tasks'
import { runTasks } from './pool'

/** Begins work in utility processes; cancelling ends them. */
export const startTasks: StartTasks = (tasks, watch) =>
  runTasks(
    tasks,
    () => utilityProcess.fork(join(import.meta.dirname, 'comparison.js'), [], { serviceName: 'Trimline comparison' }),
    watch,
  )
