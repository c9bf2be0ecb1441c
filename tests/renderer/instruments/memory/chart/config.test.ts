/** How chart.js draws the memory chart: each state by its fill, the limits, the markers and the moment. */
import {
  Chart,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  ScatterController,
} from 'chart.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type ChartOverlay,
  configuration,
  DATASET_LINES,
  MARKER_LOOKS,
} from '../../../../../renderer/instruments/memory/chart/config'
import type { MarkerKind } from '../../../../../renderer/instruments/memory/chart/data'
import { type Drawn, inkAt, recordedCanvas, stubCanvases, textsOf } from '../../../canvas/recorded-context'
import { CHART_THEME } from '../../../canvas/themes'

Chart.register(LineController, ScatterController, LinearScale, LineElement, PointElement, Filler, Legend)

const MIB = 1024 * 1024
const [WIDTH, HEIGHT] = [700, 240]
const WINDOW = { from: 0, to: 10_000_000 }

const OVERLAY: ChartOverlay = {
  theme: CHART_THEME,
  window: WINDOW,
  moment: null,
  highlighted: { range: null, delay: null },
  byteStep: 128 * MIB,
  named: false,
  budget: null,
  capacity: null,
  out: null,
  end: WINDOW.to,
  budgetSince: null,
}

beforeEach(stubCanvases)
afterEach(() => {
  vi.unstubAllGlobals()
})

interface Picture {
  drawn: Drawn[]
  /** px of a moment, in seconds, and of MiB in the segment */
  x(seconds: number): number
  y(mib: number): number
  /** px of a height in the strip of markers, 0 to 1 */
  mark(row: number): number
  area: { left: number; right: number; top: number; bottom: number }
}

/** @param lines MiB of each line of DATASET_LINES, all the time: sums, as they are stacked */
function picture(
  overlay: Partial<ChartOverlay> = {},
  lines: Partial<Record<(typeof DATASET_LINES)[number], number>> = {},
  marks: Partial<Record<MarkerKind, number>> = {},
): Picture {
  const { canvas, drawn } = recordedCanvas(WIDTH, HEIGHT)
  const made = configuration({ ...OVERLAY, ...overlay }, canvas.getContext('2d')!)
  const { scales } = made.options!
  const { from, to } = overlay.window ?? WINDOW
  Object.assign(scales!.x!, { min: from, max: to })
  Object.assign(scales!.bytes!, { max: 512 * MIB })
  // nothing is paged out; no height at all is no share that chart.js can divide by
  Object.assign(scales!.outside!, { stackWeight: 1e-6 })
  made.data.datasets.forEach((dataset, at) => {
    const line = DATASET_LINES[at]
    const kind = (Object.keys(MARKER_LOOKS) as MarkerKind[])[at - DATASET_LINES.length]
    const value = line === undefined ? undefined : lines[line]
    const seconds = kind === undefined ? undefined : marks[kind]
    if (value !== undefined) dataset.data = [WINDOW.from, WINDOW.to].map((x) => ({ x, y: value * MIB }))
    if (kind !== undefined && seconds !== undefined) dataset.data = [{ x: seconds * 1e6, y: MARKER_LOOKS[kind].row }]
  })
  const chart = new Chart(canvas, made)
  const { left, right, top, bottom } = chart.chartArea
  const [bytes, strip] = [chart.scales.bytes!, chart.scales.marks!]
  const edges = { bytes: [bytes.top, bytes.bottom], strip: [strip.top, strip.bottom] } as const
  chart.destroy()
  const within = ([upper, lower]: readonly [number, number], share: number) => lower + (upper - lower) * share
  return {
    drawn,
    x: (seconds) => left + ((right - left) * seconds) / 10,
    y: (mib) => within(edges.bytes, mib / 512),
    mark: (row) => within(edges.strip, row),
    area: { left, right, top, bottom },
  }
}

describe('the areas of the memory chart [RS-04]', () => {
  let stacked: Picture

  beforeEach(() => {
    stacked ??= picture({}, { resident: 128, pending: 192, evictable: 256, other: 384, budget: 448, capacity: 512 })
  })

  /** What lies at a height, in the middle of the time shown. */
  const at = (mib: number) => inkAt(stacked.drawn, stacked.x(5), stacked.y(mib))

  it('are plain where memory is resident, checks of 6 px where it is pending, stripes of 8 px where it is evictable', () => {
    expect(at(64)).toBe('resident')
    expect(at(160)).toMatchObject({ side: 6 })
    expect(at(224)).toMatchObject({ side: 8 })
  })

  it('have seams 1 px wide where other processes are, and end there', () => {
    expect(at(320)).toMatchObject({
      side: 5,
      drawn: [
        { ink: 'other', x: 0, y: 0, w: 5, h: 5 },
        { ink: 'ground', x: 4, y: 0, w: 1, h: 5 },
      ],
    })
    expect(at(400)).toBe('panel')
  })

  it('lie under a full line at the capacity and a dashed one at the budget', () => {
    const line = (ink: string, mib: number) =>
      stacked.drawn.find(
        (each) => each.how === 'stroke' && each.ink === ink && each.w > 500 && Math.abs(each.y - stacked.y(mib)) < 1,
      )
    expect(line('capacity', 512)).toMatchObject({ line: 2, dash: [] })
    expect(line('budget', 448)).toMatchObject({ line: 2, dash: [7, 3] })
  })

  it('leave the budget a ground of its own: on the stripes of what is evictable its dashes were lost [RS-08]', () => {
    const { drawn, y } = picture({}, { resident: 128, evictable: 384, budget: 256 })
    const strokes = drawn.filter(
      ({ how, ink, w, ...each }) =>
        how === 'stroke' && ['panel', 'budget'].includes(String(ink)) && w > 500 && Math.abs(each.y - y(256)) < 1,
    )
    expect(strokes).toMatchObject([
      { ink: 'panel', line: 4, dash: [] },
      { ink: 'budget', line: 2, dash: [7, 3] },
    ])
  })

  it('are named above, without what has its words on the chart or is rarely there', () => {
    const above = stacked.drawn.filter(({ how, y }) => how === 'text' && y < stacked.area.top)
    expect(textsOf(above)).toEqual([
      ...['Resident', 'Pending', 'Evictable', 'Other processes', 'Paged out'],
      ...['PERIODIC_TRIM', 'RESTART_PERIODIC_TRIM', 'TRIM_TO_BUDGET', 'Hitch', 'Late', 'Dropped', 'Finding'],
    ])
  })

  it('have a number of bytes at each step, and moments below', () => {
    const texts = textsOf(stacked.drawn)
    expect(texts).toEqual(expect.arrayContaining(['0 B', '128 MiB', '256 MiB', '384 MiB', '512 MiB']))
    expect(texts).not.toContain('64 MiB')
    expect(texts).toEqual(expect.arrayContaining(['0 s', '10 s']))
  })

  it('say the time of a window of microseconds, and of one after a minute none twice', () => {
    const labels = (from: number, to: number): string[] =>
      textsOf(picture({ window: { from, to } }).drawn).filter((text) => /^\d+(:\d+)?\.\d+( s)?$/.test(text))
    expect(labels(2_000_000, 2_000_050)).toEqual(expect.arrayContaining(['2.00001 s', '2.00002 s']))
    // 2 s on less than 700 px
    expect(labels(120_000_000, 122_000_000)).toEqual(expect.arrayContaining(['2:00.5', '2:01.0', '2:01.5']))
  })
})

describe('a marker', () => {
  const KINDS = Object.keys(MARKER_LOOKS) as MarkerKind[]

  it('has a shape that no other kind in its row has', () => {
    const looks = KINDS.map((kind) => `${MARKER_LOOKS[kind].row} ${MARKER_LOOKS[kind].shape}`)
    expect(new Set(looks).size).toBe(KINDS.length)
  })

  it.each([
    ['periodic', 'periodic', 'fill'],
    ['budget', 'toBudget', 'fill'],
    ['hitch', 'hitch', 'stroke'],
    ['finding', 'finding', 'stroke'],
  ] as const)('of kind %s stands at its moment, in its row, in the colour %s', (kind, ink, how) => {
    const { drawn, x, mark, area } = picture({}, {}, { [kind]: 4 })
    // not the one in the legend
    const [marker] = drawn.filter((each) => each.how === how && each.ink === ink && each.y > area.top - 5)
    expect(marker!.x + marker!.w / 2).toBeCloseTo(x(4), 0)
    expect(Math.abs(marker!.y + marker!.h / 2 - mark(MARKER_LOOKS[kind].row))).toBeLessThan(3)
  })
})

describe('the marked moment', () => {
  it('is a line down the whole chart with a triangle on top, over everything', () => {
    const { drawn, x, area } = picture({ moment: 4_000_000 })
    const [line, flag] = drawn.filter(({ how }) => how !== 'clear').slice(-2)
    const at = Math.round(x(4)) + 0.5
    expect(line).toMatchObject({ how: 'stroke', ink: 'moment', line: 1.5, x: at, y: area.top, w: 0 })
    expect(line!.h).toBe(area.bottom - area.top)
    expect(flag).toMatchObject({ how: 'fill', ink: 'moment', x: at - 5, y: area.top, w: 10, h: 6 })
  })

  it.each([null, -1, 10_000_001])('is not drawn where it is none, or out of sight: %s', (moment) => {
    const { drawn } = picture({ moment })
    expect(drawn.filter(({ ink }) => ink === 'moment')).toEqual([])
  })
})

describe('the words on the chart', () => {
  const words = { named: true, budget: 384 * MIB, capacity: 448 * MIB }
  const label = ({ drawn }: Picture, text: string) => {
    const at = drawn.findIndex((each) => each.text === text)
    return { ground: drawn[at - 1]!, text: drawn[at]! }
  }

  it('stand 4 px above their lines: the budget’s at the left, the capacity’s at the right, on a ground of their own', () => {
    const shown = picture(words)
    const budget = label(shown, 'Budget 384 MiB')
    expect(budget.text).toMatchObject({ ink: 'budget', font: '600 11px serif', x: shown.area.left + 8 })
    expect(budget.text.y).toBeCloseTo(shown.y(384) - 4)
    // 14 letters of 6 px, and 4 px at both sides
    expect(budget.ground).toMatchObject({ ink: 'panel', x: shown.area.left + 4, w: 92, h: 15 })
    const capacity = label(shown, 'Capacity 448 MiB')
    expect(capacity.ground).toMatchObject({ x: shown.area.right - 4 - (16 * 6 + 8) })
    expect(capacity.text.ink).toBe('text')
  })

  it('stand behind what is known, where two of them fit there: they hide nothing', () => {
    const shown = picture({ ...words, end: 5_000_000 })
    expect(label(shown, 'Budget 384 MiB').ground.x).toBeCloseTo(shown.x(5) + 4)
  })

  it('of the budget stand where it is that budget: at the left they were read as what it was before [RS-08]', () => {
    const late = picture({ ...words, budgetSince: 4_000_000 })
    expect(label(late, 'Budget 384 MiB').ground.x).toBeCloseTo(late.x(4) + 4)
    // at the left of the capacity's where it has just changed: 16 letters of 6 px, and 4 px at both sides
    const now = picture({ ...words, budgetSince: 9_900_000 })
    const { ground } = label(now, 'Budget 384 MiB')
    expect(ground.x + ground.w).toBeCloseTo(now.area.right - 4 - (16 * 6 + 8))
    const before = picture({ ...words, budgetSince: -1_000_000 })
    expect(label(before, 'Budget 384 MiB').ground.x).toBe(before.area.left + 4)
  })

  it('of a line above the chart stand below a finding’s marker, half of which they hid', () => {
    const above = { named: true, budget: 1024 * MIB }
    const { ground: at } = label(picture(above, {}, { finding: 9 }), 'Budget 1 GiB ↑')
    const shown = picture(above, {}, { finding: 0.5 })
    const { ground } = label(shown, 'Budget 1 GiB ↑')
    expect(shown.x(0.5)).toBeLessThan(ground.x + ground.w)
    expect(ground.y).toBeGreaterThanOrEqual(shown.mark(MARKER_LOOKS.finding.row) + 6)
    expect(at.y).toBeLessThan(ground.y)
    // another row's does not reach into it
    expect(label(picture(above, {}, { periodic: 0.5 }), 'Budget 1 GiB ↑').ground.y).toBe(at.y)
  })

  it('are drawn over the selected range, whose lines struck them through [LB-10]', () => {
    const { drawn } = picture({ ...words, highlighted: { range: { from: 0, to: 9_000_000 }, delay: null } })
    const last = drawn.findLastIndex(({ ink, how }) => ink === '--accent' && how === 'fill')
    expect(last).toBeGreaterThan(-1)
    expect(drawn.findIndex(({ text }) => text === 'Budget 384 MiB')).toBeGreaterThan(last)
  })

  it('are not there where there is no room, or nothing to say', () => {
    const budgets = (overlay: Partial<ChartOverlay>) =>
      textsOf(picture(overlay).drawn).filter((text) => /^(Budget|Capacity|Paged out \d)/.test(text))
    expect(budgets({ ...words, named: false })).toEqual([])
    expect(budgets({ named: true })).toEqual([])
  })
})
