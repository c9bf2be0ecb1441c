/** Random programs for the library's policies, and the comparison of their traces with the oracle. */
import fc from 'fast-check'
import { type EffectFile, isAppPacket, type Line, MiB, type ScenarioFile } from '../../support/play'
import type { Library } from './oracle'

type Action = Record<string, unknown> & { at: number }

/** A scenario with a mark in its trace before each action: an `expect` that always holds. */
export interface Program {
  file: ScenarioFile
  actions: readonly Action[]
  /** bytes */
  budget: number
  nonLocalBudget: number
}

const NAMES = ['Blur', 'Grayscale', 'Sepia', 'Glow']

const effect = (name: string): fc.Arbitrary<EffectFile> =>
  fc.record({
    name: fc.constant(name),
    gpuTime: fc.constantFrom('0us', '2ms', '700ms', '5s', '40s'),
    resources: fc
      .array(fc.record({ size: fc.constantFrom('64KiB', '8MiB', '16MiB', '32MiB', '64MiB'), resident: fc.boolean() }), {
        minLength: 1,
        maxLength: 3,
      })
      .map((list) => list.map((resource, index) => ({ name: `r${index}`, ...resource }))),
  })

const bytes = fc.constantFrom('0B', '64KiB', '8MiB', '20MiB', '64MiB', '96MiB', '1GiB')
const apply = fc.constantFrom(...NAMES).map((name) => ({ apply: name }))
const periodic = fc.constant({ periodicTrim: true })

const anything: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  { weight: 8, arbitrary: apply },
  { weight: 2, arbitrary: periodic },
  { weight: 1, arbitrary: fc.constant({ restartPeriodicTrim: true }) },
  { weight: 1, arbitrary: bytes.map((trimToBudget) => ({ trimToBudget })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('PERIODIC_TRIM', 'RESTART_PERIODIC_TRIM'), bytes)
      .map(([flag, size]) => ({ notify: { flags: [flag, 'TRIM_TO_BUDGET'], bytes: size } })),
  },
  { weight: 1, arbitrary: fc.constantFrom('48MiB', '96MiB', '160MiB', '230MiB').map((budget) => ({ budget })) },
  { weight: 1, arbitrary: fc.boolean().map((idle) => ({ idle })) },
  { weight: 1, arbitrary: fc.constantFrom(...NAMES).map((removeEffect) => ({ removeEffect })) },
)

const delay = fc.constantFrom(0, 1_000, 50_000, 1_000_000, 1_000_003, 6_000_000, 30_500_000, 61_000_000)

function withMarks(actions: readonly Action[]): Record<string, unknown>[] {
  return actions.flatMap((action) => [{ at: action.at, expect: { evictions: { min: 0 } } }, action])
}

/** Programs in memories so small that sets come in batches. */
export function programs(action = anything): fc.Arbitrary<Program> {
  return fc
    .record({
      effects: fc.tuple(...NAMES.map(effect)),
      list: fc.array(fc.tuple(delay, action), { minLength: 5, maxLength: 40 }),
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
      const system = { localMemory: '256MiB', nonLocalMemory: `${nonLocal}MiB`, budget: `${budget}MiB` }
      const file = { system, app: { effects }, steps: withMarks(actions), until: at + 300_000_000 }
      const nonLocalBudget = Math.floor((nonLocal * MiB * 0.9) / 65_536) * 65_536
      return { file, actions, budget: budget * MiB, nonLocalBudget }
    })
}

/** Presses and periodic trims only, and all of it fits: none of the faults can show. */
export function quietPrograms(): fc.Arbitrary<Program> {
  return programs(fc.oneof({ weight: 3, arbitrary: apply }, { weight: 1, arbitrary: periodic })).map((program) => ({
    ...program,
    file: { ...program.file, system: { localMemory: '2GiB', nonLocalMemory: '1GiB' } },
  }))
}

/** What the library does, given what happened to it. */
export function predict(
  lines: readonly Line[],
  { actions, budget, nonLocalBudget }: Program,
  library: Library,
): string[] {
  library.localBudget = budget
  library.nonLocalBudget = nonLocalBudget
  let next = 0
  let finished = 0
  for (const line of lines) {
    // what a packet was the last to use is destroyed before its fence is signalled
    if (finished > 0 && line.type !== 'destroy') {
      library.finished(finished)
      finished = 0
    }
    library.now = line.t
    if (line.type === 'device-removed') break
    if (line.type === 'create') library.create(String(line.resource), Number(line.bytes), line.resident === true)
    if (line.type === 'destroy') library.destroyed(String(line.resource))
    if (isAppPacket(line) && line.outcome === 'completed') finished = Number(line.signals)
    if (line.type === 'budget') library.localBudget = Number(line.budget)
    if (line.type === 'notification') library.notified(Number(line.flags), Number(line.bytesToTrim))
    if (line.type !== 'expect') continue
    const action = actions[next++]
    if (typeof action?.apply === 'string') library.press(action.apply)
    if (typeof action?.removeEffect === 'string') library.removeEffect(action.removeEffect)
  }
  return library.did
}

/** What the policy did, in the words of the oracle, up to the removal of the device. */
export function observed(lines: readonly Line[]): string[] {
  const did: string[] = []
  for (const line of lines) {
    if (line.type === 'device-removed') break
    if (line.type === 'evict') did.push(`evict ${line.resource} ${line.reason} ${line.references}`)
    if (line.type === 'make-resident') did.push(`make resident ${(line.resources as string[]).join(',')}`)
    if (line.type === 'apply') did.push(`apply ${line.effect}`)
    if (line.type === 'finding' && String(line.rule).startsWith('TN-39'))
      did.push(`finding ${line.rule} ${line.resource ?? '-'}`)
  }
  return did
}
