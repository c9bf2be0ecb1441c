/** What is wrong with a command for the simulated system, in words, before anything is done. */
import { APP, COMPOSITOR, COMPOSITOR_CONTEXT, type SubmitSpec, TrimFlag } from '../../../preload/contract'
import type { WatchedSystem } from '../run/watched-system'
import type { World } from '../world/world'
import type { CommandOf } from './row'

/** @returns null when there is that much; sizes in bytes */
export function otherProcessProblem(
  { bytes, name }: CommandOf<'setOtherProcess'>,
  { scenario }: WatchedSystem,
): string | null {
  if (name === APP) return `"${APP}" is the app, whose memory is what it makes resident. Name another process.`
  const { localMemory } = scenario.system
  if (bytes <= localMemory) return null
  return `The other process would use ${bytes} bytes; the local segment has ${localMemory}. Use that or less.`
}

/** What of a resource of the app's a command needs, where only a heap has it. */
type Instead = 'has the priorities' | 'has contents that can be discarded' | 'takes its heap with it'

/** Of one that is gone. @param id its handle, or the allocator's number of it */
export function noAllocation(id: number | null): string {
  return `There is no allocation ${id} any more.`
}

/** @param id the allocation's handle */
export function resourceProblem(id: number, instead: Instead, { world }: WatchedSystem): string | null {
  const name = resourceName(id, { world })
  if (name === '') return noAllocation(id)
  if (world.editor.find(name) !== undefined) return null
  return `${name} is no resource of the app: what is placed in a heap ${instead}. Choose one of these.`
}

/** @returns null when all that the work is to use is there */
export function setProblem({ set, context }: CommandOf<'use'>, { editor, vidmm }: World): string | null {
  if (context === COMPOSITOR) return COMPOSITOR_CONTEXT
  const missing = set.find((name) => editor.find(name) === undefined)
  if (missing === undefined) return null
  if (!vidmm.residency.table.names.includes(missing))
    return `There is no resource "${missing}" that the work could use.`
  return `${missing} is no resource of the app: what is placed in a heap can be used. Choose one of these.`
}

/** @returns the name of what has this handle; '' for none */
export function resourceName(id: number, { world }: Pick<WatchedSystem, 'world'>): string {
  return world.vidmm.residency.table.names[id] ?? ''
}

/** @param id of the allocator, as in the heap map (DF-20). @returns its name; null: it is not there any more */
export function placedName(id: number, { world }: WatchedSystem): string | null {
  for (const { allocation, name } of world.editor.memory.all) if (allocation.serial === id) return name
  return null
}

/** @returns null when all resources that the work names are there */
export function submitProblem(
  { context, resources = [], parts = [] }: SubmitSpec,
  { world }: WatchedSystem,
): string | null {
  if (context === COMPOSITOR) return COMPOSITOR_CONTEXT
  const named = [...resources, ...parts.flatMap((part) => part.resources)]
  const missing = named.find((name) => world.editor.find(name) === undefined)
  return missing === undefined ? null : `There is no resource "${missing}" that the work could use.`
}

/** TN-03 */
export function notifyProblem({ flags, bytes }: CommandOf<'notify'>): string | null {
  const both = TrimFlag.PERIODIC_TRIM | TrimFlag.RESTART_PERIODIC_TRIM
  if ((flags & both) === both)
    return 'PERIODIC_TRIM and RESTART_PERIODIC_TRIM are never set together (TN-03). Choose one of them.'
  if ((flags & TrimFlag.TRIM_TO_BUDGET) === 0 && bytes > 0)
    return `${bytes} bytes to trim need the flag TRIM_TO_BUDGET (TN-03). Set it, or leave the bytes at 0.`
  return null
}
