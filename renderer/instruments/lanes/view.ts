/**
 * The two canvases of lanes: the picture below, outlines above. Draws at most once per animation frame. What the picture
 * is, an instrument's own view says.
 */
import type { DelaySegmentView } from '../../../preload/contract'
import { context2d, fitCanvases } from '../../canvas/context'
import { themeColor } from '../../canvas/theme'
import { frames } from '../../frame/scheduler'
import type { InterfaceState } from '../../store/model'
import type { ShownTime } from '../../store/shown-time'
import { type Highlighted, HighlightPainter, segmentAt } from './highlight'
import { type LaneView, viewOf } from './time'

/** Names of the lanes on the left, in px; the plot starts there. */
export const HEAD = 84

/** Of a tooltip: as wide as the longest line that is expected, in px. */
export const TOOLTIP = 256
/** px of what an outline around it would leave little of */
const NARROW = 6

/** px that the lines of an axis reach up from its foot, beside its labels */
const TICK = 6

export interface LanesGeometry {
  width: number
  height: number
  /** width of the plot */
  plot: number
}

export interface LanesInput extends Highlighted {
  state: InterfaceState
  shown: ShownTime
  moment: number | null
  /** a packet, a task; it may be forgotten since */
  selected: number | null
}

/** Place in px, from the left edge of the plot. */
export interface LaneBox {
  x: number
  width: number
  top: number
  height: number
}

/** @typeParam Pointed what can lie under a point */
export abstract class LanesView<Geometry extends LanesGeometry, Pointed> {
  /** what was drawn last */
  view: LaneView = { from: 0, to: 1, width: 1 }
  abstract geometry: Geometry
  /** px, from the upper edge to the foot of its axis */
  protected abstract readonly axis: number
  protected input: LanesInput | null = null
  private outlineColour: string | null = null
  private namedColour: string | null = null
  private highlights: HighlightPainter | null = null
  private readonly drawing = frames.task('draw', () => this.draw())
  private width = 1
  private height = 1
  private hovered: number | null = null

  constructor(
    private readonly base: HTMLCanvasElement,
    private readonly overlay: HTMLCanvasElement,
    private readonly calm: () => boolean,
    private readonly onDraw: () => void,
  ) {}

  /** What lies at a place of the element. */
  abstract pointed(x: number, y: number): Pointed | null
  protected abstract geometryOf(width: number, height: number): Geometry
  /** Reads the colours of the theme, whose picture is drawn from now on. */
  protected abstract useTheme(context: CanvasRenderingContext2D): void
  /** `view` and `geometry` are those of this picture. */
  protected abstract paint(input: LanesInput): void
  /** Where something is drawn; null: it is not in view. */
  protected abstract boxOf(id: number): LaneBox | null

  /** What the chosen delay names of what is drawn. */
  protected named(_input: LanesInput): readonly number[] {
    return []
  }

  stop(): void {
    this.drawing.cancel()
  }

  resize(width: number, height: number): void {
    this.width = Math.max(1, Math.floor(width))
    this.height = Math.max(1, Math.floor(height))
    this.fit(this.geometryOf(this.width, this.height))
    this.draw()
  }

  /** Call again when the colours have other values. */
  setTheme(): void {
    this.outlineColour = themeColor('--moment')
    this.namedColour = themeColor('--warning')
    this.highlights = new HighlightPainter(context2d(this.overlay, 'the lanes'))
    this.useTheme(context2d(this.base, 'the lanes'))
    this.drawing.request()
  }

  /** The picture as it is now, as a data URL. */
  png(): string {
    this.draw()
    return this.base.toDataURL('image/png')
  }

  update(input: LanesInput): void {
    this.input = input
    this.drawing.request()
  }

  hover(id: number | null): void {
    if (id === this.hovered) return
    this.hovered = id
    this.outline()
  }

  /** The segment of the chosen delay at a place of the element; null: there is none. */
  segmentAt(x: number, y: number): DelaySegmentView | null {
    const { input, geometry, view } = this
    return segmentAt(input?.delay ?? null, view, geometry.height, { x: x - HEAD, y })
  }

  /** The moment at a place of the element, within the window shown. */
  momentAt(x: number): number {
    const share = Math.min(1, Math.max(0, (x - HEAD) / this.geometry.plot))
    return this.view.from + share * (this.view.to - this.view.from)
  }

  private fit(geometry: Geometry): void {
    this.geometry = geometry
    fitCanvases([this.base, this.overlay], geometry.width, geometry.height, 'the lanes')
  }

  private draw(): void {
    this.stop()
    const { input } = this
    if (input === null || this.outlineColour === null || this.width <= 1) return
    const geometry = this.geometryOf(this.width, this.height)
    // a lane more makes the canvases higher
    if (geometry.height !== this.geometry.height) this.fit(geometry)
    this.view = viewOf(input.shown, input.state.clock.now, geometry.plot, this.calm())
    this.paint(input)
    this.outline()
    this.onDraw()
  }

  /** Of what the chosen delay names, what is pointed at and what is selected. */
  private outline(): void {
    const { input, outlineColour, namedColour, geometry } = this
    if (input === null || outlineColour === null || namedColour === null) return
    const context = context2d(this.overlay, 'the lanes')
    context.clearRect(0, 0, geometry.width, geometry.height)
    const labels = Math.max(0, this.axis - TICK)
    this.highlights?.draw(input, this.view, { left: HEAD, top: 0, height: geometry.height, labels })
    context.strokeStyle = namedColour
    context.fillStyle = namedColour
    context.lineWidth = 2
    for (const id of this.named(input)) this.nameBox(context, this.boxOf(id))
    context.strokeStyle = outlineColour
    for (const id of [this.hovered, input.selected]) {
      context.lineWidth = id === input.selected ? 2 : 1
      this.strokeBox(context, id === null ? null : this.boxOf(id))
    }
  }

  /** Hundreds of narrow ones would be nothing but outlines: those have a line above and below, and keep their colours. */
  private nameBox(context: CanvasRenderingContext2D, box: LaneBox | null): void {
    if (box === null || box.width >= NARROW) return this.strokeBox(context, box)
    for (const y of [box.top - 2, box.top + box.height]) context.fillRect(HEAD + box.x, y, Math.max(1, box.width), 2)
  }

  private strokeBox(context: CanvasRenderingContext2D, box: LaneBox | null): void {
    if (box !== null) context.strokeRect(HEAD + box.x - 1, box.top - 1, Math.max(3, box.width + 1), box.height + 2)
  }
}
