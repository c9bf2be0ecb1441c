/** The verb `expect`: each condition becomes one record, passed or failed, with what was found. */
import type { WorkflowName } from '../../../../preload/contract'
import { SegmentGroup } from '../../../../preload/contract'
import type { AllocationHandle } from '../../../dxgkrnl/vidmm/allocation-table'
import type { ResidencyState } from '../../../dxgkrnl/vidmm/residency'
import type { RunStatistics } from '../../run/statistics'
import type { ExpectStep, Step } from '../../scenario'
import type { World } from '../../world/world'
import { callOutcomes } from './calls'
import { memoryOutcomes } from './memory'
import { isWithin, type Outcome } from './outcome'

const COUNTS = [
  'localUsage',
  'nonLocalUsage',
  'evictions',
  'notifications',
  'findings',
  'hitches',
  'devicesRemoved',
  'missedVerticalBlanks',
  'tears',
  'preemptions',
  'engineResets',
  'adapterResets',
  'backgroundTasks',
  'cancelledTasks',
] as const

/** `pending` is resident, with paging under way (RS-04). */
const STATES: Record<'resident' | 'evictable' | 'pagedOut' | 'notResident', readonly (ResidencyState | 'destroyed')[]> =
  {
    resident: ['resident', 'pending'],
    evictable: ['evictable'],
    pagedOut: ['paged-out'],
    notResident: ['evictable', 'paged-out'],
  }

/**
 * Checks every condition of the step and writes an `expect` record for each.
 * @param steps as conditions name them, by number: what the scenario that it is a step of has carried out
 */
export function checkExpectations(
  world: World,
  statistics: RunStatistics,
  expected: ExpectStep,
  steps: readonly Step[],
): Outcome[] {
  const outcomes = [
    ...stateOutcomes(world, expected),
    ...countOutcomes(world, statistics, expected),
    ...schedulingOutcomes(world, statistics, expected),
    ...backgroundOutcomes(world, statistics, expected),
    ...memoryOutcomes(world, expected),
    ...callOutcomes(world, statistics, expected, steps),
  ]
  for (const outcome of outcomes) world.sim.trace.write('expect', { ...outcome })
  return outcomes
}

function stateOutcomes(world: World, expected: ExpectStep): Outcome[] {
  const outcomes: Outcome[] = []
  for (const key of ['resident', 'evictable', 'pagedOut', 'notResident'] as const) {
    const names = expected[key]
    if (names === undefined) continue
    const found = foundOf(names, (name) => {
      const handle = handleOf(world, name)
      return handle === null ? 'destroyed' : world.vidmm.residency.state(handle)
    })
    const ok = Object.values(found).every((state) => (STATES[key] as readonly string[]).includes(state))
    outcomes.push({ ok, condition: { [key]: names }, found })
  }
  if (expected.intact !== undefined) outcomes.push(intactOutcome(world, expected.intact))
  return outcomes
}

/** What the CPU would read of each now (AN-14). */
function intactOutcome(world: World, names: string[]): Outcome {
  const found = foundOf(names, (name) => {
    const handle = handleOf(world, name)
    const corrupt = handle === null ? 0 : world.vidmm.contents.readByCpu(handle).corrupt
    return handle === null ? 'destroyed' : corrupt === 0 ? 'intact' : `${corrupt} bytes corrupt`
  })
  return { ok: Object.values(found).every((text) => text === 'intact'), condition: { intact: names }, found }
}

/** What was found of each, by its name, whatever name that is: fields that are set one by one have no "__proto__". */
function foundOf(names: readonly string[], look: (name: string) => string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, look(name)]))
}

/** Of a resource, an allocation by hand, or a heap that placed ones share (RS-15). */
function handleOf({ editor }: World, name: string): AllocationHandle | null {
  const resource = editor.find(name)
  if (resource !== undefined) return resource.handle
  for (const { blockVector } of editor.memory.allocator.pools())
    for (const { heap } of blockVector.blocks) if (heap.name === name) return heap.handle
  return null
}

function countOutcomes(world: World, statistics: RunStatistics, expected: ExpectStep): Outcome[] {
  const { counters } = world.vidmm.residency
  const found = {
    localUsage: counters[SegmentGroup.LOCAL].usage,
    nonLocalUsage: counters[SegmentGroup.NON_LOCAL].usage,
    evictions: statistics.evictions,
    notifications: statistics.notifications,
    findings: statistics.findings,
    hitches: statistics.hitches,
    devicesRemoved: statistics.devicesRemoved,
    missedVerticalBlanks: statistics.missedVerticalBlanks,
    tears: statistics.tears,
    preemptions: statistics.preemptions,
    engineResets: statistics.engineResets,
    adapterResets: statistics.adapterResets,
    backgroundTasks: statistics.backgroundTasks,
    cancelledTasks: statistics.cancelledTasks,
  }
  const outcomes: Outcome[] = []
  for (const key of COUNTS) {
    const bounds = expected[key]
    if (bounds === undefined) continue
    outcomes.push({ ok: isWithin(found[key], bounds), condition: { [key]: bounds }, found: found[key] })
  }
  return outcomes
}

function schedulingOutcomes(world: World, statistics: RunStatistics, expected: ExpectStep): Outcome[] {
  const outcomes: Outcome[] = []
  const { bugCheck, compositorLatency, rules } = expected
  if (bugCheck !== undefined) {
    const found = world.scheduler.timeouts.bugCheck !== null
    outcomes.push({ ok: found === bugCheck, condition: { bugCheck }, found })
  }
  if (compositorLatency !== undefined) {
    const found = statistics.compositorLatency(world.sim.now).worst
    const ok = found !== null && isWithin(found, compositorLatency)
    outcomes.push({ ok, condition: { compositorLatency }, found })
  }
  for (const [rule, bounds] of Object.entries(rules ?? {})) {
    const found = statistics.findingsByRule.get(rule) ?? 0
    outcomes.push({ ok: isWithin(found, bounds), condition: { rules: { [rule]: bounds } }, found })
  }
  return outcomes
}

function backgroundOutcomes(world: World, statistics: RunStatistics, expected: ExpectStep): Outcome[] {
  const outcomes: Outcome[] = []
  const { variants, signalled, furtherMeasurementsDesired, workflows } = expected
  for (const [effect, bounds] of Object.entries(variants ?? {})) {
    const own = world.device.pipelines.filter((pipeline) => pipeline.effect === effect)
    const found = own.reduce((count, pipeline) => count + pipeline.variants.length, 0)
    outcomes.push({ ok: isWithin(found, bounds), condition: { variants: { [effect]: bounds } }, found })
  }
  if (signalled !== undefined) {
    const found = Object.fromEntries(signalled.map((name) => [name, world.events.get(name)?.signalled ?? false]))
    outcomes.push({ ok: Object.values(found).every(Boolean), condition: { signalled }, found })
  }
  if (furtherMeasurementsDesired !== undefined) {
    const found = statistics.furtherMeasurementsDesired
    outcomes.push({ ok: found === furtherMeasurementsDesired, condition: { furtherMeasurementsDesired }, found })
  }
  for (const [name, reached] of Object.entries(workflows ?? {})) {
    const found = world.workflows.results.get(name as WorkflowName) ?? null
    outcomes.push({ ok: found === reached, condition: { workflows: { [name]: reached } }, found })
  }
  return outcomes
}
