/**
 * What draws took on this computer's GPU, as the Preview measured it. Shown beside the modelled times; never sent to the
 * session (BP-31).
 */
import { create } from 'zustand'

interface DrawTimes {
  /** ms of the newest measurement by program: the PSO's id and the variant's, or `general` */
  times: Readonly<Record<string, number>>
}

export const useDrawTimes = create<DrawTimes>()(() => ({ times: {} }))

export function programKey(pipeline: number, variant: number | null): string {
  return `${pipeline} ${variant ?? 'general'}`
}

/** @param ms of one draw */
export function setDrawTime(program: string, ms: number): void {
  useDrawTimes.setState(({ times }) => ({ times: { ...times, [program]: ms } }))
}

/** The size at which every program is measured, so that the times compare. */
export const MEASURED_SIZE = { width: 320, height: 180 } as const
