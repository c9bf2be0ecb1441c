/** Moving through the time that lanes show, by buttons and keys: the same for every instrument that has lanes. */
import { actionsOf, type KeyRow, shortcutOf } from '../../key-table'
import { extendRange, followAll, setMoment } from '../../store/cursor/cursor'
import type { ShownTime } from '../../store/shown-time'
import { fitted, panned, revealed, viewOf, zoomed } from './time'

/** One step of the keys and buttons. */
export const ZOOM_STEP = 0.5
/** Of the time shown, by which a key moves. */
const PAN_SHARE = 0.2

/** Of the time shown, by which a key changes the range. */
const EXTEND_SHARE = 0.02

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
    // Alt is as Ctrl; Ctrl+A and its like are the page's
    const action =
      ctrlKey || altKey
        ? actionOf('Ctrl', key)
        : ((shiftKey ? actionOf('Shift', key) : undefined) ?? actionOf('alone', key))
    action?.(this)
    return action !== undefined
  }

  /** Selects what lies that way. */
  step(to: LaneStep): void {
    this.model.step(to, viewOf(this.shown, this.now, 1).to)
  }

  /** The cursor goes to what is selected, or to the middle. */
  mark(): void {
    setMoment(this.selectedInView() ?? this.middle)
  }

  extend(direction: 1 | -1): void {
    extendRange(direction * this.shown.span * EXTEND_SHARE, this.middle)
  }

  panOn(direction: 1 | -1): void {
    this.panBy(direction * this.shown.span * PAN_SHARE)
  }

  /** First what is selected goes, then the cursor. */
  escape(): void {
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

type Action = (controls: LaneControls) => void

const zoomIn: Action = (controls) => controls.zoomBy(ZOOM_STEP)
const zoomOut: Action = (controls) => controls.zoomBy(1 / ZOOM_STEP)
const earlier: Action = (controls) => controls.panOn(-1)
const later: Action = (controls) => controls.panOn(1)
const follow: Action = (controls) => controls.follow()
const letGo: Action = (controls) => controls.escape()
const up: Action = (controls) => controls.step('up')
const down: Action = (controls) => controls.step('down')

/** W A S D as in Perfetto's viewer; with Ctrl they are other things, and + − 0 the page's own size. */
const TIME_KEYS: readonly KeyRow<Action>[] = [
  {
    held: 'alone',
    keys: { w: zoomIn, s: zoomOut },
    does: 'Zoom in or out',
    also: { alone: { '+': zoomIn, '=': zoomIn, '-': zoomOut } },
  },
  {
    held: 'alone',
    keys: { a: earlier, d: later },
    does: 'Earlier or later',
    also: { alone: { ArrowLeft: earlier, ArrowRight: later } },
  },
  { held: 'alone', keys: { 0: (controls) => controls.fitAll() }, does: 'All that is kept' },
  { held: 'alone', keys: { End: follow }, does: 'The newest moment', also: { Ctrl: { End: follow } } },
  { held: 'alone', keys: { m: (controls) => controls.mark() }, does: 'Mark the moment' },
  {
    held: 'Shift',
    keys: { ArrowLeft: (controls) => controls.extend(-1), ArrowRight: (controls) => controls.extend(1) },
    does: 'Mark a range, or change it',
  },
  {
    held: 'Ctrl',
    keys: { ArrowLeft: (controls) => controls.step('previous'), ArrowRight: (controls) => controls.step('next') },
    does: 'What happened before or after',
  },
  {
    held: 'alone',
    keys: { ArrowUp: up, ArrowDown: down },
    does: 'What happened in the lane above or below',
    also: { Ctrl: { ArrowUp: up, ArrowDown: down } },
  },
  { held: 'alone', keys: { Escape: letGo }, does: 'Let go of what is marked', also: { Ctrl: { Escape: letGo } } },
]

const actionOf = actionsOf(TIME_KEYS)

/** As the list of shortcuts says them. */
export const TIME_SHORTCUTS = TIME_KEYS.map(shortcutOf)
