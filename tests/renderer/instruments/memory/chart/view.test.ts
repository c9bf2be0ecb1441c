import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FindingView, type NotificationView, type SampleView, TrimFlag } from '../../../../../preload/contract'
import { type ChartInput, MemoryChartView, type PlotArea } from '../../../../../renderer/instruments/memory/chart/view'
import { sampleAt } from '../../../../support/sample'
import {
  type Drawn,
  type RecordedCanvas,
  recordedCanvas,
  stubCanvases,
  textsOf,
} from '../../../canvas/recorded-context'
import { CHART_THEME, chartThemeWith } from '../../../canvas/themes'
import { type Display, fakeDisplay } from '../../../frame/display'

const MIB = 1024 * 1024
const SECOND = 1_000_000
const [WIDTH, HEIGHT] = [700, 240]

let display: Display
let recorded: RecordedCanvas
let area: PlotArea
let view: MemoryChartView
/** ms of the display's clock */
let clock = 0

beforeEach(() => {
  stubCanvases()
  display = fakeDisplay()
  recorded = recordedCanvas(WIDTH, HEIGHT)
  clock = 0
  view = new MemoryChartView(recorded.canvas, CHART_THEME, (_, drawn) => {
    area = drawn
  })
  view.resize(WIDTH, HEIGHT)
  show()
})
afterEach(() => {
  view.destroy()
  vi.unstubAllGlobals()
})

/** Shows frames until the longest rest of the chart is over, and forgets what was drawn before. */
function show(): void {
  recorded.drawn.splice(0)
  for (let i = 0; i < 20; i++) {
    clock += 16
    display.show(clock)
  }
}

/** @param mib resident, evictable and others' memory, and the budget; what is paged out, and the capacity */
const sample = (t: number, ...mib: [number, number, number, number, number?, number?]): SampleView =>
  sampleAt(t, {
    resident: mib[0] * MIB,
    evictable: mib[1] * MIB,
    other: mib[2] * MIB,
    budget: mib[3] * MIB,
    pagedOut: (mib[4] ?? 0) * MIB,
    capacity: (mib[5] ?? mib[3]) * MIB,
  })
const notification = (id: number, t: number, flags: number): NotificationView => ({
  id,
  t,
  flags,
  bytesToTrim: 0,
  source: 'system',
  callbacks: 1,
  results: [],
})

/** Draws ten seconds of the run. */
function draw(parts: Partial<ChartInput> = {}): void {
  view.update(
    {
      now: 10 * SECOND,
      samples: [sample(0, 100, 0, 50, 400), sample(5 * SECOND, 200, 40, 50, 300)],
      notifications: [],
      findings: [],
      hitches: [],
      late: [],
      drops: [],
      range: null,
      delay: null,
      span: 10 * SECOND,
      end: null,
      moment: null,
      fitsData: true,
      ...parts,
    },
    true,
  )
  show()
}

/** px of a moment, in seconds of the ten that are shown. */
const xOf = (seconds: number): number => area.left + ((area.right - area.left) * seconds) / 10

/** px of a height, by the labels of the axis. */
function yOf(mib: number): number {
  const label = (text: string): number => recorded.drawn.find((each) => each.text === text)!.y
  return label('0 B') + ((label('128 MiB') - label('0 B')) * mib) / 128
}

/** What was drawn within the plot, not in the legend. */
const inPlot = (): Drawn[] => recorded.drawn.filter(({ y, h }) => y + h > area.top + 1)

/** The corners of the area whose border has this colour, as `[px, px]`. */
function line(ink: string): number[][] {
  const stroke = inPlot().find((each) => each.how === 'stroke' && each.ink === ink && (each.points?.length ?? 0) > 1)
  const corners = (stroke?.points ?? []).map(({ x, y }) => [Math.round(x), Math.round(y)])
  // the same place twice is one corner
  return corners.filter(([x, y], at) => x !== corners[at - 1]?.[0] || y !== corners[at - 1]?.[1])
}

const near = (points: readonly [number, number][]): number[][] => points.map(([x, y]) => [Math.round(x), Math.round(y)])

describe('the memory chart', () => {
  it('has a ground under everything, which a saved picture needs', () => {
    draw()
    const [cleared, ground] = recorded.drawn
    expect(cleared).toMatchObject({ how: 'clear' })
    expect(ground).toMatchObject({ how: 'fill', ink: 'panel', x: 0, y: 0, w: WIDTH, h: HEIGHT })
  })

  it('draws resident memory as it was, in steps: a value holds until the next', () => {
    draw()
    expect(line('resident')).toEqual(
      near([
        [xOf(0), yOf(100)],
        [xOf(5), yOf(100)],
        [xOf(5), yOf(200)],
        [xOf(10), yOf(200)],
      ]),
    )
  })

  it('stacks evictable memory on it and other processes’ on both', () => {
    draw()
    expect(line('evictable').at(-1)).toEqual(near([[xOf(10), yOf(240)]])[0])
    expect(line('other').at(-1)).toEqual(near([[xOf(10), yOf(290)]])[0])
    // told apart without colour: plain, slanting, and with upright seams
    const fills = inPlot().filter(({ how, clip, points }) => how === 'fill' && clip !== null && points)
    const inks = fills.map(({ ink }) => ink)
    expect(inks).toContain('resident')
    const patterns = inks.flatMap((ink) => (typeof ink === 'string' ? [] : [ink.drawn[1]!]))
    expect([...new Set(patterns.map(({ how, ink }) => `${how} ${ink}`))].sort()).toEqual([
      'fill ground',
      'fill pending',
      'stroke evictable',
    ])
  })

  it('draws the budget dashed, and falls where it falls', () => {
    draw()
    const budget = inPlot().find(({ ink, points }) => ink === 'budget' && (points?.length ?? 0) > 2)
    expect(budget).toMatchObject({ how: 'stroke', line: 2, dash: [7, 3] })
    expect(line('budget')).toEqual(
      near([
        [xOf(0), yOf(400)],
        [xOf(5), yOf(400)],
        [xOf(5), yOf(300)],
        [xOf(10), yOf(300)],
      ]),
    )
  })

  it('cuts what it draws at the edges of the plot', () => {
    draw()
    const resident = inPlot().find(
      ({ how, ink, points }) => how === 'stroke' && ink === 'resident' && points!.length > 2,
    )
    const { x, w } = resident!.clip!
    expect(x).toBeGreaterThanOrEqual(area.left - 1)
    expect(x + w).toBeLessThanOrEqual(area.right + 1)
  })

  it('labels time and bytes in round steps, from nothing to above the highest value', () => {
    draw()
    const labels = textsOf(recorded.drawn)
    expect(labels.filter((text) => / s$/.test(text))).toEqual(['0 s', '2 s', '4 s', '6 s', '8 s', '10 s'])
    expect(labels.filter((text) => /^\d.*B$/.test(text))).toEqual(['0 B', '128 MiB', '256 MiB', '384 MiB'])
    expect(yOf(400)).toBeGreaterThan(area.top)
  })

  it('says what the budget is beside its line [RS-08]', () => {
    draw()
    const label = recorded.drawn.find(({ text }) => text === 'Budget 300 MiB')
    expect(label?.y).toBeLessThan(yOf(300))
    expect(label?.y).toBeGreaterThan(yOf(340))
  })

  it('is as high as what it shows where the budget is far above, and says that it is, unless one wants it up to there', () => {
    const samples = [sample(0, 100, 0, 50, 2048)]
    draw({ samples })
    const labels = textsOf(recorded.drawn)
    expect(labels).toContain('Budget 2 GiB ↑')
    expect(labels.filter((text) => /^\d.*B$/.test(text)).at(-1)).toBe('192 MiB')
    draw({ samples, fitsData: false })
    expect(textsOf(recorded.drawn)).toContain('Budget 2 GiB')
    expect(textsOf(recorded.drawn)).toContain('2 GiB')
  })

  it('never draws more into the segment than it holds: what is paged out is above the line of its capacity [RS-04, RS-12]', () => {
    draw({ samples: [sample(0, 160, 0, 0, 230, 140, 256)] })
    expect(line('resident').at(-1)).toEqual(near([[xOf(10), yOf(160)]])[0])
    expect(line('capacity')).toEqual(
      near([
        [xOf(0), yOf(256)],
        [xOf(10), yOf(256)],
      ]),
    )
    const [, top] = line('pagedOut').at(-1)!
    expect(top).toBeLessThan(yOf(256))
    const words = recorded.drawn.filter(({ text }) => /^(Capacity|Paged out) /.test(text ?? ''))
    expect(words.map(({ text }) => text)).toEqual(['Capacity 256 MiB', 'Paged out 140 MiB'])
    expect(words[1]!.y).toBeLessThan(yOf(256))
    // to the same scale
    const [bottom] = inPlot()
      .filter(({ how, ink, points }) => how === 'fill' && ink === 'ground' && points)
      .map(({ y, h }) => y + h)
    expect(bottom! - top!).toBeCloseTo(yOf(0) - yOf(140), -0.5)
  })

  it('names what lies above the capacity also where all of it is in the segment again at the end [RS-04]', () => {
    const named = (out: [number, number]): string[] => {
      recorded.drawn.splice(0)
      draw({ samples: [sample(0, 100, 0, 0, 200, out[0], 256), sample(5 * SECOND, 200, 0, 0, 200, out[1], 256)] })
      return textsOf(recorded.drawn).filter((text) => /^Paged out \d/.test(text))
    }
    expect(named([140, 0])).toEqual(['Paged out 0 B'])
    expect(named([0, 0])).toEqual([])
  })

  it('draws no line above the segment while nothing is paged out [RS-04]', () => {
    const strokes = (ink: string): Drawn[] =>
      inPlot().filter((each) => each.how === 'stroke' && each.ink === ink && (each.points?.length ?? 0) > 1)
    draw({ samples: [sample(0, 100, 0, 0, 400), sample(5 * SECOND, 200, 0, 0, 400)] })
    expect(strokes(CHART_THEME.pagedOut)).toEqual([])
    draw({ samples: [sample(0, 100, 0, 0, 400), sample(5 * SECOND, 200, 0, 0, 400, 64)] })
    expect(strokes(CHART_THEME.pagedOut)).not.toEqual([])
  })

  it('has no legend where it is a strip', () => {
    view.resize(WIDTH, 80)
    draw()
    expect(textsOf(recorded.drawn)).not.toContain('PERIODIC_TRIM')
    view.resize(WIDTH, HEIGHT)
    draw()
    expect(textsOf(recorded.drawn)).toContain('PERIODIC_TRIM')
  })

  it('has a legend without the kind that a run rarely has', () => {
    draw()
    expect(textsOf(recorded.drawn).slice(0, 12)).toEqual([
      'Resident',
      'Pending',
      'Evictable',
      'Other processes',
      'Paged out',
      'PERIODIC_TRIM',
      'RESTART_PERIODIC_TRIM',
      'TRIM_TO_BUDGET',
      'Hitch',
      'Late',
      'Dropped',
      'Finding',
    ])
  })
})

describe('what the memory chart marks', () => {
  const marks = (ink: string): Drawn[] => inPlot().filter((each) => each.ink === ink && each.y < yOf(400))

  it('are trim notifications by flag, each with a shape and a row of its own above the areas [TN-02]', () => {
    draw({
      notifications: [
        notification(1, 2 * SECOND, TrimFlag.PERIODIC_TRIM),
        notification(2, 4 * SECOND, TrimFlag.RESTART_PERIODIC_TRIM),
        notification(3, 6 * SECOND, TrimFlag.TRIM_TO_BUDGET),
      ],
    })
    const places = ['periodic', 'restart', 'toBudget'].map((ink) => {
      const [mark] = marks(ink)
      return Math.round(mark!.x + mark!.w / 2)
    })
    expect(places).toEqual([2, 4, 6].map((seconds) => Math.round(xOf(seconds))))
    expect(marks('periodic')[0]!.points).toHaveLength(3)
    // a lozenge lies lower than what is periodic
    expect(marks('toBudget')[0]!.y).toBeGreaterThan(marks('restart')[0]!.y)
  })

  it('are hitches and findings, lower still [RS-10]', () => {
    const finding: FindingView = { id: 1, t: 3 * SECOND, rule: 'evict-used', message: '' }
    draw({ findings: [finding], hitches: [{ id: 0, t: 7 * SECOND, kind: 'hitch', count: 2 }] })
    const [x] = marks('finding')
    const [star] = marks('hitch')
    expect(Math.round(x!.x + x!.w / 2)).toBe(Math.round(xOf(3)))
    expect(Math.round(star!.x + star!.w / 2)).toBe(Math.round(xOf(7)))
  })

  it('is the chosen moment, over everything, and none outside of the window', () => {
    draw({ moment: 5 * SECOND })
    const marked = inPlot().filter(({ ink }) => ink === 'moment')
    expect(marked).toMatchObject([
      { how: 'stroke', x: Math.round(xOf(5)) + 0.5, w: 0 },
      { how: 'fill', w: 10, h: 6 },
    ])
    expect(recorded.drawn.at(-1)).toBe(marked.at(-1))
    draw({ moment: 11 * SECOND })
    expect(recorded.drawn.filter(({ ink }) => ink === 'moment')).toEqual([])
  })
})

describe('the memory chart over time', () => {
  const input: ChartInput = {
    now: 10 * SECOND,
    samples: [sample(0, 100, 0, 50, 400)],
    notifications: [],
    findings: [],
    hitches: [],
    late: [],
    drops: [],
    range: null,
    delay: null,
    span: 10 * SECOND,
    end: null,
    moment: null,
    fitsData: true,
  }

  it('is not drawn while the window has moved by less than a px', () => {
    view.update(input, true)
    show()
    // 700 px for ten seconds: about 14 ms a px
    view.update({ ...input, now: input.now + 5_000 }, false)
    show()
    expect(recorded.drawn).toEqual([])
    view.update({ ...input, now: input.now + 20_000 }, false)
    show()
    expect(recorded.drawn.length).toBeGreaterThan(10)
  })

  it('rests where only time goes on, but not for much more than a second, nor while a fifteenth of the window goes by', () => {
    const page = vi.spyOn(performance, 'now').mockReturnValue(10_000)
    view.update(input, true)
    show()
    /** @param at ms of the page's clock @param time µs that have gone on */
    const after = (at: number, time: number): number => {
      page.mockReturnValue(at)
      view.update({ ...input, now: input.now + time }, false)
      show()
      return recorded.drawn.length
    }
    // by now the chart knows that nothing has happened
    expect(after(13_000, 100_000)).toBeGreaterThan(10)
    // ten seconds are shown: a fifteenth is 667 ms
    expect(after(13_900, 700_000)).toBe(0)
    expect(after(13_950, 800_000)).toBeGreaterThan(10)
    expect(after(15_000, 900_000)).toBe(0)
    expect(after(15_200, 900_000)).toBeGreaterThan(10)
    page.mockRestore()
  })

  it('looks back where it was put, whatever is newest', () => {
    view.update({ ...input, now: 60 * SECOND, end: 30 * SECOND }, true)
    show()
    const labels = textsOf(recorded.drawn).filter((text) => / s$/.test(text))
    expect(labels).toEqual(['20 s', '22 s', '24 s', '26 s', '28 s', '30 s'])
  })

  it('has other colours in another theme', () => {
    view.setTheme(chartThemeWith({ resident: 'another blue' }))
    draw()
    expect(recorded.drawn.filter(({ ink }) => ink === 'another blue').length).toBeGreaterThan(0)
    expect(recorded.drawn.filter(({ ink }) => ink === 'resident')).toEqual([])
  })
})
