/** Random programs for a policy, and the comparison of what it did with an oracle that is driven by the trace alone. */
import fc from 'fast-check'
import { effectOf } from '../../../golden/reading'
import { type EffectFile, isAppPacket, type Line, type ScenarioFile } from './play'

export interface Oracle {
  completed: number
  readonly did: string[]
  RegisterEffectResource(name: string, bytes: number, effect: string, status: 'Resident' | 'Evicted'): void
  ReleaseEffectResource(name: string, effect: string): void
  ApplyEffect(effect: string): void
  TrimCallback(flags: number, bytes: number): void
}

/**
 * Feeds an oracle with what happened to the policy: registrations, presses, notifications, finished packets. Removal
 * of the device ends it, as every later call fails.
 * @param onBudget gets each new budget of the app
 */
export function predict(lines: readonly Line[], oracle: Oracle, onBudget?: (bytes: number) => void): string[] {
  for (const line of lines) {
    if (line.type === 'device-removed') break
    if (line.type === 'create') {
      const status = line.resident === true ? 'Resident' : 'Evicted'
      oracle.RegisterEffectResource(String(line.resource), Number(line.bytes), effectOf(line.resource), status)
    }
    if (line.type === 'destroy') oracle.ReleaseEffectResource(String(line.resource), effectOf(line.resource))
    if (line.type === 'apply') oracle.ApplyEffect(String(line.effect))
    if (isAppPacket(line) && line.outcome === 'completed') oracle.completed = Number(line.signals)
    if (line.type === 'budget') onBudget?.(Number(line.budget))
    if (line.type === 'notification') oracle.TrimCallback(Number(line.flags), Number(line.bytesToTrim))
  }
  return oracle.did
}

/** What the policy did, in the words of the oracles. */
export function observed(lines: readonly Line[]): string[] {
  const did: string[] = []
  for (const line of lines) {
    if (line.type === 'device-removed') break
    if (line.type === 'evict') did.push(`evict ${line.resource} ${line.reason}`)
    if (line.type === 'make-resident') did.push(`make resident ${(line.resources as string[]).join(',')}`)
  }
  return did
}

const effectNames = ['Blur', 'Grayscale', 'Sepia', 'Glow']

const effect = (name: string): fc.Arbitrary<EffectFile> =>
  fc.record({
    name: fc.constant(name),
    // short, as long as a second step, and longer than a whole program
    gpuTime: fc.constantFrom('0us', '2ms', '700ms', '5s'),
    resources: fc
      .array(
        fc.record({ size: fc.constantFrom('1KiB', '64KiB', '16MiB', '64MiB', '100000000B'), resident: fc.boolean() }),
        {
          minLength: 1,
          maxLength: 3,
        },
      )
      .map((list) => list.map((resource, index) => ({ name: `r${index}`, ...resource }))),
  })

const bytes = fc.constantFrom('0B', '1B', '64KiB', '20MiB', '128MiB', '1GiB')

const action: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...effectNames).map((apply) => ({ apply })) },
  { weight: 2, arbitrary: fc.constant({ periodicTrim: true }) },
  { weight: 1, arbitrary: fc.constant({ restartPeriodicTrim: true }) },
  { weight: 1, arbitrary: bytes.map((trimToBudget) => ({ trimToBudget })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('PERIODIC_TRIM', 'RESTART_PERIODIC_TRIM'), bytes)
      .map(([flag, size]) => ({ notify: { flags: [flag, 'TRIM_TO_BUDGET'], bytes: size } })),
  },
  { weight: 1, arbitrary: fc.constantFrom('0B', '48MiB', '200MiB', '1GiB').map((budget) => ({ budget })) },
  { weight: 1, arbitrary: fc.boolean().map((idle) => ({ idle })) },
)

/** µs between two steps: none, within a packet, after it, after a repeat of the budget's demand */
const delay = fc.constantFrom(0, 1, 1_000, 50_000, 1_000_003)

/** @param settled all work is finished before the next step */
export function programs(settled = false): fc.Arbitrary<ScenarioFile> {
  const pause = settled ? fc.constantFrom(6_000_003, 12_000_007) : delay
  return fc
    .tuple(fc.tuple(...effectNames.map(effect)), fc.array(fc.tuple(pause, action), { minLength: 5, maxLength: 40 }))
    .map(([effects, list]) => programOf(effects, list))
}

/** Settled programs that also take effects away, which destroys their resources at once, and bring them back. */
export function changingPrograms(): fc.Arbitrary<ScenarioFile> {
  const toggle = fc.constantFrom(...effectNames).map((name) => ({ toggle: name }))
  const step = fc.tuple(fc.constant(12_000_007), fc.oneof({ weight: 3, arbitrary: action }, toggle))
  return fc
    .tuple(fc.tuple(...effectNames.map(effect)), fc.array(step, { minLength: 5, maxLength: 40 }))
    .map(([effects, list]) => {
      const live = new Set(effectNames)
      const steps: (readonly [number, Record<string, unknown>])[] = []
      for (const [after, verb] of list) {
        const name = String('toggle' in verb ? verb.toggle : 'apply' in verb ? verb.apply : effectNames[0])
        if (!('toggle' in verb)) {
          if (live.has(name) || !('apply' in verb)) steps.push([after, verb])
        } else if (live.delete(name)) steps.push([after, { removeEffect: name }])
        else {
          live.add(name)
          steps.push([after, { addEffect: effects.find((candidate) => candidate.name === name) }])
        }
      }
      return programOf(effects, steps)
    })
}

function programOf(effects: EffectFile[], list: readonly (readonly [number, Record<string, unknown>])[]): ScenarioFile {
  let at = 0
  const steps = list.map(([after, verb]) => {
    at += after
    return { at, ...verb }
  })
  return { app: { effects }, steps, until: at + 10_000_000 }
}
