/** Scenarios in which devices go while their work is under way, as fast-check draws them. */
import fc from 'fast-check'
import { type Draft, KIB, MIB } from '../../../support/world'
import { computeWork, graphicsWork, level, saves } from '../workloads/program'

const PAGE = 64 * KIB

type Step = Record<string, unknown>

const model = fc.constantFrom('win8' as const, 'win8' as const, 'win8' as const, 'win7' as const)
const preemption = fc.tuple(model, level).map(([chosen, both]) => ({ model: chosen, ...both }))

/** Saves of many lengths, up to longer than what runs. */
const contextSave = fc
  .tuple(saves, fc.constantFrom(1, 20))
  .map(([costs, times]) => Object.fromEntries(Object.entries(costs).map(([point, cost]) => [point, cost * times])))

const system = fc.record(
  {
    wddm: fc.constantFrom('1.2', '2.0'),
    localMemory: fc.oneof(
      fc.integer({ min: 6, max: 16 }).map((pages) => pages * PAGE),
      fc.constant(64 * MIB),
    ),
    budget: fc.constantFrom(64 * KIB, 64 * MIB),
    pagingBandwidth: fc.constantFrom(50 * MIB, 500 * MIB),
    evictionMode: fc.constantFrom('lazy', 'eager'),
    preemption,
    tdr: fc.record({
      level: fc.constantFrom('recover', 'recover', 'recover', 'off'),
      delay: fc.constantFrom('1ms', '3ms'),
      limitCount: fc.constantFrom(2, 100),
    }),
    compositor: fc.record({ enabled: fc.boolean(), gpuTime: fc.constant('500us') }),
    driver: fc.record({
      queueDepth: fc.integer({ min: 1, max: 4 }),
      pagingEngine: fc.constantFrom('paging', 'copy', '3d', '3d'),
      contextAllocation: fc.constantFrom('0B', '64KiB', '64KiB'),
      preemptionRequest: fc.nat(20),
      preemptionTurnaround: fc.constantFrom(0, 0, 29),
      contextRestore: fc.nat(300),
      contextSave,
      pagingBatch: fc.constantFrom(0, 0, 140),
    }),
    quantum: fc.constantFrom({ time: '100us' }, { time: '1ms', preemption: '500us' }),
  },
  {
    requiredKeys: [
      'wddm',
      'localMemory',
      'budget',
      'pagingBandwidth',
      'evictionMode',
      'preemption',
      'tdr',
      'compositor',
      'driver',
    ],
  },
)

/** of an effect, 1 to 4 pages */
const OF_EFFECT = ['a', 'b', 'c', 'd']
/** of the app, made and freed as it goes on */
const OF_APP = ['r0', 'r1']
const names = fc.subarray([...OF_EFFECT.map((name) => `E.${name}`), ...OF_APP], { maxLength: 3 })
const ofApp = fc.constantFrom(...OF_APP)
const gpuTime = fc.oneof(fc.constantFrom(0, 1, 50), fc.nat(900), fc.nat(4000))
const engine = fc.constantFrom('3d', '3d', '3d', 'compute', 'copy')
const fence = fc.record({ fence: fc.constantFrom('f', 'g'), value: fc.nat(2) })
const parts = fc.array(fc.record({ gpuTime: fc.nat(800), resources: names }), { minLength: 1, maxLength: 3 })

/** What was not drawn is not said. */
const seldom = <T>(value: fc.Arbitrary<T>, key: string, freq = 6): fc.Arbitrary<Record<string, T>> =>
  fc.option(value, { freq, nil: null }).map((drawn) => (drawn === null ? {} : { [key]: drawn }))

const submit = fc
  .record({
    fixed: fc.record({
      engine,
      priority: fc.constantFrom('normal', 'normal', 'high', 'realtime'),
      resources: names,
    }),
    context: seldom(fc.constantFrom('P', 'Q'), 'context', 1),
    time: fc.oneof(
      { weight: 5, arbitrary: gpuTime.map((time) => ({ gpuTime: time })) },
      { weight: 1, arbitrary: parts.map((all) => ({ parts: all })) },
    ),
    wait: seldom(fence, 'wait', 8),
    signal: seldom(fence, 'signal'),
    graphics: graphicsWork,
    compute: computeWork,
  })
  .map(({ fixed, context, time, wait, signal, graphics, compute }): Step => {
    const work = fixed.engine === 'copy' ? {} : { work: fixed.engine === '3d' ? graphics : compute }
    return { submit: { ...fixed, ...context, ...time, ...wait, ...signal, ...work } }
  })
const use = fc
  .tuple(fc.record({ set: names, engine, gpuTime }), seldom(fc.constantFrom('c1', 'c2'), 'context', 1))
  .map(([fixed, context]): Step => ({ use: { ...fixed, ...context } }))
const resource = fc.record({
  name: ofApp,
  size: fc.integer({ min: 1, max: 3 }).map((pages) => pages * PAGE),
  resident: fc.boolean(),
})
const hang = seldom(fc.integer({ min: 1, max: 3000 }), 'duration', 1)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: submit },
  { weight: 5, arbitrary: use },
  { weight: 3, arbitrary: fc.constant({ recreateDevice: true }) },
  { weight: 2, arbitrary: names.map((all) => ({ evict: { names: all } })) },
  { weight: 2, arbitrary: names.map((all) => ({ makeResident: { names: all } })) },
  { weight: 1, arbitrary: resource.map((made) => ({ resource: made })) },
  { weight: 1, arbitrary: ofApp.map((name) => ({ free: { name } })) },
  { weight: 1, arbitrary: hang.map((takes) => ({ inject: { fault: 'hang', ...takes } })) },
  { weight: 1, arbitrary: fc.constant({ inject: { fault: 'engine-reset-fails' } }) },
  { weight: 1, arbitrary: fc.nat(6).map((pages) => ({ otherProcess: { name: 'game', usage: pages * PAGE } })) },
  { weight: 1, arbitrary: fc.constantFrom(1, 6, 100).map((pages) => ({ budget: pages * PAGE })) },
  { weight: 1, arbitrary: preemption.map((value) => ({ system: { preemption: value } })) },
)
const after = fc.oneof(fc.constantFrom(0, 0, 1), fc.nat(60), fc.nat(700), fc.nat(4000))
const steps = fc.array(fc.tuple(after, step), { minLength: 2, maxLength: 30, size: '+1' })

/** µs after the last step: by then all has come to rest */
const REST = 400_000

export const removals: fc.Arbitrary<Draft> = fc.noBias(
  fc.record({ system, policy: fc.constantFrom('none', 'none', 'creative-app'), steps }).map(toDraft),
)

function toDraft(drawn: { system: Step & { localMemory: number }; policy: string; steps: [number, Step][] }): Draft {
  const resources = OF_EFFECT.map((name, i) => ({ name, size: (i + 1) * PAGE, resident: true })).filter(
    ({ size }) => size < drawn.system.localMemory - PAGE,
  )
  const known = [...resources.map(({ name }) => `E.${name}`), ...OF_APP]
  let at = 0
  const made = OF_APP.map((name) => ({ at, resource: { name, size: PAGE, resident: true } }))
  const timed = drawn.steps.map(([waits, what]) => {
    at += waits
    return { at, ...within(what, known) }
  })
  return {
    system: drawn.system,
    app: { policy: drawn.policy, effects: [{ name: 'E', gpuTime: 0, resources }] },
    steps: [...made, ...timed],
    until: at + REST,
  }
}

/** Without names of resources that the app has no room for. */
function within(what: Step, known: readonly string[]): Step {
  return JSON.parse(
    JSON.stringify(what, (_key, value: unknown) =>
      Array.isArray(value) ? value.filter((one) => typeof one !== 'string' || known.includes(one)) : value,
    ),
  ) as Step
}
