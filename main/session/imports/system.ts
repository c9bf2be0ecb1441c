/** The system that a recording says nothing of, as its scenario has it. */
import { formatBytes } from '../../../preload/contract'
import { GRANULE } from '../scenario'

const GIB = 1024 ** 3
/** bytes of which the format has no more */
const MOST = 2 ** 52
/** bytes that the format has where nothing is said */
export const LOCAL = 2 * GIB
export const NON_LOCAL = 8 * GIB

/**
 * Memory in which a submission that needs so much can run: the format's own, or the next power of two of which the budget,
 * nine tenths, holds it.
 * @param local bytes in local memory at one time, at least
 * @param nonLocal bytes in the other segment, likewise
 * @returns `localMemory` and `nonLocalMemory` in bytes
 */
export function memoryFor(local: number, nonLocal = 0): { localMemory: number; nonLocalMemory?: number } {
  const localMemory = powerFor(local, LOCAL)
  const nonLocalMemory = powerFor(nonLocal, Math.max(NON_LOCAL, Math.min(localMemory * 2, MOST)))
  return nonLocalMemory === NON_LOCAL ? { localMemory } : { localMemory, nonLocalMemory }
}

/**
 * Why there is so much of it.
 * @param memory bytes that `memoryFor` gave
 * @param bytes that were asked for
 * @param what they are, as `the largest set`
 */
export function holdsText(memory: number, bytes: number, what: string): string {
  if (memory >= bytes) return `which holds ${what}`
  return `the most that there can be, which does not hold ${what} of ${formatBytes(bytes)}`
}

function powerFor(bytes: number, least: number): number {
  let memory = least
  while (memory * 0.9 - GRANULE < bytes && memory < MOST) memory *= 2
  return memory
}
