/** Colours and patterns of the heap map. */
import { RANGE_KINDS } from '../../../../preload/contract'
import { type Brush, diagonals, type Fill, fillSquare, patternOf } from '../../../canvas/hatch'
import { fontFamily, themeColor } from '../../../canvas/theme'

export interface HeapTheme {
  /** by index in RANGE_KINDS */
  kinds: string[]
  ground: string
  heading: string
  line: string
  lineStrong: string
  text: string
  textMuted: string
  textOnRange: string
  pinned: string
  moving: string
  outline: string
  /** by AllocationState */
  states: string[]
  font: string
}

const KIND_VARIABLES: Readonly<Record<(typeof RANGE_KINDS)[number], string>> = {
  free: '--heap-free',
  buffer: '--heap-buffer',
  texture: '--heap-texture',
  unknown: '--heap-unknown',
  destination: '--heap-destination',
}

/** @see renderer/styles/theme.css */
export function heapTheme(): HeapTheme {
  return {
    kinds: RANGE_KINDS.map((kind) => themeColor(KIND_VARIABLES[kind])),
    ground: themeColor('--panel-sunken'),
    heading: themeColor('--panel'),
    line: themeColor('--line'),
    lineStrong: themeColor('--line-strong'),
    text: themeColor('--text'),
    textMuted: themeColor('--text-muted'),
    textOnRange: themeColor('--text-on-accent'),
    pinned: themeColor('--panel-sunken'),
    moving: themeColor('--heap-moving'),
    outline: themeColor('--moment'),
    states: ['--state-paged-out', '--state-evictable', '--state-resident', '--state-pending'].map(themeColor),
    font: fontFamily(),
  }
}

const TILE = 6

/** A square of one colour with something drawn on it in another. */
function marked(context: CanvasRenderingContext2D, colour: string, mark: string, draw: (brush: Brush) => void): Fill {
  return patternOf(context, TILE, colour, (brush) => {
    fillSquare(brush, TILE, colour)
    brush.fillStyle = mark
    brush.strokeStyle = mark
    brush.lineWidth = 1.6
    draw(brush)
  })
}

/**
 * Fills by index in RANGE_KINDS, told apart without colour too: buffers are plain, textures woven, what is unknown
 * dotted, destinations hatched.
 */
export function kindFills(context: CanvasRenderingContext2D, theme: HeapTheme): Fill[] {
  return RANGE_KINDS.map((kind, at) => {
    const colour = theme.kinds[at]!
    switch (kind) {
      case 'texture':
        return marked(context, colour, translucent(theme.ground), (brush) => {
          brush.fillRect(0, TILE - 1, TILE, 1)
          brush.fillRect(TILE - 1, 0, 1, TILE)
        })
      case 'unknown':
        return marked(context, colour, translucent(theme.ground), (brush) => {
          brush.fillRect(1, 1, 2, 2)
          brush.fillRect(4, 4, 2, 2)
        })
      case 'destination':
        return marked(context, theme.kinds[0]!, colour, (brush) => diagonals(brush, TILE))
      default:
        return colour
    }
  })
}

/** Drawn over what may not be moved (DF-20). */
export function pinnedFill(context: CanvasRenderingContext2D, theme: HeapTheme): Fill {
  return marked(context, 'transparent', theme.pinned, (brush) => {
    brush.lineWidth = 2
    diagonals(brush, TILE)
  })
}

/** rgb(…) as half of itself. */
function translucent(colour: string): string {
  return colour.replace(
    /^rgb\((.*)\)$/,
    (_, parts: string) => `rgba(${parts.replaceAll(' ', ', ').replaceAll(',,', ',')}, 0.45)`,
  )
}
