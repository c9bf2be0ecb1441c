/** The one time cursor: what it does to every axis. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  extendRange,
  followAll,
  setMoment,
  setRange,
  showTime,
  toggleMoment,
} from '../../../../renderer/store/cursor/cursor'
import { nearestBefore } from '../../../../renderer/store/cursor/nearest'
import { emptyState } from '../../../../renderer/store/model'
import { applyFrames, useStore } from '../../../../renderer/store/store'
import { frame } from '../support/frames'

const FIRST = useStore.getState()
const NOW = 10_000_000
const now = (t: number) => ({ clock: { now: t, running: true, speed: 1 as const } })

beforeEach(() => useStore.setState({ ...FIRST, view: { ...emptyState(), ...now(NOW) } }, true))
afterEach(() => useStore.setState(FIRST, true))

const ends = (): (number | null)[] => {
  const { gpuTab, backgroundTab, memoryTab } = useStore.getState()
  return [gpuTab.shown.end, backgroundTab.shown.end, memoryTab.chart.end]
}
const inSight = (t: number): boolean[] => {
  const { gpuTab, backgroundTab, memoryTab } = useStore.getState()
  return [gpuTab.shown, backgroundTab.shown, memoryTab.chart].map(
    ({ span, end }) => t >= (end ?? NOW) - span && t <= (end ?? NOW),
  )
}

describe('the time cursor', () => {
  it('holds every axis with its moment in sight, until all follow again', () => {
    expect(ends()).toEqual([null, null, null])
    setMoment(3_000_000)
    expect(useStore.getState()).toMatchObject({ moment: 3_000_000, range: null })
    expect(ends().every((end) => end !== null)).toBe(true)
    expect(inSight(3_000_000)).toEqual([true, true, true])
    followAll()
    expect(useStore.getState().moment).toBeNull()
    expect(ends()).toEqual([null, null, null])
  })

  it('moves no axis that shows its moment already', () => {
    setMoment(9_990_000)
    const before = ends()
    setMoment(9_980_000)
    expect(ends()).toEqual(before)
  })

  it('leaves a chart that shows everything as it is', () => {
    const { memoryTab } = useStore.getState()
    useStore.setState({ memoryTab: { ...memoryTab, chart: { ...memoryTab.chart, isAll: true } } })
    setMoment(1_000)
    expect(useStore.getState().memoryTab.chart).toMatchObject({ isAll: true, end: null })
  })

  it('is a whole number of µs between the start and now', () => {
    setMoment(1.6)
    expect(useStore.getState().moment).toBe(2)
    setMoment(-5)
    expect(useStore.getState().moment).toBe(0)
    setMoment(NOW + 5)
    expect(useStore.getState().moment).toBe(NOW)
  })

  it('is taken away where it is put again', () => {
    toggleMoment(5_000)
    expect(useStore.getState().moment).toBe(5_000)
    toggleMoment(5_000)
    expect(useStore.getState().moment).toBeNull()
  })

  it('is a range too, whichever end is first; one of no length is a moment', () => {
    setMoment(1_000)
    setRange(9_000, 4_000.4)
    expect(useStore.getState()).toMatchObject({ moment: null, range: { from: 4_000, to: 9_000 } })
    setRange(NOW + 1, NOW + 900)
    expect(useStore.getState()).toMatchObject({ moment: NOW, range: null })
  })

  it('grows and shrinks by keyboard, from the moment on', () => {
    setMoment(5_000)
    extendRange(1_000, 0)
    extendRange(1_000, 0)
    expect(useStore.getState().range).toEqual({ from: 5_000, to: 7_000 })
    extendRange(-500, 0)
    expect(useStore.getState().range).toEqual({ from: 5_000, to: 6_500 })
    followAll()
    extendRange(-1_000, 8_000)
    expect(useStore.getState().range).toEqual({ from: 7_000, to: 8_000 })
  })

  it('grows by keyboard to what was before the moment as well, shrinks back to it, and goes on past it', () => {
    setMoment(5_000)
    const after = (by: number) => {
      extendRange(by, 0)
      const { moment, range } = useStore.getState()
      return range === null ? moment : [range.from, range.to]
    }
    expect([-1_000, -1_000, 500].map(after)).toEqual([
      [4_000, 5_000],
      [3_000, 5_000],
      [3_500, 5_000],
    ])
    expect([1_500, 1_000].map(after)).toEqual([5_000, [5_000, 6_000]])
    expect([-1_500, -500].map(after)).toEqual([
      [4_500, 5_000],
      [4_000, 5_000],
    ])
    // one that was drawn back goes on where it was let go
    setRange(9_000, 7_000)
    expect(after(-1_000)).toEqual([6_000, 9_000])
  })

  it('goes with the run that it was in, and the axes go on; what arrives meanwhile leaves it', () => {
    setMoment(3_000_000)
    applyFrames([frame(1, now(NOW + 16_000))])
    expect(useStore.getState().moment).toBe(3_000_000)
    // everything comes again for a window that asks for it: that is no other run
    applyFrames([frame(2, { full: true, ...now(NOW + 32_000) })])
    expect(useStore.getState().moment).toBe(3_000_000)
    applyFrames([frame(3, { full: true, ...now(0) })])
    expect(useStore.getState().moment).toBeNull()
    expect(ends()).toEqual([null, null, null])
  })

  it('stays at its moment when that is gone back to, and when the end is returned to [LB-02]', () => {
    const branches = { ...emptyState().branches, shown: 1 }
    applyFrames([frame(1, { full: true, ...now(NOW), branches })])
    setMoment(3_000_000)
    const before = ends()
    applyFrames([frame(2, { full: true, ...now(3_000_000), branches: { ...branches, end: NOW } })])
    expect(useStore.getState().moment).toBe(3_000_000)
    applyFrames([frame(3, { full: true, ...now(NOW), branches })])
    expect(useStore.getState().moment).toBe(3_000_000)
    expect(ends()).toEqual(before)
    // before it there is no such moment yet
    applyFrames([frame(4, { full: true, ...now(2_000_000), branches: { ...branches, end: NOW } })])
    expect(useStore.getState().moment).toBeNull()
  })

  it('is let go of where an earlier moment of another branch is shown [LB-02]', () => {
    const branches = { ...emptyState().branches, shown: 1 }
    applyFrames([frame(1, { full: true, ...now(NOW), branches })])
    setMoment(3_000_000)
    applyFrames([frame(2, { full: true, ...now(5_000_000), branches: { ...branches, shown: 2, end: NOW } })])
    expect(useStore.getState().moment).toBeNull()
  })

  it('shows a time that is wider than what is shown', () => {
    showTime(1_000_000, 9_000_000)
    expect([...inSight(1_000_000), ...inSight(9_000_000)]).toEqual([true, true, true, true, true, true])
    expect(useStore.getState().moment).toBeNull()
  })
})

it('the record nearest before a moment is the last at or before it', () => {
  const items = [{ t: 10 }, { t: 20 }, { t: 20 }, { t: 30 }]
  const at = (t: number) => nearestBefore(items, t, (item) => item.t)
  expect([9, 10, 19, 20, 29, 99].map((t) => (at(t) === null ? null : items.indexOf(at(t) as { t: number })))).toEqual([
    null,
    0,
    0,
    2,
    2,
    3,
  ])
})
