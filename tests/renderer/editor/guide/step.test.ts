import { describe, expect, it } from 'vitest'
import type { LessonCondition } from '../../../../preload/contract'
import type { Facts } from '../../../../renderer/editor/guide/facts'
import { changeText, factsOfStep, isDone, wayNow } from '../../../../renderer/editor/guide/step'
import { emptyState } from '../../../../renderer/store/model'

const MIB = 2 ** 20
const done = (condition: LessonCondition, before: Facts, now: Facts) => isDone({ done: [condition] }, before, now)

describe('a step', () => {
  it.each<[LessonCondition, Facts, Facts, boolean]>([
    [{ fact: 'idle', is: true }, { idle: false }, { idle: true }, true],
    [{ fact: 'idle', is: true }, { idle: false }, { idle: false }, false],
    [{ fact: 'policy', is: 'none' }, {}, { policy: 'none' }, true],
    [{ fact: 'usage', atLeast: 5 }, { usage: 9 }, { usage: 5 }, true],
    [{ fact: 'usage', atLeast: 5 }, { usage: 9 }, { usage: 4 }, false],
    [{ fact: 'usage', atMost: 5 }, { usage: 9 }, { usage: 5 }, true],
    [{ fact: 'usage', atMost: 5 }, { usage: 9 }, { usage: 6 }, false],
    [{ fact: 'usage', grows: 2 }, { usage: 9 }, { usage: 11 }, true],
    [{ fact: 'usage', grows: 2 }, { usage: 9 }, { usage: 10 }, false],
    [{ fact: 'usage', falls: 2 }, { usage: 9 }, { usage: 7 }, true],
    [{ fact: 'usage', falls: 2 }, { usage: 9 }, { usage: 8 }, false],
    [{ fact: 'usage', atLeast: 5, grows: 1 }, { usage: 9 }, { usage: 9 }, false],
    [{ fact: 'presses', effect: 'A.b', grows: 1 }, { 'presses of A.b': 1 }, { 'presses of A.b': 2 }, true],
    [{ fact: 'presses', effect: 'A.b', grows: 1 }, { presses: 1 }, { presses: 2 }, false],
  ])('that waits for %j, from %j to %j: %s', (condition, before, now, expected) => {
    expect(done(condition, before, now)).toBe(expected)
  })

  it('is done when all of its conditions hold', () => {
    const conditions: LessonCondition[] = [
      { fact: 'idle', is: true },
      { fact: 'evictions', atLeast: 1 },
    ]
    expect(isDone({ done: conditions }, {}, { idle: true, evictions: 0 })).toBe(false)
    expect(isDone({ done: conditions }, {}, { idle: true, evictions: 1 })).toBe(true)
  })

  it('needs the facts that it waits for and those that it speaks of', () => {
    const step = {
      do: '',
      why: '',
      at: [],
      done: [{ fact: 'idle', is: true } as const],
      changed: '{usage.before} {late}',
    }
    expect([...factsOfStep(step)]).toEqual(['idle', 'usage', 'late'])
  })
})

describe('what changed', () => {
  it('is said with the numbers of before and now, each in its unit', () => {
    const text = 'From {usage.before} to {usage}, by {usage.change}; {late} late, {worstDelay}; {policy}.'
    const before = { usage: 384 * MIB, late: 0 }
    const now = { usage: 128 * MIB, late: 1234, worstDelay: 16_667, policy: 'fence-lru' }
    expect(changeText(text, before, now)).toBe('From 384 MiB to 128 MiB, by 256 MiB; 1,234 late, 16.67 ms; fence-lru.')
  })
})

it('what changed is said of one effect by its name, whatever stands in it', () => {
  const text = '{presses of A.b} of {presses}, {presses of A.b.change} more; {presses of}, {usage of A.b}.'
  const now = { presses: 9, 'presses of A.b': 4 }
  expect(changeText(text, { 'presses of A.b': 1 }, now)).toBe('4 of 9, 3 more; {presses of}, {usage of A.b}.')
})

describe('the way to a control', () => {
  it('has the names that its parts have now', () => {
    const state = emptyState()
    const view = { ...state, system: { ...state.system, policy: 'driver-managed' as const } }
    const way = [
      { role: 'tab', name: 'Laboratory' },
      { role: 'button', name: 'Use {policy}' },
    ]
    expect(wayNow(way, view)).toEqual([
      { role: 'tab', name: 'Laboratory' },
      { role: 'button', name: 'Use driver-managed' },
    ])
  })
})
