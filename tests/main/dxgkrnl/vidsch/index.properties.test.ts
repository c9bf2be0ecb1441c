/**
 * Random workloads, priorities and preemptions against the real scheduler: nothing is lost or run twice, fences only grow,
 * what is resubmitted is resubmitted as it must be, and a finer granularity never answers later. 3,000 programs in CI;
 * as many as wanted with `npm run test:long -- 1000000` (TRIMLINE_RUNS).
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextStop, unitsOf } from '../../../../main/drivers/kmd/preemption'
import type { PacketWork } from '../../../../preload/contract'
import { gpuWorld, LEVELS, SAVES, submit } from './gpu-world'
import { computeWork, graphicsWork, level, programWith, STUCK, saves, THRASHING } from './workloads/program'
import { mustHold } from './workloads/rules'
import { run } from './workloads/run'

const RUNS = Number(process.env.TRIMLINE_RUNS ?? (process.env.CI === undefined ? 1000 : 3000))
/** ms that a slow machine needs for all of them */
const TIMEOUT = 30_000 + RUNS * 60

describe('random workloads, priorities and preemptions', () => {
  test.each([
    ['lose nothing, run nothing twice, and release each wait once', false, RUNS],
    ['keep to that with a quantum, a turn-around and fixed costs of paging', true, Math.ceil(RUNS / 4)],
  ] as const)(
    '%s [GP-10 GP-11 GP-12 GP-13]',
    (_title, measured, runs) => {
      let preemptions = 0
      fc.assert(
        fc.property(programWith(measured), (candidate) => {
          const outcome = run(candidate)
          mustHold(outcome)
          preemptions += outcome.world.of('preempt').length
        }),
        { numRuns: runs, examples: [...THRASHING, ...STUCK] },
      )
      // or all of this says nothing
      expect(preemptions).toBeGreaterThan(runs / 5)
    },
    TIMEOUT,
  )
})

describe('one request on one packet [GP-28]', () => {
  const packet = fc.record({ duration: fc.integer({ min: 1, max: 20_000 }), work: fc.oneof(graphicsWork, computeWork) })

  test(
    'is answered no later by a finer granularity, nor sooner by the Windows 7 model',
    () => {
      fc.assert(
        fc.property(packet, fc.nat(20_000), saves, fc.nat(20), ({ duration, work }, when, contextSave, request) => {
          const engine = 'draws' in work ? '3d' : 'compute'
          const latency = (preemptionSettings: object): number => {
            const driver = { contextSave, preemptionRequest: request }
            const world = gpuWorld(driver, { preemption: preemptionSettings })
            submit(world, { engine, context: 'A', gpuTime: duration, work })
            world.wait(when % duration)
            submit(world, { engine, context: 'U', gpuTime: 1, priority: 'high' })
            world.wait(duration + 1000)
            const [answer, ...others] = world.of('preempt')
            expect(others).toEqual([])
            return (answer?.stopped as number) - (answer?.requested as number)
          }
          const latencies = LEVELS.map((both) => latency({ model: 'win8', ...both }))
          expect(latencies).toEqual([...latencies].sort((a, b) => b - a))
          expect(latency({ model: 'win7', ...LEVELS[5] })).toBe(latencies[1])
        }),
        { numRuns: Math.ceil(RUNS / 5) },
      )
    },
    TIMEOUT,
  )

  test(
    'stops at the first boundary of the kind, as counting them one by one finds it [GP-06]',
    () => {
      const free = Object.fromEntries(Object.keys(SAVES).map((point) => [point, 0])) as typeof SAVES
      fc.assert(
        fc.property(packet, fc.nat(20_000), level, ({ duration, work }, when, both) => {
          const elapsed = when % duration
          const stop = nextStop({ duration, work }, elapsed, false, both, free)
          if (both.graphics === 'none') expect(stop).toBeNull()
          else expect(stop?.after).toBe(firstBoundary(work, duration, elapsed, LEVELS.indexOf(both)))
        }),
        { numRuns: RUNS },
      )
    },
    TIMEOUT,
  )

  /** µs to the end of a unit, level 1 being the whole packet, where those that end within a µs end at once. */
  function firstBoundary(work: PacketWork, duration: number, elapsed: number, at: number): number {
    if (at === 1) return duration - elapsed
    const units = unitsOf(work)[at - 2] as number
    if (units >= duration) return 0
    // unit k ends at k · duration / units
    let k = 0
    while (k * duration < elapsed * units) k++
    let end = elapsed
    while (end * units < k * duration) end++
    return end - elapsed
  }
})
