import { lineLook } from '../../../preload/contract'
import { pointShape } from './chart'

/** As the frontier draws each, about the middle. */
const PATHS: Record<ReturnType<typeof pointShape>, string> = {
  circle: 'M-5 0A5 5 0 1 1 5 0A5 5 0 1 1-5 0Z',
  rect: 'M-3.5-3.5H3.5V3.5H-3.5Z',
  triangle: 'M0-5L4.3 2.5H-4.3Z',
  rectRot: 'M0-5L5 0L0 5L-5 0Z',
  star: 'M0-5V5M-5 0H5M-3.5-3.5L3.5 3.5M-3.5 3.5L3.5-3.5',
  cross: 'M0-5V5M-5 0H5',
}

/** The point of a variant, beside its name. @param index of the variant, from 0 */
export function PointMark({ index }: { index: number }) {
  const colour = `var(--chart-${lineLook(index).colour + 1})`
  return (
    <svg className="curve-line" width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
      <path d={PATHS[pointShape(index)]} fill={colour} stroke={colour} />
    </svg>
  )
}
