/** Draw times that the Preview measured on this computer's GPU, as the table shows them (BP-31). */
import { MEASURED_SIZE, programKey } from '../../../store/measured'
import { useStore } from '../../../store/store'

/** How the measured times came about. */
export const MEASURED_MEANING = `On this computer’s GPU, at ${MEASURED_SIZE.width} × ${MEASURED_SIZE.height}; it never flows back (BP-31)`

/** ms; null: not measured */
export function useMeasured(pipeline: number, variant: number | null): number | null {
  return useStore(({ measured }) => measured.times[programKey(pipeline, variant)] ?? null)
}

/** `0.31 ms`, `not measured` */
export function measuredText(ms: number | null): string {
  if (ms === null) return 'not measured'
  return ms >= 10 ? `${ms.toFixed(1)} ms` : `${ms.toFixed(ms >= 1 ? 2 : 3)} ms`
}
