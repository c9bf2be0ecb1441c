/** The conditions on calls, devices, preemptions and what the runtime keeps (SC-15). */
import { APP, COMPOSITOR } from '../../../../preload/contract'
import { failed, type HResultName } from '../../../d3d12/hresult'
import type { Resource } from '../../../d3d12/resource'
import { Suballocation } from '../../../editor/suballocation'
import type { DelayTotals } from '../../laboratory/delays/types'
import type { RunStatistics } from '../../run/statistics'
import { type Bounds, type ExpectStep, type Step, stepIndex } from '../../scenario'
import type { World } from '../../world/world'
import { isWithin, type Outcome } from './outcome'

/** @param steps as conditions name them, by their number */
export function callOutcomes(
  world: World,
  statistics: RunStatistics,
  expected: ExpectStep,
  steps: readonly Step[],
): Outcome[] {
  return [
    ...resultOutcomes(world, expected, steps),
    ...processOutcomes(world, statistics, expected),
    ...latencyOutcomes(world, statistics, expected, steps),
    ...keptOutcomes(world, expected),
  ]
}

function resultOutcomes(world: World, { results = {} }: ExpectStep, steps: readonly Step[]): Outcome[] {
  return Object.entries(results).map(([name, expected]) => {
    const made = resultOf(world, steps, name)?.results ?? []
    const found = typeof expected === 'string' ? (made.find(failed) ?? made[0] ?? null) : made
    return { ok: same(found, expected), condition: { results: { [name]: expected } }, found }
  })
}

function resultOf({ calls }: World, steps: readonly Step[], name: string) {
  const step = steps[stepIndex(name)]
  return step === undefined ? undefined : calls.of(step)
}

function processOutcomes(world: World, statistics: RunStatistics, expected: ExpectStep): Outcome[] {
  const outcomes: Outcome[] = []
  for (const [device, reason] of Object.entries(expected.removalReasons ?? {})) {
    const found = statistics.removalReasons.get(device) ?? (hasDevice(world, device) ? null : 'no such device')
    outcomes.push({ ok: found === reason, condition: { removalReasons: { [device]: reason } }, found })
  }
  for (const [key, wanted] of [
    ['blocked', true],
    ['notBlocked', false],
  ] as const) {
    const names = expected[key]
    if (names === undefined) continue
    const found = Object.fromEntries(names.map((name) => [name, isBlocked(world, name)]))
    outcomes.push({
      ok: Object.values(found).every((blocked) => blocked === wanted),
      condition: { [key]: names },
      found,
    })
  }
  return outcomes
}

/** One that is not there now is neither blocked nor not. */
function isBlocked({ blocked, processes, vidmm }: World, name: string): boolean | 'no such process' {
  if (name === APP) return blocked
  if (!processes.has(name) && !vidmm.others.has(name)) return 'no such process'
  return processes.isBlocked(name)
}

function hasDevice({ processes }: World, name: string): boolean {
  return name === APP || name === COMPOSITOR || processes.has(name)
}

function latencyOutcomes(
  world: World,
  statistics: RunStatistics,
  { pressLatency = {}, frameLatency, lastPreemption, delays = {} }: ExpectStep,
  steps: readonly Step[],
): Outcome[] {
  const outcomes: Outcome[] = []
  for (const [name, bounds] of Object.entries(pressLatency)) {
    const found = resultOf(world, steps, name)?.latency ?? null
    const ok = found !== null && isWithin(found, bounds)
    outcomes.push({ ok, condition: { pressLatency: { [name]: bounds } }, found })
  }
  if (frameLatency !== undefined) {
    const found = world.calls.worstFrame
    outcomes.push({ ok: found !== null && isWithin(found, frameLatency), condition: { frameLatency }, found })
  }
  if (lastPreemption !== undefined) {
    const { engine, boundary, latency } = lastPreemption
    const found = statistics.lastPreemption(engine)
    const ok =
      found !== null &&
      (boundary === undefined || found.boundary === boundary) &&
      (latency === undefined || isWithin(found.latency, latency))
    outcomes.push({ ok, condition: { lastPreemption }, found })
  }
  const { totals } = world.delays
  for (const [name, bounds] of Object.entries(delays) as [keyof DelayTotals, number | Bounds][])
    outcomes.push({
      ok: isWithin(totals[name], bounds),
      condition: { delays: { [name]: bounds } },
      found: totals[name],
    })
  return outcomes
}

function keptOutcomes(world: World, { placed = {}, references = {}, pagingFence, cookies }: ExpectStep): Outcome[] {
  const outcomes: Outcome[] = []
  for (const [name, place] of Object.entries(placed)) {
    const found = placeOf(world.editor.find(name))
    const ok =
      found !== null &&
      (place.heap === undefined || place.heap === found.heap) &&
      (place.offset === undefined || place.offset === found.offset)
    outcomes.push({ ok, condition: { placed: { [name]: place } }, found })
  }
  for (const [name, bounds] of Object.entries(references)) {
    const resource = world.editor.find(name)
    const found = resource === undefined ? null : world.device.residency.referencesOf(resource)
    outcomes.push({
      ok: found !== null && isWithin(found, bounds),
      condition: { references: { [name]: bounds } },
      found,
    })
  }
  if (pagingFence !== undefined) {
    const found = world.device.residency.pagingFence
    const ok = (['enqueued', 'completed'] as const).every((key) => isWithin(found[key], pagingFence[key] ?? {}))
    outcomes.push({ ok, condition: { pagingFence }, found })
  }
  if (cookies !== undefined) {
    const found = world.device.trimNotifications.cookies
    outcomes.push({ ok: same(found, cookies), condition: { cookies }, found })
  }
  return outcomes
}

/** null: it is not placed, or not there */
function placeOf(resource: Resource | undefined): { heap: string | null; offset: number } | null {
  if (!(resource instanceof Suballocation)) return null
  const { allocation } = resource
  return { heap: allocation.getHeap()?.name ?? null, offset: allocation.getOffset() }
}

type Comparable = HResultName | null | readonly (HResultName | number)[]

function same(found: Comparable, expected: Comparable): boolean {
  if (!Array.isArray(found) || !Array.isArray(expected)) return found === expected
  return found.length === expected.length && found.every((value, i) => value === expected[i])
}
