import { expect, it } from 'vitest'
import { together } from '../../../../main/session/run/followers'
import { type RunFollower, runScenario } from '../../../../main/session/run/runner'
import { SegmentGroup } from '../../../../preload/contract'
import { shipped } from '../../../golden/scenarios'
import { scenario } from '../live-rig'

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

/** Notes down what is used each time that it has changed. @param seesEach it sees each change */
function gauge(seesEach: boolean): RunFollower & { usages: number[] } {
  const usages: number[] = []
  let now = (): number => 0
  return {
    usages,
    seesEach,
    kernel: ({ residency }) => {
      now = () => residency.counters[SegmentGroup.LOCAL].usage
    },
    look: () => now() !== usages.at(-1) && usages.push(now()),
    record: () => {},
    submitted: () => {},
  }
}

it('a trim is seen eviction by eviction by who sees each change of memory, alone and beside others [LB-17]', async () => {
  const MIB = 2 ** 20
  const resources = [
    { name: 'a', size: '4MiB' },
    { name: 'b', size: '2MiB' },
    { name: 'c', size: '1MiB' },
  ]
  const trimmed = scenario({
    app: { policy: 'fence-lru', effects: [{ name: 'Blur', gpuTime: '1ms', resources }] },
    steps: [
      { at: '1s', apply: 'Blur' },
      { at: '2s', periodicTrim: true },
      { at: '2s', periodicTrim: true },
    ],
    until: '3s',
  })
  const usagesOf = async (seen: RunFollower & { usages: number[] }, ...beside: RunFollower[]): Promise<number[]> => {
    await runScenario(trimmed, { follower: together([seen, ...beside])! })
    const most = seen.usages.indexOf(Math.max(...seen.usages))
    return seen.usages.slice(most).map((usage) => (usage - (seen.usages.at(-1) as number)) / MIB)
  }
  expect(await usagesOf(gauge(true))).toEqual([7, 3, 1, 0])
  expect(await usagesOf(gauge(true), noting())).toEqual([7, 3, 1, 0])
  // who does not has what comes of it
  expect(await usagesOf(gauge(false), noting())).toEqual([7, 0])
})
