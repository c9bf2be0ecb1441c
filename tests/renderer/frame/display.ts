import { vi } from 'vitest'

/** A display whose frames a test shows. */
export interface Display {
  /** Shows a frame. @param now ms of the display's clock; 16 more than before unless said */
  show(now?: number): void
  /** how many frames were asked for since the last that was shown */
  asked(): number
}

/** Stands in for the display until `vi.unstubAllGlobals`. */
export function fakeDisplay(): Display {
  let callbacks: { id: number; run: (now: number) => void }[] = []
  let lastId = 0
  let clock = 0
  vi.stubGlobal('requestAnimationFrame', (run: (now: number) => void) => {
    lastId++
    callbacks.push({ id: lastId, run })
    return lastId
  })
  vi.stubGlobal('cancelAnimationFrame', (id: number) => {
    callbacks = callbacks.filter((callback) => callback.id !== id)
  })
  return {
    show(now = clock + 16) {
      clock = now
      const due = callbacks
      callbacks = []
      for (const { run } of due) run(now)
    },
    asked: () => callbacks.length,
  }
}
