/** Random MakeResident and Evict calls beside the policy, against an oracle that shares no code with the paging queue. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TraceRecord } from '../../../../../main/sim/trace-records'
import { KIB, MIB, runOf } from '../../../support/world'
import { PagingOracle, type PRIORITIES, type System } from './oracle'

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
/** beside the page tables of the paging process (AN-11) */
const AVAILABLE = 64 * MIB
const SEGMENT = AVAILABLE + 64 * KIB
/** 90 % of it, whole 64 KiB (RS-09) */
const MOST_BUDGET = Math.floor((SEGMENT * 0.9) / (64 * KIB)) * 64 * KIB

type Act =
  | { act: 'makeResident'; names: string[]; denyOverbudget: boolean }
  | { act: 'evict'; names: string[] }
  | { act: 'toggle'; name: string; size: number; resident: boolean }
  | { act: 'priority'; name: string; priority: (typeof PRIORITIES)[number] }
  | { act: 'discard'; name: string }
  | { act: 'budget'; mib: number }
  | { act: 'fail'; count: number }

const name = fc.constantFrom(...NAMES)
const names = fc.array(name, { minLength: 1, maxLength: 4 })
const made = { size: fc.constantFrom(1, 4, 8, 16, 24), resident: fc.boolean() }
const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('makeResident' as const),
      names,
      denyOverbudget: fc.constantFrom(false, false, true),
    }),
  },
  { weight: 6, arbitrary: fc.record({ act: fc.constant('evict' as const), names }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('toggle' as const), name, ...made }) },
  {
    weight: 5,
    // few: what is evictable already comes between others of its new priority
    arbitrary: fc.record({
      act: fc.constant('priority' as const),
      name,
      priority: fc.constantFrom('normal' as const, 'normal' as const, 'low' as const, 'maximum' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('discard' as const), name }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('budget' as const), mib: fc.constantFrom(20, 40, 57) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('fail' as const), count: fc.constantFrom(1, 2, 3) }) },
)

interface Played {
  steps: Record<string, unknown>[]
  oracle: PagingOracle
}

/** The steps of a program, with the oracle beside them; a call that names what is not there is left out. */
function played(system: System, start: readonly Act[], list: readonly (readonly [number, Act])[]): Played {
  const oracle = new PagingOracle(system, MOST_BUDGET)
  const live = new Set<string>()
  const steps: Record<string, unknown>[] = []
  const results: Record<string, string> = {}
  let at = 0
  for (const [delay, act] of [...start.map((one) => [0, one] as const), ...list]) {
    at += delay
    oracle.advanceTo(at)
    const mentioned = 'names' in act ? act.names : act.act === 'priority' || act.act === 'discard' ? [act.name] : []
    if (!mentioned.every((one) => live.has(one))) continue
    const step = (verb: string, value: unknown): void => void steps.push({ at, [verb]: value })
    switch (act.act) {
      case 'makeResident': {
        const { names, denyOverbudget } = act
        results[`steps[${steps.length}]`] = oracle.makeResident(names, denyOverbudget)
        step('makeResident', { names, denyOverbudget })
        break
      }
      case 'evict':
        oracle.evict(act.names)
        step('evict', { names: act.names })
        break
      case 'toggle': {
        const { name, size, resident } = act
        if (live.delete(name)) {
          oracle.free(name)
          step('free', { name })
          break
        }
        live.add(name)
        oracle.create(name, size * MIB, resident)
        step('resource', { name, size: size * MIB, resident })
        break
      }
      case 'priority':
        oracle.setPriority(act.name, act.priority)
        step('residencyPriority', { resource: act.name, priority: act.priority })
        break
      case 'discard':
        oracle.discard(act.name)
        step('discard', act.name)
        break
      case 'budget':
        oracle.budget = Math.min(act.mib * MIB, MOST_BUDGET)
        step('budget', act.mib * MIB)
        break
      case 'fail':
        if (!system.aperture) break
        oracle.failures += act.count
        step('inject', { fault: 'build-paging-buffer-fails', count: act.count })
    }
  }
  if (Object.keys(results).length > 0) steps.push({ at, expect: { results } })
  oracle.advanceTo(at + 5_000_000)
  return { steps, oracle }
}

/** In the words of the oracle. */
function told(record: TraceRecord): string[] {
  const { t, type } = record
  if (type === 'page-in') return [`${t} page-in ${record.resource} ${record.start}`]
  if (type === 'page-out') return [`${t} page-out ${record.resource} ${record.start} ${record.reason}`]
  if (type === 'destroy') return [`${t} destroy ${record.resource} ${record.resident}`]
  return type === 'finding' && record.rule === 'AN-16' ? [`${t} abandoned ${record.resource}`] : []
}

it.each([
  ['memory of its own', false, ['reclaim', 'pressure', 'eager']],
  ['an aperture, with a driver that is notified and may fail', true, ['reclaim', 'pressure', 'eager', 'abandoned']],
] as const)(
  'in %s: who comes and goes, when, and what is refused, is what the clauses say [RS-01] [RS-03] [RS-05] [RS-06] [RS-10] [RS-11] [AN-05] [AN-10] [AN-16]',
  async (_where, aperture, rare) => {
    const seen: Record<string, number> = {}
    const start = fc.tuple(
      ...NAMES.map((one) => fc.record({ act: fc.constant('toggle' as const), name: fc.constant(one), ...made })),
    )
    // within a transfer, between two, and long after
    const delay = aperture ? fc.constantFrom(0, 0, 1, 2, 3, 7, 20, 400) : fc.constantFrom(0, 0, 500, 1000, 3000, 40_000)
    const list = fc.array(fc.tuple(delay, acts), { minLength: 20, maxLength: 80 })
    await fc.assert(
      fc.asyncProperty(fc.boolean(), start, list, async (eager, made, later) => {
        const { steps, oracle } = played({ available: AVAILABLE, aperture, eager }, made, later)
        const kind = aperture
          ? {
              localSegment: 'aperture',
              nonLocalMemory: 0,
              hardwareScheduling: true,
              driver: { notifyIoMmuUnmap: true },
            }
          : {}
        const system = {
          localMemory: SEGMENT,
          pagingBandwidth: '1000MiB',
          evictionMode: eager ? 'eager' : 'lazy',
          ...kind,
        }
        const until = Number(steps.at(-1)?.at) + 5_000_000
        const run = await runOf({ system, app: { policy: 'none', effects: [] }, steps, until })
        const did = run.records.flatMap(told)
        expect(did).toEqual(oracle.did)
        expect(run.of('expect').filter(({ ok }) => !ok)).toEqual([])
        for (const what of rare) if (did.some((line) => line.includes(what))) seen[what] = (seen[what] ?? 0) + 1
      }),
      { numRuns: 80 },
    )
    for (const what of rare) expect(seen[what] ?? 0, what).toBeGreaterThan(5)
  },
  60_000,
)
