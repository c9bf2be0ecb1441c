/** Where the hardware can stop a packet, and how long it takes to get there (GP-06). Times in µs. */
import type { EngineName } from '../../../preload/contract/names'
import { COMPUTE_WORK, GRAPHICS_WORK, type PacketWork } from '../../../preload/contract/specs'
import type { Granularities } from './scheduling-caps'

/** Boundaries at which a context is saved. */
export type SavePoint =
  | 'dma-buffer'
  | 'primitive'
  | 'triangle'
  | 'pixel'
  | 'dispatch'
  | 'thread-group'
  | 'thread'
  | 'shader'
/** µs to save a context's state, by the boundary at which it stands */
export type SaveCosts = Readonly<Record<SavePoint, number>>

const GRAPHICS_POINTS = ['primitive', 'triangle', 'pixel', 'shader'] as const
const COMPUTE_POINTS = ['dispatch', 'thread-group', 'thread', 'shader'] as const

/** A packet without inner structure cannot be stopped before its end. */
export interface Structured {
  readonly work: PacketWork | null
  /** µs */
  readonly duration: number
}

export interface Stop {
  /** µs until the boundary */
  after: number
  boundary: SavePoint
  /** µs that the save takes there */
  save: number
}

/**
 * The stop that is over soonest, save included, among the boundaries of the declared granularity and the coarser ones;
 * of equal ones the coarsest.
 * @param elapsed µs of the packet that have run
 * @param atBoundary nothing has run since it was started or resumed: it stands at a boundary of every kind
 * @returns null with granularity `none`: nothing stops it
 */
export function nextStop(
  packet: Structured,
  elapsed: number,
  atBoundary: boolean,
  granularities: Granularities,
  saves: SaveCosts,
): Stop | null {
  const { work, duration } = packet
  const graphics = work === null || 'draws' in work
  const declared = graphics ? granularities.graphics : granularities.compute
  if (declared === 'none') return null
  let best: Stop = { after: duration - elapsed, boundary: 'dma-buffer', save: saves['dma-buffer'] }
  if (work === null || declared === 'dma-buffer') return best
  const points: readonly SavePoint[] = graphics ? GRAPHICS_POINTS : COMPUTE_POINTS
  const units = unitsOf(work)
  for (let level = 0; level < points.length; level++) {
    const boundary = points[level] as SavePoint
    const after = atBoundary ? 0 : timeToBoundary(elapsed, duration, units[level] as number)
    const save = saves[boundary]
    if (after + save < best.after + best.save) best = { after, boundary, save }
    if (boundary === declared) break
  }
  return best
}

/** Copy and video engines run commands without inner structure. */
export function defaultWork(engine: EngineName): PacketWork | null {
  if (engine === '3d') return GRAPHICS_WORK
  return engine === 'compute' ? COMPUTE_WORK : null
}

/** How many of each kind the whole packet has, coarse to fine. */
export function unitsOf(work: PacketWork): readonly [number, number, number, number] {
  if ('draws' in work) {
    const primitives = work.draws * work.primitives
    const triangles = primitives * work.triangles
    const pixels = triangles * work.pixels
    return [primitives, triangles, pixels, pixels * work.instructions]
  }
  const groups = work.dispatches * work.threadGroups
  const threads = groups * work.threads
  return [work.dispatches, groups, threads, threads * work.instructions]
}

/** µs from `elapsed` to the end of the unit that runs then, where `units` of equal length fill `duration`; rounded up. */
function timeToBoundary(elapsed: number, duration: number, units: number): number {
  if (units >= duration) return 0 // one ends within every microsecond
  const index = Math.ceil((elapsed * units) / duration)
  const end = Math.ceil((index * duration) / units)
  return Math.min(Math.max(end, elapsed), duration) - elapsed
}
