/** Settings of the modelled CPU while it runs, and the app's choice of who carries background tasks out (BP-29, BP-30). */
import type { CpuSpec } from '../../../preload/contract'
import { dispatchOf } from '../world/dispatching'
import type { World } from '../world/world'

/** @returns why these settings cannot be, and what to do; null: they can */
export function cpuRefusal({ cpu, dispatch }: World, changes: Partial<CpuSpec>): string | null {
  const { cores = cpu.options.cores, dispatch: chosen = dispatch.choice } = changes
  if (typeof chosen === 'string' || chosen.core < cores) return null
  return (
    `Background tasks would be pinned to core ${chosen.core} of a CPU with ${cores} (0 to ${cores - 1}). ` +
    'Choose one of these, another dispatch, or more cores.'
  )
}

/** What `cpuRefusal` has no objection to. */
export function configureCpu(world: World, { frameTime, dispatch, ...options }: Partial<CpuSpec>): void {
  const { cpu, player } = world
  if (frameTime !== undefined) player.frameTime = frameTime
  cpu.configure(options)
  if (dispatch !== undefined) world.dispatch.choice = dispatch
  // also where it stays: on more cores more tasks of a commit at high priority run at once (BP-10)
  world.device.background.setDispatch(dispatchOf(world.dispatch))
}
