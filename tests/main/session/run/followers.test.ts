import { expect, it } from 'vitest'
import { together } from '../../../../main/session/run/followers'
import { type RunFollower, runScenario } from '../../../../main/session/run/runner'
import { shipped } from '../../../golden/scenarios'

/** Notes down what it is told, each kind once where it comes again and again. */
function noting(): RunFollower & { told: Set<string>; records: number } {
  const told = new Set<string>()
  return {
    told,
    records: 0,
    begins: () => told.add('begins'),
    built: () => told.add('built'),
    player: () => told.add('player'),
    kernel: () => told.add('kernel'),
    record() {
      this.records++
      told.add('record')
    },
    look: () => told.add('look'),
    submitted: () => told.add('submitted'),
    scheduler: () => told.add('scheduler'),
    late: () => told.add('late'),
  }
}

it('tells each of them all that one alone is told', async () => {
  const alone = noting()
  const [first, second] = [noting(), noting()]
  expect(together([])).toBeUndefined()
  expect(together([alone])).toBe(alone)
  const scenario = shipped('gpu-playback')
  const from = 1000
  await runScenario(scenario, { follower: alone, from })
  await runScenario(scenario, { follower: together([first, second])!, from })
  expect([...alone.told].sort()).toEqual([
    'begins',
    'built',
    'kernel',
    'late',
    'look',
    'player',
    'record',
    'scheduler',
    'submitted',
  ])
  for (const one of [first, second]) {
    expect([...one.told]).toEqual([...alone.told])
    expect(one.records).toBe(alone.records)
  }
})
