/** What is said of a step that asks for what holds already as it begins: what is true, as nothing was done for it. Pure. */
import { factName, type LessonCondition, type LessonFact } from '../../../preload/contract'
import type { Facts } from './facts'
import { written } from './step'

/** Of a switch, what is so where it is on, and where it is off; of others what the value is of. */
const WORDS: Readonly<Record<LessonFact, string | readonly [on: string, off: string]>> = {
  usage: 'usage',
  evictable: 'evictable memory in the segment',
  budget: 'the budget',
  pagedIn: 'paged in so far',
  evictions: 'evictions so far',
  periodicTrims: 'PERIODIC_TRIM sent so far',
  restarts: 'RESTART_PERIODIC_TRIM sent so far',
  findings: 'findings so far',
  idle: ['Windows is idle', 'Windows is not idle'],
  playing: ['the clip plays', 'the clip stands still'],
  policy: 'the policy in charge',
  presses: 'presses that the GPU has finished',
  late: 'late presses and frames so far',
  worstDelay: 'the worst of them',
  chosenDelay: 'the delay that is chosen',
  chosenPageIn: 'paging in, of the delay that is chosen',
  missedBlanks: 'missed vertical blanks so far',
  engineResets: 'engine resets so far',
  deviceRemoved: ['the device is removed', 'the device is there'],
  comparison: 'the comparison',
  comparedRows: 'policies that were compared',
  advice: 'the advice',
  advised: ['the policy that is advised is in charge', 'another policy than the advised is in charge'],
  leastHeld: 'held least, on average',
  mostHeld: 'held most, on average',
  heaps: 'heaps',
  freeInHeaps: 'free in the heaps',
  largestHole: 'the largest hole',
  defragmentation: 'defragmentation',
  plannedMoves: 'planned moves so far',
  passes: 'passes so far',
  bytesMoved: 'moved so far',
  heapsFreed: 'heaps given back so far',
  variants: 'variants that are installed',
  variantHits: 'draws that used a variant so far',
  tasksFinished: 'background tasks that ended so far',
  backgroundMode: 'the mode of background work',
  developerMode: ['developer mode is on', 'developer mode is off'],
}

/** “usage: 384 MiB; the device is there.” @param done what the step asks for, which holds */
export function alreadyText(done: readonly LessonCondition[], now: Facts): string {
  const told = done.map((condition) => {
    const name = factName(condition)
    const words = WORDS[condition.fact]
    if (typeof words !== 'string') return words[now[name] === true ? 0 : 1]
    const whose = condition.effect === undefined ? words : `${words}, of ${condition.effect}`
    return `${whose}: ${written(name, now[name])}`
  })
  return `${told.join('; ')}.`
}
