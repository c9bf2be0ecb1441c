/** What belongs to one drag: changes of a parameter that follow each other without letting go are undone together. */

/** ms without a change after which keys and typing are another step */
const PAUSE = 1000

let number = 0
let last = 0
let isHeld = false

/** Follows the pointer from now on. @returns what stops it */
export function followPointer(target: EventTarget): () => void {
  const down = (): void => {
    isHeld = true
    number++
  }
  const up = (): void => {
    isHeld = false
    number++
  }
  target.addEventListener('pointerdown', down, true)
  target.addEventListener('pointerup', up, true)
  return () => {
    target.removeEventListener('pointerdown', down, true)
    target.removeEventListener('pointerup', up, true)
  }
}

/** The number of the drag that is under way; of changes by keys that follow each other closely the same. */
export function gesture(now = performance.now()): number {
  if (!isHeld && now - last > PAUSE) number++
  last = now
  return number
}
