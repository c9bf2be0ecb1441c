/**
 * What becomes of packets on random systems, against a model that shares no code with the scheduler: every record of packets,
 * preemptions, timeouts, resets and removals, with its times. As many programs as wanted with `npm run test:long -- 100000`
 * (TRIMLINE_RUNS).
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ofModel, ofProgram, type Program } from './runs'
import type { Level, Submission } from './types'

const RUNS = Number(process.env.TRIMLINE_RUNS ?? 400)
const TIMEOUT = 30_000 + RUNS * 60
const ENGINES = ['3d', '3d', 'compute'] as const

const count = fc.integer({ min: 1, max: 12 })
const units = fc.tuple(count, count, count, count).map(([a, b, c, d]) => [a, a * b, a * b * c, a * b * c * d])
const fence = fc.record({ fence: fc.constantFrom('f', 'g'), value: fc.integer({ min: 1, max: 3 }) })

/** `shared`: a process has contexts on both engines and of each priority, so that more goes with its device */
const submission = (fences: boolean, shared: boolean): fc.Arbitrary<Submission> =>
  fc
    .record({
      engine: fc.constantFrom(...ENGINES),
      n: fc.nat(2),
      priority: fc.nat(2),
      gpuTime: fc.integer({ min: 1, max: 5000 }),
      units,
      wait: fc.option(fence, { nil: undefined, freq: 3 }),
      signal: fc.option(fence, { nil: undefined, freq: 2 }),
    })
    .map(({ n, wait, signal, ...rest }) => ({
      ...rest,
      context: shared ? `p${n}` : `${rest.engine} ${rest.priority} ${n}`,
      ...(fences && wait ? { wait } : {}),
      ...(fences && signal ? { signal } : {}),
    }))

const faults = [
  {
    weight: 2,
    arbitrary: fc.record({
      after: fc.nat(200),
      hang: fc.oneof(fc.constant(null), fc.nat(9000)),
      on: fc.constantFrom(...ENGINES),
    }),
  },
  { weight: 1, arbitrary: fc.record({ after: fc.nat(200), failReset: fc.constant(true as const) }) },
]

const programs = (kind: { fences: boolean; timeouts: boolean; shared: boolean }): fc.Arbitrary<Program> =>
  fc.record({
    settings: fc.record({
      win7: fc.boolean(),
      level: fc.nat(5) as fc.Arbitrary<Level>,
      depth: fc.integer({ min: 1, max: 4 }),
      saves: fc.array(fc.nat(60), { minLength: 5, maxLength: 5 }),
      restore: fc.nat(30),
      request: fc.nat(20),
      delay: kind.timeouts ? fc.integer({ min: 2000, max: 4000 }) : fc.constant(null),
      bugCheckAtOnce: kind.timeouts ? fc.nat(9).map((n) => n === 0) : fc.constant(false),
      limitCount: fc.nat(3),
      limitTime: fc.integer({ min: 2000, max: 30_000 }),
    }),
    steps: fc.array(
      fc.oneof(
        {
          weight: 12,
          arbitrary: fc.record({ after: fc.nat(1500), submit: submission(kind.fences, kind.shared) }),
        },
        ...(kind.timeouts ? faults : []),
      ),
      { minLength: 1, maxLength: 14 },
    ),
  })

describe('random programs have the records that the clauses say', () => {
  test.each([
    [
      'priorities and preemption [GP-06 GP-07 GP-10 GP-11 GP-16]',
      { fences: false, timeouts: false, shared: true },
      /^preempt/,
    ],
    ['waits and signals [GP-13 GP-21 GP-22]', { fences: true, timeouts: false, shared: true }, / wait .* preempted/],
    [
      'timeouts, a process for each context [GP-08 GP-23 GP-24 GP-26]',
      { fences: true, timeouts: true, shared: false },
      /-reset$/,
    ],
    [
      'timeouts, processes with more contexts than one [GP-23 GP-25]',
      { fences: true, timeouts: true, shared: true },
      /blocked$/,
    ],
  ])(
    '%s',
    (_name, kind, telling) => {
      let compared = 0
      let told = 0
      fc.assert(
        fc.property(programs(kind), (program) => {
          const { log, ambiguous } = ofModel(program)
          if (ambiguous) return
          expect(ofProgram(program).sort()).toEqual([...log].sort())
          compared++
          if (log.some((line) => telling.test(line))) told++
        }),
        { numRuns: RUNS },
      )
      // or all of this says nothing
      expect(compared).toBeGreaterThan(RUNS * 0.8)
      expect(told).toBeGreaterThan(RUNS / 50)
    },
    TIMEOUT,
  )
})
