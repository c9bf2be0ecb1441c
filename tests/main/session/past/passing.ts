/** Systems that have come so far, and which checkpoints there are of them. */
import type { Checkpoints } from '../../../../main/session/past/checkpoints'
import { WatchedSystem } from '../../../../main/session/run/watched-system'
import { Checkpoint } from '../../../../main/sim/checkpoint/checkpoint'
import { scenario } from '../live-rig'

export const MAIN = 'Main'

/** A system in which nothing happens by itself. */
export const calm = (): WatchedSystem => WatchedSystem.of(scenario({ system: { compositor: { enabled: false } } }))

/** So much was done in it; it stands at as many ms. */
export function after(running: WatchedSystem, work: number): WatchedSystem {
  const { sim } = running.world
  sim.advanceTo(work * 1000)
  Object.defineProperty(sim, 'work', { value: work, configurable: true })
  return running
}

/** Moments of the checkpoints of a line, ms, up to the last one that is asked for. */
export function moments(checkpoints: Checkpoints<string>, branch: string, last = 10_000): number[] {
  const found: number[] = []
  for (let at = last * 1000; at >= 0; ) {
    const one = checkpoints.nearest(branch, at)
    if (one === null) break
    found.unshift(one.at / 1000)
    at = one.at - 1
  }
  return found
}

/** Asked whenever a little more was done. */
export function pass(
  checkpoints: Checkpoints<string>,
  running: WatchedSystem,
  from: number,
  to: number,
  branch: string = MAIN,
  isOnWay = false,
): void {
  for (let work = from; work <= to; work++) checkpoints.passed(after(running, work), branch, isOnWay)
}

/** Stands for one of that size. */
export function kept(size: { bytes?: number; sharedBytes?: number; parts?: number }): Checkpoint<WatchedSystem> {
  return Object.assign(Object.create(Checkpoint.prototype), { bytes: 1, sharedBytes: 0, parts: 1, ...size })
}
