/** Where the rows of the heap map lie: a heading for each pool, a row for each block. Pure; lengths in px. */
import type { HeapBlockView, PoolView } from '../../../../preload/contract'
import type { HeapPicture } from '../../../store/heap-map'
import type { RowScale, ShownPart } from '../../../store/tabs/defragmentation'

/** Names of the blocks, left of the rows. */
export const GUTTER = 104
/** Right of the rows. */
export const MARGIN = 10
export const HEADING = 22

export interface RowMeasure {
  /** from one row to the next */
  pitch: number
  /** of the bar */
  bar: number
}

export const TALL: RowMeasure = { pitch: 20, bar: 15 }
export const THIN: RowMeasure = { pitch: 7, bar: 5 }

export type HeapRow =
  | { kind: 'pool'; pool: PoolView; top: number }
  | { kind: 'block'; block: HeapBlockView; pool: PoolView; top: number }

export interface HeapLayout {
  rows: readonly HeapRow[]
  /** of all rows together */
  height: number
  measure: RowMeasure
  scale: RowScale
  /** bytes that the whole length of a row stands for where a pool's rows are in one scale, by the pool's id */
  extents: ReadonlyMap<number, number>
  /** place of a block's row in `rows`, by the block's id */
  rowOf: ReadonlyMap<number, number>
}

/**
 * In one scale a row's whole length is the pool's largest block: larger committed allocations, each one range, are cut
 * off, as they would leave little room for what is placed.
 */
function extentOf(blocks: readonly HeapBlockView[]): number {
  let placed = 0
  let committed = 0
  for (const block of blocks) {
    if (block.committed) committed = Math.max(committed, block.size)
    else placed = Math.max(placed, block.size)
  }
  return Math.max(1, placed > 0 ? placed : committed)
}

export function layoutHeaps({ pools, blocks }: HeapPicture, measure: RowMeasure, scale: RowScale): HeapLayout {
  const byPool = new Map<number, HeapBlockView[]>()
  for (const block of blocks) {
    const list = byPool.get(block.pool)
    if (list === undefined) byPool.set(block.pool, [block])
    else list.push(block)
  }
  const rows: HeapRow[] = []
  const extents = new Map<number, number>()
  const rowOf = new Map<number, number>()
  let top = 0
  for (const pool of pools) {
    rows.push({ kind: 'pool', pool, top })
    top += HEADING
    const own = byPool.get(pool.id) ?? []
    extents.set(pool.id, extentOf(own))
    for (const block of own) {
      rowOf.set(block.id, rows.length)
      rows.push({ kind: 'block', block, pool, top })
      top += measure.pitch
    }
  }
  return { rows, height: top, measure, scale, extents, rowOf }
}

/** The first row that reaches below a height, and the end of those that begin above another: [first, end). */
export function rowsBetween({ rows }: HeapLayout, top: number, bottom: number): { first: number; end: number } {
  const first = Math.max(0, firstFrom(rows, top) - 1)
  return { first, end: firstFrom(rows, bottom) }
}

/** Index of the first row that begins at a height or below. */
function firstFrom(rows: readonly HeapRow[], top: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle]!.top < top) low = middle + 1
    else high = middle
  }
  return low
}

/** The heading that stays at the top while the rows of its pool are scrolled, pushed out by the next one. */
export function headingAbove(layout: HeapLayout, scroll: number): { pool: PoolView; y: number } | null {
  const { rows } = layout
  const at = firstFrom(rows, scroll + 0.001) - 1
  const row = rows[at]
  if (row === undefined || scroll <= 0) return null
  const next = rows
    .slice(at + 1, at + 1 + Math.ceil(HEADING / layout.measure.pitch) + 1)
    .find(({ kind }) => kind === 'pool')
  return { pool: row.pool, y: next === undefined ? 0 : Math.min(0, next.top - scroll - HEADING) }
}

/** The row at a height; null: none. */
export function rowAt(layout: HeapLayout, y: number): HeapRow | null {
  if (y < 0 || y >= layout.height) return null
  const at = firstFrom(layout.rows, y + 0.001) - 1
  return layout.rows[at] ?? null
}

/** Bytes that the whole length of a block's row stands for. */
export function lengthOf({ scale, extents }: HeapLayout, block: HeapBlockView): number {
  const whole = scale === 'full' ? block.size : (extents.get(block.pool) ?? block.size)
  return Math.max(1, whole)
}

/** From bytes of a block to px of its row and back; `plot`: px of the rows. */
export function xOfByte(
  layout: HeapLayout,
  block: HeapBlockView,
  shown: ShownPart,
  plot: number,
  byte: number,
): number {
  return ((byte / lengthOf(layout, block) - shown.from) / (shown.to - shown.from)) * plot
}

export function byteOfX(layout: HeapLayout, block: HeapBlockView, shown: ShownPart, plot: number, x: number): number {
  return (shown.from + (x / plot) * (shown.to - shown.from)) * lengthOf(layout, block)
}

/** The smallest part that can be shown. */
const LEAST_PART = 1 / 65_536

/** @param factor below 1: less is shown @param about share of the row that keeps its place */
export function zoomedPart({ from, to }: ShownPart, factor: number, about = (from + to) / 2): ShownPart {
  const span = Math.min(1, Math.max(LEAST_PART, (to - from) * factor))
  const share = (about - from) / (to - from)
  return within(about - share * span, span)
}

/** @param by share of a row's whole length */
export function pannedPart({ from, to }: ShownPart, by: number): ShownPart {
  return within(from + by, to - from)
}

/** Moves no more than it takes to show from `start` to `end`, shares of the row. */
export function revealedPart(shown: ShownPart, start: number, end: number): ShownPart {
  const span = shown.to - shown.from
  if (start >= shown.from && end <= shown.to) return shown
  if (end - start >= span) return start < shown.to && end > shown.from ? shown : within(start, span)
  return start < shown.from ? within(start, span) : within(end - span, span)
}

function within(from: number, span: number): ShownPart {
  const start = Math.min(1 - span, Math.max(0, from))
  return { from: start, to: start + span }
}
