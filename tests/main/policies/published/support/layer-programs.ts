/** Random programs for the mapping layers, and the comparison of their traces with an oracle. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { type EffectFile, isAppPacket, type Line, MiB, ofType, play, type ScenarioFile } from '../../support/play'
import { type Kind, Layer } from './layer-oracle'

type Action = Record<string, unknown> & { at: number }

/** A scenario with a mark in its trace before each action: an `expect` that always holds. */
interface Program {
  file: ScenarioFile
  actions: readonly Action[]
  /** bytes */
  budget: number
  nonLocalBudget: number
}

const NAMES = ['Blur', 'Grayscale', 'Sepia', 'Glow']

const size = fc.constantFrom('64KiB', '8MiB', '16MiB', '32MiB', '64MiB')
const few = fc.array(fc.record({ size, resident: fc.boolean() }), { minLength: 1, maxLength: 4 })
/** more than a batch of 128 */
const many = fc
  .tuple(fc.constantFrom(127, 128, 129, 255, 300), fc.constantFrom('64KiB', '256KiB'), fc.boolean())
  .map(([count, each, resident]) => Array.from({ length: count }, () => ({ size: each, resident })))

const effect = (name: string, large: boolean): fc.Arbitrary<EffectFile> =>
  fc.record({
    name: fc.constant(name),
    gpuTime: fc.constantFrom('2ms', '700ms', '5s', '40s'),
    resources: (large ? fc.oneof({ weight: 2, arbitrary: few }, many) : few).map((list) =>
      list.map((resource, index) => ({ name: `r${index}`, ...resource })),
    ),
  })

const bytes = fc.constantFrom('0B', '64KiB', '8MiB', '20MiB', '64MiB', '96MiB', '1GiB')

const anything: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...NAMES).map((apply) => ({ apply })) },
  { weight: 3, arbitrary: fc.constant({ periodicTrim: true }) },
  { weight: 1, arbitrary: fc.constant({ restartPeriodicTrim: true }) },
  { weight: 2, arbitrary: bytes.map((trimToBudget) => ({ trimToBudget })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('PERIODIC_TRIM', 'RESTART_PERIODIC_TRIM'), bytes)
      .map(([flag, amount]) => ({ notify: { flags: [flag, 'TRIM_TO_BUDGET'], bytes: amount } })),
  },
  { weight: 2, arbitrary: fc.constantFrom('48MiB', '96MiB', '160MiB', '230MiB').map((budget) => ({ budget })) },
  { weight: 1, arbitrary: fc.boolean().map((idle) => ({ idle })) },
  { weight: 1, arbitrary: fc.constantFrom(...NAMES).map((removeEffect) => ({ removeEffect })) },
)

const delay = fc.constantFrom(0, 1_000, 50_000, 600_000, 1_000_000, 1_000_003, 6_000_000, 30_500_000, 61_000_000)

/** Programs in memories so small that sets come in batches. */
function programs(large: boolean): fc.Arbitrary<Program> {
  return fc
    .record({
      effects: fc.tuple(...NAMES.map((name) => effect(name, large))),
      list: fc.array(fc.tuple(delay, anything), { minLength: 5, maxLength: 40 }),
      nonLocal: fc.constantFrom(1, 32, 128),
      budget: fc.constantFrom(48, 96, 160, 230),
    })
    .map(({ effects, list, nonLocal, budget }) => {
      const removed = new Set<unknown>()
      const actions: Action[] = []
      let at = 0
      for (const [after, verb] of list) {
        at += after
        if (removed.has(verb.apply) || removed.has(verb.removeEffect)) continue
        if (verb.removeEffect !== undefined) removed.add(verb.removeEffect)
        actions.push({ at, ...verb })
      }
      const steps = actions.flatMap((action) => [{ at: action.at, expect: { evictions: { min: 0 } } }, action])
      const system = { localMemory: '256MiB', nonLocalMemory: `${nonLocal}MiB`, budget: `${budget}MiB` }
      const file = { system, app: { effects }, steps, until: at + 300_000_000 }
      const nonLocalBudget = Math.floor((nonLocal * MiB * 0.9) / 65_536) * 65_536
      return { file, actions, budget: budget * MiB, nonLocalBudget }
    })
}

const isWhatItDid = ({ type }: Line): boolean => type === 'evict' || type === 'make-resident' || type === 'apply'

/** What the manager does, given what happened to it. */
function predict(lines: readonly Line[], { actions, budget, nonLocalBudget }: Program, layer: Layer): string[] {
  layer.localBudget = budget
  layer.nonLocalBudget = nonLocalBudget
  let next = 0
  let finished = 0
  let observed = 0
  for (const line of lines) {
    if (isWhatItDid(line)) observed++
    // what a packet was the last to use is destroyed before its fence is signalled
    if (finished > 0 && line.type !== 'destroy') {
      layer.settle()
      layer.finished(finished)
      finished = 0
    }
    // between two presses what is notified at that moment comes first
    while (line.t > layer.now || line.type === 'expect' || observed > layer.did.length) {
      const before = layer.did.length
      layer.settle()
      if (layer.did.length === before) break
    }
    layer.now = line.t
    if (line.type === 'device-removed') break
    if (line.type === 'create') layer.create(String(line.resource), Number(line.bytes), line.resident === true)
    if (line.type === 'destroy') layer.destroyed(String(line.resource))
    if (isAppPacket(line) && line.outcome === 'completed') finished = Number(line.signals)
    if (line.type === 'budget') layer.localBudget = Number(line.budget)
    if (line.type === 'notification') layer.notified(Number(line.flags), Number(line.bytesToTrim))
    if (line.type !== 'expect') continue
    const action = actions[next++]
    if (typeof action?.apply === 'string') layer.press(action.apply)
    if (typeof action?.removeEffect === 'string') layer.removeEffect(action.removeEffect)
  }
  return layer.did
}

function observedIn(lines: readonly Line[]): string[] {
  const did: string[] = []
  for (const line of lines) {
    if (line.type === 'device-removed') break
    if (line.type === 'evict') did.push(`evict ${line.resource} ${line.reason} ${line.references}`)
    if (line.type === 'make-resident') did.push(`make resident ${(line.resources as string[]).join(',')}`)
    if (line.type === 'apply') did.push(`apply ${line.effect}`)
  }
  return did
}

/** How often each of the rarer things happened in all the runs together, findings by their rule. */
export async function compareWithOracle(kind: Kind, numRuns: number, large = false): Promise<Record<string, number>> {
  const happened: Record<string, number> = {}
  const count = (what: string, times: number) => {
    happened[what] = (happened[what] ?? 0) + times
  }
  await fc.assert(
    fc.asyncProperty(programs(large), async (program) => {
      const { lines } = await play(program.file, { policy: kind })
      const layer = new Layer(kind)
      const predicted = predict(lines, program, layer)
      const did = observedIn(lines)
      // a removal comes in the middle of what one event leads to
      const removed = ofType(lines, 'device-removed').length > 0
      expect(did).toEqual(removed ? predicted.slice(0, did.length) : predicted)
      for (const [what, times] of Object.entries(layer.seen)) count(what, times)
      for (const { rule } of ofType(lines, 'finding')) count(String(rule), 1)
      count('removed', removed ? 1 : 0)
    }),
    { numRuns },
  )
  return happened
}
