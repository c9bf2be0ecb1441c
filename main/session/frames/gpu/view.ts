/** The scheduler as the interface shows it, read from the simulated system as it is. */
import type { EngineView, GpuView } from '../../../../preload/contract'
import type { EngineState } from '../../../dxgkrnl/vidsch/engine-state'
import { AttemptResult } from '../../../dxgkrnl/vidsch/preemption-request'
import type { RunStatistics } from '../../run/statistics'
import type { World } from '../../world/world'

/** The scheduler as the GPU tab shows it (GP-27); times in µs. */
export function gpuView(world: World, statistics: RunStatistics): GpuView {
  const { scheduler, compositor, player, preemption } = world
  const { timeouts } = scheduler
  const { enabled, gpuTime } = compositor.settings
  const { quanta } = scheduler
  const latency = statistics.compositorLatency(world.sim.now)
  return {
    model: preemption.model,
    graphics: preemption.graphics,
    compute: preemption.compute,
    modelReason: preemption.reason,
    initialisationFailure: world.initialisationFailure,
    tdrLevel: timeouts.settings.level,
    tdrDelay: timeouts.settings.delay,
    refreshRate: compositor.displays[0]?.refreshRate ?? 60,
    displays: compositor.displays.map(({ refreshRate, verticalBlanks, missed }) => ({
      refreshRate,
      verticalBlanks,
      missed,
    })),
    quantum: quanta.settings === null ? null : { ...quanta.settings },
    attempts: [...quanta.counts]
      .map(([result, count]) => ({ result, code: AttemptResult[result], count }))
      .sort((a, b) => a.code - b.code),
    compositor: { enabled, gpuTime },
    playing: player.isPlaying,
    verticalBlanks: compositor.verticalBlanks,
    missedVerticalBlanks: compositor.missed,
    tears: compositor.tears,
    worstCompositorLatency: latency.worst,
    p99CompositorLatency: latency.p99,
    preemptions: statistics.preemptions,
    worstPreemption: statistics.worstPreemption,
    contextSwitches: statistics.contextSwitches,
    contextSwitchTime: statistics.contextSwitchTime,
    engineResets: timeouts.engineResets,
    adapterResets: timeouts.adapterResets,
    framesPlayed: player.played,
    framesDropped: player.dropped,
    bugCheck: timeouts.bugCheck === null ? null : { ...timeouts.bugCheck },
    blocked: world.blocked,
    engines: [...scheduler.engines.values()].map((state) => engineView(world, state)),
  }
}

function engineView({ scheduler, sim }: World, { name, hardware, request }: EngineState): EngineView {
  return {
    name,
    depth: scheduler.options.queueDepth,
    queue: hardware.queue.map(({ context, kind, command, fence, startedAt }, index) => ({
      context: context.name,
      kind,
      command,
      fence,
      start: startedAt < 0 ? null : startedAt,
      hung: index === 0 && hardware.hung,
    })),
    waiting: scheduler.waitingFor(name),
    preempting: request?.requested ?? null,
    busy: hardware.busy(sim.now),
  }
}
