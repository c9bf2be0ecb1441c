/**
 * Random programs of what the others leave out: memory that is placed and defragmented, background work on few processors,
 * sets of resources, effects of several passes on several engines, and work that waits for fences. Nothing hangs here.
 */
import fc from 'fast-check'
import type { Action } from '../../../main/session/verbs/steps'
import {
  BACKGROUND_MODES,
  DEFRAGMENTATION_ALGORITHMS,
  EVICTED_MOVES,
  MEASUREMENTS_ACTIONS,
} from '../../../preload/contract'
import {
  COMPETING,
  driver,
  effect,
  gpuTime,
  name,
  of,
  ownSystem,
  PAGE,
  type Program,
  policy,
  preemption,
  resources,
  stepsOf,
} from './random-programs'

/** Half of them have passes, which the graphics, compute and copy engines carry out in turn. */
const passes = fc.array(fc.record({ engine: fc.constantFrom('3d', 'compute', 'copy'), gpuTime }), {
  minLength: 1,
  maxLength: 4,
})
const passing = fc
  .tuple(effect, fc.option(passes))
  .map(([spec, several]) =>
    several === null
      ? spec
      : { ...spec, gpuTime: several.reduce((sum, pass) => sum + pass.gpuTime, 0), passes: several },
  )

const fence = fc.record({ fence: fc.constantFrom('f', 'g'), value: fc.integer({ min: 1, max: 4 }) })
const defragmentation = fc.record({
  algorithm: fc.constantFrom(...DEFRAGMENTATION_ALGORITHMS),
  maxBytesPerPass: fc.constantFrom(0, 4 * PAGE),
  maxAllocationsPerPass: fc.constantFrom(0, 2),
  timePerFrame: fc.constantFrom(0, 100),
  bytesPerFrame: fc.constant(0),
  evicted: fc.constantFrom(...EVICTED_MOVES),
  ignore: fc.constant([]),
  destroy: fc.constant([]),
})

const everything: fc.Arbitrary<Action> = fc.oneof(
  ...COMPETING,
  {
    weight: 8,
    arbitrary: of(
      'use',
      fc.record(
        {
          set: resources,
          engine: fc.constantFrom('3d', '3d', 'compute', 'copy', 'video-decode'),
          gpuTime,
          context: fc.constantFrom('beside', 'below'),
        },
        { requiredKeys: ['set', 'engine', 'gpuTime'] },
      ),
    ),
  },
  // what signals comes sooner or later; until then what waits stands still
  {
    weight: 4,
    arbitrary: of(
      'submit',
      fc.record({
        engine: fc.constantFrom('3d', 'compute', 'copy'),
        gpuTime,
        priority: fc.constant('normal'),
        context: fc.constantFrom('game', 'browser'),
        wait: fence,
      }),
    ),
  },
  {
    weight: 4,
    arbitrary: of(
      'submit',
      fc.record({ engine: fc.constant('compute'), gpuTime, priority: fc.constant('normal'), signal: fence }),
    ),
  },
  { weight: 4, arbitrary: of('play', fc.boolean()) },
  { weight: 2, arbitrary: of('addEffect', passing) },
  { weight: 4, arbitrary: of('removeEffect', name) },
  { weight: 4, arbitrary: of('defragment', defragmentation) },
  { weight: 1, arbitrary: of('allocation', fc.constantFrom('committed', 'placed')) },
  {
    weight: 3,
    arbitrary: of(
      'setBackgroundProcessingMode',
      fc.record({ mode: fc.constantFrom(...BACKGROUND_MODES), action: fc.constantFrom(...MEASUREMENTS_ACTIONS) }),
    ),
  },
  {
    weight: 2,
    arbitrary: of(
      'setConstants',
      fc.record({ effect: name, constants: fc.record({ radius: fc.nat(9).map((value) => [value]) }) }),
    ),
  },
)

/** Records that programs of everything must come to now and then, and those that stand for what only they have. */
export const OF_EVERYTHING = ['background-task', 'defragmentation-move', 'allocate', 'evict', 'page-out', 'preempt']

export const programOfEverything: fc.Arbitrary<Program> = fc.record({
  system: fc.record({
    ...ownSystem,
    preemption,
    developerMode: fc.constant(true),
    cpu: fc.record({ cores: fc.constantFrom(1, 2, 4), quantum: fc.constantFrom('1ms', '5ms') }),
    compositor: fc.record({ enabled: fc.boolean(), gpuTime: fc.constantFrom(500, 12_000) }),
    driver: fc.record({
      ...driver,
      queueDepth: fc.integer({ min: 1, max: 4 }),
      pagingEngine: fc.constantFrom('paging', '3d', 'copy'),
    }),
  }),
  app: fc.record({
    policy,
    allocation: fc.constantFrom('committed', 'placed', 'placed'),
    // so small that effects come and go in several
    blockSize: fc.constant(24 * PAGE),
    effects: fc.uniqueArray(passing, { minLength: 2, maxLength: 5, selector: (spec) => spec.name }),
  }),
  steps: stepsOf(fc.oneof(fc.constantFrom(0, 0, 1, 4000), fc.nat(20_000), fc.nat(200_000)), everything),
})
