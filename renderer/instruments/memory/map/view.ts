/** The two canvases of the residency map: cells below, outlines above. Redraws only what changed. */
import { context2d, fitCanvases } from '../../../canvas/context'
import { frames } from '../../../frame/scheduler'
import { type AllocationColumns, changedSince } from '../../../store/allocations'
import { MapChanges } from './changes'
import { cellAt, type Direction, membersOf, neighbour } from './hit'
import { layoutMap, type MapLayout, type MapMode } from './layout'
import { drawOutlines, type Labels, MapPainter, type MapTheme } from './paint'

export class ResidencyMapView {
  private columns: AllocationColumns | null = null
  private layout: MapLayout | null = null
  private changes: MapChanges | null = null
  /** version of the columns that `changes` has seen */
  private seenVersion = 0
  private painter: MapPainter | null = null
  private width = 0
  private height = 0
  private mode: MapMode = 'area'
  private theme: MapTheme | null = null
  private selectedId: number | null = null
  private hovered = -1
  private concerned: readonly number[] = []
  private readonly drawing = frames.task('draw', (now) => this.tick(now))

  constructor(
    private readonly base: HTMLCanvasElement,
    private readonly overlay: HTMLCanvasElement,
    private readonly labels: (columns: AllocationColumns) => Labels,
    private readonly flashes: () => boolean,
    private readonly onLayout: () => void,
  ) {}

  stop(): void {
    this.drawing.cancel()
  }

  resize(width: number, height: number): void {
    this.width = Math.floor(width)
    this.height = Math.floor(height)
    fitCanvases([this.base, this.overlay], this.width, this.height, 'the residency map')
    this.relayout()
  }

  setMode(mode: MapMode): void {
    if (mode === this.mode) return
    this.mode = mode
    this.relayout()
  }

  setTheme(theme: MapTheme): void {
    this.theme = theme
    this.painter = null
    this.repaint()
  }

  /** Takes the allocations of a frame; the layout changes only when one was created or destroyed. */
  update(columns: AllocationColumns): void {
    const sameIds = this.columns?.ids === columns.ids
    this.columns = columns
    if (sameIds) this.drawing.request()
    else this.relayout()
  }

  select(id: number | null): void {
    this.selectedId = id
    this.outline()
  }

  /** @returns ids of the allocations under a point, null when there is none */
  at(x: number, y: number): Uint32Array | null {
    const cell = this.cellUnder(x, y)
    return cell < 0 || this.layout === null ? null : membersOf(this.layout, cell)
  }

  /** As `at`, and marks the cell. */
  hover(x: number, y: number): Uint32Array | null {
    const cell = this.cellUnder(x, y)
    if (cell !== this.hovered) {
      this.hovered = cell
      this.outline()
    }
    return this.at(x, y)
  }

  /** Outlines what the chosen delay has waited for. */
  concern(ids: readonly number[]): void {
    this.concerned = ids
    this.outline()
  }

  leave(): void {
    this.hovered = -1
    this.outline()
  }

  /** The allocation that an arrow key leads to from the selected one; the first one when none is selected. */
  next(direction: Direction | 'first' | 'last'): number | null {
    const { layout } = this
    if (layout === null || layout.cells === 0) return null
    const selected = this.selectedCell()
    let cell = 0
    if (direction === 'last') cell = layout.cells - 1
    else if (direction !== 'first' && selected >= 0) cell = neighbour(layout, selected, direction)
    if (cell === selected) return this.selectedId
    return membersOf(layout, cell)[0] ?? null
  }

  /** How many allocations share the selected one's cell. */
  sharing(id: number): number {
    const cell = this.layout?.cellOf[id] ?? -1
    return this.layout === null || cell < 0 ? 0 : membersOf(this.layout, cell).length
  }

  /** How many allocations the fullest cell stands for: 1 when each has its own. */
  get mostInCell(): number {
    return this.layout?.mostInCell ?? 1
  }

  private cellUnder(x: number, y: number): number {
    return this.layout === null ? -1 : cellAt(this.layout, x, y)
  }

  private selectedCell(): number {
    return this.selectedId === null ? -1 : (this.layout?.cellOf[this.selectedId] ?? -1)
  }

  private relayout(): void {
    if (this.columns === null || this.width <= 0 || this.height <= 0) return
    this.layout = layoutMap(this.columns, this.width, this.height, this.mode)
    this.changes = new MapChanges(this.layout)
    this.hovered = -1
    this.repaint()
    this.onLayout()
  }

  private repaint(): void {
    const { layout, changes, columns } = this
    if (layout === null || changes === null || columns === null) return
    changes.update(columns.states, performance.now(), false)
    this.seenVersion = columns.version
    this.ensurePainter()?.drawAll(layout, changes)
    this.outline()
  }

  private ensurePainter(): MapPainter | null {
    if (this.painter === null && this.theme !== null && this.columns !== null) {
      this.painter = new MapPainter(context2d(this.base, 'the residency map'), this.theme, this.labels(this.columns))
    }
    return this.painter
  }

  private outline(): void {
    if (this.layout === null || this.theme === null) return
    drawOutlines(
      context2d(this.overlay, 'the residency map'),
      this.layout,
      this.theme,
      this.selectedCell(),
      this.hovered,
      [...new Set(this.concerned.map((id) => this.layout?.cellOf[id] ?? -1))],
    )
  }

  private tick(now: number): void {
    const { layout, changes, columns } = this
    const painter = this.ensurePainter()
    if (layout === null || changes === null || columns === null || painter === null) return
    painter.drawCells(layout, changes, changes.advance(now))
    const among = changedSince(columns, this.seenVersion)
    painter.drawCells(layout, changes, changes.update(columns.states, now, this.flashes(), among))
    this.seenVersion = columns.version
    if (changes.busy) this.drawing.request()
  }
}
