/** Which changes are undone together: those of one drag, and those by keys that follow each other closely. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { followPointer, gesture } from '../../../renderer/store/gesture'

/** Node takes `true` for capturing where a listener is added, and not where it is removed; browsers do. */
class Page extends EventTarget {
  override removeEventListener(type: string, listener: EventListener, capture: boolean): void {
    super.removeEventListener(type, listener, { capture })
  }
}

let page: Page
let stop: () => void

beforeEach(() => {
  page = new Page()
  stop = followPointer(page)
})
afterEach(() => {
  page.dispatchEvent(new Event('pointerup'))
  stop()
})

describe('a gesture', () => {
  it('is one from press to release, however long nothing changes in it', () => {
    page.dispatchEvent(new Event('pointerdown'))
    const first = gesture(10_000)
    expect([gesture(10_100), gesture(60_000)]).toEqual([first, first])
    page.dispatchEvent(new Event('pointerup'))
    expect(gesture(60_001)).not.toBe(first)
  })

  it('is another one at the next press', () => {
    page.dispatchEvent(new Event('pointerdown'))
    const first = gesture(100_000)
    page.dispatchEvent(new Event('pointerup'))
    page.dispatchEvent(new Event('pointerdown'))
    expect(gesture(100_001)).not.toBe(first)
  })

  it('of keys ends when a second has passed without a change', () => {
    const first = gesture(200_000)
    // each change begins the second anew
    expect([gesture(201_000), gesture(202_000)]).toEqual([first, first])
    expect(gesture(203_001)).not.toBe(first)
  })

  it('is not that of the pointer any more once it is not followed', () => {
    stop()
    const first = gesture(300_000)
    page.dispatchEvent(new Event('pointerdown'))
    expect(gesture(300_001)).toBe(first)
  })
})
