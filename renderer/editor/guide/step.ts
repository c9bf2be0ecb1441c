/** When a step of a lesson is done, and what is said then. Pure. */
import {
  factName,
  factNamed,
  LESSON_PLACE,
  type LessonCondition,
  type LessonControl,
  type LessonFactName,
  type LessonStep,
} from '../../../preload/contract'
import type { InterfaceState } from '../../store/model'
import { formatBytes, formatCount, formatDuration } from '../../widgets/format'
import { type Facts, type FactValue, factsOf, unitOf } from './facts'

const factOfPlace = (name: string): LessonFactName | null => {
  const asked = factNamed(name)
  return asked === null ? null : factName(asked)
}

const spokenOf = (text: string): LessonFactName[] =>
  [...text.matchAll(LESSON_PLACE)].flatMap(([, name = '']) => factOfPlace(name) ?? [])

/** Those that a step asks for, or speaks of. */
export function factsOfStep({ done, changed }: LessonStep): ReadonlySet<LessonFactName> {
  return new Set([...done.map(factName), ...spokenOf(changed)])
}

const numberOf = (value: FactValue | undefined): number => (typeof value === 'number' ? value : 0)

function holds({ is, atLeast, atMost, grows, falls, ...asked }: LessonCondition, before: Facts, now: Facts): boolean {
  const name = factName(asked)
  const value = numberOf(now[name])
  const change = value - numberOf(before[name])
  return (
    (is === undefined || now[name] === is) &&
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

/** A fact's value with its unit. */
export function written(fact: LessonFactName, value: FactValue | undefined): string {
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

/** What it says of a change counts from the beginning of the step. */
export function countsFromBeginning({ changed }: Pick<LessonStep, 'changed'>): boolean {
  return [...changed.matchAll(LESSON_PLACE)].some(([, , side]) => side !== undefined)
}

/** What changed, with the simulation's own numbers. */
export function changeText(changed: string, before: Facts, now: Facts): string {
  return changed.replace(LESSON_PLACE, (place, inside: string, side: string | undefined) => {
    const name = factOfPlace(inside)
    if (name === null) return place
    if (side === 'before') return written(name, before[name])
    if (side === 'change') return written(name, Math.abs(numberOf(now[name]) - numberOf(before[name])))
    return written(name, now[name])
  })
}

/** The way to a control by the names that its parts have now: one may be called by what the simulation says. */
export function wayNow(way: readonly LessonControl[], view: InterfaceState): LessonControl[] {
  return way.map(({ role, name }) => ({ role, name: changeText(name, {}, factsOf(view, spokenOf(name))) }))
}
