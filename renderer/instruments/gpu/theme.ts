/** Colours of styles/theme.css for the lanes' canvas and the comparison's chart. */
import { PACKET_KINDS, type PacketKind } from '../../../preload/contract'
import { type Brush, diagonals, type Fill, fillSquare, patternOf } from '../../canvas/hatch'
import { fontFamily, hasForcedColours, themeColor } from '../../canvas/theme'

export interface LaneTheme {
  /** by index in PACKET_KINDS */
  kinds: string[]
  /** effects have a colour each */
  tints: boolean
  preemption: string
  preemptionLine: string
  preemptionText: string
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
    tints: !hasForcedColours(),
    preemption: themeColor('--gpu-preemption'),
    preemptionLine: themeColor('--gpu-preemption-line'),
    preemptionText: themeColor('--gpu-preemption-text'),
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
    font: fontFamily(),
  }
}

const TILE = 6

/** A pattern for each kind, so that kinds are told apart without colour; standard packets are plain. */
const STROKES: Readonly<Record<PacketKind, ((brush: Brush) => void) | null>> = {
  standard: null,
  present: (brush) => brush.fillRect(0, TILE / 2 - 1, TILE, 1.5),
  paging: (brush) => brush.fillRect(TILE / 2 - 1, 0, 1.5, TILE),
  'context-switch': (brush) => diagonals(brush, TILE),
  wait: (brush) => {
    brush.fillRect(1, 1, 2, 2)
    brush.fillRect(4, 4, 2, 2)
  },
}

/** Fills by index in PACKET_KINDS: the colour with the pattern cut out of it, or dots of it for waits. */
export function kindFills(theme: LaneTheme, context: CanvasRenderingContext2D): Fill[] {
  return PACKET_KINDS.map((kind, at) => {
    const colour = theme.kinds[at]!
    const stroke = STROKES[kind]
    if (stroke === null) return colour
    const isLine = kind === 'context-switch' || kind === 'wait'
    const mark = isLine ? colour : theme.lane
    return patternOf(context, TILE, colour, (brush) => {
      if (!isLine) fillSquare(brush, TILE, colour)
      brush.fillStyle = mark
      brush.strokeStyle = mark
      brush.lineWidth = 1.5
      brush.globalAlpha = isLine ? 1 : 0.45
      stroke(brush)
    })
  })
}
