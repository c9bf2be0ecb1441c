/** How much a pass of a defragmentation moves, and when the next one comes, within what a frame may cost (DF-13, DF-22). */
import type { Pool } from '../../d3d12ma/pool'
import { CPU_BANDWIDTH } from './mover'

export interface PassLimits {
  /** bytes; 0: no limit */
  maxBytesPerPass: number
  /** µs of copying per display frame; 0: no limit (DF-22) */
  timePerFrame: number
  /** moved per display frame; 0: no limit (DF-22) */
  bytesPerFrame: number
}

/**
 * The least of what its limits allow: a pass is as much as a frame may move (DF-13, DF-22).
 * @param pools those that are defragmented
 * @param copyBandwidth of the copy engine, bytes per second
 * @returns bytes; 0: no limit
 */
export function bytesPerPass(limits: PassLimits, pools: readonly Pool[], copyBandwidth: number): number {
  const { maxBytesPerPass, bytesPerFrame, timePerFrame } = limits
  const all = [maxBytesPerPass, bytesPerFrame, bytesInTime(timePerFrame, pools, copyBandwidth)]
  const least = Math.min(...all.filter((limit) => limit > 0))
  return Number.isFinite(least) ? least : 0
}

/** What the budget of time allows at the speed of the slowest who copies. @returns 0: no limit */
function bytesInTime(timePerFrame: number, pools: readonly Pool[], copyBandwidth: number): number {
  if (timePerFrame === 0) return 0
  const byCpu = pools.some(({ heapType, blockVector }) => heapType !== 'DEFAULT' && blockVector.blocks.length > 0)
  const bandwidth = byCpu ? Math.min(copyBandwidth, CPU_BANDWIDTH) : copyBandwidth
  return Math.max(1, Math.floor((timePerFrame * bandwidth) / 1e6))
}

/**
 * With a budget per frame one pass a display frame, otherwise at once (DF-22).
 * @param now µs
 * @param refreshRate display frames per second
 * @returns µs to wait
 */
export function untilNextPass({ timePerFrame, bytesPerFrame }: PassLimits, now: number, refreshRate: number): number {
  if (timePerFrame + bytesPerFrame === 0) return 0
  const following = Math.floor((now * refreshRate) / 1e6) + 1
  return Math.ceil((following * 1e6) / refreshRate) - now
}
