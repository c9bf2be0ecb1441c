/** Draw times that the Preview measured on this computer's GPU, as the table shows them (BP-31). */
import { programKey, useDrawTimes } from '../store/draw-times'

/** ms; null: not measured */
export function useMeasured(pipeline: number, variant: number | null): number | null {
  return useDrawTimes((state) => state.times[programKey(pipeline, variant)] ?? null)
}

/** `0.31 ms`, `not measured` */
export function measuredText(ms: number | null): string {
  if (ms === null) return 'not measured'
  return ms >= 10 ? `${ms.toFixed(1)} ms` : `${ms.toFixed(ms >= 1 ? 2 : 3)} ms`
}
