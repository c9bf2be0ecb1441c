/** Where things lie on the canvas of the worker lanes. Pure; px. */
import { HEAD, type LanesGeometry } from '../../lanes/view'

/** The axis on top. */
export const AXIS = 22
/** As the padding of the chart below, so that both end at the same moment. */
const RIGHT = 12
/** Height of a thread's lane and of the queue's, which is the last one. */
export const LANE = 30
export const QUEUE_LANE = 34
/** Room is kept for the two threads that there are by default (BP-01), so that nothing jumps when they start. */
const LEAST_LANES = 2

export interface TaskGeometry extends LanesGeometry {
  lanes: number
}

const shownLanes = (threads: number): number => Math.max(LEAST_LANES, threads)

export const heightOf = (threads: number): number => AXIS + shownLanes(threads) * LANE + QUEUE_LANE

export function taskGeometry(width: number, threads: number): TaskGeometry {
  return { width, height: heightOf(threads), plot: Math.max(1, width - HEAD - RIGHT), lanes: shownLanes(threads) }
}

export const laneTop = (lane: number): number => AXIS + lane * LANE

/** Top and height of the executions of a lane. */
export const taskBand = (lane: number): { top: number; height: number } => ({
  top: laneTop(lane) + 4,
  height: LANE - 9,
})

/** Index of the lane at this height, `queue`, or null on the axis. */
export function taskLaneAt({ lanes }: TaskGeometry, y: number): number | 'queue' | null {
  if (y < AXIS) return null
  const lane = Math.floor((y - AXIS) / LANE)
  return lane < lanes ? lane : 'queue'
}
