/**
 * A 2D context that remembers what was drawn instead of drawing it: what painters are proved by. Places are those of the
 * canvas, whatever the painter has translated; text is LETTER px wide a letter.
 */
import { vi } from 'vitest'

/** px: width of a letter, whatever the font */
export const LETTER = 6

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

/** A repeated square, with what was drawn on it. */
interface RecordedPattern {
  side: number
  drawn: readonly Drawn[]
}

/** A colour, or a pattern. */
export type Ink = string | RecordedPattern

/** Something that was drawn, with the state of the context that mattered. */
export interface Drawn extends Box {
  how: 'fill' | 'stroke' | 'text' | 'clear'
  ink: Ink
  alpha: number
  /** px; of strokes */
  line?: number
  /** lengths of dashes and gaps; of strokes */
  dash?: readonly number[]
  /** of what is no rectangle: its corners; circles by their bounding boxes */
  points?: readonly { x: number; y: number }[]
  text?: string
  font?: string
  /** outside of it nothing was drawn; null: everywhere */
  clip: Box | null
}

interface State {
  fillStyle: Ink
  strokeStyle: Ink
  globalAlpha: number
  lineWidth: number
  font: string
  textAlign: 'left' | 'center' | 'right' | 'start' | 'end'
  textBaseline: string
  dash: readonly number[]
  at: { x: number; y: number }
  clip: Box | null
}

const FRESH: State = {
  fillStyle: '#000',
  strokeStyle: '#000',
  globalAlpha: 1,
  lineWidth: 1,
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
  dash: [],
  at: { x: 0, y: 0 },
  clip: null,
}

/** The members of a context that the painters use; one that is missing fails as what is not there. */
class Recorder {
  readonly drawn: Drawn[] = []
  canvas: unknown = null
  private state: State = FRESH
  private readonly saved: State[] = []
  private path: { x: number; y: number }[] = []

  get fillStyle() {
    return this.state.fillStyle
  }
  set fillStyle(fillStyle: Ink) {
    this.change({ fillStyle })
  }
  get strokeStyle() {
    return this.state.strokeStyle
  }
  set strokeStyle(strokeStyle: Ink) {
    this.change({ strokeStyle })
  }
  get globalAlpha() {
    return this.state.globalAlpha
  }
  set globalAlpha(globalAlpha: number) {
    this.change({ globalAlpha })
  }
  get lineWidth() {
    return this.state.lineWidth
  }
  set lineWidth(lineWidth: number) {
    this.change({ lineWidth })
  }
  get font() {
    return this.state.font
  }
  set font(font: string) {
    this.change({ font })
  }
  get textAlign() {
    return this.state.textAlign
  }
  set textAlign(textAlign: State['textAlign']) {
    this.change({ textAlign })
  }
  get textBaseline() {
    return this.state.textBaseline
  }
  set textBaseline(textBaseline: string) {
    this.change({ textBaseline })
  }

  save(): void {
    this.saved.push(this.state)
  }
  restore(): void {
    this.state = this.saved.pop() ?? this.state
  }
  translate(x: number, y: number): void {
    const { at } = this.state
    this.change({ at: { x: at.x + x, y: at.y + y } })
  }
  setTransform(): void {
    // the size of the screen's elements: places stay in CSS px
    this.change({ at: { x: 0, y: 0 } })
  }
  resetTransform(): void {
    this.setTransform()
  }
  rotate(): void {
    // chart.js turns by 0 what it does not turn
  }
  setLineDash(dash: readonly number[]): void {
    this.change({ dash })
  }
  measureText(text: string): { width: number } {
    return { width: text.length * LETTER }
  }

  beginPath(): void {
    this.path = []
  }
  closePath(): void {}
  moveTo(x: number, y: number): void {
    this.path.push(this.placed(x, y))
  }
  lineTo(x: number, y: number): void {
    this.path.push(this.placed(x, y))
  }
  rect(x: number, y: number, w: number, h: number): void {
    this.path.push(this.placed(x, y), this.placed(x + w, y), this.placed(x + w, y + h), this.placed(x, y + h))
  }
  arc(x: number, y: number, radius: number): void {
    this.rect(x - radius, y - radius, 2 * radius, 2 * radius)
  }
  /** As the rectangle about it. */
  ellipse(x: number, y: number, rx: number, ry: number): void {
    this.rect(x - rx, y - ry, 2 * rx, 2 * ry)
  }
  clip(): void {
    const box = boxOf(this.path)
    const { clip } = this.state
    this.change({ clip: clip === null ? box : common(clip, box) })
  }
  fill(): void {
    this.record({ how: 'fill', ink: this.state.fillStyle, ...boxOf(this.path), points: this.path })
  }
  stroke(): void {
    this.record({ how: 'stroke', ink: this.state.strokeStyle, ...boxOf(this.path), points: this.path, ...this.line() })
  }
  fillRect(x: number, y: number, w: number, h: number): void {
    this.record({ how: 'fill', ink: this.state.fillStyle, ...this.placed(x, y), w, h })
  }
  strokeRect(x: number, y: number, w: number, h: number): void {
    this.record({ how: 'stroke', ink: this.state.strokeStyle, ...this.placed(x, y), w, h, ...this.line() })
  }
  clearRect(x: number, y: number, w: number, h: number): void {
    this.record({ how: 'clear', ink: 'transparent', ...this.placed(x, y), w, h })
  }
  /** `y` is what the painter gave: the middle where the baseline is. */
  fillText(text: string, x: number, y: number, most = Number.POSITIVE_INFINITY): void {
    const w = Math.min(most, text.length * LETTER)
    const { textAlign, font, fillStyle } = this.state
    const before = textAlign === 'center' ? w / 2 : textAlign === 'right' || textAlign === 'end' ? w : 0
    this.record({ how: 'text', ink: fillStyle, ...this.placed(x - before, y), w, h: 0, text, font })
  }
  createPattern(tile: { width: number; context: Recorder }): RecordedPattern {
    return { side: tile.width, drawn: tile.context.drawn }
  }

  private change(part: Partial<State>): void {
    this.state = { ...this.state, ...part }
  }
  private placed(x: number, y: number): { x: number; y: number } {
    return { x: x + this.state.at.x, y: y + this.state.at.y }
  }
  private line(): { line: number; dash: readonly number[] } {
    return { line: this.state.lineWidth, dash: this.state.dash }
  }
  private record(drawn: Omit<Drawn, 'alpha' | 'clip'>): void {
    this.drawn.push({ ...drawn, alpha: this.state.globalAlpha, clip: this.state.clip })
  }
}

function boxOf(points: readonly { x: number; y: number }[]): Box {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y }
}

function common(a: Box, b: Box): Box {
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  return { x, y, w: Math.min(a.x + a.w, b.x + b.w) - x, h: Math.min(a.y + a.h, b.y + b.h) - y }
}

export interface Recording {
  context: CanvasRenderingContext2D
  /** in the order in which it was drawn */
  drawn: Drawn[]
}

/** A context of its own. Patterns need `recordedCanvases`. */
export function recordedContext(): Recording {
  const recorder = new Recorder()
  // a recorder has what the painters use of a context; TypeScript knows only whole ones
  return { context: recorder as unknown as CanvasRenderingContext2D, drawn: recorder.drawn }
}

export interface RecordedCanvas {
  canvas: HTMLCanvasElement
  drawn: Drawn[]
}

/** A canvas with a recorded context, `width` × `height` px. */
export function recordedCanvas(width = 300, height = 150): RecordedCanvas {
  const recorder = new Recorder()
  const canvas = { width, height, style: {}, context: recorder, getContext: () => recorder }
  recorder.canvas = canvas
  return { canvas: canvas as unknown as HTMLCanvasElement, drawn: recorder.drawn }
}

/**
 * Lets code make canvases with `document.createElement` and ask for colours of the theme, each of which is the name of
 * its variable, until `vi.unstubAllGlobals`.
 */
export function stubCanvases(): void {
  vi.stubGlobal('document', {
    createElement: (name: string) => {
      if (name === 'canvas') return recordedCanvas().canvas
      if (name === 'span') return { style: { color: '' }, remove: () => {} }
      throw new Error(`expected a canvas, or a span to read a colour from, found ${name}`)
    },
    documentElement: { append: () => {} },
    body: { style: { color: '' } },
  })
  vi.stubGlobal('getComputedStyle', ({ style }: { style: { color: string } }) => ({
    color: style.color.replace(/^var\((.*)\)$/, '$1'),
    fontFamily: 'serif',
  }))
  vi.stubGlobal('devicePixelRatio', 1)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
}

const isInside = (inner: Box, { x, y, w, h }: Box): boolean =>
  inner.x >= x && inner.y >= y && inner.x + inner.w <= x + w && inner.y + inner.h <= y + h

/** What was drawn within a box. */
export const drawnIn = (drawn: readonly Drawn[], box: Box): Drawn[] => drawn.filter((each) => isInside(each, box))

export const textsOf = (drawn: readonly Drawn[]): string[] =>
  drawn.flatMap(({ text }) => (text === undefined ? [] : [text]))

/** What was filled with an ink, as `[x, y, w, h]`. */
export function filledWith(drawn: readonly Drawn[], ink: Ink): number[][] {
  return drawn.filter((each) => each.how === 'fill' && each.ink === ink).map(({ x, y, w, h }) => [x, y, w, h])
}

/** The ink on top at a place, of what was filled there. */
export function inkAt(drawn: readonly Drawn[], x: number, y: number): Ink | undefined {
  return drawn.findLast((each) => each.how === 'fill' && isInside({ x, y, w: 0, h: 0 }, each))?.ink
}
