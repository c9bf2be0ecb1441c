import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConvergencePoint, DefragmentationRow } from '../../../../preload/contract'
import { comparisonChart, curveChart, showCurve } from '../../../../renderer/instruments/defragmentation/chart'
import { recordedCanvas, stubCanvases, textsOf } from '../../canvas/recorded-context'

const MIB = 1024 * 1024

beforeEach(stubCanvases)
afterEach(() => {
  vi.unstubAllGlobals()
})

const row = (parts: Partial<DefragmentationRow>): DefragmentationRow => ({
  algorithm: 'fast',
  passes: 1,
  heapsFreed: 0,
  bytesFreed: 0,
  bytesMoved: 0,
  allocationsMoved: 0,
  blocksLeft: 0,
  blocksNeeded: 0,
  fragmentation: 0,
  curve: [],
  ...parts,
})

describe('the chart of compared algorithms [DF-16]', () => {
  it('has a full bar of heaps freed and a hollow one of MiB moved for each', () => {
    const { canvas, drawn } = recordedCanvas(600, 200)
    comparisonChart(canvas, [
      row({ heapsFreed: 2, bytesMoved: 64 * MIB }),
      row({ algorithm: 'full', heapsFreed: 6, bytesMoved: 128 * MIB }),
    ]).destroy()
    const freed = drawn
      .filter(({ how, ink, w }) => how === 'fill' && ink === '--heap-texture' && w > 12)
      .map(({ w }) => w)
    expect(freed[1]! / freed[0]!).toBeCloseTo(3, 1)
    const filled = drawn.filter(({ how, ink, w }) => how === 'fill' && ink === '--heap-destination' && w > 12)
    // chart.js fills the border between two outlines; a bar has none where it starts
    expect(filled[1]!.w / filled[0]!.w).toBeCloseTo(2, 1)
    const within = drawn.filter(({ how, ink, w }) => how === 'fill' && ink === 'transparent' && w > 12)
    expect(within.map(({ w }, at) => Math.round(filled[at]!.w - w))).toEqual([2, 2])
    expect(textsOf(drawn)).toEqual(expect.arrayContaining(['Fast', 'Full', 'Heaps freed', 'Moved, MiB']))
  })
})

describe('the convergence curve [DF-22]', () => {
  const point = (pass: number, fragmentation: number, blocks: number): ConvergencePoint => ({
    pass,
    t: 0,
    fragmentation,
    blocks,
    bytesMoved: 0,
    heapsFreed: 0,
  })

  it('falls with fragmentation, in percent, and with the blocks, dashed, on an axis of their own', () => {
    const { canvas, drawn } = recordedCanvas(600, 190)
    const chart = curveChart(canvas)
    drawn.splice(0)
    showCurve(chart, [point(0, 0.8, 10), point(1, 0.4, 6), point(2, 0.2, 5)])
    // as wide as the chart: not a point, nor a mark of the legend
    const lines = drawn.filter(({ how, w, points }) => how === 'stroke' && w > 100 && points!.length >= 3)
    const [fragmentation, blocks] = ['--heap-destination', '--heap-buffer'].map((ink) =>
      lines.find((each) => each.ink === ink),
    )
    expect(fragmentation!.dash).toEqual([])
    expect(blocks!.dash).toEqual([5, 3])
    const ys = (line: typeof blocks) => line!.points!.map(({ y }) => y)
    // from 80 to 40 % is twice as far as from 40 to 20 %
    const [a, b, c] = [...new Set(ys(fragmentation))]
    expect((b! - a!) / (c! - b!)).toBeCloseTo(2, 1)
    expect(ys(blocks)).toEqual([...ys(blocks)].sort((p, q) => p - q))
    expect(textsOf(drawn)).toEqual(expect.arrayContaining(['Passes', 'Fragmentation, %', 'Blocks', '100']))
    chart.destroy()
  })
})
