/** The system that a recording says nothing of, as its scenario has it. */
import { GRANULE } from '../scenario'

const GIB = 1024 ** 3
/** bytes of which the format has no more */
const MOST = 2 ** 52
/** bytes that the format has where nothing is said */
const LOCAL = 2 * GIB
const NON_LOCAL = 8 * GIB

/**
 * Memory in which a submission that needs so much can run: the format's own, or the next power of two of which the budget,
 * nine tenths, holds it.
 * @param bytes in local memory at one time, at least
 * @returns `localMemory` and `nonLocalMemory` in bytes
 */
export function memoryFor(bytes: number): { localMemory: number; nonLocalMemory?: number } {
  let localMemory = LOCAL
  while (localMemory * 0.9 - GRANULE < bytes && localMemory < MOST) localMemory *= 2
  return localMemory * 2 <= NON_LOCAL
    ? { localMemory }
    : { localMemory, nonLocalMemory: Math.min(localMemory * 2, MOST) }
}
