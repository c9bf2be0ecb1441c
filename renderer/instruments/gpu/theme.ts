/** Colours of styles/theme.css for the lanes' canvas and the comparison's chart. */
import { PACKET_KINDS, type PacketKind } from '../../../preload/contract'
import { themeColor } from '../../canvas/theme'

export interface LaneTheme {
  /** by index in PACKET_KINDS */
  kinds: string[]
  preemption: string
  preemptionLine: string
  blank: string
  missed: string
  reset: string
  lane: string
  laneAlternate: string
  line: string
  axis: string
  text: string
  textMuted: string
  textOnPacket: string
  outline: string
  font: string
}

const KIND_VARIABLES: Readonly<Record<PacketKind, string>> = {
  standard: '--gpu-standard',
  present: '--gpu-present',
  paging: '--gpu-paging',
  'context-switch': '--gpu-switch',
  wait: '--gpu-wait',
}

/** @see renderer/styles/theme.css */
export function laneTheme(): LaneTheme {
  return {
    kinds: PACKET_KINDS.map((kind) => themeColor(KIND_VARIABLES[kind])),
    preemption: themeColor('--gpu-preemption'),
    preemptionLine: themeColor('--gpu-preemption-line'),
    blank: themeColor('--gpu-blank'),
    missed: themeColor('--danger'),
    reset: themeColor('--warning'),
    lane: themeColor('--panel-sunken'),
    laneAlternate: themeColor('--panel-raised'),
    line: themeColor('--line'),
    axis: themeColor('--chart-axis'),
    text: themeColor('--text'),
    textMuted: themeColor('--text-muted'),
    textOnPacket: themeColor('--text-on-accent'),
    outline: themeColor('--moment'),
    font: getComputedStyle(document.body).fontFamily || 'sans-serif',
  }
}

const TILE = 6

type Stroke = (context: CanvasRenderingContext2D) => void

/** A pattern for each kind, so that kinds are told apart without colour; standard packets are plain. */
const STROKES: Readonly<Record<PacketKind, Stroke | null>> = {
  standard: null,
  present: (context) => context.fillRect(0, TILE / 2 - 1, TILE, 1.5),
  paging: (context) => context.fillRect(TILE / 2 - 1, 0, 1.5, TILE),
  'context-switch': (context) => {
    for (const start of [-TILE, 0, TILE]) {
      context.moveTo(start - 1, TILE + 1)
      context.lineTo(start + TILE + 1, -1)
    }
    context.stroke()
  },
  wait: (context) => {
    context.fillRect(1, 1, 2, 2)
    context.fillRect(4, 4, 2, 2)
  },
}

/** Fills by index in PACKET_KINDS: the colour with the pattern cut out of it, or dots of it for waits. */
export function kindFills(theme: LaneTheme, context: CanvasRenderingContext2D): (string | CanvasPattern)[] {
  return PACKET_KINDS.map((kind, at) => {
    const colour = theme.kinds[at]!
    const stroke = STROKES[kind]
    if (stroke === null) return colour
    const tile = document.createElement('canvas')
    tile.width = TILE
    tile.height = TILE
    const brush = tile.getContext('2d')
    if (brush === null) return colour
    const isLine = kind === 'context-switch' || kind === 'wait'
    if (!isLine) {
      brush.fillStyle = colour
      brush.fillRect(0, 0, TILE, TILE)
    }
    const mark = isLine ? colour : theme.lane
    brush.fillStyle = mark
    brush.strokeStyle = mark
    brush.lineWidth = 1.5
    brush.globalAlpha = isLine ? 1 : 0.45
    brush.beginPath()
    stroke(brush)
    return context.createPattern(tile, 'repeat') ?? colour
  })
}
