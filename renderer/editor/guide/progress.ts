/** How far somebody is in a lesson: the simulation says when a step is done. */
import { useEffect, useState } from 'react'
import type { LessonStep, LessonView } from '../../../preload/contract'
import { whileSeen } from '../../frame/seen'
import { useStore } from '../../store/store'
import { alreadyText } from './already'
import { type Facts, factsOf } from './facts'
import { changeText, countsFromBeginning, factsOfStep, isDone } from './step'

/** ms between two looks at the simulation */
const LOOK_EVERY = 200

export interface Progress {
  readonly index: number
  readonly step: LessonStep
  /** what the step changed, once it is done, or what it asks for and is so already; null: it is not */
  readonly changed: string | null
  /** what the step asks for was so as it began */
  readonly isAlready: boolean
  goTo(index: number): void
}

/**
 * Follows a step until it is done.
 * @param skipped a step before was passed over: what holds as this one begins did not come of the lesson
 * @returns what stops it
 */
function follow(step: LessonStep, skipped: boolean, done: (changed: string, isAlready: boolean) => void): () => void {
  const facts = factsOfStep(step)
  const look = (): { now: Facts; time: number } => {
    const { view } = useStore.getState()
    return { now: factsOf(view, facts), time: view.clock.now }
  }
  let before = look()
  const already = (now: Facts): boolean => (skipped || countsFromBeginning(step)) && isDone(step, now, now)
  let isAlready = already(before.now)
  const check = (): void => {
    const { now, time } = look()
    // the simulation began anew: its counts did too
    if (time < before.time) {
      before = { now, time }
      isAlready = already(now)
    }
    if (!isDone(step, before.now, now)) return
    stop()
    done(isAlready ? alreadyText(step.done, now) : changeText(step.changed, before.now, now), isAlready)
  }
  const stop = whileSeen(LOOK_EVERY, check)
  return stop
}

/** @param lesson that is open, with at least one step */
export function useProgress({ steps }: LessonView): Progress {
  const [index, setIndex] = useState(0)
  const [skipped, setSkipped] = useState(false)
  /** what the step of that index has changed; null: the one that is shown is not done */
  const [done, setDone] = useState<{ index: number; changed: string; isAlready: boolean } | null>(null)
  const step = steps[index] as LessonStep
  const changed = done?.index === index ? done.changed : null
  useEffect(() => {
    if (changed !== null) return
    return follow(step, skipped, (text, isAlready) => setDone({ index, changed: text, isAlready }))
  }, [step, index, changed, skipped])
  const goTo = (next: number): void => {
    // a step that one comes back to can be done once more
    setDone(null)
    if (next > index && changed === null) setSkipped(true)
    setIndex(next)
  }
  return { index, step, changed, isAlready: changed !== null && done?.isAlready === true, goTo }
}
