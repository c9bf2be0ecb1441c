/**
 * What a session takes: everything that the engine has in use, its compiled code and what it notes of that included, as who
 * watches the app's memory sees it; without what the recording takes, which grows with what is done, by design.
 */
import type { Step } from '../../../main/session/scenario'

export interface Memory {
  bytes: number
  recording: number
  commands: number
}

/**
 * @param steps of the recording as it stands
 * @returns bytes without the recording; of the recording, by what a copy of it takes, and how many commands it has
 */
export function memoryOf(steps: () => readonly Step[]): Memory {
  const before = used()
  const copy = steps().map(({ verb, value, at }) => ({ verb, value: copied(value), at }))
  const recording = used() - before
  // what is read here was alive until now
  const commands = Math.max(1, copy.length)
  return { bytes: before - recording, recording, commands }
}

/** Texts are shared with the original, as a text costs the same however often it is referred to. */
function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copied)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copied(part)]))
}

/** Bytes in use, after what is not needed has gone. */
function used(): number {
  const { gc } = globalThis as { gc?: () => void }
  if (gc === undefined) throw new Error('memory cannot be measured: run with --expose-gc')
  gc()
  gc()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
