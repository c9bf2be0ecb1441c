/** Colours and patterns of the heap map. */
import { RANGE_KINDS } from '../../../../preload/contract'
import { themeColor } from '../../../canvas/theme'

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
    font: getComputedStyle(document.body).fontFamily || 'sans-serif',
  }
}

const TILE = 6

type Brush = (brush: CanvasRenderingContext2D) => void

function patternOf(
  context: CanvasRenderingContext2D,
  colour: string,
  mark: string,
  draw: Brush,
): CanvasPattern | string {
  const tile = document.createElement('canvas')
  tile.width = TILE
  tile.height = TILE
  const brush = tile.getContext('2d')
  if (brush === null) return colour
  brush.fillStyle = colour
  brush.fillRect(0, 0, TILE, TILE)
  brush.fillStyle = mark
  brush.strokeStyle = mark
  brush.lineWidth = 1.6
  draw(brush)
  return context.createPattern(tile, 'repeat') ?? colour
}

const diagonal: Brush = (brush) => {
  brush.beginPath()
  for (const start of [-TILE, 0, TILE]) {
    brush.moveTo(start - 1, TILE + 1)
    brush.lineTo(start + TILE + 1, -1)
  }
  brush.stroke()
}

/**
 * Fills by index in RANGE_KINDS, told apart without colour too: buffers are plain, textures woven, what is unknown
 * dotted, destinations hatched.
 */
export function kindFills(context: CanvasRenderingContext2D, theme: HeapTheme): (string | CanvasPattern)[] {
  return RANGE_KINDS.map((kind, at) => {
    const colour = theme.kinds[at]!
    switch (kind) {
      case 'texture':
        return patternOf(context, colour, translucent(theme.ground), (brush) => {
          brush.fillRect(0, TILE - 1, TILE, 1)
          brush.fillRect(TILE - 1, 0, 1, TILE)
        })
      case 'unknown':
        return patternOf(context, colour, translucent(theme.ground), (brush) => {
          brush.fillRect(1, 1, 2, 2)
          brush.fillRect(4, 4, 2, 2)
        })
      case 'destination':
        return patternOf(context, theme.kinds[0]!, colour, diagonal)
      default:
        return colour
    }
  })
}

/** Drawn over what may not be moved (DF-20). */
export function pinnedFill(context: CanvasRenderingContext2D, theme: HeapTheme): CanvasPattern | string {
  return patternOf(context, 'transparent', theme.pinned, (brush) => {
    brush.lineWidth = 2
    diagonal(brush)
  })
}

/** rgb(…) as half of itself. */
function translucent(colour: string): string {
  return colour.replace(
    /^rgb\((.*)\)$/,
    (_, parts: string) => `rgba(${parts.replaceAll(' ', ', ').replaceAll(',,', ',')}, 0.45)`,
  )
}
