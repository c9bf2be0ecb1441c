import type { CSSProperties } from 'react'
import { type Fact, Facts } from '../widgets/facts'
import './tooltip.css'

/** Where the pointer is over a canvas, in px, and how large the canvas is, to keep a tooltip inside. */
export interface PointerPlace {
  x: number
  y: number
  width: number
  height: number
}

/** Below the share of the height from which on there is more room above. */
const BELOW = 0.7

/**
 * Beside the point, within the width of the canvas; it may reach beyond its height.
 * @param tooltip its width, px
 */
export function besidePoint({ x, y, width, height }: PointerPlace, tooltip: number, below = BELOW): CSSProperties {
  const above = y > height * below
  return {
    width: tooltip,
    left: Math.max(4, Math.min(x + 14, width - tooltip - 4)),
    top: above ? undefined : y + 16,
    bottom: above ? height - y + 10 : undefined,
  }
}

/** Towards the middle of the canvas, as wide as it needs to be. */
export function towardsMiddle({ x, y, width, height }: PointerPlace): CSSProperties {
  const right = x > width / 2
  const below = y < height / 2
  return {
    left: right ? undefined : x + 14,
    right: right ? width - x + 10 : undefined,
    top: below ? y + 14 : undefined,
    bottom: below ? undefined : height - y + 10,
  }
}

interface CanvasTooltipProps {
  /** one of the above */
  style: CSSProperties
  title: string
  facts: readonly Fact[]
  note?: string | undefined
  className?: string
}

/** What the pointer is on. Not for screen readers, which are told what the keyboard selects. */
export function CanvasTooltip({ style, title, facts, note, className = '' }: CanvasTooltipProps) {
  return (
    <div className={`canvas-tooltip ${className}`} style={style} aria-hidden="true">
      <strong>{title}</strong>
      <Facts facts={facts.map(({ term, value }) => ({ term, value }))} />
      {note !== undefined && <p>{note}</p>}
    </div>
  )
}
