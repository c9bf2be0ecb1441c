import { useCallback, useMemo, useState } from 'react'
import {
  BELOW_LINE,
  type Frontier,
  type FrontierVariant,
  inSentence,
  labelsText,
  placeText,
  type RecordedKey,
  thresholdText,
  type VariantComparisonView,
} from '../../../preload/contract'
import { type Column, ComparisonTable } from '../../charts/comparison'
import { SaveButtons } from '../../charts/save-buttons'
import { useChart } from '../../charts/use-chart'
import { counted, formatByteSeconds, formatBytes } from '../../widgets/format'
import { Segmented } from '../../widgets/segmented'
import { curvesChart, curvesPicture, frontierChart } from './chart'
import { CurvePlot, CurveValues, useCurveCursor } from './curve-cursor'
import { type CurveArea, type CurveKind, valuesAt } from './curve-values'
import { openMoment } from './moment'
import { NumberLink } from './number-link'
import { PointMark } from './point-mark'
import { MOST_NAMED, variantCsv } from './rows'

const KINDS = [
  { value: 'usage', text: 'Local usage' },
  { value: 'evictions', text: 'Evictions' },
  { value: 'hitches', text: 'Hitches' },
] as const satisfies readonly { value: CurveKind; text: string }[]

/** LB-05 */
export function Curves({ variants: { curves, from, until, rows, branch } }: { variants: VariantComparisonView }) {
  const [kind, setKind] = useState<CurveKind>('usage')
  const [area, setArea] = useState<CurveArea | null>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const cursor = useCurveCursor(branch !== null)
  const time = { from, until }
  const draw = useCallback(
    (canvas: HTMLCanvasElement) =>
      curvesChart(canvas, curves, kind, { from, until }, ({ left, right, top, bottom }) =>
        setArea((before) => {
          const same = before?.left === left && before.right === right && before.top === top && before.bottom === bottom
          return same ? before : { left, right, top, bottom }
        }),
      ),
    [curves, kind, from, until],
  )
  const { canvas, chart } = useChart(draw)
  // something is always shown, so that nothing below moves when one points
  const shown = Math.min(until, Math.max(from, pointed ?? cursor.moment ?? until))
  return (
    <section className="instrument-section" aria-label="Over time">
      <header>
        <h3>Over time</h3>
        <Segmented label="Curves" value={kind} options={KINDS} onChange={setKind} />
        <SaveButtons
          file="variants"
          what="comparison"
          numbers="every number of the table"
          png={() => curvesPicture(chart.current, curves, kind, time)}
          csv={() => variantCsv(rows)}
        />
      </header>
      <div className="laboratory-chart">
        <canvas
          ref={canvas}
          role="img"
          aria-label={`${KINDS.find(({ value }) => value === kind)?.text} of ${counted(curves.length, 'variant')} over time; the table above has the numbers`}
        />
        {area !== null && (
          <CurvePlot
            area={area}
            time={time}
            cursor={cursor}
            valueText={(t) =>
              valuesAt(curves, kind, time, t)
                .map(({ label, text }) => `${label} ${text}`)
                .join(', ')
            }
            onPoint={setPointed}
          />
        )}
      </div>
      <CurveValues
        curves={curves}
        kind={kind}
        time={time}
        t={shown}
        open={(label) => {
          const row = rows.find((one) => one.label === label)
          if (row !== undefined) void openMoment(row, shown)
        }}
      />
    </section>
  )
}

/** A number of the table that leads to its records. */
const linked = (
  column: RecordedKey,
  text: (variant: FrontierVariant) => string,
): Pick<Column<FrontierVariant>, 'text' | 'cell'> => ({
  text,
  cell: (variant) =>
    column === 'thresholdPagedIn' && variant.threshold === null ? (
      text(variant)
    ) : (
      <NumberLink row={variant} column={column}>
        {text(variant)}
      </NumberLink>
    ),
})

/** @param variants in the order in which their points are drawn */
const placesOf = (variants: readonly FrontierVariant[]): readonly Column<FrontierVariant>[] => [
  {
    name: 'Variant',
    meaning: 'What is varied of it, and how its point is drawn',
    text: ({ label }) => label,
    cell: (variant) => (
      <>
        <PointMark index={variants.indexOf(variant)} />
        {variant.label}
      </>
    ),
    number: false,
  },
  {
    name: 'Memory held',
    meaning: 'Local usage integrated over time, in byte-seconds',
    ...linked('localByteSeconds', ({ held }) => formatByteSeconds(held)),
    number: true,
  },
  {
    // the first table's “paged in” is of all processes
    name: 'Paged in for the app',
    meaning: 'Bytes of the app’s resources and heaps brought into local memory',
    ...linked('localPageInBytes', ({ pagedIn }) => formatBytes(pagedIn)),
    number: true,
  },
  {
    name: 'Best possible',
    meaning: 'What the best possible pages in that holds as much memory, and whether the variant lies above it (LB-13)',
    ...linked('leastPagedIn', ({ aboveBest, pagedIn, best }) => placeText(aboveBest, pagedIn, best)),
    number: true,
  },
  {
    name: 'Best idle threshold',
    meaning:
      'What the best fixed idle threshold pages in that holds as much memory, and whether the variant lies above it: what dropping what was idle for that long could have saved (LB-13)',
    ...linked('thresholdPagedIn', thresholdText),
    number: true,
  },
]

/** LB-13 */
export function FrontierSection({ frontier }: { frontier: Frontier }) {
  const draw = useCallback((canvas: HTMLCanvasElement) => frontierChart(canvas, frontier), [frontier])
  const { canvas } = useChart(draw)
  const places = useMemo(() => placesOf(frontier.variants), [frontier])
  const above = frontier.variants.filter(({ aboveThresholds }) => aboveThresholds).map(({ label }) => label)
  const text =
    above.length === 0
      ? 'No variant pages in more than the best fixed idle threshold that holds as much.'
      : `With no more held, a fixed idle threshold pages in less than ${above.length === frontier.variants.length && above.length > 1 ? 'every variant' : labelsText(above.map(inSentence), MOST_NAMED)}.`
  return (
    <section className="instrument-section" aria-label="Memory held against bytes paged">
      <header>
        <h3>Memory held against bytes paged</h3>
      </header>
      <p className="detail-hint">
        {text} Both lines are of what the work uses: no policy that serves each press at once lies below the full one.{' '}
        {BELOW_LINE} Variants that hold and page in the same have their points in one place.
      </p>
      <div className="laboratory-chart frontier-chart">
        <canvas ref={canvas} role="img" aria-label={`The frontier, and each variant as a point. ${text}`} />
      </div>
      <ComparisonTable
        region="Variants beside the frontier"
        label="Variants and the frontier"
        className="laboratory-frontier"
        columns={places}
        rows={frontier.variants}
        keyOf={({ label }) => label}
      />
    </section>
  )
}
