/** When a step of a lesson is done, and what is said then. Pure. */
import {
  LESSON_FACTS,
  type LessonCondition,
  type LessonControl,
  type LessonFact,
  type LessonStep,
} from '../../../preload/contract'
import type { InterfaceState } from '../../store/model'
import { formatBytes, formatCount, formatDuration } from '../../widgets/format'
import { type Facts, type FactValue, factsOf, unitOf } from './facts'

const PLACE = /\{(\w+)(?:\.(before|change))?\}/g

const isFact = (name: string): name is LessonFact => Object.hasOwn(LESSON_FACTS, name)

const spokenOf = (text: string): LessonFact[] =>
  [...text.matchAll(PLACE)].flatMap(([, name = '']) => (isFact(name) ? [name] : []))

/** Those that a step asks for, or speaks of. */
export function factsOfStep({ done, changed }: LessonStep): ReadonlySet<LessonFact> {
  return new Set([...done.map(({ fact }) => fact), ...spokenOf(changed)])
}

const numberOf = (value: FactValue | undefined): number => (typeof value === 'number' ? value : 0)

function holds({ fact, is, atLeast, atMost, grows, falls }: LessonCondition, before: Facts, now: Facts): boolean {
  const value = numberOf(now[fact])
  const change = value - numberOf(before[fact])
  return (
    (is === undefined || now[fact] === is) &&
    (atLeast === undefined || value >= atLeast) &&
    (atMost === undefined || value <= atMost) &&
    (grows === undefined || change >= grows) &&
    (falls === undefined || -change >= falls)
  )
}

/** @param before the facts of the step when it began */
export function isDone({ done }: Pick<LessonStep, 'done'>, before: Facts, now: Facts): boolean {
  return done.every((condition) => holds(condition, before, now))
}

function written(fact: LessonFact, value: FactValue | undefined): string {
  if (typeof value !== 'number') return String(value ?? '')
  switch (unitOf(fact)) {
    case 'bytes':
      return formatBytes(value)
    case 'µs':
      return formatDuration(value)
    default:
      return formatCount(value)
  }
}

/** What changed, with the simulation's own numbers. */
export function changeText(changed: string, before: Facts, now: Facts): string {
  return changed.replace(PLACE, (place, name: string, side: string | undefined) => {
    if (!isFact(name)) return place
    if (side === 'before') return written(name, before[name])
    if (side === 'change') return written(name, Math.abs(numberOf(now[name]) - numberOf(before[name])))
    return written(name, now[name])
  })
}

/** The way to a control by the names that its parts have now: one may be called by what the simulation says. */
export function wayNow(way: readonly LessonControl[], view: InterfaceState): LessonControl[] {
  return way.map(({ role, name }) => ({ role, name: changeText(name, {}, factsOf(view, spokenOf(name))) }))
}
