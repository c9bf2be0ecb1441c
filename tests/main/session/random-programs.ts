/** Random programs of steps, over several processes, devices and drivers, for properties that must hold of all of them. */
import fc from 'fast-check'
import type { Action } from '../../../main/session/verbs/steps'
import { perform } from '../../../main/session/verbs/steps'
import { buildWorld, type WorldHooks } from '../../../main/session/world/build'
import type { World } from '../../../main/session/world/world'
import type { TraceRecord } from '../../../main/sim/trace-records'
import {
  COMPUTE_GRANULARITIES,
  CONTEXT_PRIORITIES,
  GRAPHICS_GRANULARITIES,
  POLICY_NAMES,
  type PolicyChoice,
  PREEMPTION_MODELS,
  RESIDENCY_PRIORITIES,
} from '../../../preload/contract'
import { KIB, MIB, quietSystem, scenarioOf } from '../support/world'

export const PAGE = 64 * KIB
const NAMES = ['A', 'B', 'C', 'D', 'E', 'F'] as const

export interface Program {
  system: Record<string, unknown>
  app: { policy: PolicyChoice; effects: EffectDraft[]; allocation?: string; blockSize?: number }
  /** µs to wait before each action */
  steps: Step[]
}

interface Step {
  after: number
  action: Action
}

interface EffectDraft {
  name: string
  gpuTime: number
  passes?: { engine: string; gpuTime: number }[]
  resources: object[]
}

interface Shape {
  pages: number
  resident: boolean
  heap: 'default' | 'upload'
  compressed: boolean
  notZeroed: boolean
}

function effectOf(name: string, gpuTime: number, resources: Shape[]): EffectDraft {
  const specs = resources.map(({ pages, ...others }, i) => ({ name: `r${i}`, size: pages * PAGE - (i % 2), ...others }))
  return { name, gpuTime, resources: specs }
}

export const name = fc.constantFrom(...NAMES)
export const gpuTime = fc.oneof(fc.constantFrom(0, 1, 4000), fc.nat(50_000))
export const effect = fc
  .tuple(
    name,
    gpuTime,
    fc.array(
      fc.record({
        pages: fc.integer({ min: 1, max: 24 }),
        resident: fc.boolean(),
        heap: fc.constantFrom('default' as const, 'default' as const, 'upload' as const),
        compressed: fc.boolean(),
        notZeroed: fc.boolean(),
      }),
      { maxLength: 4 },
    ),
  )
  .map(([effectName, time, resources]) => effectOf(effectName, time, resources))
const bytes = fc.nat(64).map((pages) => pages * PAGE)
export const policy = fc.constantFrom(...POLICY_NAMES)
const notification = fc
  .constantFrom(1, 2, 4, 5, 6)
  .chain((flags) => bytes.map((size) => ({ flags, bytes: (flags & 4) === 0 ? 0 : size })))
const fault = fc.oneof(
  fc
    .constantFrom(
      'register-out-of-memory' as const,
      'callback-throws' as const,
      'allocation-fails' as const,
      'build-paging-buffer-fails' as const,
      'touches-after-unmap' as const,
      'background-task-throws' as const,
      'queue-processing-work-fails' as const,
    )
    .map((f) => ({ fault: f, count: 1 })),
  fc
    .constantFrom('CreateAllocation' as const, 'BuildPagingBuffer' as const)
    .map((call) => ({ fault: 'driver-call-throws' as const, call, count: 1 })),
  fc
    .nat(2)
    .map((chunk) => ({ fault: 'build-paging-buffer-fails' as const, chunk, result: 'no-room' as const, count: 2 })),
  fc.nat(2_000_000).map((duration) => ({ fault: 'callback-takes' as const, count: 2, duration })),
)

export const of = <V extends Action['verb']>(verb: V, value: fc.Arbitrary<unknown>): fc.Arbitrary<Action> =>
  value.map((v) => ({ verb, value: v }) as Action)
const yes = fc.constant(true)
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 20, arbitrary: of('apply', name) },
  { weight: 2, arbitrary: of('idle', fc.boolean()) },
  { weight: 2, arbitrary: of('budget', bytes) },
  {
    weight: 2,
    arbitrary: of(
      'otherProcess',
      fc.record(
        { name: fc.constantFrom('game', 'browser'), usage: fc.nat(5 * MIB), foreground: fc.boolean() },
        { requiredKeys: ['name', 'usage'] },
      ),
    ),
  },
  { weight: 1, arbitrary: of('recreateDevice', yes) },
  {
    weight: 2,
    arbitrary: of(
      'discard',
      fc.tuple(name, fc.nat(3)).map(([effectName, i]) => `${effectName}.r${i}`),
    ),
  },
  { weight: 1, arbitrary: of('reserve', bytes) },
  {
    weight: 1,
    arbitrary: of(
      'residencyPriority',
      fc.record({
        resource: fc.tuple(name, fc.nat(3)).map(([effectName, i]) => `${effectName}.r${i}`),
        priority: fc.constantFrom(...RESIDENCY_PRIORITIES),
      }),
    ),
  },
  { weight: 2, arbitrary: of('notify', notification) },
  { weight: 1, arbitrary: of('trimToBudget', bytes) },
  { weight: 1, arbitrary: fc.oneof(of('periodicTrim', yes), of('restartPeriodicTrim', yes)) },
  { weight: 1, arbitrary: fc.oneof(of('suspend', yes), of('resume', yes), of('lock', yes), of('unlock', yes)) },
  { weight: 2, arbitrary: of('addEffect', effect) },
  { weight: 2, arbitrary: of('removeEffect', name) },
  { weight: 1, arbitrary: of('policy', policy) },
  { weight: 1, arbitrary: of('inject', fault) },
)

export const ownSystem = {
  localMemory: fc.integer({ min: 24, max: 96 }).map((pages) => pages * PAGE),
  nonLocalMemory: fc.integer({ min: 24, max: 64 }).map((pages) => pages * PAGE),
  budget: fc.nat(96).map((pages) => pages * PAGE),
  localSegment: fc.constantFrom('memory', 'memory', 'aperture'),
  hardwareScheduling: fc.boolean(),
  pagingProcessVa: fc.constantFrom(0, 0, 1),
  wddm: fc.constantFrom('3.2', '3.1'),
  // slow paging, so that presses meet operations that are under way
  pagingBandwidth: fc.constantFrom('8GiB', '256MiB', '16MiB'),
  // fills at once, or as slow
  fillBandwidth: fc.constantFrom(undefined, '1GiB', '16MiB'),
  nonLocalSegment: fc.constantFrom(undefined, 'aperture', 'system'),
  evictionMode: fc.constantFrom('lazy', 'eager'),
  periodicTrim: fc.record({ interval: fc.constantFrom('1s', '10s'), whileActive: fc.boolean() }),
}
export const driver = {
  notifyEviction: fc.boolean(),
  notifyIoMmuUnmap: fc.boolean(),
  pagingBufferCovers: fc.constantFrom('64MiB', 100_000),
}
const app = fc.record({
  policy,
  effects: fc.uniqueArray(effect, { minLength: 2, maxLength: 5, selector: (e) => e.name }),
})
export const stepsOf = (after: fc.Arbitrary<number>, what: fc.Arbitrary<Action>): fc.Arbitrary<Step[]> =>
  fc.array(fc.record({ after, action: what }), { minLength: 1, maxLength: 40, size: '+1' })

/** Nothing but the app's work is on the engines, and nothing interrupts it. */
const quiet: fc.Arbitrary<Program> = fc.record({
  system: fc.record({ ...ownSystem, driver: fc.record(driver) }).map((system) => quietSystem(system)),
  app,
  steps: stepsOf(fc.oneof(fc.constantFrom(0, 0, 1, 4000), fc.nat(100_000), fc.nat(5_000_000)), action),
})

export const preemption = fc.record({
  model: fc.constantFrom('win8' as const, ...PREEMPTION_MODELS),
  graphics: fc.constantFrom(...GRAPHICS_GRANULARITIES),
  compute: fc.constantFrom(...COMPUTE_GRANULARITIES),
})
export const resources = fc.array(
  fc.tuple(name, fc.nat(3)).map(([effectName, i]) => `${effectName}.r${i}`),
  { maxLength: 3 },
)
/** ends by itself long after a timeout */
const LONG_HANG = 400_000
const DELAY = 20_000
/** The app's own commands, work of other processes and playback. */
export const COMPETING = [
  { weight: 30, arbitrary: action },
  {
    weight: 14,
    arbitrary: of(
      'submit',
      fc.record(
        {
          engine: fc.constantFrom('3d', '3d', 'compute', 'copy', 'video-decode'),
          gpuTime: fc.oneof(gpuTime, fc.nat(3 * DELAY)),
          priority: fc.constantFrom(...CONTEXT_PRIORITIES),
          context: fc.constantFrom('game', 'browser'),
          resources,
          signal: fc.record({ fence: fc.constantFrom('f', 'g'), value: fc.integer({ min: 1, max: 5 }) }),
        },
        { requiredKeys: ['engine', 'gpuTime', 'priority'] },
      ),
    ),
  },
  {
    weight: 3,
    arbitrary: of(
      'submit',
      fc.array(fc.record({ gpuTime, resources }), { minLength: 1, maxLength: 4 }).map((parts) => ({
        engine: '3d',
        gpuTime: parts.reduce((total, part) => total + part.gpuTime, 0),
        priority: 'normal',
        parts,
      })),
    ),
  },
  { weight: 2, arbitrary: of('system', fc.record({ preemption })) },
  { weight: 2, arbitrary: of('play', fc.boolean()) },
]
const competing: fc.Arbitrary<Action> = fc.oneof(
  ...COMPETING,
  {
    weight: 2,
    arbitrary: of(
      'inject',
      fc.record({
        fault: fc.constant('hang'),
        count: fc.constant(1),
        engine: fc.constantFrom('3d', '3d', 'compute', 'paging'),
        duration: fc.constantFrom(1_000, DELAY + 5_000, LONG_HANG),
      }),
    ),
  },
  { weight: 1, arbitrary: of('inject', fc.constant({ fault: 'engine-reset-fails', count: 1 })) },
)

/** The compositor, other processes at every priority and timeouts interrupt the app's work and the paging. */
const busy: fc.Arbitrary<Program> = fc.record({
  system: fc.record({
    ...ownSystem,
    preemption,
    tdr: fc.record({
      level: fc.constantFrom('recover', 'recover', 'off'),
      delay: fc.constantFrom(DELAY, 2_000_000),
      // bug checks, after which nothing happens any more, have tests of their own
      limitCount: fc.constant(1000),
    }),
    compositor: fc.record({ enabled: fc.constantFrom(true, true, false), gpuTime: fc.constantFrom(500, 500, 12_000) }),
    physicalAdapters: fc.constantFrom(1, 1, 2),
    driver: fc.record({
      ...driver,
      queueDepth: fc.integer({ min: 1, max: 4 }),
      pagingEngine: fc.constantFrom('paging', '3d'),
      contextAllocation: fc.constantFrom(0, 0, PAGE),
    }),
  }),
  app,
  steps: stepsOf(fc.oneof(fc.constantFrom(0, 0, 1, 4000), fc.nat(20_000), fc.nat(200_000)), competing),
})

/** What programs must come to now and then, so that they prove something. */
const MEMORY_RECORDS = ['page-in', 'page-out', 'evict', 'notification', 'device-removed']
export const SYSTEMS = [
  ['quiet', quiet, MEMORY_RECORDS],
  ['busy', busy, [...MEMORY_RECORDS, 'preempt', 'missed-vertical-blank', 'tdr']],
] as const

/** What a file of it says: reading takes a quarter of the time of a run, and nothing of it is changed by one. */
const scenarios = new WeakMap<Program, ReturnType<typeof scenarioOf>>()

export function scenarioOfProgram(program: Program): ReturnType<typeof scenarioOf> {
  const { system, app } = program
  const known = scenarios.get(program) ?? scenarioOf({ system, app })
  scenarios.set(program, known)
  return known
}

/** Runs a program; `afterEvent` is called after each event and each command. @returns the system and its trace */
export function run(
  program: Program,
  afterEvent: (world: World) => void,
  hooks: WorldHooks = {},
): { world: World; trace: TraceRecord[] } {
  const trace: TraceRecord[] = []
  const world = buildWorld(scenarioOfProgram(program), { ...hooks, writer: (record) => trace.push(record) }, 0)
  const { sim } = world
  afterEvent(world)
  let at = 0
  for (const { after, action: next } of program.steps) {
    at += after
    for (let events = 0; sim.nextEventTime <= at; afterEvent(world)) {
      if (++events > 20_000) throw new Error(`events go on without end at ${sim.now} µs`)
      sim.runNext()
    }
    sim.advanceTo(at)
    perform(world, next)
    afterEvent(world)
  }
  return { world, trace }
}
