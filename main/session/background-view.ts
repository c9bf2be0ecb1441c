/** Background processing as the interface shows it, read from the simulated system as it is. */
import type { BackgroundTaskView, BackgroundView, PipelineView } from '../../preload/contract'
import type { ProcessingWork } from '../drivers/umd/processing-work'
import type { BackgroundLog } from './background-log'
import type { Statistics } from './statistics'
import type { World } from './world'

export function backgroundView(world: World, log: BackgroundLog, statistics: Statistics): BackgroundView {
  const { device, developer, cpu, workflows, system } = world
  const { background } = device
  const { cores, smt, smtSlowdown } = cpu.options
  return {
    supported: system.backgroundProcessing,
    developerMode: developer.mode,
    mode: background.mode,
    furtherMeasurementsDesired: statistics.furtherMeasurementsDesired,
    calls: log.calls(),
    threads: background.threads.map(({ name, priority, task }) => ({
      name,
      priority,
      task: task === null ? null : taskView(task.id, task.work),
    })),
    queue: background.waiting.map(({ id, work }) => taskView(id, work)),
    finished: statistics.backgroundTasks,
    cancelled: statistics.cancelledTasks,
    cpu: { cores, smt, smtSlowdown },
    workflow: workflows.view,
  }
}

function taskView(task: number, { pso, reason }: ProcessingWork): BackgroundTaskView {
  return { task, pso, reason }
}

/** Every PSO of the app's device, in the order in which they were made. */
export function pipelineViews({ device }: World): PipelineView[] {
  return device.umd.pipelines.map((pipeline) => ({
    id: pipeline.id,
    effect: pipeline.effect,
    pass: pipeline.pass,
    name: pipeline.name,
    source: pipeline.source,
    operations: pipeline.operations,
    constants: { ...pipeline.bound },
    draws: pipeline.draws,
    sampled: pipeline.sampled,
    variants: pipeline.variants.map(
      ({ id, constants, source, installedAt, hits, branchesRemoved, loopsUnrolled, operations }) => ({
        id,
        constants,
        source,
        installedAt,
        hits,
        branchesRemoved,
        loopsUnrolled,
        operations: operations(pipeline.bound ?? constants),
      }),
    ),
  }))
}
