import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wouldEvict } from '../../../../main/session/frames/trim-look'
import type { PolicyName, SessionCommand } from '../../../../preload/contract'
import { MIB, rig } from '../live-rig'

/** Those that register for notifications, and know what they would do. */
const POLICIES: readonly PolicyName[] = [
  'fence-lru',
  'mapping-layer-periodic',
  'creative-app',
  'creative-app-fixed',
  'd3dx12-residency',
  'd3dx12-residency-fixed',
  'translation-layer',
  'translation-layer-fixed',
  'glon12-trim',
  '2q',
  'arc',
]

const NAMES = ['A', 'B', 'C', 'D'] as const
const effects = NAMES.map((name, i) => ({
  name,
  gpuTime: i * 3_000,
  resources: [
    { name: 'a', size: `${8 + i}MiB` },
    { name: 'b', size: '3MiB', resident: i % 2 === 0 },
  ],
}))
const small = (policy: PolicyName, placed: boolean) =>
  rig({
    system: { localMemory: '256MiB', budget: '200MiB', periodicTrim: { idleAfter: '10h' } },
    app: { policy, effects, ...(placed ? { allocation: 'placed' } : {}) },
  })

type Move = { do: SessionCommand } | { elapse: number }
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.record({ kind: fc.constant('applyEffect' as const), effect: fc.constantFrom(...NAMES) }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ elapse: fc.integer({ min: 1, max: 60 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom<SessionCommand>(
        { kind: 'periodicTrim' },
        { kind: 'restartPeriodicTrim' },
        { kind: 'trimToBudget', bytes: 10 * MIB },
      ),
    }),
  },
)

describe('what the next periodic trim would take', () => {
  for (const placed of [false, true])
    it(`is what it takes if it comes now, and looking changes nothing, ${placed ? 'placed in heaps' : 'committed'} [TN-17] [RS-15]`, () => {
      const taken = { some: 0, none: 0 }
      fc.assert(
        fc.property(fc.constantFrom(...POLICIES), fc.array(move, { maxLength: 20 }), (policy, moves) => {
          const [looking, blind] = [small(policy, placed), small(policy, placed)]
          for (const step of moves)
            for (const live of [looking, blind]) {
              if ('do' in step) live.do(step.do)
              else live.elapse(step.elapse)
              if (live === looking) wouldEvict(live.session.world)
            }
          for (const live of [looking, blind]) {
            live.elapse(1)
            live.must({ kind: 'pause' })
          }
          const expected = wouldEvict(looking.session.world)
          for (const live of [looking, blind]) {
            live.must({ kind: 'periodicTrim' })
            live.must({ kind: 'step' })
          }
          expect(looking.records).toEqual(blind.records)
          const results = looking.shown.notifications.items.at(-1)?.results ?? []
          // a press that waits with the lock keeps the callback waiting too
          if (results.length === 0) return
          expect(results.map(({ evicted: count, bytes }) => ({ count, bytes }))).toEqual([expected])
          taken[expected?.count === 0 ? 'none' : 'some']++
        }),
        { numRuns: 150 },
      )
      expect(Math.min(taken.some, taken.none)).toBeGreaterThan(10)
    })

  it('is nothing where nobody is called, and is shown while a trim is due [TN-21]', () => {
    const deaf = small('none', false)
    deaf.must({ kind: 'idle', idle: true })
    expect(deaf.shown.idle.wouldEvict).toEqual({ count: 0, bytes: 0 })
    deaf.must({ kind: 'idle', idle: false })
    expect(deaf.shown.idle.wouldEvict).toBeNull()
    const live = small('creative-app-fixed', false)
    live.must({ kind: 'applyEffect', effect: 'A' })
    live.elapse(100)
    live.must({ kind: 'idle', idle: true })
    live.elapse(400)
    // the trim that idleness began with was the first: nothing had been unused for a period yet
    expect(live.shown.idle.wouldEvict).toEqual({ count: 6, bytes: 44 * MIB })
    live.must({ kind: 'unregisterCallback', cookie: 0 })
    live.must({ kind: 'setPeriodicTrim', interval: 5_000_000 })
    expect(live.shown.idle.wouldEvict).toEqual({ count: 0, bytes: 0 })
  })

  it('is looked at again within 15 frames of a use', () => {
    const live = small('fence-lru', false)
    live.must({ kind: 'applyEffect', effect: 'A' })
    live.elapse(100)
    live.must({ kind: 'idle', idle: true })
    live.elapse(320)
    expect(live.shown.idle.wouldEvict).toEqual({ count: 2, bytes: 11 * MIB })
    live.must({ kind: 'applyEffect', effect: 'A' })
    for (let frame = 0; frame < 15; frame++) {
      live.elapse(16)
      live.session.publishFrame()
    }
    expect(live.shown.idle.wouldEvict).toEqual({ count: 0, bytes: 0 })
  })
})
