/**
 * What a session takes, without what its recording takes, which grows with what is done, by design; and without the
 * program's own code, which the engine compiles as it is first used and again as it is used often.
 */
import { getHeapCodeStatistics, getHeapSnapshot } from 'node:v8'
import type { Step } from '../../../main/session/scenario'

export interface Memory {
  bytes: number
  recording: number
  commands: number
  code: number
}

/**
 * @param steps of the recording as it stands
 * @returns bytes without the recording; of the recording, by what a copy of it takes; how many commands it has; and bytes
 *   that the engine has for compiled code, which the first does not have
 */
export async function memoryOf(steps: () => readonly Step[]): Promise<Memory> {
  const before = used()
  const copy = steps().map(({ verb, value, at }) => ({ verb, value: copied(value), at }))
  const recording = used() - before
  // what is read here was alive until now
  const commands = Math.max(1, copy.length)
  const lists = await dependents()
  return { bytes: before - recording - lists, recording, commands, code: code() + lists }
}

/**
 * Bytes of the lists in which the engine notes, at each shape of objects, the optimised code that counts on it. They are
 * not in its statistics, and keep the places of code that has long gone: after an hour 146 KB for 13 of them.
 */
async function dependents(): Promise<number> {
  const chunks: string[] = []
  for await (const chunk of getHeapSnapshot().setEncoding('utf8')) chunks.push(chunk as string)
  const { snapshot, nodes, strings } = JSON.parse(chunks.join('')) as HeapSnapshot
  const fields = snapshot.meta.node_fields
  const [name, size] = [fields.indexOf('name'), fields.indexOf('self_size')]
  const list = strings.indexOf('system / WeakArrayList')
  let bytes = 0
  for (let at = 0; at < nodes.length; at += fields.length)
    if (nodes[at + name] === list) bytes += nodes[at + size] as number
  return bytes
}

/** Of the format what is read here. */
interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[] } }
  nodes: number[]
  strings: string[]
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
  return heapUsed + arrayBuffers - code()
}

function code(): number {
  const { code_and_metadata_size: compiled, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics()
  return compiled + bytecode
}
