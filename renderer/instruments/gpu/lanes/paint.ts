/** Draws the lanes: (draw lists, marks, theme) → picture. Knows neither React nor the store. */
import { ENGINES, type EngineView, type GpuMarkView, PACKET_KINDS } from '../../../../preload/contract'
import { tintOf } from '../../../canvas/tint'
import { ENGINE_LABELS } from '../../../glossary/engines'
import { formatDuration } from '../../../widgets/format'
import { drawAxis, drawHead, drawMoment } from '../../lanes/paint'
import type { LaneView } from '../../lanes/time'
import { HEAD } from '../../lanes/view'
import { busyText } from '../text'
import { kindFills, type LaneTheme } from '../theme'
import { AXIS, bandOf, type LaneGeometry, laneTop, QUEUE, STRIP } from './geometry'
import { BarEnd, KINDS, type LaneList } from './list'
import { laneOfMark, type PlacedMark, type PreemptionBar } from './marks'

/** One engine, ready to be drawn. */
export interface Lane {
  list: LaneList
  preemptions: PreemptionBar[]
  /** what the engine does now; null: not known */
  state: EngineView | null
  /** of the time in view of which it is known in which it was busy, 0 to 1; null: nothing of it is kept */
  share: number | null
  /** text of the packet in a slot that is written on a bar */
  label(slot: number): string
  /** whether the command of the packet in a slot, or one of that name, is an effect's, whose colour it has then */
  effect(slot: number): string | null
  isEffect(command: string): boolean
}

export interface Picture {
  geometry: LaneGeometry
  view: LaneView
  now: number
  lanes: readonly Lane[]
  /** of each display */
  blanks: readonly (readonly number[])[]
  marks: readonly PlacedMark[]
  /** µs, null: none is marked */
  moment: number | null
}

/** Middle of the axis' labels; marks of the display stand below them. */
const TICK_TEXT = 8
const DISPLAY_MARKS = AXIS - 5
/** px of a dash, and of the gap behind it, at blanks of displays other than the first */
const DASH = 4
const TEXT_ROOM = 44
const LEAST_COLUMN = 2
/** px: the lower edge of what is an effect's has its colour; of what is narrower only its kind is seen */
const TINT = 3
const LEAST_TINTED = 4
/** Slots of a hardware queue that find room; deeper ones are counted. */
const SHOWN_SLOTS = 3

export class LanePainter {
  private readonly fills: (string | CanvasPattern)[]
  private offsets = new Float32Array(0)

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly theme: LaneTheme,
  ) {
    this.fills = kindFills(theme, context)
  }

  draw(picture: Picture): void {
    const { context, theme } = this
    const { geometry } = picture
    context.fillStyle = theme.laneAlternate
    context.fillRect(0, 0, geometry.width, geometry.height)
    this.ground(picture)
    context.save()
    context.beginPath()
    context.rect(HEAD, 0, geometry.plot, geometry.height)
    context.clip()
    context.translate(HEAD, 0)
    drawAxis(context, theme, picture, AXIS, TICK_TEXT)
    this.blanks(picture)
    this.glitches(picture)
    picture.lanes.forEach((lane, engine) => {
      this.columns(lane.list, bandOf(geometry, engine))
      this.bars(lane, bandOf(geometry, engine))
      this.running(picture, lane, bandOf(geometry, engine))
      this.preemptions(picture, lane, laneTop(geometry, engine) + 1)
    })
    for (const placed of picture.marks) this.mark(placed, geometry)
    drawMoment(context, theme, picture, AXIS, picture.moment)
    context.restore()
    context.fillStyle = theme.textMuted
    context.font = `11px ${theme.font}`
    context.fillText('Queue', geometry.width - QUEUE + 5, TICK_TEXT)
    for (const [engine, lane] of picture.lanes.entries()) this.queue(lane, geometry, engine)
  }

  private ground({ geometry, lanes }: Picture): void {
    const { context, theme } = this
    lanes.forEach((lane, engine) => {
      const top = laneTop(geometry, engine)
      context.fillStyle = theme.lane
      context.fillRect(HEAD, top, geometry.plot, geometry.lane - 1)
      context.fillStyle = theme.line
      context.fillRect(0, top + geometry.lane - 1, geometry.width, 1)
      // in a low lane the two lines come closer
      const place = { middle: top + geometry.lane / 2, apart: Math.min(15, geometry.lane / 2 - 1), width: HEAD - 12 }
      const name = ENGINE_LABELS[ENGINES[engine]!]
      drawHead(context, theme, place, name, busyText(lane.share))
    })
  }

  private blanks({ blanks, geometry }: Picture): void {
    this.context.fillStyle = this.theme.blank
    const { context } = this
    for (const [display, places] of blanks.entries()) {
      // those of the first display all the way down, of the others as dashes, which start higher the later they come
      for (const x of places)
        if (display === 0) context.fillRect(Math.round(x), AXIS - 3, 1, geometry.height)
        else
          for (let y = AXIS - 3; y < geometry.height; y += DASH * 2)
            context.fillRect(Math.round(x), y + ((display - 1) * DASH) / 2, 1, DASH)
    }
  }

  /** Packets too narrow for a bar: the height of a column is the share of its time, stacked by kind. */
  private columns({ columns }: LaneList, band: { top: number; height: number }): void {
    const width = columns.length / KINDS
    if (this.offsets.length !== width) this.offsets = new Float32Array(width)
    this.offsets.fill(band.top + band.height)
    for (let kind = 0; kind < KINDS; kind++) {
      this.context.fillStyle = this.theme.kinds[kind]!
      for (let column = 0; column < width; column++) {
        const share = columns[column * KINDS + kind]!
        if (share === 0) continue
        const height = Math.min(
          this.offsets[column]! - band.top,
          Math.max(LEAST_COLUMN, Math.min(1, share) * band.height),
        )
        this.offsets[column]! -= height
        this.context.fillRect(column, this.offsets[column]!, 1, height)
      }
    }
  }

  private bars({ list, label, effect }: Lane, band: { top: number; height: number }): void {
    const { context, theme } = this
    for (let bar = 0; bar < list.bars; bar++) {
      const x = list.x[bar]!
      const width = list.widths[bar]!
      const kind = list.kinds[bar]!
      this.bar(x, width, kind, list.ends[bar]!, band)
      this.tint(effect(list.slots[bar]!), x, list.ends[bar] === BarEnd.cut ? width : width - 1, band)
      if (width >= TEXT_ROOM && hasSolidGround(kind)) this.barText(label(list.slots[bar]!), x, width, band)
    }
    context.fillStyle = theme.text
  }

  private bar(x: number, width: number, kind: number, end: number, band: { top: number; height: number }): void {
    const { context, theme } = this
    // a px of ground after each, so that one packet can be told from the next
    const shown = end === BarEnd.cut ? width : Math.max(1, width - 1)
    context.fillStyle = width >= 4 ? this.fills[kind]! : theme.kinds[kind]!
    context.beginPath()
    if (end === BarEnd.preempted && width >= 5) tornPath(context, x, shown, band)
    else context.rect(x, band.top, shown, band.height)
    context.fill()
    if (!hasSolidGround(kind) && width >= 6) {
      context.strokeStyle = theme.kinds[kind]!
      context.lineWidth = 1
      context.strokeRect(x + 0.5, band.top + 0.5, shown - 1, band.height - 1)
    }
    if (end === BarEnd.lost && width >= 6) this.cross(x + shown / 2, band.top + band.height / 2)
  }

  /** @param effect whose colour the lower edge has; null: nobody's */
  private tint(effect: string | null, x: number, width: number, band: { top: number; height: number }): void {
    if (effect === null || !this.theme.tints || width < LEAST_TINTED) return
    this.context.fillStyle = tintOf(effect)
    this.context.fillRect(x, band.top + band.height - TINT, width, TINT)
  }

  private cross(x: number, y: number): void {
    const { context, theme } = this
    context.strokeStyle = theme.textOnPacket
    context.lineWidth = 2
    context.beginPath()
    context.moveTo(x - 3, y - 3)
    context.lineTo(x + 3, y + 3)
    context.moveTo(x + 3, y - 3)
    context.lineTo(x - 3, y + 3)
    context.stroke()
  }

  private barText(text: string, x: number, width: number, band: { top: number; height: number }): void {
    const { context, theme } = this
    const start = Math.max(2, x)
    const room = Math.floor((x + width - start - 8) / 6.4)
    if (room < 3) return
    context.font = `600 ${Math.min(11, band.height)}px ${theme.font}`
    const shown = text.length > room ? `${text.slice(0, room - 1)}…` : text
    const middle = band.top + band.height / 2
    context.fillStyle = theme.textOnPacket
    context.fillText(shown, start + 4, middle, width - 8)
  }

  /** The packet that runs now: its right side is open, as its end is not known yet. */
  private running(
    { view, geometry, now }: Picture,
    { state, isEffect }: Lane,
    band: { top: number; height: number },
  ): void {
    const head = state?.queue[0]
    if (head === undefined || head.start === null || head.start > view.to || now <= view.from) return
    const scale = geometry.plot / (view.to - view.from)
    const x0 = Math.max(0, (head.start - view.from) * scale)
    const x1 = Math.min(geometry.plot, (now - view.from) * scale)
    if (x1 - x0 < 1) return
    const { context, theme } = this
    this.bar(x0, x1 - x0, PACKET_KINDS.indexOf(head.kind), BarEnd.cut, band)
    this.tint(isEffect(head.command) ? head.command : null, x0, x1 - x0, band)
    if (x1 - x0 >= TEXT_ROOM && hasSolidGround(PACKET_KINDS.indexOf(head.kind)))
      this.barText(
        head.hung ? `${head.command || head.context}: hangs` : head.command || head.context,
        x0,
        x1 - x0,
        band,
      )
    if (!head.hung) return
    context.strokeStyle = theme.missed
    context.lineWidth = 2
    context.strokeRect(x0 + 1, band.top + 1, x1 - x0, band.height - 2)
  }

  /** Black from the request until the engine had stopped, with an edge that shows on a dark ground (GP-06). */
  private preemptions({ view, geometry, now }: Picture, { preemptions, state }: Lane, top: number): void {
    for (const { x, width, requested, stopped } of preemptions) {
      this.preemption(x, width, top, formatDuration(Math.round(stopped - requested)))
    }
    // one that the engine has not answered yet
    const requested = state?.preempting ?? null
    if (requested === null || requested > view.to || now <= view.from) return
    const scale = geometry.plot / (view.to - view.from)
    const x = Math.max(0, (requested - view.from) * scale)
    this.preemption(x, (now - view.from) * scale - x, top, `${formatDuration(now - requested)} …`)
  }

  private preemption(x: number, width: number, top: number, text: string): void {
    const { context, theme } = this
    const height = STRIP - 2
    const shown = Math.max(2, width)
    context.fillStyle = theme.preemptionLine
    context.fillRect(x - 1, top, shown + 2, height)
    context.fillStyle = theme.preemption
    context.fillRect(x, top + 1, shown, height - 2)
    if (shown < text.length * 5.6 + 6) return
    context.font = `10px ${theme.font}`
    context.fillStyle = theme.preemptionText
    context.fillText(text, x + 3, top + height / 2 + 0.5)
  }

  /** Lines of the marks that concern the display or all engines: behind the packets, faint where they are dense. */
  private glitches({ marks, blanks, geometry }: Picture): void {
    const { context } = this
    context.globalAlpha = blanks.every((places) => places.length === 0) ? 0.35 : 1
    for (const { mark, x } of marks) {
      if (laneOfMark(mark) !== null) continue
      context.fillStyle = this.markColour(mark.kind)
      context.fillRect(Math.round(x), AXIS, mark.kind === 'missed-vertical-blank' ? 1 : 2, geometry.height)
    }
    context.globalAlpha = 1
  }

  private mark({ mark, x }: PlacedMark, geometry: LaneGeometry): void {
    const { context } = this
    const engine = laneOfMark(mark)
    const place = Math.round(x)
    context.fillStyle = this.markColour(mark.kind)
    if (engine === null) {
      markShape(context, mark.kind, place, DISPLAY_MARKS)
      return
    }
    const top = laneTop(geometry, engine)
    context.fillRect(place, top, 2, geometry.lane - 1)
    markShape(context, mark.kind, place, top + 6)
  }

  private markColour(kind: GpuMarkView['kind']): string {
    return isGlitch(kind) ? this.theme.missed : this.theme.reset
  }

  /** The hardware queue now: a slot for each packet that it can hold, the running one on the left. */
  private queue({ state, isEffect }: Lane, geometry: LaneGeometry, engine: number): void {
    if (state === null) return
    const { context, theme } = this
    const left = geometry.width - QUEUE + 5
    const band = bandOf(geometry, engine)
    const slots = Math.min(SHOWN_SLOTS, state.depth)
    const size = 12
    const top = band.top + band.height / 2 - size / 2
    for (let slot = 0; slot < slots; slot++) {
      const x = left + slot * (size + 2)
      const packet = state.queue[slot]
      if (packet !== undefined) {
        context.fillStyle = theme.kinds[PACKET_KINDS.indexOf(packet.kind)]!
        context.fillRect(x, top, size, size)
        this.tint(isEffect(packet.command) ? packet.command : null, x, size, { top, height: size })
      }
      context.strokeStyle = packet?.hung ? theme.missed : theme.axis
      context.lineWidth = packet?.hung ? 2 : 1
      context.strokeRect(x + 0.5, top + 0.5, size - 1, size - 1)
    }
    const hidden = Math.max(0, state.queue.length - slots) + state.waiting
    if (hidden === 0) return
    context.fillStyle = theme.textMuted
    context.font = `11px ${theme.font}`
    const x = left + slots * (size + 2) + 1
    context.fillText(`+${hidden > 999 ? '999…' : hidden}`, x, top + size / 2, geometry.width - x - 1)
  }
}

/** Kinds whose fill is not mostly transparent, so that text can be read on it. */
function hasSolidGround(kind: number): boolean {
  return PACKET_KINDS[kind] !== 'context-switch' && PACKET_KINDS[kind] !== 'wait'
}

/** A bar with a torn right side: what is left of it comes again. */
function tornPath(
  context: CanvasRenderingContext2D,
  x: number,
  width: number,
  { top, height }: { top: number; height: number },
): void {
  const depth = Math.min(4, width / 2)
  const teeth = 4
  context.moveTo(x, top)
  context.lineTo(x + width, top)
  for (let tooth = 1; tooth <= teeth * 2; tooth++) {
    context.lineTo(x + width - (tooth % 2 === 1 ? depth : 0), top + (height * tooth) / (teeth * 2))
  }
  context.lineTo(x, top + height)
  context.closePath()
}

function isGlitch(kind: GpuMarkView['kind']): boolean {
  return kind === 'missed-vertical-blank' || kind === 'tear' || kind === 'bug-check' || kind === 'adapter-reset'
}

/** A shape for each kind of mark, so that they are told apart without colour. */
function markShape(context: CanvasRenderingContext2D, kind: GpuMarkView['kind'], x: number, y: number): void {
  context.beginPath()
  switch (kind) {
    case 'missed-vertical-blank':
      context.moveTo(x - 4, y - 4)
      context.lineTo(x + 5, y - 4)
      context.lineTo(x + 0.5, y + 5)
      break
    case 'tear':
      context.moveTo(x - 4, y + 4)
      context.lineTo(x, y - 4)
      context.lineTo(x + 1, y + 1)
      context.lineTo(x + 5, y - 4)
      context.lineTo(x + 1, y + 5)
      break
    case 'timeout':
      context.arc(x + 1, y, 4, 0, Math.PI * 2)
      break
    case 'engine-reset':
      context.rect(x - 3, y - 4, 8, 8)
      break
    default:
      context.moveTo(x + 1, y - 6)
      context.lineTo(x + 7, y)
      context.lineTo(x + 1, y + 6)
      context.lineTo(x - 5, y)
  }
  context.fill()
}
