/** What each kind of waiting is called and how it looks, by colour and by pattern, on the page and on canvases (LB-08). */
import type { CSSProperties } from 'react'
import type { DelayKind, DelaySegmentView } from '../../../preload/contract'
import { diagonals, type Fill, fillSquare, patternOf } from '../../canvas/hatch'
import { themeColor } from '../../canvas/theme'
import { formatCount, formatDuration } from '../../widgets/format'

type Pattern = 'plain' | 'rising' | 'falling' | 'upright' | 'level' | 'dots' | 'crossed'

interface DelayLook {
  label: string
  meaning: string
  /** a variable of the theme */
  colour: string
  pattern: Pattern
}

/** How a segment looks: by its kind, or as several that were put together. */
export type SegmentLook = DelayKind | 'together'

type Segment = Pick<DelaySegmentView, 'kind' | 'together'>

/** @see SegmentLook */
export function lookOf({ kind, together }: Segment): SegmentLook {
  return together === null ? kind : 'together'
}

/** What a segment is called. */
export function nameOf({ kind, together }: Segment): string {
  return together === null ? DELAY_LOOKS[kind].label : `${formatCount(together.pieces)} pieces`
}

/** A segment in one line: "Page-in, 3 ms: Blur.main (64 MiB)". */
export function segmentText(segment: Segment & Pick<DelaySegmentView, 'start' | 'end' | 'what'>): string {
  return `${nameOf(segment)}, ${formatDuration(segment.end - segment.start)}: ${segment.what}`
}

/** No two of one colour have one pattern. */
export const DELAY_LOOKS: Readonly<Record<SegmentLook, DelayLook>> = {
  'policy-wait': {
    label: 'Policy',
    meaning: 'The policy blocks its thread (TN-38)',
    colour: '--chart-5',
    pattern: 'rising',
  },
  queue: { label: 'Queue', meaning: 'An earlier packet of the same context', colour: '--chart-7', pattern: 'level' },
  engine: {
    label: 'Engine',
    meaning: 'A packet of another context has the engine',
    colour: '--chart-1',
    pattern: 'plain',
  },
  preemption: {
    label: 'Preemption',
    meaning: 'From the request until the engine stopped (GP-06)',
    colour: '--chart-7',
    pattern: 'plain',
  },
  preempted: { label: 'Preempted', meaning: 'Stopped, until it runs again', colour: '--chart-1', pattern: 'falling' },
  'context-switch': {
    label: 'Context switch',
    meaning: 'One context saved, another restored (GP-16)',
    colour: '--chart-5',
    pattern: 'dots',
  },
  'page-in': { label: 'Page-in', meaning: 'What it needs is brought in', colour: '--chart-2', pattern: 'plain' },
  'page-out': {
    label: 'Page-out',
    meaning: 'A victim is moved out to make room',
    colour: '--chart-2',
    pattern: 'rising',
  },
  'paging-queue': {
    label: 'Paging queue',
    meaning: 'Other paging work ahead',
    colour: '--chart-6',
    pattern: 'upright',
  },
  fence: { label: 'Fence', meaning: 'A packet of another engine', colour: '--chart-4', pattern: 'falling' },
  reset: {
    label: 'Hang',
    meaning: 'The engine hangs, until it is reset (GP-23)',
    colour: '--chart-8',
    pattern: 'dots',
  },
  run: { label: 'Own work', meaning: 'It runs', colour: '--chart-3', pattern: 'plain' },
  'vertical-blank': {
    label: 'Vertical blank',
    meaning: 'Done, and shown at the next blank',
    colour: '--chart-7',
    pattern: 'upright',
  },
  together: {
    label: 'Pieces',
    meaning: 'Too short, in a long chain, to be kept one by one: neighbours, at the time at which they were',
    colour: '--text-muted',
    pattern: 'crossed',
  },
}

/** Lines over the colour, in the ground's. */
const LINES = 'var(--panel-raised)'
const IMAGES: Readonly<Record<Pattern, string | undefined>> = {
  plain: undefined,
  rising: `repeating-linear-gradient(-45deg, transparent 0 4px, ${LINES} 4px 6px)`,
  falling: `repeating-linear-gradient(45deg, transparent 0 4px, ${LINES} 4px 6px)`,
  upright: `repeating-linear-gradient(90deg, transparent 0 3px, ${LINES} 3px 5px)`,
  level: `repeating-linear-gradient(0deg, transparent 0 3px, ${LINES} 3px 5px)`,
  crossed: `repeating-linear-gradient(-45deg, transparent 0 4px, ${LINES} 4px 6px), repeating-linear-gradient(45deg, transparent 0 4px, ${LINES} 4px 6px)`,
  dots: `radial-gradient(circle at 3px 3px, ${LINES} 0 1.6px, transparent 1.8px)`,
}

/** As a background on the page. */
export function delayFill(kind: SegmentLook): CSSProperties {
  const { colour, pattern } = DELAY_LOOKS[kind]
  const image = IMAGES[pattern]
  return {
    backgroundColor: `var(${colour})`,
    ...(image === undefined ? {} : { backgroundImage: image }),
    ...(pattern === 'dots' ? { backgroundSize: '6px 6px' } : {}),
  }
}

const SIDE = 6

/** As a fill of a canvas, in the colours of the theme as it is. */
export function delayBrush(context: CanvasRenderingContext2D, kind: SegmentLook): Fill {
  const { colour: variable, pattern } = DELAY_LOOKS[kind]
  const colour = themeColor(variable)
  if (pattern === 'plain') return colour
  const ground = themeColor('--panel-raised')
  return patternOf(context, SIDE, colour, (brush) => {
    fillSquare(brush, SIDE, colour)
    brush.fillStyle = ground
    brush.strokeStyle = ground
    brush.lineWidth = 1.5
    if (pattern === 'rising') diagonals(brush, SIDE, 1)
    else if (pattern === 'falling') diagonals(brush, SIDE, -1)
    else if (pattern === 'crossed') {
      diagonals(brush, SIDE, 1)
      diagonals(brush, SIDE, -1)
    } else if (pattern === 'upright') brush.fillRect(0, 0, 2, SIDE)
    else if (pattern === 'level') brush.fillRect(0, 0, SIDE, 2)
    else brush.fillRect(2, 2, 2, 2)
  })
}
