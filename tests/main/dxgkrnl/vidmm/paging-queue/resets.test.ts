/**
 * Paging packets that hang, stop for others and are lost with the adapter: whatever became of them, what a record says was
 * brought in or taken out had its time on the paging engine, and fence ids go on as they must (RS-05, GP-12, GP-24).
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Action } from '../../../../../main/session/verbs/steps'
import { KIB, MS, quietSystem, type RecordOf, scenarioOf, type TestWorld, worldOn } from '../../../support/world'

const PAGE = 64 * KIB
const DELAY = 20 * MS
const NAMES = ['A', 'B', 'C'].flatMap((effect) => [`${effect}.r0`, `${effect}.r1`])

const of = (verb: Action['verb'], value: fc.Arbitrary<unknown>) => value.map((v) => ({ verb, value: v }) as Action)
const names = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 })
const action = fc.oneof(
  { weight: 8, arbitrary: of('apply', fc.constantFrom('A', 'B', 'C')) },
  { weight: 3, arbitrary: of('makeResident', fc.record({ names })) },
  { weight: 3, arbitrary: of('evict', fc.record({ names })) },
  {
    weight: 3,
    arbitrary: of(
      'otherProcess',
      fc.record({ name: fc.constantFrom('game', 'browser'), usage: fc.nat(40).map((pages) => pages * PAGE) }),
    ),
  },
  {
    weight: 4,
    arbitrary: of(
      'inject',
      fc.record(
        {
          fault: fc.constant('hang'),
          engine: fc.constant('paging'),
          count: fc.constant(1),
          duration: fc.nat(3 * DELAY),
        },
        { requiredKeys: ['fault', 'engine', 'count'] },
      ),
    ),
  },
  {
    weight: 3,
    arbitrary: of(
      'submit',
      fc.record({
        engine: fc.constant('3d'),
        gpuTime: fc.nat(9 * MS),
        context: fc.constant('video'),
        priority: fc.constantFrom('normal', 'realtime'),
      }),
    ),
  },
  { weight: 3, arbitrary: of('recreateDevice', fc.constant(true)) },
)
const resource = fc.record({
  size: fc.integer({ min: 1, max: 20 }).map((pages) => pages * PAGE),
  resident: fc.boolean(),
})
const program = fc.record({
  wddm: fc.constantFrom('3.2', '1.2'),
  pagingEngine: fc.constantFrom('paging', '3d'),
  evictionMode: fc.constantFrom('lazy', 'eager'),
  localMemory: fc.integer({ min: 30, max: 60 }).map((pages) => pages * PAGE),
  effects: fc.tuple(...['A', 'B', 'C'].map((name) => fc.tuple(fc.constant(name), resource, resource))),
  steps: fc.array(fc.tuple(fc.constantFrom(0, 1, MS, 20 * MS, 60 * MS), action), {
    minLength: 8,
    maxLength: 40,
    size: 'max',
  }),
})

type Drawn = typeof program extends fc.Arbitrary<infer Value> ? Value : never

/** bytes per µs */
const BANDWIDTH = 64

function play({ effects, steps, wddm, pagingEngine, ...memory }: Drawn): TestWorld {
  const system = {
    ...memory,
    wddm,
    pagingBandwidth: BANDWIDTH * 1_000_000,
    tdr: { level: 'recover', delay: DELAY, limitCount: 1000 },
    driver: { pagingEngine },
  }
  const specs = effects.map(([name, ...made]) => ({
    name,
    gpuTime: MS,
    resources: made.map((one, i) => ({ ...one, name: `r${i}` })),
  }))
  const world = worldOn(scenarioOf({ system: quietSystem(system), app: { policy: 'submission-lru', effects: specs } }))
  for (const [wait, next] of steps) {
    world.wait(wait)
    world.do(next)
  }
  world.wait(1000 * MS)
  return world
}

/** µs that completed or interrupted packets of it ran between two moments */
function ran(packets: readonly RecordOf<'packet'>[], command: string, from: number, to: number): number {
  const own = packets.filter((one) => one.command === command && one.start >= from && one.end <= to)
  return own.reduce(
    (sum, { outcome, start, end }) => sum + (['completed', 'preempted'].includes(outcome) ? end - start : 0),
    0,
  )
}

/** GP-12: the same fence id until it ends, marked as submitted again where the system has such a mark. */
function mustKeepFences(packets: readonly RecordOf<'packet'>[], isMarked: boolean): void {
  const last = new Map<number, string>()
  let completed = 0
  for (const { fence, outcome, flags } of packets) {
    const before = last.get(fence)
    expect(before ?? 'preempted').toBe('preempted')
    expect((flags ?? 0) & 128).toBe(before !== undefined && isMarked ? 128 : 0)
    if (outcome === 'completed') {
      expect(fence).toBeGreaterThan(completed)
      completed = fence
    }
    last.set(fence, outcome)
  }
}

test('what was transferred had its time on the engine, though packets hang and the adapter is reset [RS-05] [GP-12] [GP-24]', () => {
  const seen = { resets: 0, lost: 0, preempted: 0, others: 0 }
  fc.assert(
    fc.property(program, (one) => {
      const world = play(one)
      const packets = world.of('packet').filter(({ kind }) => kind === 'paging')
      for (const { resource: name, bytes, start, end } of world.of('page-in', 'page-out')) {
        expect(ran(packets, name, start, end)).toBeGreaterThanOrEqual(Math.floor(bytes / BANDWIDTH))
        if (name.startsWith('process ')) seen.others++
      }
      mustKeepFences(packets, one.wddm !== '1.2')
      seen.resets += world.scheduler.timeouts.adapterResets
      seen.lost += packets.filter(({ outcome }) => outcome === 'reset').length
      seen.preempted += packets.filter(({ outcome }) => outcome === 'preempted').length
    }),
    { numRuns: 150 },
  )
  // or all of this says nothing
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20)
})
