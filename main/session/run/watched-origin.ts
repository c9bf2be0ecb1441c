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
/** of a system of which there are checkpoints: a copy is made in one go, and of a larger one it would be seen */
const MOST_COPIED = 5_000

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
export function isSmall(running: Watched): boolean {
  return allocationsOf(running) <= MOST_ALLOCATIONS
}

/** A copy of it is made in a few hundredths of a second. */
export function isQuicklyCopied(running: Watched): boolean {
  return allocationsOf(running) <= MOST_COPIED
}

const allocationsOf = ({ world }: Watched): number => world.vidmm.residency.table.names.length

/** Of a system that has just been built; what its file says is the same for all of them. @returns null: it is too large */
export function originOf(running: Watched): Origin | null {
  if (!isQuicklyCopied(running)) return null
  lasts(running.scenario)
  return new Origin(running)
}
