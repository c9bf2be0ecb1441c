/** Pictures that cost much are drawn less often than the display shows frames: the renderer's one throttle of drawing. */
import { type FrameScheduler, type FrameTask, frames } from './scheduler'

export interface Pace {
  /** ms between two pictures: nobody reads more of them */
  least: number
  /** ms; where drawing is slow, the pause grows up to this */
  most: number
  /** the pause is this many times what the picture took */
  share: number
}

/** ms of the display's clock of the frame that has one of these pictures: another one that is due waits for the next. */
const taken = new WeakMap<FrameScheduler, number>()

/**
 * A task of the `draw` phase that rests after each picture; what is asked for meanwhile is drawn when the rest is over. No
 * frame has two of them, which each cost more than the rest of it.
 */
export function pacedTask(
  { least, most, share }: Pace,
  draw: () => void,
  scheduler: FrameScheduler = frames,
): FrameTask {
  /** ms of the display's clock before which nothing is drawn */
  let notBefore = 0
  const task = scheduler.task('draw', (now) => {
    if (now < notBefore || taken.get(scheduler) === now) {
      task.request()
      return
    }
    taken.set(scheduler, now)
    const began = performance.now()
    draw()
    notBefore = now + Math.min(most, Math.max(least, (performance.now() - began) * share))
  })
  return task
}
