/** Where things lie on the lanes' canvas. Pure; px. */
import { ENGINES } from '../../../../preload/contract'
import { HEAD, type LanesGeometry } from '../../lanes/view'

/** The hardware queues on the right, the axis on top. */
export const QUEUE = 58
export const AXIS = 24
/** In each lane, above the packets: preemption requests. */
export const STRIP = 13

export interface LaneGeometry extends LanesGeometry {
  /** height of one lane */
  lane: number
}

export function geometryOf(width: number, height: number): LaneGeometry {
  return {
    width,
    height,
    plot: Math.max(1, width - HEAD - QUEUE),
    lane: Math.max(1, Math.floor((height - AXIS) / ENGINES.length)),
  }
}

export const laneTop = ({ lane }: LaneGeometry, engine: number): number => AXIS + engine * lane

/** Top and height of the packets of a lane. */
export function bandOf(geometry: LaneGeometry, engine: number): { top: number; height: number } {
  return { top: laneTop(geometry, engine) + STRIP + 1, height: geometry.lane - STRIP - 5 }
}

/** The engine whose lane lies at this height, null: none. */
export function engineAt(geometry: LaneGeometry, y: number): number | null {
  const engine = Math.floor((y - AXIS) / geometry.lane)
  return engine >= 0 && engine < ENGINES.length ? engine : null
}
