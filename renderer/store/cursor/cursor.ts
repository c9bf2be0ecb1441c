/**
 * The one time cursor: a moment or a range of simulated time, the same in every chart, every lane and every list. While it
 * is set, no axis moves on with the simulation, so that what was marked stays in sight; "Follow all" lets them go on.
 */
import type { TimeRange } from '../shown-time'
import { following, held, revealed, type ShownTime } from '../shown-time'
import { type Cursor, placeCursor, setBackgroundTab, setGpuTab, setMemoryTab, useStore } from '../store'

/** Changes what each axis shows. */
function changeAxes(change: (shown: ShownTime) => ShownTime): void {
  const { gpuTab, backgroundTab, memoryTab } = useStore.getState()
  const { chart } = memoryTab
  setGpuTab({ shown: change(gpuTab.shown) })
  setBackgroundTab({ shown: change(backgroundTab.shown) })
  // all that is kept has every moment in it
  if (!chart.isAll) setMemoryTab({ chart: { ...change(chart), isAll: false } })
}

const nowOf = (): number => useStore.getState().view.clock.now

const within = (t: number): number => Math.round(Math.min(nowOf(), Math.max(0, t)))

/** Puts the cursor at a moment, in all instruments. @param t µs of simulated time; what has not come yet is now */
export function setMoment(t: number): void {
  const moment = within(t)
  placeCursor({ moment, range: null })
  showTime(moment, moment)
}

/** A click on what is marked already takes the cursor away. */
export function toggleMoment(t: number): void {
  if (useStore.getState().moment === t) followAll()
  else setMoment(t)
}

/** Of a range: where it was begun, the end that stays when keys change it. */
const begun = new WeakMap<TimeRange, number>()

/** @param a where it is begun, µs @param b µs, before or after that */
export function rangeOf(a: number, b: number): TimeRange {
  const range = { from: Math.min(a, b), to: Math.max(a, b) }
  begun.set(range, a)
  return range
}

/** @returns where what is marked was begun, and the end that keys move, µs. @param otherwise both, where nothing is marked */
export function endsOf(
  { moment, range }: Pick<Cursor, 'moment' | 'range'>,
  otherwise: number,
): readonly [number, number] {
  if (range === null) return [moment ?? otherwise, moment ?? otherwise]
  const start = begun.get(range) ?? range.from
  return [start, start === range.from ? range.to : range.from]
}

/** Selects a range, whichever end is given first; its sums are shown. @param a where it begins, also of one that goes back */
export function setRange(a: number, b: number): void {
  const range = rangeOf(within(a), within(b))
  if (range.from === range.to) return setMoment(range.from)
  placeCursor({ moment: null, range })
  changeAxes((shown) => held(shown, nowOf()))
}

/**
 * By keyboard: the end of the range goes by so much, past where it was begun too; there is one from the moment on, either
 * way. @param from where nothing is marked
 */
export function extendRange(by: number, from: number): void {
  const [start, end] = endsOf(useStore.getState(), from)
  setRange(start, end + by)
}

/** Every axis shows a time; one that shows it already stays where it is. */
export function showTime(from: number, to: number): void {
  changeAxes((shown) => revealed(held(shown, nowOf()), nowOf(), from, to))
}

/** No moment and no range: every axis follows the simulation again. */
export function followAll(): void {
  placeCursor({ moment: null, range: null })
  changeAxes(following)
}
