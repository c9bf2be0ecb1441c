/**
 * A device made anew is held to one on which nothing was done before: what the earlier device's policy knew, its lists,
 * callbacks and references leave no trace in what follows (RS-07, RS-14, TN-15). Whatever came before, and however that
 * device went, the records from then on are those of the same steps without it.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TraceRecord } from '../../../../main/sim/trace-records'
import { POLICY_NAMES } from '../../../../preload/contract'
import { KIB, MS, quietSystem, runAsWritten, S } from '../../support/world'

const PAGE = 64 * KIB
/** by then what came before has ended, however slow */
const AT = 60 * S

type Step = Record<string, unknown> & { at: number }

const EFFECTS = ['A', 'B', 'C']
const NAMES = [...EFFECTS.flatMap((name) => [`${name}.r0`, `${name}.r1`]), 'own']
const HANGS = ['3d', 'paging'] as const

const bytes = fc.nat(48).map((pages) => pages * PAGE)
const names = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 })
const name = fc.constantFrom(...NAMES)
const flag = fc.constantFrom('PERIODIC_TRIM', 'RESTART_PERIODIC_TRIM')

/** What the app and the system do on any device. */
const onAnyDevice = [
  { weight: 12, arbitrary: fc.constantFrom(...EFFECTS).map((apply) => ({ apply })) },
  { weight: 3, arbitrary: names.map((set) => ({ use: { set, gpuTime: '1ms' } })) },
  { weight: 3, arbitrary: fc.constant({ periodicTrim: true }) },
  { weight: 1, arbitrary: fc.constant({ restartPeriodicTrim: true }) },
  { weight: 2, arbitrary: bytes.map((trimToBudget) => ({ trimToBudget })) },
  {
    weight: 2,
    arbitrary: fc.tuple(flag, bytes).map(([one, n]) => ({ notify: { flags: [one, 'TRIM_TO_BUDGET'], bytes: n } })),
  },
  { weight: 2, arbitrary: names.map((listed) => ({ makeResident: { names: listed } })) },
  { weight: 2, arbitrary: names.map((listed) => ({ evict: { names: listed } })) },
  { weight: 1, arbitrary: fc.constant({ registerCallback: { name: 'hand' } }) },
  {
    weight: 2,
    arbitrary: fc.oneof(
      name.map((map) => ({ map })),
      name.map((unmap) => ({ unmap })),
    ),
  },
]
/** What ends a device, and what is gone with it. */
const before = fc.oneof(
  ...onAnyDevice,
  { weight: 2, arbitrary: fc.constantFrom(...HANGS).map((engine) => ({ inject: { fault: 'hang', engine } })) },
  { weight: 1, arbitrary: fc.constant({ inject: { fault: 'make-resident-fails' } }) },
  { weight: 1, arbitrary: fc.constantFrom(...POLICY_NAMES).map((policy) => ({ policy })) },
  { weight: 1, arbitrary: fc.constant({ recreateDevice: true }) },
)

/** In order of time, from `start` on. */
function steps(start: number, what: fc.Arbitrary<object>): fc.Arbitrary<Step[]> {
  const after = fc.constantFrom(0, 0, 1, MS, 20 * MS, 500 * MS)
  return fc.array(fc.tuple(after, what), { minLength: 3, maxLength: 24, size: '+1' }).map((timed) => {
    let at = start
    return timed.map(([wait, step]) => {
      at += wait
      return { ...step, at }
    })
  })
}

const resource = fc.record({
  size: fc.integer({ min: 1, max: 20 }).map((pages) => pages * PAGE),
  resident: fc.boolean(),
  heap: fc.constantFrom('default', 'default', 'default', 'upload', 'readback'),
})
const effects = fc.tuple(...EFFECTS.map((effect) => fc.tuple(fc.constant(effect), resource, resource))).map((all) =>
  all.map(([effect, ...made]) => ({
    name: effect,
    gpuTime: 5 * MS,
    resources: made.map((one, i) => ({ ...one, name: `r${i}` })),
  })),
)
const program = fc.record({
  app: fc.record({
    policy: fc.constantFrom(...POLICY_NAMES),
    effects,
    allocation: fc.constantFrom('committed', 'placed'),
  }),
  system: fc.record({
    localMemory: fc.integer({ min: 48, max: 96 }).map((pages) => pages * PAGE),
    budget: fc.integer({ min: 8, max: 96 }).map((pages) => pages * PAGE),
    evictionMode: fc.constantFrom('lazy', 'eager'),
    pagingBandwidth: fc.constantFrom('8GiB', '64MiB'),
    fillBandwidth: fc.constantFrom('8GiB', '64MiB'),
    tdr: fc.constant({ level: 'recover', delay: '100ms', limitCount: 1000 }),
  }),
  own: resource,
  before: steps(0, before),
  after: steps(AT, fc.oneof(...onAnyDevice)),
})

/** Nothing that was injected waits any more, and the policy is the one that the device is made anew with. */
function ending(policy: string): Step[] {
  const back = [...HANGS.map((engine) => ({ fault: 'hang', engine })), { fault: 'make-resident-fails' }]
  return [...back.map((fault) => ({ at: AT, inject: { ...fault, takeBack: true } })), { at: AT, policy }]
}

/** From the first record of the new device on, without the numbers that the system goes on counting. */
function since(records: readonly TraceRecord[]): object[] {
  const destroyed = records.findLastIndex(({ t, type }) => t === AT && type === 'driver-device-destroyed')
  return records.slice(destroyed + 1).map((record) => {
    const { cause: _cause, ...told } = { cause: 0, ...record }
    const isSystems = record.type === 'packet' && ['system', 'null'].includes(record.context)
    // a switch is free here; that the engine had a context before may be told or not
    if (isSystems) return { ...told, fence: 0, switch: 0 }
    return record.type === 'preempt' ? { ...told, fence: 0 } : told
  })
}

test('after its device was removed or given up, a policy begins as on a system where nothing was before [RS-07] [RS-14] [TN-15]', async () => {
  let removals = 0
  await fc.assert(
    fc.asyncProperty(program, async ({ app, system, own, ...programs }) => {
      const run = (...between: Step[]) =>
        runAsWritten({
          app,
          system: quietSystem({ nonLocalMemory: 128 * PAGE, ...system }),
          steps: [
            { at: 0, resource: { ...own, name: 'own' } },
            ...between,
            { at: AT, recreateDevice: true },
            ...programs.after,
          ],
          until: AT + 20 * S,
        })
      const [anew, alone] = [await run(...programs.before, ...ending(app.policy)), await run()]
      removals += anew.of('device-removed').filter(({ t }) => t < AT).length
      expect(since(anew.records)).toEqual(since(alone.records))
    }),
    { numRuns: 100 },
  )
  expect(removals).toBeGreaterThan(10)
})
