/** The steps of a scenario played one after another, each in its slices; what they do is recorded here. */
import { beforeEach, describe, expect, test } from 'vitest'
import { Playback, type StepOutcome } from '../../../../main/session/run/playback'
import type { Step } from '../../../../main/session/scenario'
import type { Sliced } from '../../../../main/sim/slices'
import { scenarioOf } from '../../support/world'

const scenario = scenarioOf({
  name: 'three steps',
  steps: [
    { at: '1ms', apply: 'Blur' },
    { at: '2ms', expect: { evictions: 0 } },
    { at: '2ms', apply: 'Grayscale' },
  ],
  until: '10ms',
})
let done: string[]
let slices: number
let outcome: StepOutcome
let playback: Playback

function* play(step: Step, index: number): Sliced<StepOutcome> {
  for (let i = 1; i <= slices; i++) yield { done: i, total: slices }
  done.push(`${index} ${step.verb}`)
  return outcome
}

beforeEach(() => {
  done = []
  slices = 0
  outcome = { passed: 0, failed: 0 }
  playback = new Playback(scenario, play)
})

describe('playing', () => {
  test('carries the steps out in their order, each at its moment', () => {
    expect(playback.nextTime).toBe(1_000)
    expect(playback.left).toHaveLength(3)
    expect(playback.runNext()).toBe(true)
    expect([done, playback.nextTime]).toEqual([['0 apply'], 2_000])
    playback.runNext()
    playback.runNext()
    expect(done).toEqual(['0 apply', '1 expect', '2 apply'])
    expect([playback.nextTime, playback.left]).toEqual([Number.POSITIVE_INFINITY, []])
  })

  test('goes on until the end of the run, whatever steps are left', () => {
    expect(playback.isPlaying(50_000)).toBe(true)
    for (let i = 0; i < 3; i++) playback.runNext()
    expect([playback.isPlaying(9_999), playback.isPlaying(10_000)]).toEqual([true, false])
    const empty = new Playback(scenarioOf({}), () => {
      throw new Error('there is no step')
    })
    expect(empty.isPlaying(0)).toBe(false)
  })

  test('adds up what conditions found', () => {
    outcome = { passed: 2, failed: 1 }
    playback.runNext()
    outcome = { passed: 0, failed: 3 }
    playback.runNext()
    expect(playback.view()).toMatchObject({ expects: true, passed: 2, failed: 4, stepsDone: 2, steps: 3, step: null })
    const silent = scenarioOf({ steps: [{ at: '1ms', apply: 'Blur' }], until: '2ms' })
    expect(new Playback(silent, play).view().expects).toBe(false)
  })
})

test('what of an imported recording was derived is told with its name, within a limit [LB-19]', () => {
  const played = (derived: string[]) => new Playback({ ...scenarioOf({ name: 'imported' }), derived }, play)
  expect(played(['uses: 3 from MakeResident', 'the budget']).view()).toMatchObject({
    name: 'imported',
    derived: 'Derived, not recorded: uses: 3 from MakeResident · the budget.',
  })
  const long = played(Array.from({ length: 100_000 }, (_, line) => `line ${line}`)).view().derived ?? ''
  expect(long).toContain('more')
  expect(long.length).toBeLessThan(1000)
})

describe('a step in slices', () => {
  beforeEach(() => {
    slices = 4
  })

  test('stops where it is told to, and goes on there; nothing else may happen before its end', () => {
    let asked = 0
    expect(playback.runNext(() => ++asked < 2)).toBe(false)
    expect([asked, playback.isInStep, done]).toEqual([2, true, []])
    expect(playback.isPlaying(50_000)).toBe(true)
    expect(playback.view()).toEqual({
      name: 'three steps',
      until: 10_000,
      stepsDone: 0,
      steps: 3,
      expects: true,
      passed: 0,
      failed: 0,
      step: { index: 0, verb: 'apply', done: 2, total: 4 },
      derived: null,
    })
    expect(playback.runNext(() => true)).toBe(true)
    expect([playback.isInStep, done]).toEqual([false, ['0 apply']])
    expect(playback.view()).toMatchObject({ stepsDone: 1, step: null })
  })
})
