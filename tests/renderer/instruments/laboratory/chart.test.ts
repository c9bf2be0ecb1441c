/** Curves over time and the frontier, by what is drawn: where each line runs, in which colour and dashes. */
import type { Chart } from 'chart.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Frontier, lineLook, type VariantCurve } from '../../../../preload/contract'
import {
  curvesChart,
  curvesPicture,
  frontierChart,
  pointShape,
} from '../../../../renderer/instruments/laboratory/chart'
import type { CurveArea, CurveKind, CurveTime } from '../../../../renderer/instruments/laboratory/curve-values'
import { type Drawn, recordedCanvas, stubCanvases, textsOf } from '../../canvas/recorded-context'

const MIB = 1024 * 1024

beforeEach(stubCanvases)
afterEach(() => {
  vi.unstubAllGlobals()
})

const CURVES: VariantCurve[] = [
  {
    label: 'As it is',
    usage: [64 * MIB, 128 * MIB, 32 * MIB, 0],
    evictions: [0, 10, 5, 0],
    hitches: [0, 0, 0, 1],
  },
  { label: 'No trimming', usage: [128 * MIB, 128 * MIB, 128 * MIB, 128 * MIB], evictions: [0, 0, 0, 0], hitches: [] },
]

/** in hundredths of what the axes reach */
const point = (held: number, pagedIn: number) => ({ held: held * 10.24 * MIB, pagedIn: pagedIn * 1.28 * MIB })
const variant = (label: string, held: number, pagedIn: number) => ({
  ...point(held, pagedIn),
  label,
  best: 0,
  aboveBest: false,
  threshold: null,
  idle: null,
  aboveThresholds: false,
})
const FRONTIER: Frontier = {
  best: [point(0, 50), point(50, 25), point(100, 0)],
  thresholds: [
    { ...point(20, 100), threshold: 1 },
    { ...point(60, 50), threshold: 2 },
    { ...point(100, 20), threshold: 3 },
  ],
  variants: [variant('As it is', 40, 80), variant('No trimming', 100, 60)],
}

/** So many of the same, each with a name of its own. */
const many = <One extends { label: string }>(one: One, count: number): One[] =>
  Array.from({ length: count }, (_, i) => ({ ...one, label: `variant ${i}` }))

interface Picture {
  drawn: Drawn[]
  areas: CurveArea[]
}

function curves(kind: CurveKind, time: CurveTime): Picture {
  const { canvas, drawn } = recordedCanvas(600, 200)
  const areas: CurveArea[] = []
  curvesChart(canvas, CURVES, kind, time, ({ left, right, top, bottom }) => {
    areas.push({ left, right, top, bottom })
  }).destroy()
  return { drawn, areas }
}

/** Corners of a line of the picture, as shares of the area that it lies in, from the left and from below. */
function corners({ drawn, areas }: Picture, ink: string): number[][] {
  const { left, right, top, bottom } = areas[0]!
  const line = drawn.find((each) => each.how === 'stroke' && each.ink === ink && each.points!.length > 2)
  return cornersOf(line!).map(({ x, y }) => [
    Math.round(((x - left) / (right - left)) * 1000) / 1000,
    Math.round(((bottom - y) / (bottom - top)) * 1000) / 1000,
  ])
}

/** chart.js draws some lines from a corner to itself. */
function cornersOf({ points = [] }: Drawn): { x: number; y: number }[] {
  return points.filter(({ x, y }, at) => x !== points[at - 1]?.x || y !== points[at - 1]?.y)
}

it('of more variants than there is room for no name stands in a legend that would lie over the curves [LB-05] [LB-13]', () => {
  const named = (count: number): number[] => {
    const [over, front] = [recordedCanvas(600, 260), recordedCanvas(600, 340)]
    const time = { from: 0, until: 4_000_000 }
    curvesChart(over.canvas, many(CURVES[0]!, count), 'usage', time, () => {}).destroy()
    frontierChart(front.canvas, { ...FRONTIER, variants: many(FRONTIER.variants[0]!, count) }).destroy()
    expect(textsOf(front.drawn)).toContain('Best fixed idle threshold')
    return [over, front].map(({ drawn }) => new Set(textsOf(drawn).filter((text) => text.startsWith('variant'))).size)
  }
  expect([named(12), named(13)]).toEqual([
    [12, 12],
    [0, 0],
  ])
})

it('forty-eight variants have marks of their own: eight colours with six shapes each [LB-13]', () => {
  const marks = Array.from({ length: 48 }, (_, index) => [lineLook(index).colour, pointShape(index)] as const)
  expect(new Set(marks.map((mark) => mark.join())).size).toBe(48)
  // those that stand one below the other differ in both
  for (let index = 1; index < marks.length; index++)
    for (const part of [0, 1] as const) expect(marks[index]?.[part]).not.toBe(marks[index - 1]?.[part])
})

it('a saved picture of so many has the names of all: nothing stands below it [LB-05]', () => {
  const names = (count: number): string[] => {
    const { canvas, drawn } = recordedCanvas(1_200, 700)
    const time = { from: 0, until: 4_000_000 }
    Object.assign(canvas, { toDataURL: () => 'data:image/png' })
    expect(curvesPicture(null, many(CURVES[0]!, count), 'usage', time, canvas)).toBe(
      count > 12 ? 'data:image/png' : undefined,
    )
    return textsOf(drawn).filter((text) => text.startsWith('variant'))
  }
  expect(names(27)).toEqual(many(CURVES[0]!, 27).map(({ label }) => label))
  // of fewer it is what is shown, with its legend
  expect(names(12)).toEqual([])
})

describe('curves over time [LB-05]', () => {
  let usage: Picture

  beforeEach(() => {
    usage ??= curves('usage', { from: 0, until: 4_000_000 })
  })

  it('have a corner in the middle of each part of the time, as high as its value: sizes and moments as everywhere else', () => {
    expect(corners(usage, '--chart-1')).toEqual([
      [0.125, 0.5],
      [0.375, 1],
      [0.625, 0.25],
      [0.875, 0],
    ])
    expect(corners(usage, '--chart-2').map(([, y]) => y)).toEqual([1, 1, 1, 1])
    expect(textsOf(usage.drawn)).toEqual(
      expect.arrayContaining(['128 MiB', 'Local usage', '4.0 s', 'Simulated time', 'As it is', 'No trimming']),
    )
    // the axis said 357.0 beside a cursor at 5:56.951060, and 133,222 MiB·s beside a table with 130.1 GiB·s
    const long = curves('usage', { from: 0, until: 357_000_000 })
    expect(textsOf(long.drawn)).toEqual(expect.arrayContaining(['0 s', '1:00', '5:00']))
  })

  it('count evictions and hitches one by one', () => {
    const picture = curves('evictions', { from: 0, until: 4_000_000 })
    expect(corners(picture, '--chart-1').map(([, y]) => y)).toEqual([0, 1, 0.5, 0])
    expect(textsOf(picture.drawn)).toEqual(expect.arrayContaining(['10', 'Evictions']))
    expect(textsOf(curves('hitches', { from: 0, until: 4_000_000 }).drawn)).toContain('Hitches')
  })

  it('fill the area from where the time begins, although that is not 0', () => {
    const picture = curves('usage', { from: 10_000_000, until: 14_000_000 })
    expect(corners(picture, '--chart-1').map(([x]) => x)).toEqual([0.125, 0.375, 0.625, 0.875])
    expect(textsOf(picture.drawn)).toEqual(expect.arrayContaining(['10.0 s', '14.0 s']))
  })

  it('are told apart by dashes, too, in the picture and in its legend', () => {
    const dashes = (ink: string) => usage.drawn.filter((each) => each.how === 'stroke' && each.ink === ink)
    expect(dashes('--chart-1').map(({ dash }) => dash)).toEqual([[], []])
    expect(dashes('--chart-2').map(({ dash }) => dash)).toEqual([
      [8, 4],
      [8, 4],
    ])
  })

  it('tell where they lie when they are drawn: beside the axis, under the legend, 6 px from the edge', () => {
    expect(usage.areas).toHaveLength(1)
    const { left, right, top, bottom } = usage.areas[0]!
    // a number is as wide as 3 letters of 6 px, a line of text 11 px high
    expect(left).toBeGreaterThan(6 + 18)
    expect(right).toBeLessThanOrEqual(594)
    expect(top).toBeGreaterThan(6 + 8)
    expect(bottom).toBeLessThan(200 - 6 - 11)
  })

  it('have a ground under them, which a saved picture needs', () => {
    expect(usage.drawn.find(({ how }) => how === 'fill')).toMatchObject({
      ink: '--panel-raised',
      x: 0,
      y: 0,
      w: 600,
      h: 200,
    })
  })
})

describe('the frontier [LB-13]', () => {
  let shown: ReturnType<typeof frontier>

  beforeEach(() => {
    shown ??= frontier()
  })

  function frontier(): { drawn: Drawn[]; share(x: number, y: number): number[] } {
    const { canvas, drawn } = recordedCanvas(600, 300)
    const chart: Chart<'line', { x: number; y: number }[]> = frontierChart(canvas, FRONTIER)
    const { left, right, top, bottom } = chart.chartArea
    const share = (x: number, y: number) => [
      Math.round(((x - left) / (right - left)) * 1000) / 1000,
      Math.round(((bottom - y) / (bottom - top)) * 1000) / 1000,
    ]
    chart.destroy()
    return { drawn, share }
  }

  it('has a full line of the best possible and dashed steps of fixed thresholds: what is held × time, what is paged in [LB-13]', () => {
    const { drawn, share } = shown
    const lines = drawn.filter(({ how, ink, points }) => how === 'stroke' && ink === '--text' && points!.length > 2)
    expect(lines).toHaveLength(2)
    const [thresholds, best] = [
      lines.find(({ dash }) => dash!.length > 0),
      lines.find(({ dash }) => dash!.length === 0),
    ]
    expect(cornersOf(best!).map(({ x, y }) => share(x, y))).toEqual([
      [0, 0.5],
      [0.5, 0.25],
      [1, 0],
    ])
    expect(thresholds!.dash).toEqual([5, 4])
    expect(cornersOf(thresholds!).map(({ x, y }) => share(x, y))).toEqual([
      [0.2, 1],
      // until it is long enough for more gaps it pages in as much
      [0.6, 1],
      [0.6, 0.5],
      [1, 0.5],
      [1, 0.2],
    ])
    expect(textsOf(drawn)).toEqual(
      expect.arrayContaining([
        'Memory held',
        '1 GiB·s',
        'Paged in for the app',
        '128 MiB',
        'Best possible',
        'Best fixed idle threshold',
      ]),
    )
  })

  it('has lines that go on as far as a variant holds: holding more pages in no less', () => {
    const { canvas, drawn } = recordedCanvas(600, 300)
    const far = { ...FRONTIER, variants: [variant('As it is', 40, 80), variant('No trimming', 200, 60)] }
    frontierChart(canvas, far).destroy()
    const lines = drawn.filter(({ how, ink, points }) => how === 'stroke' && ink === '--text' && points!.length > 2)
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      const corners = cornersOf(line)
      const [before, last] = corners.slice(-2)
      expect(corners).toHaveLength(line.dash!.length === 0 ? 4 : 6)
      expect(last!.y).toBe(before!.y)
      // from half of the axis to its end
      expect(last!.x - before!.x).toBeCloseTo(
        (last!.x - Math.min(...lines.flatMap((one) => cornersOf(one)).map(({ x }) => x))) / 2,
        0,
      )
    }
  })

  it('has each variant as a point of its own colour and shape, without a line', () => {
    const { drawn, share } = shown
    const points = (ink: string) =>
      drawn.filter((each) => each.how === 'fill' && each.ink === ink).map(({ x, y, w, h }) => [x + w / 2, y + h / 2, w])
    // the mark of the legend is the other one
    const [first, second] = [points('--chart-1'), points('--chart-2')]
    const at = ([x, y]: number[]) => share(x!, y!)
    expect(first.map(at)).toContainEqual([0.4, 0.8])
    expect(second.map(at)).toContainEqual([1, 0.6])
    // a circle of 5 px, and a square of the same diagonal: 10 ÷ √2
    expect(first.find((each) => at(each)[0] === 0.4)?.[2]).toBe(10)
    expect(second.find((each) => at(each)[0] === 1)?.[2]).toBeCloseTo(7.07, 2)
  })

  it('has dashes in the legend that are as short as the marks beside them', () => {
    const { drawn } = shown
    const marks = drawn.filter(({ how, ink, w, h }) => how === 'stroke' && ink === '--text' && w < 30 && h === 0)
    expect(marks.map(({ dash }) => dash)).toEqual([[], [2.5, 2]])
  })
})
