/** The two canvases of the lanes: the picture below, outlines above. Draws at most once per animation frame. */
import { ENGINES } from '../../preload/contract'
import type { GpuHistory } from '../store/gpu'
import type { ShownTime } from '../store/gpu-lanes'
import { KEPT_PACKETS } from '../store/gpu-packets'
import type { InterfaceState } from '../store/model'
import { engineAt, geometryOf, HEAD, type LaneGeometry, laneTop, STRIP } from './gpu-geometry'
import { packetAt } from './gpu-hit'
import { type LaneList, type LaneView, laneList, runningTime } from './gpu-lane-list'
import {
  laneOfMark,
  type PlacedMark,
  type PreemptionBar,
  placedMarks,
  preemptionBars,
  verticalBlanks,
} from './gpu-lane-marks'
import { drawOutline, type Lane, LanePainter } from './gpu-paint'
import type { LaneTheme } from './gpu-theme'
import { viewOf } from './gpu-view'

/** How near counts as pointed at, in px. */
const REACH = 3
const MARK_REACH = 6

/** What lies under a point. */
export type Pointed =
  | { kind: 'packet'; id: number }
  | { kind: 'preemption'; bar: PreemptionBar; engine: number }
  | { kind: 'mark'; placed: PlacedMark }

export interface LanesInput {
  state: InterfaceState
  shown: ShownTime
  moment: number | null
  selectedId: number | null
}

function context2d(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  // Many small rectangles that change all the time are drawn fastest without the GPU.
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('The browser gave no 2D canvas for the GPU lanes')
  return context
}

interface Drawn {
  key: string
  history: GpuHistory
  lists: LaneList[]
  preemptions: PreemptionBar[][]
  marks: PlacedMark[]
}

export class GpuLanesView {
  geometry: LaneGeometry = geometryOf(1, 1)
  /** what was drawn last */
  view: LaneView = { from: 0, to: 1, width: 1 }
  private input: LanesInput | null = null
  private theme: LaneTheme | null = null
  private painter: LanePainter | null = null
  private scheduled = 0
  private drawn: Drawn | null = null
  private hoveredId: number | null = null
  private shares: number[] = []

  constructor(
    private readonly base: HTMLCanvasElement,
    private readonly overlay: HTMLCanvasElement,
    private readonly calm: () => boolean,
    private readonly onDraw: () => void,
  ) {}

  stop(): void {
    cancelAnimationFrame(this.scheduled)
    this.scheduled = 0
  }

  resize(width: number, height: number): void {
    this.geometry = geometryOf(Math.floor(width), Math.floor(height))
    for (const canvas of [this.base, this.overlay]) {
      canvas.width = Math.round(this.geometry.width * devicePixelRatio)
      canvas.height = Math.round(this.geometry.height * devicePixelRatio)
      context2d(canvas).setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
    }
    this.draw()
  }

  setTheme(theme: LaneTheme): void {
    this.theme = theme
    this.painter = new LanePainter(context2d(this.base), theme)
    this.schedule()
  }

  /** The picture as it is now, as a data URL. */
  png(): string {
    this.draw()
    return this.base.toDataURL('image/png')
  }

  update(input: LanesInput): void {
    this.input = input
    this.schedule()
  }

  hover(id: number | null): void {
    if (id === this.hoveredId) return
    this.hoveredId = id
    this.outline()
  }

  /** The moment at a place of the element, within the window shown. */
  momentAt(x: number): number {
    const share = Math.min(1, Math.max(0, (x - HEAD) / this.geometry.plot))
    return this.view.from + share * (this.view.to - this.view.from)
  }

  /** What lies at a place of the element. */
  pointed(x: number, y: number): Pointed | null {
    const { input, geometry, drawn } = this
    if (input === null || drawn === null || x < HEAD || x > HEAD + geometry.plot) return null
    const plotX = x - HEAD
    const engine = engineAt(geometry, y)
    const placed = drawn.marks.find(
      ({ mark, x: at }) => laneOfMark(mark) === engine && Math.abs(at - plotX) <= MARK_REACH,
    )
    if (engine === null) return placed === undefined ? null : { kind: 'mark', placed }
    if (y < laneTop(geometry, engine) + STRIP) {
      const bar = drawn.preemptions[engine]?.find((one) => plotX >= one.x - REACH && plotX <= one.x + one.width + REACH)
      if (bar !== undefined) return { kind: 'preemption', bar, engine }
      if (placed !== undefined) return { kind: 'mark', placed }
    }
    const reach = (REACH / geometry.plot) * (this.view.to - this.view.from)
    const id = packetAt(input.state.gpuHistory.packets, engine, this.momentAt(x), reach)
    return id === null ? null : { kind: 'packet', id }
  }

  /** Packets in view and the share of the time that they took, by engine. */
  get counts(): { packets: number[]; shares: number[] } {
    return { packets: this.drawn?.lists.map(({ packets }) => packets) ?? [], shares: this.shares }
  }

  /** The ids of the packets in view, oldest first. @param most keeps no more than the newest ones */
  inView(most = KEPT_PACKETS): number[] {
    const { input, drawn } = this
    if (input === null || drawn === null) return []
    const ring = input.state.gpuHistory.packets
    const ids: number[] = []
    drawn.lists.forEach(({ first, last }, engine) => {
      for (let at = Math.max(first, last - most); at < last; at++) ids.push(ring.idOf(ring.engines[engine]!.slot(at)))
    })
    return ids.sort((a, b) => a - b).slice(-most)
  }

  private schedule(): void {
    if (this.scheduled === 0) this.scheduled = requestAnimationFrame(() => this.draw())
  }

  private draw(): void {
    this.stop()
    const { input, painter, geometry } = this
    if (input === null || painter === null || geometry.width <= 1) return
    const { state, shown, moment } = input
    const { gpu, clock, gpuHistory } = state
    this.view = viewOf(shown, clock.now, geometry.plot, this.calm())
    const drawn = this.lists(input)
    const label = (slot: number): string => gpuHistory.names[gpuHistory.packets.columns.contexts[slot]!] ?? ''
    const lanes = drawn.lists.map((list, at): Lane => {
      const engine = gpu.engines.find(({ name }) => name === ENGINES[at]) ?? null
      const busy = list.busy + runningTime(engine?.queue[0]?.start ?? null, clock.now, this.view)
      const share = Math.min(1, busy / (this.view.to - this.view.from))
      return { list, preemptions: drawn.preemptions[at]!, state: engine, share, label }
    })
    this.shares = lanes.map(({ share }) => share)
    painter.draw({
      geometry,
      view: this.view,
      now: clock.now,
      lanes,
      blanks: verticalBlanks(gpu.refreshRate, this.view).filter((x) => this.isPast(x, clock.now)),
      marks: drawn.marks,
      moment,
    })
    this.outline()
    this.onDraw()
  }

  /** Draw lists of the window shown: made anew only when packets came, or another window is shown. */
  private lists({ state }: LanesInput): Drawn {
    const { view } = this
    const history = state.gpuHistory
    const key = `${view.from} ${view.to} ${view.width}`
    const before = this.drawn
    if (before !== null && before.key === key && before.history === history) return before
    this.drawn = {
      key,
      history,
      lists: ENGINES.map((_, engine) => laneList(history.packets, engine, view, before?.lists[engine])),
      preemptions: ENGINES.map((_, engine) => preemptionBars(history.preemptions, engine, view)),
      marks: placedMarks(history.marks, view),
    }
    return this.drawn
  }

  private isPast(x: number, now: number): boolean {
    return this.view.from + (x / this.view.width) * (this.view.to - this.view.from) <= now
  }

  private outline(): void {
    const { input, theme } = this
    if (input === null || theme === null) return
    const ring = input.state.gpuHistory.packets
    const ids = [this.hoveredId, input.selectedId]
    const outlined = ids.flatMap((id) => {
      if (!ring.has(id)) return []
      const slot = ring.slotOf(id)
      const { engines, starts, ends } = ring.columns
      return [{ engine: engines[slot]!, start: starts[slot]!, end: ends[slot]!, strong: id === input.selectedId }]
    })
    drawOutline(context2d(this.overlay), this.geometry, theme, this.view, outlined)
  }
}
