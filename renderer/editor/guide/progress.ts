/** How far somebody is in a lesson: the simulation says when a step is done. */
import { useEffect, useState } from 'react'
import type { LessonStep, LessonView } from '../../../preload/contract'
import { whileSeen } from '../../frame/seen'
import { useStore } from '../../store/store'
import { type Facts, factsOf } from './facts'
import { changeText, factsOfStep, isDone } from './step'

/** ms between two looks at the simulation */
const LOOK_EVERY = 200

export interface Progress {
  readonly index: number
  readonly step: LessonStep
  /** what the step changed, once it is done; null: it is not */
  readonly changed: string | null
  goTo(index: number): void
}

/** Follows a step until it is done. @returns what stops it */
function follow(step: LessonStep, done: (changed: string) => void): () => void {
  const facts = factsOfStep(step)
  const look = (): { now: Facts; time: number } => {
    const { view } = useStore.getState()
    return { now: factsOf(view, facts), time: view.clock.now }
  }
  let before = look()
  const check = (): void => {
    const { now, time } = look()
    // the simulation began anew: its counts did too
    if (time < before.time) before = { now, time }
    if (!isDone(step, before.now, now)) return
    stop()
    done(changeText(step.changed, before.now, now))
  }
  const stop = whileSeen(LOOK_EVERY, check)
  return stop
}

/** @param lesson that is open, with at least one step */
export function useProgress({ steps }: LessonView): Progress {
  const [index, setIndex] = useState(0)
  /** what the step of that index has changed; null: the one that is shown is not done */
  const [done, setDone] = useState<{ index: number; changed: string } | null>(null)
  const step = steps[index] as LessonStep
  const changed = done?.index === index ? done.changed : null
  useEffect(() => {
    if (changed !== null) return
    return follow(step, (text) => setDone({ index, changed: text }))
  }, [step, index, changed])
  const goTo = (next: number): void => {
    // a step that one comes back to can be done once more
    setDone(null)
    setIndex(next)
  }
  return { index, step, changed, goTo }
}
