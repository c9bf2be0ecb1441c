/** The verbs of idleness, sleep and lock, and notifications by hand, through the engine that runs the files. */
import { describe, expect, test } from 'vitest'
import { validateScenario } from '../../../../main/session/scenario'
import { type Draft, MIB, type Run, runOf, S } from '../../support/world'

/** One effect A with one resource of 8 MiB that pages in 1 s. */
function small(steps: Draft['steps'], more: Draft = {}): Draft {
  const effects = [{ name: 'A', gpuTime: '10ms', resources: [{ name: 'r', size: '8MiB', resident: false }] }]
  const system = { localMemory: '64MiB', pagingBandwidth: '8MiB', ...more.system }
  return { ...more, system, app: { policy: 'none', effects, ...more.app }, ...(steps === undefined ? {} : { steps }) }
}

function notifications(run: Run): number[][] {
  return run.of('notification').map(({ t, flags, bytesToTrim }) => [t / S, flags, bytesToTrim])
}

describe('notifications by hand', () => {
  test('each verb sends its flags at once, recorded also when nobody is registered [TN-21 TN-02 TN-04]', async () => {
    const steps = [
      { at: '1s', periodicTrim: true },
      { at: '2s', restartPeriodicTrim: true },
      { at: '3s', trimToBudget: '5MiB' },
      { at: '4s', notify: { flags: ['PERIODIC_TRIM', 'TRIM_TO_BUDGET'], bytes: '1MiB' } },
      { at: '5s', notify: { flags: ['TRIM_TO_BUDGET', 'RESTART_PERIODIC_TRIM'], bytes: 7 } },
    ]
    const run = await runOf(small(steps))
    expect(notifications(run)).toEqual([
      [1, 1, 0],
      [2, 2, 0],
      [3, 4, 5 * MIB],
      [4, 5, MIB],
      [5, 6, 7],
    ])
    expect(run.of('notification').every(({ callbacks }) => callbacks === 0)).toBe(true)
    expect(run.summary.notifications).toBe(5)
  })

  test.each([
    [{ flags: ['PERIODIC_TRIM', 'RESTART_PERIODIC_TRIM'] }, 'steps[0].notify.flags'],
    [{ flags: ['PERIODIC_TRIM', 'RESTART_PERIODIC_TRIM', 'TRIM_TO_BUDGET'], bytes: 1 }, 'steps[0].notify.flags'],
    [{ flags: ['PERIODIC_TRIM'], bytes: '1MiB' }, 'steps[0].notify.bytes'],
    [{ flags: ['RESTART_PERIODIC_TRIM'], bytes: 1 }, 'steps[0].notify.bytes'],
  ])('%j is bad input [TN-03]', (notify, path) => {
    const result = validateScenario({ trimline: 1, steps: [{ at: 0, notify }] })
    expect(result.ok ? [] : result.problems.map((problem) => problem.path)).toEqual([path])
  })

  test('do not change what nobody handles: residency stays as it was [TN-14]', async () => {
    const steps = [
      { at: 0, apply: 'A' },
      { at: '3s', notify: { flags: ['PERIODIC_TRIM', 'TRIM_TO_BUDGET'], bytes: '8MiB' } },
      { at: '4s', expect: { resident: ['A.r'], evictions: 0, notifications: 1 } },
    ]
    expect((await runOf(small(steps))).summary.ok).toBe(true)
  })
})

describe('the operating system', () => {
  test('idle, suspend, resume, lock and unlock act on the cadence [TN-21 TN-22 TN-23]', async () => {
    const steps = [
      { at: '1s', idle: true },
      { at: '2s', idle: true },
      { at: '5s', suspend: true },
      { at: '30s', resume: true },
      { at: '32s', lock: true },
      { at: '34s', unlock: true },
      { at: '45s', idle: false },
    ]
    const run = await runOf(small(steps, { until: '90s' }))
    expect(notifications(run).map(([t, flags]) => [t, flags])).toEqual([
      [1, 1],
      [30, 2],
      [34, 2],
      [44, 1],
      [45, 2],
    ])
  })

  test('a budget below the usage demands, each second, until it is kept [TN-24]', async () => {
    const steps = [
      { at: 0, apply: 'A' },
      { at: '2s', budget: '3MiB' },
      { at: '4500ms', budget: '8MiB' },
    ]
    const run = await runOf(small(steps, { until: '20s' }))
    expect(notifications(run)).toEqual([
      [2, 4, 5 * MIB],
      [3, 4, 5 * MIB],
      [4, 4, 5 * MIB],
    ])
    expect(run.of('budget')).toMatchObject([
      { t: 2_000_000, process: 'app', budget: 3 * MIB, usage: 8 * MIB },
      { t: 4_500_000, process: 'app', budget: 8 * MIB, usage: 8 * MIB },
    ])
  })

  test('another process moves the budget [RS-09 TN-24]', async () => {
    // 90 % of 64 MiB are 60,397,977.6 bytes; less 56 MiB: 1,677,721, down to 64 KiB: 1,638,400
    const steps = [
      { at: 0, apply: 'A' },
      { at: '2s', otherProcess: { name: 'game', usage: '56MiB' } },
    ]
    const run = await runOf(small(steps, { until: '2500ms' }))
    expect(run.of('budget')).toMatchObject([{ budget: 1_638_400 }])
    expect(notifications(run)).toEqual([[2, 4, 6_750_208]])
  })
})
