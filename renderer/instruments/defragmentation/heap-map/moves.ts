/** Draws moves over the heap map: planned ones as lines, those under way as ranges that glide, and outlines. */
import type { MoveView } from '../../../../preload/contract'
import type { ShownPart } from '../../../store/tabs/defragmentation'
import { GUTTER, type HeapLayout, xOfByte } from './layout'
import type { Motion } from './motion'
import type { HeapTheme } from './theme'

/** More lines than these would hide the map. */
const MOST_LINES = 120

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface MoveScene {
  layout: HeapLayout
  shown: ShownPart
  scroll: number
  plot: number
}

/** Where a range lies on the canvas; null: its block is gone. */
export function boxOf(scene: MoveScene, block: number, offset: number, bytes: number): Box | null {
  const { layout, shown, scroll, plot } = scene
  const at = layout.rowOf.get(block)
  const row = at === undefined ? undefined : layout.rows[at]
  if (row?.kind !== 'block') return null
  const { bar, pitch } = layout.measure
  const start = xOfByte(layout, row.block, shown, plot, offset)
  const end = xOfByte(layout, row.block, shown, plot, offset + bytes)
  const y = row.top - scroll + (pitch - bar) / 2
  return { x: GUTTER + start, y, width: Math.max(2, end - start), height: bar }
}

const middleOf = ({ x, y, width, height }: Box): [number, number] => [x + width / 2, y + height / 2]

const blend = (from: number, to: number, share: number): number => from + (to - from) * share

/** A line with its head at the destination; dashed while it is only planned. */
function line(context: CanvasRenderingContext2D, from: Box, to: Box): void {
  const [x0, y0] = middleOf(from)
  const [x1, y1] = middleOf(to)
  const angle = Math.atan2(y1 - y0, x1 - x0)
  context.beginPath()
  context.moveTo(x0, y0)
  context.lineTo(x1, y1)
  for (const side of [-0.5, 0.5]) {
    context.moveTo(x1, y1)
    context.lineTo(x1 - 7 * Math.cos(angle + side), y1 - 7 * Math.sin(angle + side))
  }
  context.stroke()
}

/** Moves that wait for EndPass, or are copied: from where to where. */
export function drawPlans(
  context: CanvasRenderingContext2D,
  scene: MoveScene,
  theme: HeapTheme,
  moves: readonly MoveView[],
  height: number,
): void {
  context.strokeStyle = theme.moving
  context.lineWidth = 1.2
  let drawn = 0
  for (const move of moves) {
    if (move.state === 'done' || move.operation !== 'COPY' || drawn >= MOST_LINES) continue
    const from = boxOf(scene, move.from, move.fromOffset, move.bytes)
    const to = boxOf(scene, move.to, move.toOffset, move.bytes)
    if (from === null || to === null || !isInSight(from, to, height)) continue
    context.setLineDash(move.state === 'planned' ? [3, 3] : [])
    context.globalAlpha = 0.75
    line(context, from, to)
    drawn++
  }
  context.globalAlpha = 1
  context.setLineDash([])
}

function isInSight(from: Box, to: Box, height: number): boolean {
  return Math.max(from.y, to.y) >= 0 && Math.min(from.y, to.y) <= height
}

/** A range on its way. What has gone meanwhile, a freed block for one, is where it was last seen. */
export class GlideDrawer {
  private readonly places = new WeakMap<Motion, { from: Box; to: Box; scroll: number }>()

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly theme: HeapTheme,
  ) {}

  draw(scene: MoveScene, motion: Motion, progress: number): void {
    const place = this.placeOf(scene, motion)
    if (place === null) return
    const { context, theme } = this
    const shift = place.scroll - scene.scroll
    const x = blend(place.from.x, place.to.x, progress)
    const y = blend(place.from.y, place.to.y, progress) + shift
    const width = blend(place.from.width, place.to.width, progress)
    context.globalAlpha = 0.9
    context.fillStyle = theme.kinds[motion.kind] ?? theme.moving
    context.fillRect(x, y, width, place.from.height)
    context.globalAlpha = 1
    context.strokeStyle = theme.moving
    context.lineWidth = 1.5
    context.strokeRect(x, y, width, place.from.height)
  }

  private placeOf(scene: MoveScene, motion: Motion): { from: Box; to: Box; scroll: number } | null {
    const { move } = motion
    const before = this.places.get(motion)
    const from = boxOf(scene, move.from, move.fromOffset, move.bytes)
    const to = boxOf(scene, move.to, move.toOffset, move.bytes)
    if (from === null || to === null) return before ?? null
    const place = { from, to, scroll: scene.scroll }
    this.places.set(motion, place)
    return place
  }
}

/** Outlines what is pointed at and what the keyboard is on. */
export function drawOutlines(
  context: CanvasRenderingContext2D,
  theme: HeapTheme,
  boxes: readonly { box: Box | null; strong: boolean }[],
): void {
  for (const { box, strong } of boxes) {
    if (box === null) continue
    const { x, y, width, height } = box
    if (strong) {
      context.strokeStyle = theme.ground
      context.lineWidth = 4
      context.strokeRect(x, y, width, height)
    }
    context.strokeStyle = strong ? theme.outline : theme.text
    context.lineWidth = strong ? 2 : 1
    context.strokeRect(x, y, width, height)
  }
}
