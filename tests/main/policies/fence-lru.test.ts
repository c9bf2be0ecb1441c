/** What the notification's documentation advises, step by step, with fence values counted by hand (TN-17 to TN-20). */
import { describe, expect, it } from 'vitest'
import type { PolicyName } from '../../../preload/contract'
import { type EffectFile, evictions, findings, ofType, play, type ScenarioFile } from './support/play'

const effect = (name: string, gpuTime: string): EffectFile => ({
  name,
  gpuTime,
  resources: [{ name: 'r', size: '16MiB' }],
})
const effects = [effect('A', '10ms'), effect('B', '10ms'), effect('Long', '5s'), effect('Unused', '1ms')]

const press = (name: string, at: number) => ({ at: `${at}s`, apply: name })
const trim = (at: number) => ({ at: `${at}s`, periodicTrim: true })

function run(steps: ScenarioFile['steps'], policy: PolicyName = 'fence-lru') {
  return play({ app: { policy, effects }, steps: steps ?? [], until: '60s' })
}

describe.each<PolicyName>(['fence-lru', 'mapping-layer-periodic'])('PERIODIC_TRIM under %s', (policy) => {
  it('trims what no submission referenced since the previous periodic trim, least recently used first [TN-17] [TN-20]', async () => {
    const played = await run([press('B', 1), press('A', 2), trim(3), press('B', 4), trim(5), trim(6)], policy)
    // 3 s: fence 0 <= 0, never used; then the last periodic fence is 2. 5 s: A's fence is 2, B's 3. 6 s: B's 3 <= 3
    expect(evictions(played)).toEqual([
      '3000000 Long.r periodic',
      '3000000 Unused.r periodic',
      '5000000 A.r periodic',
      '6000000 B.r periodic',
    ])
    expect(played.summary.findings).toEqual([])
  })

  it('sets the last periodic-trim context fence to the last completed one, not to the last submitted [TN-17]', async () => {
    // Long runs from 1 s to 6 s; at 3 s its fence 1 is not completed, so that it counts as used after that trim
    const played = await run([press('Long', 1), trim(3), trim(7), trim(8)], policy)
    expect(evictions(played).filter((line) => line.includes('Long'))).toEqual(['8000000 Long.r periodic'])
  })

  it('never takes what the GPU is using [TN-17] [TN-19]', async () => {
    const played = await run([press('Long', 1), trim(2), trim(3), trim(4), trim(5)], policy)
    expect(evictions(played).filter((line) => line.includes('Long'))).toEqual([])
    expect(played.summary.devicesRemoved).toBe(0)
  })
})

describe('RESTART_PERIODIC_TRIM', () => {
  const restart = (at: number) => ({ at: `${at}s`, restartPeriodicTrim: true })

  it('evicts nothing, and the next trim counts from there [TN-18]', async () => {
    const played = await run([press('A', 1), restart(2), trim(3)])
    expect(ofType(played.lines, 'callback').map((line) => line.evicted)).toEqual([0, 4])
    // without the restart A's fence 1 > 0 would have kept it at 3 s
    expect(evictions(played)).toContain('3000000 A.r periodic')
  })

  it('counts from the last completed fence [TN-18]', async () => {
    const played = await run([press('Long', 1), restart(2), trim(7), trim(8)])
    expect(evictions(played).filter((line) => line.includes('Long'))).toEqual(['8000000 Long.r periodic'])
  })
})

describe('TRIM_TO_BUDGET', () => {
  const budgetTrim = (at: number, bytes: string) => ({ at: `${at}s`, trimToBudget: bytes })

  it('frees least recently used first, no more than is asked [TN-19]', async () => {
    const played = await run([press('B', 1), press('A', 2), budgetTrim(3, '32MiB'), budgetTrim(4, '16777217B')])
    expect(evictions(played)).toEqual([
      '3000000 Long.r budget',
      '3000000 Unused.r budget',
      '4000000 B.r budget',
      '4000000 A.r budget',
    ])
  })

  it('takes what was never used first, in the order of registration, also what came after others were used [TN-19] [TN-20]', async () => {
    const of = (name: string): EffectFile => ({
      name,
      gpuTime: '1ms',
      resources: ['r', 's', 't'].map((own) => ({ name: own, size: '16MiB' })),
    })
    const steps = [press('A', 1), press('B', 2), { at: '3s', addEffect: of('Later') }, budgetTrim(4, '64MiB')]
    // B is the last of those that were there before, and used: what comes later stands before it nevertheless
    const app = { policy: 'fence-lru' as const, effects: ['Unused', 'A', 'B'].map(of) }
    const played = await play({ app, steps: [...steps, budgetTrim(5, '80MiB')], until: '60s' })
    expect(evictions(played).map((line) => line.split(' ')[1])).toEqual([
      'Unused.r',
      'Unused.s',
      'Unused.t',
      'Later.r',
      'Later.s',
      'Later.t',
      'A.r',
      'A.s',
      'A.t',
    ])
  })

  it('stops when nothing evictable is left, and spares what the GPU is using [TN-19]', async () => {
    const played = await run([press('A', 1), press('Long', 2), press('B', 2), budgetTrim(3, '2GiB')])
    // Long runs until 7 s and B waits behind it
    expect(evictions(played)).toEqual(['3000000 Unused.r budget', '3000000 A.r budget'])
    expect(findings(played)).toEqual([])
    expect(played.summary.devicesRemoved).toBe(0)
  })

  it('asks again while over the budget, until the work in flight is done and can go [TN-19] [TN-24]', async () => {
    const played = await run([press('Long', 1), { at: '2s', budget: '1MiB' }])
    // 64 MiB resident; three go at once, Long ends at 6 s, and the demand comes each second after the delivery
    expect(ofType(played.lines, 'notification').map((line) => [line.t, Number(line.bytesToTrim) / 1_048_576])).toEqual([
      [2_000_000, 63],
      [3_000_000, 15],
      [4_000_000, 15],
      [5_000_000, 15],
      [6_000_000, 15],
    ])
    expect(evictions(played).at(-1)).toBe('6000000 Long.r budget')
  })
})

describe('a policy that takes over while work of the one before is in flight', () => {
  const takeover = (policy: PolicyName, then: Record<string, unknown>[]): ScenarioFile['steps'] => [
    press('Long', 1),
    press('A', 1),
    { at: '2s', policy },
    ...then,
  ]

  it.each<PolicyName>(['fence-lru', 'mapping-layer-periodic'])(
    '%s leaves that work alone until it is done [TN-17] [TN-19]',
    async (policy) => {
      const played = await run(takeover(policy, [trim(3), budgetTrimAll(4), trim(10)]), 'creative-app-fixed')
      expect(evictions(played).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
        '3000000 B.r',
        '3000000 Unused.r',
        '10000000 A.r',
        '10000000 Long.r',
      ])
      expect(played.summary.findings).toEqual([])
      expect(played.summary.devicesRemoved).toBe(0)
    },
  )

  it.each<PolicyName>(['submission-lru', 'driver-managed', 'creative-app-fixed'])(
    '%s evicts nothing that is in flight [TN-20]',
    async (policy) => {
      const presses = [2, 2.1, 2.2, 2.3, 2.4].map((at) => press('B', at))
      const played = await run(takeover(policy, [...presses, trim(3)]), 'creative-app-fixed')
      expect(played.summary.evictions).toBeGreaterThan(0)
      expect(played.summary.findings).toEqual([])
      expect(played.summary.devicesRemoved).toBe(0)
    },
  )

  it('knows when a resource was last used, so that its age is right', async () => {
    const played = await run(takeover('fence-lru', [trim(10)]), 'creative-app-fixed')
    const ages = ofType(played.lines, 'evict').map((line) => [line.resource, line.age])
    expect(ages).toEqual([
      ['A.r', 9_000_000],
      ['B.r', undefined],
      ['Long.r', 9_000_000],
      ['Unused.r', undefined],
    ])
  })

  function budgetTrimAll(at: number) {
    return { at: `${at}s`, trimToBudget: '2GiB' }
  }
})
