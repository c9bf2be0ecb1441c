import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EngineView, type GpuMarkView, PACKET_KINDS, type PacketKind } from '../../../../../preload/contract'
import { tintOf } from '../../../../../renderer/canvas/tint'
import { bandOf, geometryOf, laneTop } from '../../../../../renderer/instruments/gpu/lanes/geometry'
import { BarEnd, KINDS, type LaneList } from '../../../../../renderer/instruments/gpu/lanes/list'
import type { PlacedMark, PreemptionBar } from '../../../../../renderer/instruments/gpu/lanes/marks'
import { type Lane, LanePainter, type Picture } from '../../../../../renderer/instruments/gpu/lanes/paint'
import { HEAD } from '../../../../../renderer/instruments/lanes/view'
import {
  type Drawn,
  drawnIn,
  filledWith,
  inkAt,
  LETTER,
  type Recording,
  recordedContext,
  stubCanvases,
  textsOf,
} from '../../../canvas/recorded-context'
import { LANE_THEME, laneThemeWith } from '../../../canvas/themes'

/** A plot of 300 px, five lanes of 60 px: a band of packets is 42 px high. */
const GEOMETRY = geometryOf(HEAD + 300 + 58, 24 + 5 * 60)

let recording: Recording

beforeEach(() => {
  stubCanvases()
  recording = recordedContext()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

interface GivenBar {
  x: number
  width: number
  kind?: PacketKind
  end?: number
}

function listOf(
  bars: readonly GivenBar[],
  columns: readonly { x: number; kind: PacketKind; share: number }[],
): LaneList {
  const list: LaneList = {
    bars: bars.length,
    slots: Uint32Array.from(bars, (_, at) => at),
    x: Float32Array.from(bars, ({ x }) => x),
    widths: Float32Array.from(bars, ({ width }) => width),
    kinds: Uint8Array.from(bars, ({ kind = 'standard' }) => PACKET_KINDS.indexOf(kind)),
    ends: Uint8Array.from(bars, ({ end = BarEnd.plain }) => end),
    columns: new Float32Array(GEOMETRY.plot * KINDS),
    packets: bars.length,
    busy: 0,
    first: 0,
    last: bars.length,
  }
  for (const { x, kind, share } of columns) list.columns[x * KINDS + PACKET_KINDS.indexOf(kind)] = share
  return list
}

interface GivenLane extends Partial<Omit<Lane, 'list'>> {
  bars?: readonly GivenBar[]
  columns?: readonly { x: number; kind: PacketKind; share: number }[]
}

const engine = (parts: Partial<EngineView> = {}): EngineView => ({
  name: '3d',
  depth: 2,
  queue: [],
  waiting: 0,
  preempting: null,
  busy: 0,
  ...parts,
})

/** Draws lanes over 0 to 300 µs, a px each. */
function paint(lanes: readonly GivenLane[], parts: Partial<Picture> = {}, theme = LANE_THEME): void {
  new LanePainter(recording.context, theme).draw({
    geometry: GEOMETRY,
    view: { from: 0, to: 300, width: 300 },
    now: 300,
    lanes: Array.from({ length: 5 }, (_, at) => {
      const { bars = [], columns = [], ...rest } = lanes[at] ?? {}
      return {
        list: listOf(bars, columns),
        preemptions: [],
        state: null,
        share: 0,
        label: (slot) => `label ${slot}`,
        effect: () => null,
        isEffect: () => false,
        ...rest,
      }
    }),
    blanks: [],
    marks: [],
    moment: null,
    ...parts,
  })
}

/** What was filled in the band of packets of a lane. */
function inBand(lane: number): Drawn[] {
  const { top, height } = bandOf(GEOMETRY, lane)
  return drawnIn(recording.drawn, { x: HEAD, y: top, w: GEOMETRY.plot, h: height })
}

describe('packets on the GPU lanes', () => {
  it('are bars from their start to their end, a px short of the next, in the band of their engine [GP-27]', () => {
    paint([{ bars: [{ x: 10, width: 20 }] }, { bars: [{ x: 30, width: 50 }] }])
    const bars = recording.drawn.filter(({ how, ink, points }) => how === 'fill' && ink === 'standard' && points)
    expect(bars).toMatchObject([
      { x: HEAD + 10, w: 19, y: bandOf(GEOMETRY, 0).top, h: 42 },
      { x: HEAD + 30, w: 49, y: bandOf(GEOMETRY, 1).top, h: 42 },
    ])
  })

  it('of each kind have a fill of their own: standard plain, the others patterned, waits and switches framed', () => {
    paint([{ bars: PACKET_KINDS.map((kind, at) => ({ x: 10 + at * 40, width: 30, kind })) }])
    const fills = inBand(0).filter(({ how, points }) => how === 'fill' && points)
    expect(fills.map(({ x }) => x - HEAD)).toEqual([10, 50, 90, 130, 170])
    expect(fills[0]!.ink).toBe('standard')
    const patterns = fills.slice(1).map(({ ink }) => ink)
    expect(patterns.every((ink) => typeof ink === 'object')).toBe(true)
    expect(new Set(patterns).size).toBe(4)
    const frames = inBand(0).filter(({ how, line }) => how === 'stroke' && line === 1)
    expect(frames.map(({ ink, x }) => [ink, x - HEAD])).toEqual([
      ['context-switch', 130.5],
      ['wait', 170.5],
    ])
  })

  it('that are too narrow for a pattern have their colour alone', () => {
    paint([{ bars: [{ x: 10, width: 3, kind: 'present' }] }])
    expect(inkAt(inBand(0), HEAD + 11, bandOf(GEOMETRY, 0).top + 5)).toBe('present')
  })

  it('that were preempted end in a torn side, those that were lost have a cross [GP-10, GP-23]', () => {
    paint([
      {
        bars: [
          { x: 10, width: 40, end: BarEnd.preempted },
          { x: 60, width: 40, end: BarEnd.lost },
          { x: 110, width: 40 },
        ],
      },
    ])
    const [torn, lost, plain] = inBand(0).filter(({ ink, points }) => ink === 'standard' && points)
    const right = torn!.points!.filter(({ x }) => x > HEAD + 30)
    // teeth: the right side goes between its edge and 4 px before it
    expect(new Set(right.map(({ x }) => x))).toEqual(new Set([HEAD + 49, HEAD + 45]))
    expect(lost!.points).toHaveLength(4)
    expect(plain!.points).toHaveLength(4)
    const crosses = inBand(0).filter(({ how, ink }) => how === 'stroke' && ink === 'textOnPacket')
    expect(crosses).toMatchObject([{ x: HEAD + 60 + 39 / 2 - 3, w: 6, h: 6 }])
  })

  it('that go on beyond the window reach its edge', () => {
    paint([{ bars: [{ x: 250, width: 50, end: BarEnd.cut }] }])
    expect(inBand(0).find(({ ink, points }) => ink === 'standard' && points)).toMatchObject({ x: HEAD + 250, w: 50 })
  })

  it('too narrow for bars are columns as high as the time they take, kind upon kind', () => {
    paint([
      {
        columns: [
          { x: 5, kind: 'standard', share: 0.5 },
          { x: 5, kind: 'present', share: 0.25 },
          { x: 9, kind: 'paging', share: 0.001 },
        ],
      },
    ])
    const { top, height } = bandOf(GEOMETRY, 0)
    expect(filledWith(inBand(0), 'standard')).toEqual([[HEAD + 5, top + height - 21, 1, 21]])
    expect(filledWith(inBand(0), 'present')).toEqual([[HEAD + 5, top + height - 21 - 10.5, 1, 10.5]])
    // the least that can be seen
    expect(filledWith(inBand(0), 'paging')).toEqual([[HEAD + 9, top + height - 2, 1, 2]])
  })

  it('never stack higher than the band, whatever a frame says', () => {
    paint([
      {
        columns: [
          { x: 5, kind: 'standard', share: 4 },
          { x: 5, kind: 'present', share: 4 },
        ],
      },
    ])
    const { top, height } = bandOf(GEOMETRY, 0)
    expect(filledWith(inBand(0), 'standard')).toEqual([[HEAD + 5, top, 1, height]])
    expect(filledWith(inBand(0), 'present')).toEqual([[HEAD + 5, top, 1, 0]])
  })
})

describe('the text of a packet', () => {
  const texts = () => recording.drawn.filter(({ how, ink }) => how === 'text' && ink === 'textOnPacket')

  it('is what it is called, within its bar', () => {
    paint([{ bars: [{ x: 20, width: 100 }] }])
    expect(texts()).toMatchObject([{ text: 'label 0', x: HEAD + 24, font: '600 11px serif' }])
    expect(texts()[0]!.w).toBeLessThanOrEqual(100 - 8)
  })

  it('has the colour of its effect below it, where it is one and there is room', () => {
    const { top, height } = bandOf(GEOMETRY, 0)
    const effect = (slot: number): string | null => ['Blur', null, 'Blur', 'Sepia'][slot] ?? null
    const bars = [20, 60, 100, 200].map((x, at) => ({ x, width: at === 2 ? 3 : 30 }))
    paint([{ bars, effect }])
    const edges = recording.drawn.filter(({ how, ink }) => how === 'fill' && String(ink).startsWith('hsl('))
    expect(edges.map(({ x, y, w, h }) => [x, y, w, h])).toEqual([
      [HEAD + 20, top + height - 3, 29, 3],
      [HEAD + 200, top + height - 3, 29, 3],
    ])
    expect(edges[0]!.ink).toBe(tintOf('Blur'))
    expect(edges[1]!.ink).toBe(tintOf('Sepia'))
    expect(tintOf('Sepia')).not.toBe(tintOf('Blur'))
  })

  it('has no colour of its own where colours are the system’s', () => {
    paint([{ bars: [{ x: 20, width: 30 }], effect: () => 'Blur' }], {}, laneThemeWith({ tints: false }))
    expect(recording.drawn.filter(({ ink }) => String(ink).startsWith('hsl('))).toEqual([])
  })

  it('is cut with an ellipsis where the bar is short, and left out where it is narrow', () => {
    const label = (): string => 'Stabilise.motion vectors'
    paint([
      { bars: [{ x: 0, width: 60 }], label },
      { bars: [{ x: 0, width: 43 }], label },
    ])
    expect(texts()).toHaveLength(1)
    const [{ text, x, w }] = texts() as [Drawn]
    expect(text).toMatch(/^Stabil?.*…$/)
    expect(x + w).toBeLessThanOrEqual(HEAD + 60)
    expect(text!.length * LETTER).toBeLessThanOrEqual(60 - 8)
  })

  it('starts at the edge of the plot when its bar began before', () => {
    paint([{ bars: [{ x: 0, width: 100, end: BarEnd.cut }] }])
    expect(texts()[0]!.x).toBe(HEAD + 6)
  })

  it('is not written on waits and switches, through which the ground shows', () => {
    paint([
      {
        bars: [
          { x: 0, width: 100, kind: 'wait' },
          { x: 150, width: 100, kind: 'context-switch' },
        ],
      },
    ])
    expect(texts()).toEqual([])
  })
})

describe('an engine now', () => {
  const running = (parts: Partial<EngineView['queue'][number]> = {}) => ({
    context: 'dwm',
    kind: 'standard' as const,
    command: 'Compose',
    fence: 1,
    start: 200,
    hung: false,
    ...parts,
  })

  it('shows the packet that runs from its start to now, open on the right', () => {
    paint([{ state: engine({ queue: [running()] }) }], { now: 260 })
    const bar = inBand(0).find(({ ink, points }) => ink === 'standard' && points)
    expect(bar).toMatchObject({ x: HEAD + 200, w: 60 })
    expect(textsOf(inBand(0))).toEqual(['Compose'])
  })

  it('frames a packet that hangs in red, and says so [GP-23]', () => {
    paint([{ state: engine({ queue: [running({ hung: true, start: 100 })] }) }], { now: 290 })
    expect(inBand(0).filter(({ how, ink, line }) => how === 'stroke' && ink === 'missed' && line === 2)).toHaveLength(1)
    expect(textsOf(inBand(0))).toEqual(['Compose: hangs'])
  })

  it('shows nothing of a packet that has not started, or that starts after the window', () => {
    paint([
      { state: engine({ queue: [running({ start: null })] }) },
      { state: engine({ queue: [running({ start: 400 })] }) },
    ])
    expect([...inBand(0), ...inBand(1)].filter(({ ink }) => ink === 'standard')).toEqual([])
  })

  it('has a slot for each packet of its hardware queue on the right, filled by kind, and counts the rest', () => {
    const left = GEOMETRY.width - 58 + 5
    paint([{ state: engine({ depth: 2, queue: [running(), running({ kind: 'present' }), running()], waiting: 4 }) }])
    const right = recording.drawn.filter(({ x, y, clip }) => x >= left && y > 24 && clip === null)
    expect(right.filter(({ how, w }) => how === 'fill' && w === 12).map(({ ink, x }) => [ink, x - left])).toEqual([
      ['standard', 0],
      ['present', 14],
    ])
    expect(right.filter(({ how }) => how === 'stroke')).toHaveLength(2)
    // one that the slots do not hold, and four that wait
    expect(textsOf(right)).toEqual(['+5'])
    for (const { x, w } of right) expect(x + w).toBeLessThanOrEqual(GEOMETRY.width)
  })

  it('has the colour of the effect in what runs and in the slot, and a word above the slots', () => {
    paint([{ state: engine({ queue: [running({ command: 'Blur' })] }), isEffect: (command) => command === 'Blur' }])
    expect(recording.drawn.filter(({ ink }) => ink === tintOf('Blur')).map(({ h }) => h)).toEqual([3, 3])
    const [word] = recording.drawn.filter(({ text }) => text === 'Queue')
    expect(word!.x).toBe(GEOMETRY.width - 58 + 5)
    expect(word!.x + word!.w).toBeLessThanOrEqual(GEOMETRY.width)
  })

  it('says its name and how busy it is, left of the plot', () => {
    paint([{ share: 0.216 }])
    const head = drawnIn(recording.drawn, { x: 0, y: laneTop(GEOMETRY, 0), w: HEAD, h: GEOMETRY.lane })
    expect(textsOf(head)).toEqual(['3D', 'busy 21.6 %'])
    for (const { text, x, w } of head.filter(({ how }) => how === 'text'))
      expect(x + w, text).toBeLessThanOrEqual(HEAD - 4)
  })
})

describe('preemption requests [GP-06]', () => {
  const bar = (parts: Partial<PreemptionBar>): PreemptionBar => ({
    x: 0,
    width: 1,
    requested: 0,
    stopped: 1000,
    boundary: 0,
    reason: 0,
    held: 0,
    count: 1,
    ...parts,
  })

  it('are black from the request until the engine had stopped, edged, above the packets', () => {
    paint([{ preemptions: [bar({ x: 50, width: 80 })] }])
    const top = laneTop(GEOMETRY, 0) + 1
    expect(filledWith(recording.drawn, 'preemptionLine')).toEqual([[HEAD + 49, top, 82, 11]])
    expect(filledWith(recording.drawn, 'preemption')).toEqual([[HEAD + 50, top + 1, 80, 9]])
    expect(top + 11).toBeLessThanOrEqual(bandOf(GEOMETRY, 0).top)
  })

  it('say how long they took where there is room', () => {
    paint([{ preemptions: [bar({ x: 0, width: 80 }), bar({ x: 200, width: 10 })] }])
    const texts = recording.drawn.filter(({ how, ink }) => how === 'text' && ink === 'preemptionText')
    expect(texts.map(({ text }) => text)).toEqual(['1 ms'])
  })

  it('go on until now while the engine has not answered', () => {
    paint([{ state: engine({ preempting: 100 }) }], { now: 180 })
    expect(filledWith(recording.drawn, 'preemption')).toEqual([[HEAD + 100, laneTop(GEOMETRY, 0) + 2, 80, 9]])
  })
})

describe('what lies over the lanes', () => {
  it('is cut at the edges of the plot, but for names and queues', () => {
    paint([{ bars: [{ x: 10, width: 20 }], preemptions: [] }], { moment: 100, blanks: [[50]] })
    const plot = { x: HEAD, y: 0, w: GEOMETRY.plot, h: GEOMETRY.height }
    for (const each of recording.drawn.filter(({ ink }) => ink === 'standard' || ink === 'blank' || ink === 'outline'))
      expect(each.clip).toEqual(plot)
  })

  it('has a line down for each vertical blank of the first display, and dashes for those of others [GP-09]', () => {
    paint([], { blanks: [[10, 110], [60]] })
    const lines = filledWith(recording.drawn, 'blank')
    expect(lines.slice(0, 2).map(([x, , , h]) => [x! - HEAD, h])).toEqual([
      [10, GEOMETRY.height],
      [110, GEOMETRY.height],
    ])
    const dashes = lines.slice(2)
    expect(dashes.length).toBeGreaterThan(10)
    for (const [x, , , h] of dashes) expect([x! - HEAD, h]).toEqual([60, 4])
  })

  it('marks what went wrong for the display in red across all lanes, resets of an engine in its lane alone', () => {
    const mark = (kind: GpuMarkView['kind'], of: GpuMarkView['engine'], x: number): PlacedMark => ({
      mark: { id: x, kind, engine: of, t: x, text: '' },
      x,
      count: 1,
    })
    paint([], { marks: [mark('missed-vertical-blank', '', 40), mark('engine-reset', 'copy', 90)] })
    const missed = recording.drawn.filter(({ ink }) => ink === 'missed')
    expect(missed.map(({ x, h }) => [x - HEAD, h])).toEqual([
      [40, GEOMETRY.height],
      [36, 9],
    ])
    const copy = laneTop(GEOMETRY, 2)
    const reset = recording.drawn.filter(({ ink }) => ink === 'reset')
    expect(reset.map(({ x, y }) => [x - HEAD, y])).toEqual([
      [90, copy],
      [87, copy + 2],
    ])
  })

  it('marks the moment where it lies, and none outside of the window', () => {
    paint([], { moment: 120 })
    expect(filledWith(recording.drawn, 'outline').map(([x]) => x)).toEqual([HEAD + 120])
    recording.drawn.splice(0)
    paint([], { moment: 301 })
    expect(filledWith(recording.drawn, 'outline')).toEqual([])
  })
})
