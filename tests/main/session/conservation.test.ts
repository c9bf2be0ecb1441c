/** Random programs against the real simulation: memory is conserved after every single event, and runs repeat exactly. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Action, perform } from '../../../main/session/steps'
import { buildWorld, type World } from '../../../main/session/world'
import { type TraceRecord, traceLine } from '../../../main/sim/trace-records'
import { POLICY_NAMES } from '../../../preload/contract'
import { conservationProblems } from '../support/conservation'
import { KIB, MIB, scenarioOf } from '../support/world'

const PAGE = 64 * KIB
const NAMES = ['A', 'B', 'C', 'D', 'E', 'F'] as const

interface Program {
  system: Record<string, unknown>
  app: { policy: string; effects: ReturnType<typeof effectOf>[] }
  /** µs to wait before each action */
  steps: { after: number; action: Action }[]
}

function effectOf(name: string, gpuTime: number, resources: { pages: number; resident: boolean }[]) {
  const specs = resources.map(({ pages, resident }, i) => ({ name: `r${i}`, size: pages * PAGE - (i % 2), resident }))
  return { name, gpuTime, resources: specs }
}

const name = fc.constantFrom(...NAMES)
const gpuTime = fc.oneof(fc.constantFrom(0, 1, 4000), fc.nat(50_000))
const effect = fc
  .tuple(
    name,
    gpuTime,
    fc.array(fc.record({ pages: fc.integer({ min: 1, max: 24 }), resident: fc.boolean() }), { maxLength: 4 }),
  )
  .map(([effectName, time, resources]) => effectOf(effectName, time, resources))
const bytes = fc.nat(64).map((pages) => pages * PAGE)
const policy = fc.constantFrom(...POLICY_NAMES)
const notification = fc
  .constantFrom(1, 2, 4, 5, 6)
  .chain((flags) => bytes.map((size) => ({ flags, bytes: (flags & 4) === 0 ? 0 : size })))
const fault = fc.oneof(
  fc
    .constantFrom('register-out-of-memory' as const, 'callback-throws' as const, 'allocation-fails' as const)
    .map((f) => ({ fault: f, count: 1 })),
  fc.nat(2_000_000).map((duration) => ({ fault: 'callback-takes' as const, count: 2, duration })),
)

const of = <V extends Action['verb']>(verb: V, value: fc.Arbitrary<unknown>): fc.Arbitrary<Action> =>
  value.map((v) => ({ verb, value: v }) as Action)
const yes = fc.constant(true)
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 20, arbitrary: of('apply', name) },
  { weight: 2, arbitrary: of('idle', fc.boolean()) },
  { weight: 2, arbitrary: of('budget', bytes) },
  {
    weight: 2,
    arbitrary: of('otherProcess', fc.record({ name: fc.constantFrom('game', 'browser'), usage: fc.nat(5 * MIB) })),
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

const program: fc.Arbitrary<Program> = fc.record({
  system: fc.record({
    localMemory: fc.integer({ min: 24, max: 96 }).map((pages) => pages * PAGE),
    budget: fc.nat(96).map((pages) => pages * PAGE),
    // slow paging, so that presses meet operations that are under way
    pagingBandwidth: fc.constantFrom('8GiB', '256MiB', '16MiB'),
    evictionMode: fc.constantFrom('lazy', 'eager'),
    periodicTrim: fc.record({ interval: fc.constantFrom('1s', '10s'), whileActive: fc.boolean() }),
  }),
  app: fc.record({ policy, effects: fc.uniqueArray(effect, { minLength: 2, maxLength: 5, selector: (e) => e.name }) }),
  steps: fc.array(
    fc.record({ after: fc.oneof(fc.constantFrom(0, 0, 1, 4000), fc.nat(100_000), fc.nat(5_000_000)), action }),
    { minLength: 1, maxLength: 40, size: '+1' },
  ),
})

/** Runs a program; `afterEvent` is called after each event and each command. @returns the system and its trace */
function run(
  { system, app, steps }: Program,
  afterEvent: (world: World) => void,
): { world: World; trace: TraceRecord[] } {
  const trace: TraceRecord[] = []
  const world = buildWorld(scenarioOf({ system, app }), { writer: (record) => trace.push(record) }, 0)
  const { sim } = world
  afterEvent(world)
  let at = 0
  for (const { after, action: next } of steps) {
    at += after
    for (; sim.nextEventTime <= at; afterEvent(world)) sim.runNext()
    sim.advanceTo(at)
    perform(world, next)
    afterEvent(world)
  }
  return { world, trace }
}

function mustConserve(world: World): void {
  const problems = conservationProblems(world.vidmm)
  if (problems.length > 0) throw new Error(`at ${world.sim.now} µs: ${problems.join('; ')}`)
}

/** Ends whatever goes on by itself: cadence, repeated budget demands, a driver's own timer. */
function calmDown(world: World): void {
  const { vidmm } = world
  perform(world, { verb: 'policy', value: 'none' })
  perform(world, { verb: 'idle', value: false })
  vidmm.periodicTrim.configure({ whileActive: false })
  for (const process of ['game', 'browser'])
    perform(world, { verb: 'otherProcess', value: { name: process, usage: 0 } })
  for (const { spec } of world.editor.effects) perform(world, { verb: 'removeEffect', value: spec.name })
}

describe('random programs', () => {
  test('conserve memory after every single event, never throw, and drain when calmed [RS-12 RS-11 RS-14]', () => {
    fc.assert(
      fc.property(program, (candidate) => {
        const { world } = run(candidate, mustConserve)
        const effects = world.editor.effects
        calmDown(world)
        mustConserve(world)
        for (let events = 0; world.sim.pending > 0; events++) {
          if (events > 10_000) throw new Error(`${world.sim.pending} events go on without end`)
          world.sim.runNext()
          mustConserve(world)
        }
        const { residency, paging } = world.vidmm
        const inFlight = effects.reduce((total, state) => total + state.inFlight, 0)
        const live = [...residency.table.live()].length
        expect({ live, idle: paging.idle, inFlight }).toEqual({ live: 0, idle: true, inFlight: 0 })
        expect(residency.segments.map((segment) => segment.freeBytes)).toEqual(
          residency.segments.map((segment) => segment.size),
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('give the same trace every time [SC-01]', () => {
    fc.assert(
      fc.property(program, (candidate) => {
        const text = (): string =>
          run(candidate, () => {})
            .trace.map(traceLine)
            .join('\n')
        expect(text()).toBe(text())
      }),
      { numRuns: 200 },
    )
  })
})
