/** What a call takes of memory at most while it runs, what is no longer needed but not yet collected included. */
import { GCProfiler, getHeapSpaceStatistics } from 'node:v8'

/** Where objects are made: the engine lets it fill before it collects, up to 16 MiB in Node 20 and to 64 MiB in Node 24. */
const NEW = 'new_space'

/**
 * Begins from a collected heap. What was made a moment ago is not counted, as that says more of the engine's version than
 * of the call: as soon as it has outlived a collection or two, it is.
 * @returns bytes above those in use before; the call's error is thrown on
 */
export function peakOf(run: () => void): number {
  const { gc } = globalThis as { gc?: () => void }
  gc?.()
  const before = inUse()
  const profiler = new GCProfiler()
  profiler.start()
  let end: number
  let collections: number[]
  try {
    run()
  } finally {
    end = inUse()
    // the heap is fullest right before something is collected
    collections = profiler.stop().statistics.map(({ beforeGC: { heapStatistics, heapSpaceStatistics } }) => {
      const made = heapSpaceStatistics.find(({ spaceName }) => spaceName === NEW)?.spaceUsedSize ?? 0
      return heapStatistics.usedHeapSize - made + heapStatistics.externalMemory
    })
  }
  return Math.max(end, ...collections) - before
}

function inUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  const made = getHeapSpaceStatistics().find(({ space_name }) => space_name === NEW)?.space_used_size ?? 0
  return heapUsed - made + external
}
