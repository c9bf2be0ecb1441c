/** What of a watched system a checkpoint has, and of which systems there are any (LB-02). */
import { Origin } from '../../sim/checkpoint/checkpoint'
import { lasts } from '../../sim/checkpoint/lasting'
import type { Scenario } from '../scenario'
import type { World } from '../world/world'

interface Watched {
  readonly scenario: Scenario
  readonly world: Pick<World, 'vidmm'>
}

/** Allocations of a system of which several are kept: memory for larger ones might not be there. */
const MOST_ALLOCATIONS = 20_000

/** Fields of a watched system that are no part of a run, or that `movedOn` puts right. */
export const APART = [
  'scenario',
  'project',
  'handChanges',
  'idleSwitches',
  'idleRule',
  'laboratory',
  'ownPolicies',
  'selection',
  'origin',
] as const

/** Several of it, as it was at several moments, fit in memory. */
export function isSmall({ world }: Watched): boolean {
  return world.vidmm.residency.table.names.length <= MOST_ALLOCATIONS
}

/** Of a system that has just been built; what its file says is the same for all of them. @returns null: it is too large */
export function originOf(running: Watched): Origin | null {
  if (!isSmall(running)) return null
  lasts(running.scenario)
  return new Origin(running)
}
