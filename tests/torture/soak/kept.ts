/**
 * What of the memory in use is the program's, and what the engine keeps for itself: compiled code, what it notes of shapes
 * and of which code depends on them. The engine's part goes on changing for hours, as it compiles anew what turns out to
 * be used in another way; it has bounds of its own, and says nothing of what a session forgets to let go of.
 */
import { text } from 'node:stream/consumers'
import { getHeapSnapshot } from 'node:v8'

export interface Kept {
  /** bytes of objects, arrays, texts, numbers, functions and what they hold outside the heap */
  program: number
  /** bytes of compiled code and of the engine's notes */
  engine: number
}

/** A heap snapshot as V8 writes it, as far as it is read here. */
export interface Snapshot {
  snapshot: { meta: { node_fields: readonly string[]; node_types: readonly [readonly string[], ...unknown[]] } }
  nodes: readonly number[]
  strings: readonly string[]
}

const OF_THE_ENGINE: ReadonlySet<string> = new Set(['code', 'object shape'])
/** hidden, but it holds the properties of objects */
const PROPERTIES = 'system / PropertyArray'

/** Bytes by whose they are. */
export function sumOf({ snapshot, nodes, strings }: Snapshot): Kept {
  const { node_fields: fields, node_types } = snapshot.meta
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field)) as [
    number,
    number,
    number,
  ]
  const [types] = node_types
  const kept = { program: 0, engine: 0 }
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[nodes[at + type] as number] as string
    const hidden = kind === 'hidden' && strings[nodes[at + name] as number] !== PROPERTIES
    kept[hidden || OF_THE_ENGINE.has(kind) ? 'engine' : 'program'] += nodes[at + size] as number
  }
  return kept
}

/** Of this process, after what is not needed has gone. */
export async function keptNow(): Promise<Kept> {
  return sumOf(JSON.parse(await text(getHeapSnapshot())))
}
