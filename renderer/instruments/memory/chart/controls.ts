/** Which time the memory chart shows: zoomed and moved as every time axis is. */
import { followAll } from '../../../store/cursor/cursor'
import type { ShownTime } from '../../../store/shown-time'
import { setMemoryTab, useStore } from '../../../store/store'
import type { ChartShown } from '../../../store/tabs/memory'
import { LaneControls } from '../../lanes/controls'
import { SPANS, type SpanName, windowOf } from './data'

const nowOf = (): number => useStore.getState().view.clock.now

/** The window, in the terms of the chart: a span of null is everything. */
export const spanOf = ({ isAll, span }: ChartShown): number | null => (isAll ? null : span)

/** What is chosen of the spans that have a name; '': another one, by the wheel. */
export function spanName({ isAll, span }: ChartShown): SpanName | '' {
  if (isAll) return 'All'
  return (Object.keys(SPANS) as SpanName[]).find((name) => SPANS[name] === span) ?? ''
}

function shownNow(): ShownTime {
  const { chart } = useStore.getState().memoryTab
  if (!chart.isAll) return chart
  const { from, to } = windowOf(null, null, nowOf())
  return { span: to - from, end: null }
}

/** One of the named spans. */
export function showSpan(name: SpanName): void {
  const span = SPANS[name]
  const { chart } = useStore.getState().memoryTab
  setMemoryTab({ chart: span === null ? { ...chart, end: null, isAll: true } : { span, end: chart.end, isAll: false } })
}

export const chartControls = new LaneControls({
  now: nowOf,
  shown: shownNow,
  show: ({ span, end }) => setMemoryTab({ chart: { span, end, isAll: false } }),
  oldest: () => useStore.getState().view.samples.items[0]?.t ?? 0,
  selectedAt: () => useStore.getState().moment,
  step: () => {},
  clearSelection: followAll,
})
