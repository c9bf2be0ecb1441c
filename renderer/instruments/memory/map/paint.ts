/** Draws the residency map: (layout, states, theme) → picture. Knows neither React nor the store. */
import { AllocationState } from '../../../../preload/contract'
import { type StateFills, stateFills } from '../../../canvas/state-fills'
import { fitted } from '../../../canvas/text'
import { tintOf } from '../../../canvas/tint'
import { FLASH_ALPHA, FlashKind, type MapChanges } from './changes'
import { BY_RESIDENCY, membersOf } from './hit'
import { groupOfCell, HEADER, type MapGroup, type MapLayout } from './layout'

export interface MapTheme {
  resident: string
  evictable: string
  pagedOut: string
  pending: string
  ground: string
  panel: string
  text: string
  textOnState: string
  textMuted: string
  evictedFlash: string
  arrivedFlash: string
  outline: string
  /** effects have a colour each */
  tints: boolean
  concerned: string
  font: string
}

/** What a cell of one allocation is labelled with. */
export interface Labels {
  name(id: number): string
  /** with its effect, where the map has no room to name that */
  fullName(id: number): string
  bytes(id: number): string
}

/** From this side on a cell has its pattern; a smaller one has its colour alone. */
const PATTERN_SIDE = 6
/** px of an effect's colour at the begin of its name */
const TINT = 4
const GAP_SIDE = 5
/** in which order the states of a cell that several share stand in it */
const FROM_RESIDENT = BY_RESIDENCY.toReversed()
const LABEL_WIDTH = 34
const LABEL_HEIGHT = 17

export class MapPainter {
  private readonly patterns: StateFills

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly theme: MapTheme,
    private readonly labels: Labels,
  ) {
    this.patterns = stateFills(context, theme)
  }

  /** The whole map. */
  drawAll(layout: MapLayout, changes: MapChanges): void {
    const { context, theme } = this
    context.fillStyle = theme.ground
    context.fillRect(0, 0, layout.width, layout.height)
    for (const group of layout.groups) this.drawGroup(group)
    for (let cell = 0; cell < layout.cells; cell++) this.drawCell(layout, changes, cell)
  }

  /** Only these cells. */
  drawCells(layout: MapLayout, changes: MapChanges, cells: readonly number[]): void {
    for (const cell of cells) this.drawCell(layout, changes, cell)
  }

  private drawGroup(group: MapGroup): void {
    if (group.header === 0) return
    const { context, theme } = this
    context.fillStyle = theme.panel
    context.fillRect(group.x, group.y, Math.max(0, group.w - 1), group.header)
    const isNamed = group.header >= HEADER
    if (theme.tints && group.w > TINT * 2) {
      context.fillStyle = tintOf(group.effect)
      context.fillRect(group.x, group.y, isNamed ? TINT : Math.max(0, group.w - 1), group.header)
    }
    if (!isNamed) return
    context.fillStyle = theme.textMuted
    context.font = `600 11px ${theme.font}`
    context.textBaseline = 'middle'
    // blocks of a pool and what an app makes beside effects
    this.write(group.effect || 'No effect', group.x + TINT + 4, group.y + group.header / 2 + 0.5, group.w - TINT - 9)
  }

  private drawCell(layout: MapLayout, changes: MapChanges, cell: number): void {
    const { context, theme } = this
    const x = layout.x[cell]!
    const y = layout.y[cell]!
    const gap = Math.min(layout.w[cell]!, layout.h[cell]!) >= GAP_SIDE ? 1 : 0
    const w = layout.w[cell]! - gap
    const h = layout.h[cell]! - gap
    if (w <= 0 || h <= 0) return
    const state = changes.painted[cell]!
    if (layout.firstMember[cell + 1]! - layout.firstMember[cell]! > 1)
      this.fillShares(changes.countsOf(cell), x, y, w, h)
    else this.fillState(state, x, y, w, h)
    const kind = changes.flash[cell]!
    if (kind !== FlashKind.none) {
      context.globalAlpha = FLASH_ALPHA[changes.step[cell]!] ?? 0
      context.fillStyle = kind === FlashKind.evicted ? theme.evictedFlash : theme.arrivedFlash
      context.fillRect(x, y, w, h)
      context.globalAlpha = 1
    }
    if (w >= LABEL_WIDTH && h >= LABEL_HEIGHT) this.drawLabel(layout, cell, state, x, y, w, h)
  }

  /**
   * A cell that several share is divided along its longer side as their states are, to the px: with one state a cell a
   * third of what is on the map could be paged out and be seen nowhere.
   */
  private fillShares(counts: Uint32Array, x: number, y: number, w: number, h: number): void {
    let total = 0
    for (const count of counts) total += count
    const side = Math.max(w, h)
    let drawn = 0
    let counted = 0
    for (const state of FROM_RESIDENT) {
      counted += counts[state]!
      const end = Math.round((side * counted) / total)
      const length = end - drawn
      if (length === 0) continue
      if (w >= h) this.fillState(state, x + drawn, y, length, h)
      else this.fillState(state, x, y + drawn, w, length)
      drawn = end
    }
  }

  private fillState(state: number, x: number, y: number, w: number, h: number): void {
    const { context, theme, patterns } = this
    const large = Math.min(w, h) >= PATTERN_SIDE
    if (state === AllocationState.resident) {
      context.fillStyle = theme.resident
      context.fillRect(x, y, w, h)
      return
    }
    if (state === AllocationState.pagedOut) {
      // hollow: the frame alone
      context.fillStyle = theme.pagedOut
      if (Math.min(w, h) >= 4) context.fillRect(x, y, w, h)
      context.fillStyle = theme.ground
      if (Math.min(w, h) >= 4) context.fillRect(x + 1, y + 1, w - 2, h - 2)
      else context.fillRect(x, y, w, h)
      return
    }
    const evictable = state === AllocationState.evictable
    const colour = evictable ? theme.evictable : theme.pending
    context.fillStyle = large ? (evictable ? patterns.evictable : patterns.pending) : colour
    context.fillRect(x, y, w, h)
    if (!large) return
    context.strokeStyle = colour
    context.lineWidth = 1
    context.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1)
  }

  private drawLabel(layout: MapLayout, cell: number, state: number, x: number, y: number, w: number, h: number): void {
    const ids = membersOf(layout, cell)
    if (ids.length !== 1) return
    const { context, theme, labels } = this
    const solid = state === AllocationState.resident
    context.font = `11px ${theme.font}`
    // below the name of another effect it would be taken for that one's
    const isNamed = (groupOfCell(layout, cell)?.header ?? 0) >= HEADER
    const lines = [isNamed ? labels.name(ids[0]!) : labels.fullName(ids[0]!)]
    const size = labels.bytes(ids[0]!)
    // a size without its unit would be misread, so it is shown whole or not at all
    if (h >= 2 * LABEL_HEIGHT && context.measureText(size).width <= w - 12) lines.push(size)
    context.textBaseline = 'middle'
    lines.forEach((line, at) => {
      const middle = y + 10 + at * 14
      if (!solid) {
        // a plate under the words keeps them readable on a pattern
        context.fillStyle = theme.ground
        context.fillRect(x + 3, middle - 7, Math.min(w - 6, context.measureText(line).width + 6), 14)
      }
      context.fillStyle = solid ? theme.textOnState : theme.text
      this.write(line, x + 6, middle, w - 12)
    })
  }

  /** Writes text, shortened with an ellipsis to a width. */
  private write(text: string, x: number, y: number, width: number): void {
    this.context.fillText(fitted(this.context, text, width), x, y)
  }
}

/** Outlines on the layer above: the selected cell and the one under the pointer. */
export function drawOutlines(
  context: CanvasRenderingContext2D,
  layout: MapLayout,
  theme: MapTheme,
  selected: number,
  hovered: number,
  concerned: readonly number[] = [],
): void {
  context.clearRect(0, 0, layout.width, layout.height)
  const outline = (cell: number, colour: string, thickness: number): void => {
    if (cell < 0 || cell >= layout.cells) return
    context.strokeStyle = colour
    context.lineWidth = thickness
    const inset = thickness / 2
    const w = Math.max(5, layout.w[cell]!)
    const h = Math.max(5, layout.h[cell]!)
    context.strokeRect(layout.x[cell]! + inset - 1, layout.y[cell]! + inset - 1, w - thickness + 1, h - thickness + 1)
  }
  // what the chosen delay has waited for: dashed, so that it is no selection
  context.setLineDash([5, 3])
  for (const cell of concerned) outline(cell, theme.concerned, 3)
  context.setLineDash([])
  if (hovered !== selected) outline(hovered, theme.text, 1)
  outline(selected, theme.ground, 4)
  outline(selected, theme.outline, 2)
}
