/** When the window has been seen for the first time: what it opened with has been drawn. */
import { onNextFrame } from './scheduler'

/** ms after which it counts as seen: a page that nobody can see is not painted */
const LATEST = 500

/** @returns whether the window is shown only when the application is there, as the page was written to say (FirstView) */
export function isUnseen(): boolean {
  return 'unseen' in document.documentElement.dataset
}

/**
 * @returns done when the display shows something of the page. Until then the processor is for what is painted: nothing
 *   else is loaded, in this process and in the main process, which waits for the page to ask for frames. At once in a window
 *   that is not shown before
 */
export function firstPaint(): Promise<void> {
  if (isUnseen()) return Promise.resolve()
  return new Promise((done) => {
    const finish = (): void => {
      observer.disconnect()
      done()
    }
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) finish()
    })
    observer.observe({ type: 'paint', buffered: true })
    setTimeout(finish, LATEST)
  })
}

/** ms after which nobody waits for a frame any more: a window that is covered, or whose GPU process is gone, gets none */
const FRAMELESS = 2000

/**
 * @returns done when what is drawn now has been shown: an animation frame comes right before what it draws is painted, a
 *   task of its own right after; where no frame comes, two seconds later
 */
export function shown(): Promise<void> {
  return new Promise((done) => {
    onNextFrame(() => setTimeout(done))
    setTimeout(done, FRAMELESS)
  })
}
