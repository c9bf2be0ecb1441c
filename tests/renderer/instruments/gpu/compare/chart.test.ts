import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ComparisonRow } from '../../../../../preload/contract'
import { chartHeight, comparisonChart } from '../../../../../renderer/instruments/gpu/compare/chart'
import { recordedCanvas, stubCanvases, textsOf } from '../../../canvas/recorded-context'

beforeEach(stubCanvases)
afterEach(() => {
  vi.unstubAllGlobals()
})

const row = (parts: Partial<ComparisonRow>): ComparisonRow => ({
  model: 'win8',
  graphics: 'pixel',
  compute: 'thread',
  worstLatency: 1000,
  p99Latency: 1000,
  missedVerticalBlanks: 0,
  effectsCompleted: 1,
  effectsPerSecond: 1,
  contextSwitches: 0,
  contextSwitchTime: 0,
  engineResets: 0,
  ...parts,
})

describe('the chart of compared preemption [GP-28]', () => {
  it('has a bar of each run’s worst latency in ms and a striped one of its missed vertical blanks', () => {
    const rows = [
      row({ worstLatency: 8000, missedVerticalBlanks: 4 }),
      row({ worstLatency: 2000, missedVerticalBlanks: 2 }),
    ]
    const { canvas, drawn } = recordedCanvas(600, chartHeight(rows.length))
    comparisonChart(canvas, rows).destroy()
    const latencies = drawn.filter(({ ink, w }) => ink === '--gpu-standard' && w > 12).map(({ w }) => w)
    expect(latencies[0]! / latencies[1]!).toBeCloseTo(4, 1)
    const missed = drawn.filter(({ how, ink, w }) => how === 'fill' && typeof ink === 'object' && w > 12)
    expect(missed[0]!.w / missed[1]!.w).toBeCloseTo(2, 1)
    const [stripes] = missed.map(({ ink }) => ink)
    expect(typeof stripes === 'object' && stripes.drawn.map(({ ink, w }) => [ink, w])).toEqual([
      ['--panel-raised', 6],
      ['--danger', 3],
    ])
    expect(textsOf(drawn)).toEqual(expect.arrayContaining(['Worst latency, ms', 'Missed vertical blanks']))
  })

  it('has no bar for a run in which the compositor presented nothing', () => {
    const { canvas, drawn } = recordedCanvas(600, 200)
    comparisonChart(canvas, [row({ worstLatency: null })]).destroy()
    expect(drawn.filter(({ ink, w }) => ink === '--gpu-standard' && w > 12)).toEqual([])
  })

  it('has room for each of its runs', () => {
    expect(chartHeight(3) - chartHeight(2)).toBe(34)
  })
})
