/** The selected range and the chosen delay, drawn alike over every time axis: from when to when, and segment by segment. */
import type { DelayChainView, DelaySegmentView } from '../../../preload/contract'
import type { Fill } from '../../canvas/hatch'
import { themeColor } from '../../canvas/theme'
import type { LaneView, TimeRange } from '../../store/shown-time'
import { delayBrush, lookOf, type SegmentLook } from './delay-looks'
import { placeOf } from './time'

export interface Highlighted {
  range: TimeRange | null
  delay: DelayChainView | null
}

/** Height of the strip of segments, px. */
const STRIP = 6

/** A pointer is on it from so far above, px: it is low. */
const REACH = 3

/**
 * The segment whose part of the strip lies at a place of the plot.
 * @param at px from the plot's left and upper edge @param height of the plot, px
 * @returns null: none does; of two in one px the later, which is drawn over the other
 */
export function segmentAt(
  delay: DelayChainView | null,
  view: LaneView,
  height: number,
  at: { x: number; y: number },
): DelaySegmentView | null {
  const { x, y } = at
  if (delay === null || y < height - STRIP - REACH || y > height || x < 0 || x > view.width) return null
  const lies = ({ start, end }: DelaySegmentView): boolean => {
    const left = placeOf(view, start)
    return x >= left && x < Math.max(left + 1, placeOf(view, end))
  }
  return delay.segments.findLast(lies) ?? null
}

/** When a delay ended; one that is under way: as far as its chain goes. */
const delayEnd = ({ shown, begin, segments }: DelayChainView): number => shown ?? segments.at(-1)?.end ?? begin

/** Colours of the theme as it is, each read when it is needed first. */
export class HighlightPainter {
  private colours: { range: string; delay: string } | null = null
  private readonly fills = new Map<SegmentLook, Fill>()

  constructor(private readonly context: CanvasRenderingContext2D) {}

  /** @param place px: where the plot begins, and its height; how far labels reach into it from above [not at all] */
  draw(
    { range, delay }: Highlighted,
    view: LaneView,
    place: { left: number; top: number; height: number; labels?: number },
  ): void {
    if (range === null && delay === null) return
    const { context } = this
    this.colours ??= { range: themeColor('--accent'), delay: themeColor('--warning') }
    context.save()
    context.beginPath()
    context.rect(place.left, place.top, view.width, place.height)
    context.clip()
    context.translate(place.left, place.top)
    if (delay !== null) {
      this.band(delay.begin, delayEnd(delay), view, place, this.colours.delay)
      this.strip(delay, view, place.height - STRIP)
    }
    if (range !== null) this.band(range.from, range.to, view, place, this.colours.range)
    context.restore()
  }

  /** Its lines begin below the labels, which they would strike through. */
  private band(
    from: number,
    to: number,
    view: LaneView,
    { height, labels = 0 }: { height: number; labels?: number },
    colour: string,
  ): void {
    const { context } = this
    const x = placeOf(view, from)
    const width = Math.max(1, placeOf(view, to) - x)
    context.fillStyle = colour
    context.globalAlpha = 0.16
    context.fillRect(x, 0, width, height)
    context.globalAlpha = 1
    context.fillRect(Math.round(x), labels, 1, height - labels)
    context.fillRect(Math.round(x + width), labels, 1, height - labels)
  }

  private strip({ segments }: DelayChainView, view: LaneView, top: number): void {
    const { context } = this
    for (const segment of segments) {
      const { start, end } = segment
      if (end < view.from || start > view.to) continue
      const x = placeOf(view, start)
      context.fillStyle = this.fill(lookOf(segment))
      context.fillRect(x, top, Math.max(1, placeOf(view, end) - x), STRIP)
    }
  }

  private fill(look: SegmentLook): Fill {
    const known = this.fills.get(look)
    if (known !== undefined) return known
    const fill = delayBrush(this.context, look)
    this.fills.set(look, fill)
    return fill
  }
}
