/**
 * Where the window opens: where it was closed, as far as today's displays allow. Electron 44 can do a part of it by itself;
 * see electron-versions.md for what differs between the versions that this runs on.
 */
import { MIN_HEIGHT, MIN_WIDTH } from '../options'
import type { WindowPlace } from '../settings'

const DEFAULT_WIDTH = 1440
const DEFAULT_HEIGHT = 900

/** this much of the top edge must be on a display, so that the window can be seen and moved */
const REACHABLE_WIDTH = 120
const REACHABLE_HEIGHT = 32

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** Without x and y the system centres the window. */
export interface WindowPlacement {
  width: number
  height: number
  x?: number
  y?: number
}

/**
 * @param saved the place at the last close
 * @param size an explicit `width` and `height` in px, which win over the saved one
 * @param workAreas of the displays connected now, the primary one first
 */
export function placeWindow(
  saved: WindowPlace | null,
  size: { width: number; height: number } | null,
  workAreas: readonly Rectangle[],
): WindowPlacement {
  if (size !== null) return { ...size }
  if (saved !== null && workAreas.some((area) => reachable(saved, area))) {
    const { x, y, width, height } = saved
    return { x, y, width: Math.max(width, MIN_WIDTH), height: Math.max(height, MIN_HEIGHT) }
  }
  const primary = workAreas[0]
  return {
    width: fit(saved?.width ?? DEFAULT_WIDTH, primary?.width, MIN_WIDTH),
    height: fit(saved?.height ?? DEFAULT_HEIGHT, primary?.height, MIN_HEIGHT),
  }
}

function reachable(window: Rectangle, area: Rectangle): boolean {
  const shown = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x)
  const topInside = window.y >= area.y && window.y + REACHABLE_HEIGHT <= area.y + area.height
  return shown >= REACHABLE_WIDTH && topInside
}

function fit(wanted: number, available: number | undefined, least: number): number {
  return Math.max(least, Math.min(wanted, available ?? wanted))
}
