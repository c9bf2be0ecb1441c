/** When the window has been seen for the first time: what it opened with has been drawn. */
import { onNextFrame } from './scheduler'

let painted: Promise<void> | undefined

/** @returns done when what was drawn first has been shown */
export function firstPaint(): Promise<void> {
  painted ??= shown()
  return painted
}

/**
 * @returns done when what is drawn now has been shown: an animation frame comes right before what it draws is painted, a
 *   task of its own right after
 */
export function shown(): Promise<void> {
  return new Promise((done) => onNextFrame(() => setTimeout(done)))
}
