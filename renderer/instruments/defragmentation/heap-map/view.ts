/** The two canvases of the heap map: rows below, moves and outlines above. Draws at most once per animation frame. */
import type { HeapBlockView, MoveView } from '../../../../preload/contract'
import { context2d, fitCanvases } from '../../../canvas/context'
import { frames } from '../../../frame/scheduler'
import type { HeapPicture } from '../../../store/heap-map'
import { rangeAt } from '../../../store/heap-ranges'
import type { HeapCursor, RowScale, ShownPart } from '../../../store/tabs/defragmentation'
import { byteOfX, GUTTER, HEADING, type HeapLayout, layoutHeaps, lengthOf, MARGIN, rowAt, TALL, THIN } from './layout'
import { Motions } from './motion'
import { boxOf, drawOutlines, drawPlans, GlideDrawer, type MoveScene } from './moves'
import { HeapPainter } from './paint'
import type { HeapTheme } from './theme'

export interface HeapInput {
  picture: HeapPicture
  /** of the pass under way; none for a dump */
  moves: readonly MoveView[]
  shown: ShownPart
  scale: RowScale
  thin: boolean
  cursor: HeapCursor | null
}

/** A range under the pointer. */
export interface PointedRange {
  block: HeapBlockView
  range: number
}

export class HeapMapView {
  layout: HeapLayout = layoutHeaps({ pools: [], blocks: [] }, TALL, 'bytes')
  private input: HeapInput | null = null
  private width = 0
  private height = 0
  private scroll = 0
  private painter: HeapPainter | null = null
  private glider: GlideDrawer | null = null
  private theme: HeapTheme | null = null
  private hovered: PointedRange | null = null
  private readonly drawing = frames.task('draw', () => this.draw())
  private readonly motions = new Motions()

  constructor(
    private readonly base: HTMLCanvasElement,
    private readonly overlay: HTMLCanvasElement,
    private readonly residency: (block: HeapBlockView) => number | null,
    private readonly calm: () => boolean,
    private readonly onLayout: (height: number) => void,
  ) {}

  stop(): void {
    this.drawing.cancel()
  }

  /** px of the rows */
  get plot(): number {
    return Math.max(1, this.width - GUTTER - MARGIN)
  }

  resize(width: number, height: number): void {
    this.width = Math.floor(width)
    this.height = Math.floor(height)
    fitCanvases([this.base, this.overlay], this.width, this.height, 'the heap map')
    for (const canvas of [this.base, this.overlay]) {
      canvas.style.width = `${this.width}px`
      canvas.style.height = `${this.height}px`
    }
    this.draw()
  }

  setTheme(theme: HeapTheme): void {
    this.theme = theme
    this.painter = new HeapPainter(context2d(this.base, 'the heap map'), theme)
    this.glider = new GlideDrawer(context2d(this.overlay, 'the heap map'), theme)
    this.drawing.request()
  }

  scrollTo(top: number): void {
    this.scroll = top
    this.drawing.request()
  }

  update(input: HeapInput): void {
    const before = this.input
    this.input = input
    const laidOut = before?.picture === input.picture && before.scale === input.scale && before.thin === input.thin
    if (!laidOut) {
      const { height } = this.layout
      this.layout = layoutHeaps(input.picture, input.thin ? THIN : TALL, input.scale)
      if (this.layout.height !== height) this.onLayout(this.layout.height)
    }
    if (before?.moves !== input.moves) this.motions.update(input.moves, (move) => this.kindOf(move), performance.now())
    if (this.calm()) this.motions.clear()
    this.drawing.request()
  }

  /** Something else that is drawn has changed: the residency of a heap. */
  refresh(): void {
    this.drawing.request()
  }

  hover(pointed: PointedRange | null): void {
    if (pointed?.block === this.hovered?.block && pointed?.range === this.hovered?.range) return
    this.hovered = pointed
    this.drawing.request()
  }

  /** The range at a place of the element; null: none is there. */
  pointed(x: number, y: number): PointedRange | null {
    const row = rowAt(this.layout, y + this.scroll)
    // the heading of the pool stays there
    if (y < HEADING) return null
    if (this.input === null || row?.kind !== 'block' || x < GUTTER || x > GUTTER + this.plot) return null
    const byte = byteOfX(this.layout, row.block, this.input.shown, this.plot, x - GUTTER)
    if (byte >= row.block.size) return null
    const range = rangeAt(row.block, byte)
    return range < 0 ? null : { block: row.block, range }
  }

  /** Share of a row's whole length at a place of the element. */
  shareAt(x: number): number {
    const { from, to } = this.input?.shown ?? { from: 0, to: 1 }
    return from + Math.min(1, Math.max(0, (x - GUTTER) / this.plot)) * (to - from)
  }

  /** Where a range's row lies among all rows, and which shares of the row it takes. */
  placeOf(block: HeapBlockView, range: number): { top: number; start: number; end: number } | null {
    const row = this.layout.rows[this.layout.rowOf.get(block.id) ?? -1]
    if (row === undefined) return null
    const length = lengthOf(this.layout, block)
    const start = block.offsets[range]! / length
    return { top: row.top, start, end: Math.min(1, start + block.sizes[range]! / length) }
  }

  /** Height among all rows at which the first move ends, when neither end of any move is in sight; null: one is. */
  moveOutOfSight(): number | null {
    const first = this.input?.moves[0]
    const tops = (this.input?.moves ?? []).flatMap(({ from, to }) => [this.topOf(from), this.topOf(to)])
    const isSeen = (top: number | null): boolean =>
      top !== null && top >= this.scroll + HEADING && top + this.layout.measure.pitch <= this.scroll + this.height
    return first === undefined || tops.some(isSeen) ? null : this.topOf(first.to)
  }

  private topOf(block: number): number | null {
    return this.layout.rows[this.layout.rowOf.get(block) ?? -1]?.top ?? null
  }

  /** The picture as it is now, as a data URL. */
  png(): string {
    this.draw()
    return this.base.toDataURL('image/png')
  }

  private kindOf({ from, fromOffset }: MoveView): number {
    const row = this.layout.rows[this.layout.rowOf.get(from) ?? -1]
    if (row?.kind !== 'block') return -1
    return row.block.kinds[rangeAt(row.block, fromOffset)] ?? -1
  }

  private draw(): void {
    this.stop()
    const { input, painter, width, height, layout, scroll, plot } = this
    if (input === null || painter === null || width <= 1 || height <= 1) return
    painter.draw({ layout, shown: input.shown, scroll, width, height, plot, residency: this.residency })
    if (this.above(input)) this.drawing.request()
  }

  /** @returns whether something still moves */
  private above(input: HeapInput): boolean {
    const { theme, glider, layout, scroll, plot, height } = this
    if (theme === null || glider === null) return false
    const context = context2d(this.overlay, 'the heap map')
    context.clearRect(0, 0, this.width, height)
    context.save()
    context.beginPath()
    context.rect(GUTTER - 2, HEADING, plot + 4, height)
    context.clip()
    const scene: MoveScene = { layout, shown: input.shown, scroll, plot }
    drawPlans(context, scene, theme, input.moves, height)
    const gliding = this.motions.at(performance.now())
    for (const { motion, progress } of gliding) glider.draw(scene, motion, progress)
    drawOutlines(context, theme, [
      { box: this.hoveredBox(scene), strong: false },
      { box: this.cursorBox(scene, input.cursor), strong: true },
    ])
    context.restore()
    return gliding.length > 0
  }

  private hoveredBox(scene: MoveScene) {
    if (this.hovered === null) return null
    const { block, range } = this.hovered
    return boxOf(scene, block.id, block.offsets[range]!, block.sizes[range]!)
  }

  private cursorBox(scene: MoveScene, cursor: HeapCursor | null) {
    const row = cursor === null ? undefined : this.layout.rows[this.layout.rowOf.get(cursor.block) ?? -1]
    if (cursor === null || row?.kind !== 'block') return null
    const range = rangeAt(row.block, cursor.offset)
    return range < 0 ? null : boxOf(scene, row.block.id, row.block.offsets[range]!, row.block.sizes[range]!)
  }
}
