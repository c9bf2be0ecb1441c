/**
 * What a session takes: everything that the engine has in use, its compiled code and what it notes of that included, as who
 * watches the app's memory sees it; without what the recording takes, which grows with what is done, by design.
 */
import type { Line } from '../../../main/session/past/line'

export interface Memory {
  bytes: number
  recording: number
  commands: number
}

/**
 * @param line all that was done: the recording's steps, and the same as Undo and a look at the past need it
 * @returns bytes without the recording; of the recording, by what a copy of it takes, and how many commands it has
 */
export function memoryOf(line: () => Line): Memory {
  const before = used()
  const copy = copyOf(line())
  const recording = used() - before
  // what is read here was alive until now
  const commands = Math.max(1, copy.steps.length)
  return { bytes: before - recording, recording, commands }
}

function copyOf({ steps, project, byHand, idle }: Line): { steps: unknown[] } & Record<string, unknown> {
  const texts = new Map<string, string>()
  const objects = new Map<object, unknown>()
  /** What is referred to twice takes its memory once. */
  const copied = (value: unknown): unknown => {
    if (typeof value === 'string') return once(texts, value, () => Buffer.from(value, 'utf16le').toString('utf16le'))
    if (typeof value !== 'object' || value === null) return value
    return once(objects, value, () =>
      Array.isArray(value)
        ? value.map(copied)
        : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copied(part)])),
    )
  }
  return {
    steps: steps.map(({ verb, value, at }) => ({ verb, value: copied(value), at })),
    project: project.map(({ at, change, revision }) => ({ at, change: copied(change), revision })),
    byHand: byHand.map(({ at, action }) => ({ at, action: copied(action) })),
    idle: idle.map(({ at, on }) => ({ at, on })),
  }
}

function once<Key, Value>(made: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = made.get(key)
  if (known !== undefined) return known
  const value = make()
  made.set(key, value)
  return value
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
