/** What a call takes of memory at most while it runs, what is no longer needed but not yet collected included. */
import { GCProfiler } from 'node:v8'

/**
 * Begins from a collected heap.
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
    collections = profiler
      .stop()
      .statistics.map(({ beforeGC: { heapStatistics } }) => heapStatistics.usedHeapSize + heapStatistics.externalMemory)
  }
  return Math.max(end, ...collections) - before
}

function inUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
