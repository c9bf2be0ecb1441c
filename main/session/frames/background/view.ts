/** Background processing as the interface shows it, read from the simulated system as it is. */
import type {
  BackgroundTaskView,
  BackgroundView,
  ConstantValues,
  PipelineCounts,
  PipelineView,
} from '../../../../preload/contract'
import type { PipelineState, ShaderVariant } from '../../../d3d12/pipeline-state'
import { matches } from '../../../drivers/umd/pipeline-state'
import type { ProcessingWork } from '../../../drivers/umd/processing-work'
import type { RunStatistics } from '../../run/statistics'
import type { World } from '../../world/world'
import type { BackgroundLog } from './log'

/** Background processing as its tab shows it; times in µs. */
export function backgroundView(world: World, log: BackgroundLog, statistics: RunStatistics): BackgroundView {
  const { device, developer, cpu, player, workflows, system } = world
  const { background } = device
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
    cpu: { ...cpu.options, frameTime: player.frameTime, dispatch: world.dispatch.choice },
    workflow: workflows.view,
  }
}

function taskView(task: number, { pso, reason }: ProcessingWork): BackgroundTaskView {
  return { task, pso, reason }
}

/** Every PSO of the app, in the order of its effects, with what it binds now. */
export function pipelineViews({ editor }: World): PipelineView[] {
  return editor.effects.flatMap((state) => editor.draws.bound(state).map(pipelineView))
}

function pipelineView({ pipeline, constants }: { pipeline: PipelineState; constants: ConstantValues }): PipelineView {
  const { id, desc, counts, variants } = pipeline
  const { effect, pass, name, source } = desc
  return {
    id,
    effect,
    pass,
    name,
    source,
    operations: pipeline.operationsWith(constants),
    constants,
    draws: counts.draws,
    sampled: counts.sampled,
    usable: pipeline.usableVariants(constants).map((variant) => variant.id),
    variants: variants.map((variant) => variantView(variant, constants)),
  }
}

/** @param bound constants of the effect now */
function variantView(variant: ShaderVariant, bound: ConstantValues): PipelineView['variants'][number] {
  const { id, constants, folded, kept, source, installedAt, branchesRemoved, loopsUnrolled, hits } = variant
  return {
    id,
    constants,
    folded,
    kept,
    source,
    installedAt,
    branchesRemoved,
    loopsUnrolled,
    hits,
    matches: matches(bound, constants),
    // it is used with what is folded in only
    operations: variant.operations({ ...bound, ...constants }),
  }
}

/** Of the PSOs of which `draws` differs from what was sent last. @param sent draws by id; brought up to date */
export function pipelineCounts({ device }: World, sent: Map<number, number>): PipelineCounts[] {
  const changed = device.pipelines.filter(({ id, draws, sampled }) => sent.get(id) !== draws + sampled)
  return changed.map(({ id, draws, sampled, variants }) => {
    sent.set(id, draws + sampled)
    return { id, draws, sampled, hits: variants.map(({ hits }) => hits) }
  })
}
