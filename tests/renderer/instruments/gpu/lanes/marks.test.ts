import { describe, expect, it } from 'vitest'
import type { GpuMarkView } from '../../../../../preload/contract'
import {
  laneOfMark,
  placedMarks,
  preemptionBars,
  verticalBlanks,
} from '../../../../../renderer/instruments/gpu/lanes/marks'
import { PreemptionRing } from '../../../../../renderer/store/gpu'
import { preemptions } from '../../../store/support/gpu-frames'

const ring = (given: Parameters<typeof preemptions>[0]) => {
  const made = new PreemptionRing()
  made.append(preemptions(given))
  return made
}

describe('preemptionBars', () => {
  it('reach from the request to when the engine had stopped (GP-06)', () => {
    const given = ring([
      { requested: 10, stopped: 40, boundary: 'triangle', held: 2 },
      { requested: 60, stopped: 61, engine: 'compute' },
    ])
    const [bar, ...others] = preemptionBars(given, 0, { from: 0, to: 100, width: 200 })
    expect(others).toEqual([])
    expect(bar).toMatchObject({ x: 20, width: 60, requested: 10, stopped: 40, boundary: 3, held: 2, count: 1 })
  })

  it('shows one that is still under way at the left edge, and at least a px of the shortest', () => {
    const given = ring([
      { requested: 0, stopped: 150 },
      { requested: 180, stopped: 180 },
    ])
    const bars = preemptionBars(given, 0, { from: 100, to: 200, width: 100 })
    expect(bars.map(({ x, width }) => [x, width])).toEqual([
      [0, 50],
      [80, 1],
    ])
  })

  it('joins those that would lie on one another and tells of the longest', () => {
    const given = ring(
      Array.from({ length: 100 }, (_, at) => ({ requested: at, stopped: at + (at === 40 ? 0.9 : 0.1) })),
    )
    const bars = preemptionBars(given, 0, { from: 0, to: 100, width: 2 })
    expect(bars.length).toBeLessThanOrEqual(2)
    expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(100)
    expect(bars[0]?.requested).toBe(40)
  })
})

describe('verticalBlanks', () => {
  it('lie at round(k · 10⁶ / rate), k from 1 (GP-09)', () => {
    expect(verticalBlanks(60, { from: 0, to: 50_000, width: 50_000 })).toEqual([16_667, 33_333, 50_000])
    expect(verticalBlanks(59.94, { from: 990_000, to: 1_020_000, width: 30_000 })).toEqual([
      Math.round((60 * 1e6) / 59.94) - 990_000,
      Math.round((61 * 1e6) / 59.94) - 990_000,
    ])
  })

  it('are left out where they would be denser than 6 px', () => {
    expect(verticalBlanks(60, { from: 0, to: 1e6, width: 361 })).toHaveLength(60)
    expect(verticalBlanks(60, { from: 0, to: 1e6, width: 350 })).toEqual([])
  })
})

describe('placedMarks', () => {
  const mark = (id: number, t: number, kind: GpuMarkView['kind'], engine: GpuMarkView['engine'] = ''): GpuMarkView => ({
    id,
    t,
    kind,
    engine,
    text: String(id),
  })

  it('joins marks of one kind and engine that would lie on one another', () => {
    const marks = [
      mark(0, 5, 'missed-vertical-blank'),
      mark(1, 50, 'missed-vertical-blank'),
      mark(2, 51, 'missed-vertical-blank'),
      mark(3, 51, 'timeout', '3d'),
      mark(4, 52, 'timeout', 'copy'),
      mark(5, 400, 'tear'),
    ]
    const placed = placedMarks(marks, { from: 10, to: 110, width: 100 })
    expect(placed.map(({ mark: { id }, x, count }) => [id, x, count])).toEqual([
      [2, 40, 2],
      [3, 41, 1],
      [4, 42, 1],
    ])
  })
})

describe('laneOfMark', () => {
  const lane = (kind: GpuMarkView['kind'], engine: GpuMarkView['engine']) =>
    laneOfMark({ id: 1, t: 0, kind, engine, text: '' })

  it('is the engine, except for what concerns the display or all engines', () => {
    expect(lane('engine-reset', 'copy')).toBe(2)
    expect(lane('adapter-reset', '')).toBeNull()
    expect(lane('missed-vertical-blank', '3d')).toBeNull()
    expect(lane('tear', '3d')).toBeNull()
  })
})
