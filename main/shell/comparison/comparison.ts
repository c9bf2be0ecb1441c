/** Electron's processes for work beside the simulation. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { utilityProcess } from 'electron'
import { runTasks } from '../../session/laboratory/beside/pool'
import type { StartTasks } from '../../session/laboratory/tasks'
import { log } from '../log'

/** Begins work in utility processes; cancelling ends them. */
export const startTasks: StartTasks = (tasks, watch) =>
  runTasks(
    tasks,
    () => utilityProcess.fork(join(import.meta.dirname, 'comparison.js'), [], { serviceName: 'Trimline comparison' }),
    watch,
    availableParallelism(),
    log,
  )
