/** Draws the rows of the heap map that are in sight. */
import { type HeapBlockView, type PoolView, RangeFlag } from '../../../../preload/contract'
import { fitted } from '../../../canvas/text'
import { FREE, rangeName } from '../../../store/heap-ranges'
import type { ShownPart } from '../../../store/tabs/defragmentation'
import { formatBytes, formatCount } from '../../../widgets/format'
import { byteOfX, GUTTER, HEADING, type HeapLayout, headingAbove, rowsBetween, xOfByte } from './layout'
import { type Run, rowRuns } from './runs'
import { type HeapTheme, kindFills, pinnedFill } from './theme'

export interface HeapPainting {
  layout: HeapLayout
  shown: ShownPart
  /** px that the rows are scrolled by */
  scroll: number
  width: number
  height: number
  /** px of the rows, without the names and the margin */
  plot: number
  /** AllocationState of the block's heap; null: it has none */
  residency(block: HeapBlockView): number | null
}

/** Narrower ranges stand without a name. */
const NAMED_FROM = 44
/** Narrower ranges stand without a gap to the next. */
const APART_FROM = 3

/** `TLSF, 12 blocks of 64 MiB, 3 committed`; the first blocks of a pool may be smaller than those that follow */
export function poolText({
  algorithm,
  alwaysCommitted,
  statistics,
  blockSize,
  maxBlocks,
  committedCount,
}: PoolView): string {
  const count = statistics.blockCount
  const most = maxBlocks > 0 ? ` (at most ${formatCount(maxBlocks)})` : ''
  const blocks = `${algorithm}, ${formatCount(count)} ${count === 1 ? 'block' : 'blocks'}${most}`
  const upTo = statistics.blockBytes === count * blockSize ? '' : 'up to '
  const size = blockSize > 0 ? ` of ${upTo}${formatBytes(blockSize)}` : ''
  const committed = committedCount > 0 ? `, ${formatCount(committedCount)} committed` : ''
  return alwaysCommitted ? `always committed${committed}` : `${blocks}${size}${committed}`
}

/** Without the name of its pool, which stands above. */
function ownName({ name }: HeapBlockView, pool: PoolView): string {
  const prefix = `${pool.name} `
  return name.startsWith(prefix) ? name.slice(prefix.length) : name
}

export class HeapPainter {
  private readonly fills: (string | CanvasPattern)[]
  private readonly pinned: string | CanvasPattern

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly theme: HeapTheme,
  ) {
    this.fills = kindFills(context, theme)
    this.pinned = pinnedFill(context, theme)
  }

  draw(painting: HeapPainting): void {
    const { context, theme } = this
    const { layout, scroll, width, height } = painting
    context.fillStyle = theme.ground
    context.fillRect(0, 0, width, height)
    const { first, end } = rowsBetween(layout, scroll, scroll + height)
    for (const row of layout.rows.slice(first, end)) {
      if (row.kind === 'pool') this.heading(row.pool, row.top - scroll, width)
      else this.row(painting, row.block, row.pool, row.top - scroll)
    }
    const heading = headingAbove(layout, scroll)
    if (heading !== null) this.heading(heading.pool, heading.y, width)
  }

  private heading(pool: PoolView, y: number, width: number): void {
    const { context, theme } = this
    context.fillStyle = theme.heading
    context.fillRect(0, y, width, HEADING)
    context.fillStyle = theme.line
    context.fillRect(0, y + HEADING - 1, width, 1)
    context.textBaseline = 'middle'
    context.textAlign = 'left'
    context.fillStyle = theme.text
    context.font = `600 11px ${theme.font}`
    const name = fitted(context, pool.name, width * 0.5)
    context.fillText(name, 8, y + HEADING / 2)
    const after = 8 + context.measureText(name).width + 10
    context.fillStyle = theme.textMuted
    context.font = `11px ${theme.font}`
    context.fillText(fitted(context, poolText(pool), width - after - 8), after, y + HEADING / 2)
  }

  private row(painting: HeapPainting, block: HeapBlockView, pool: PoolView, y: number): void {
    const { context, theme } = this
    const { layout, shown, plot } = painting
    const { bar, pitch } = layout.measure
    const top = y + (pitch - bar) / 2
    if (pitch >= 14) this.blockName(painting, block, ownName(block, pool), y + pitch / 2)
    const from = byteOfX(layout, block, shown, plot, 0)
    const to = byteOfX(layout, block, shown, plot, plot)
    const end = Math.min(plot, xOfByte(layout, block, shown, plot, block.size))
    if (end <= 0) return
    context.fillStyle = this.fills[FREE]!
    context.fillRect(GUTTER, top, end, bar)
    for (const run of rowRuns(block, from, to, plot)) this.run(block, run, top, bar)
    context.strokeStyle = theme.lineStrong
    context.lineWidth = 1
    context.strokeRect(GUTTER + 0.5, top + 0.5, Math.max(1, end - 1), bar - 1)
    if (block.size > to + 1) this.torn(plot, top, bar)
  }

  /** It goes on beyond what is shown. */
  private torn(plot: number, top: number, bar: number): void {
    const { context, theme } = this
    context.fillStyle = theme.textMuted
    context.beginPath()
    context.moveTo(GUTTER + plot + 2, top + 1)
    context.lineTo(GUTTER + plot + 7, top + bar / 2)
    context.lineTo(GUTTER + plot + 2, top + bar - 1)
    context.fill()
  }

  private blockName(painting: HeapPainting, block: HeapBlockView, name: string, middle: number): void {
    const { context, theme } = this
    const state = painting.residency(block)
    if (state !== null) {
      context.beginPath()
      context.arc(10, middle, 3.5, 0, Math.PI * 2)
      context.fillStyle = theme.states[state] ?? theme.textMuted
      context.strokeStyle = context.fillStyle
      context.lineWidth = 1.2
      // full: resident or pending; hollow: evictable or paged out
      if (state >= 2) context.fill()
      context.stroke()
    }
    context.font = `11px ${theme.font}`
    context.textAlign = 'left'
    context.textBaseline = 'middle'
    context.fillStyle = block.committed ? theme.textMuted : theme.text
    context.fillText(fitted(context, name, GUTTER - 26), 19, middle)
  }

  private run(block: HeapBlockView, run: Run, top: number, bar: number): void {
    if (run.kind === FREE) return
    const { context, theme } = this
    const x = GUTTER + run.x
    const width = run.width > APART_FROM ? run.width - 1 : run.width
    const height = run.share >= 1 ? bar : Math.max(1, Math.round(bar * run.share))
    const y = top + bar - height
    context.fillStyle = this.fills[run.kind]!
    context.fillRect(x, y, width, height)
    if (run.flags & RangeFlag.pinned) {
      context.fillStyle = this.pinned
      context.fillRect(x, y, width, height)
    }
    if (run.flags & RangeFlag.moving && width >= APART_FROM) {
      context.setLineDash([3, 2])
      context.lineWidth = 1.5
      context.strokeStyle = theme.moving
      context.strokeRect(x + 1, y + 1, width - 2, height - 2)
      context.setLineDash([])
    }
    if (run.range >= 0 && width >= NAMED_FROM && bar >= 12)
      this.rangeName(rangeName(block, run.range), run, x, width, top + bar / 2)
  }

  private rangeName(name: string, run: Run, x: number, width: number, middle: number): void {
    if (name === '') return
    const { context, theme } = this
    context.font = `10px ${theme.font}`
    const text = fitted(context, name, width - 10)
    const wide = context.measureText(text).width
    // patterns would make letters hard to read
    context.fillStyle = theme.kinds[run.kind]!
    context.fillRect(x + 3, middle - 5.5, wide + 4, 11)
    context.fillStyle = theme.textOnRange
    context.textAlign = 'left'
    context.textBaseline = 'middle'
    context.fillText(text, x + 5, middle + 0.5)
  }
}
