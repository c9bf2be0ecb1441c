/** Moving through the time that lanes show, by buttons and keys: the same for every instrument that has lanes. */
import { extendRange, followAll, setMoment } from '../../store/cursor/cursor'
import type { ShownTime } from '../../store/shown-time'
import { fitted, panned, revealed, viewOf, zoomed } from './time'

/** One step of the keys and buttons. */
export const ZOOM_STEP = 0.5
/** Of the time shown, by which a key moves. */
const PAN_SHARE = 0.2

/** Of the time shown, by which a key changes the range. */
const EXTEND_SHARE = 0.02
const EXTENDS: Readonly<Record<string, 1 | -1 | undefined>> = { ArrowRight: 1, ArrowLeft: -1 }

/** W A S D and M mean the same with Caps Lock. */
const letter = (key: string): string => (key.length === 1 ? key.toLowerCase() : key)

/** As the list of shortcuts says them. */
export const TIME_SHORTCUTS: readonly { readonly keys: string; readonly does: string }[] = [
  { keys: 'W S', does: 'Zoom in or out' },
  { keys: 'A D', does: 'Earlier or later' },
  { keys: '0', does: 'All that is kept' },
  { keys: 'End', does: 'The newest moment' },
  { keys: 'M', does: 'Mark the moment' },
  { keys: 'Shift+← →', does: 'Mark a range, or change it' },
  { keys: 'Ctrl+← →', does: 'What happened before or after' },
  { keys: 'Esc', does: 'Let go of what is marked' },
]

export type LaneStep = 'previous' | 'next' | 'up' | 'down'

/** What an instrument's lanes have of their own; times in µs. */
export interface LanesModel {
  now(): number
  shown(): ShownTime
  show(shown: ShownTime): void
  /** the oldest moment that is kept */
  oldest(): number
  /** when what is selected started; null: nothing is */
  selectedAt(): number | null
  /** selects what a key leads to. @param to end of the window shown */
  step(step: LaneStep, to: number): void
  clearSelection(): void
}

export class LaneControls {
  constructor(private readonly model: LanesModel) {}

  get now(): number {
    return this.model.now()
  }

  get shown(): ShownTime {
    return this.model.shown()
  }

  show(shown: ShownTime): void {
    this.model.show(shown)
  }

  /** @param about µs: keeps its place; null: what is selected does where it is in view, or else the middle */
  zoomBy(factor: number, about: number | null = null): void {
    this.show(zoomed(this.shown, this.now, factor, about ?? this.selectedInView()))
  }

  /** @param shown from where */
  panBy(by: number, shown = this.shown): void {
    this.show(panned(shown, this.now, by))
  }

  fitAll(): void {
    this.show(fitted(this.model.oldest(), this.now))
  }

  follow(): void {
    this.show({ span: this.shown.span, end: null })
  }

  toggleFollow(): void {
    const { span, end } = this.shown
    this.show({ span, end: end === null ? Math.max(span, this.now) : null })
  }

  reveal(start: number, end: number): void {
    this.show(revealed(this.shown, this.now, start, end))
  }

  /** @returns whether the key means something here */
  key({ key, ctrlKey, altKey, shiftKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'shiftKey'>): boolean {
    const selects = ctrlKey || altKey
    const extended = shiftKey && !selects ? EXTENDS[key] : undefined
    if (extended !== undefined) {
      extendRange(extended * this.shown.span * EXTEND_SHARE, this.middle)
      return true
    }
    // Ctrl+A and its like are the page's
    const action = this.actions(selects).get(selects ? key : letter(key))
    action?.()
    return action !== undefined
  }

  /** @param selects the arrows that else move through time select */
  private actions(selects: boolean): ReadonlyMap<string, () => void> {
    const { model } = this
    const step = (to: LaneStep) => () => model.step(to, viewOf(this.shown, this.now, 1).to)
    const pan = (direction: 1 | -1) => () => this.panBy(direction * this.shown.span * PAN_SHARE)
    const zoomIn = (): void => this.zoomBy(ZOOM_STEP)
    return new Map([
      ['ArrowLeft', selects ? step('previous') : pan(-1)],
      ['ArrowRight', selects ? step('next') : pan(1)],
      ['ArrowUp', step('up')],
      ['ArrowDown', step('down')],
      ['End', () => this.follow()],
      ['Escape', () => this.escape()],
      // W A S D as in Perfetto's viewer; with Ctrl they are other things, and these the page's own size
      ...(selects
        ? []
        : ([
            ['+', zoomIn],
            ['=', zoomIn],
            ['-', () => this.zoomBy(1 / ZOOM_STEP)],
            ['0', () => this.fitAll()],
            ['w', zoomIn],
            ['s', () => this.zoomBy(1 / ZOOM_STEP)],
            ['a', pan(-1)],
            ['d', pan(1)],
            ['m', () => setMoment(this.selectedInView() ?? this.middle)],
          ] as const)),
    ])
  }

  /** First what is selected goes, then the cursor. */
  private escape(): void {
    if (this.model.selectedAt() === null) followAll()
    this.model.clearSelection()
  }

  private get middle(): number {
    const { from, to } = viewOf(this.shown, this.now, 1)
    return (from + Math.min(to, this.now)) / 2
  }

  private selectedInView(): number | null {
    const at = this.model.selectedAt()
    const { from, to } = viewOf(this.shown, this.now, 1)
    return at !== null && at >= from && at <= to ? at : null
  }
}
