/** Electron's processes for work beside the simulation. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { utilityProcess } from 'electron'
import { runTasks } from '../../session/laboratory/beside/pool'
import type { StartTasks } from '../../session/laboratory/tasks'
import { log } from '../log'
import { timers } from '../timers'
import { SpareProcesses } from './spare-processes'

const processes = new SpareProcesses(
  () => utilityProcess.fork(join(import.meta.dirname, 'comparison.js'), [], { serviceName: 'Trimline comparison' }),
  timers.after,
)

/** Begins work in utility processes; cancelling ends those that are at it. */
export const startTasks: StartTasks = (tasks, watch) =>
  runTasks(tasks, () => processes.take(), watch, availableParallelism(), log)
