/** Waits until what is shown is so. */
import { useStore } from '../store'

/** ms after which a frame that was on its way when a command was answered has come, also where the machine is busy */
export const NEXT_FRAME = 2_000

/** @param most ms; without it there is no hurry @returns once it is so, or that time is over */
export function when(isSo: () => boolean, most?: number): Promise<void> {
  if (isSo()) return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = most === undefined ? undefined : setTimeout(done, most)
    const stop = useStore.subscribe(() => isSo() && done())
  })
}
