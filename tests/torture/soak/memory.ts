/** What a session takes as who watches the app's memory sees it: all that the engine has in use, what it notes of that included. */

/** Bytes in use, after what is not needed has gone. */
export function inUse(): number {
  const { gc } = globalThis as { gc?: () => void }
  if (gc === undefined) throw new Error('memory cannot be measured: run with --expose-gc')
  gc()
  gc()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
