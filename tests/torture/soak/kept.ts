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
  snapshot: {
    meta: {
      node_fields: readonly string[]
      node_types: readonly [readonly string[], ...unknown[]]
      edge_fields: readonly string[]
      edge_types: readonly [readonly string[], ...unknown[]]
    }
  }
  nodes: readonly number[]
  edges: readonly number[]
  strings: readonly string[]
}

/** A property of the objects of a class. */
export type Property = `${string}.${string}`

const OF_THE_ENGINE: ReadonlySet<string> = new Set(['code', 'object shape'])
/** hidden, but it holds the properties of objects */
const PROPERTIES = 'system / PropertyArray'

/**
 * Bytes by whose they are.
 * @param without what is reached through these properties alone is not counted
 * @param never nor is what is reached through these, if there are any
 * @throws Error where no object in use has one of the first: what it was to leave out is counted
 */
export function sumOf(heap: Snapshot, without: readonly Property[] = [], never: readonly Property[] = []): Kept {
  const { nodes, strings } = heap
  const { node_fields: fields, node_types } = heap.snapshot.meta
  const [type, name, size] = placesOf(fields, ['type', 'name', 'self_size'])
  const [types] = node_types
  const reached = reachedWithout(heap, new Set(without), new Set(never))
  const kept = { program: 0, engine: 0 }
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (reached[at / fields.length] === 0) continue
    const kind = types[nodes[at + type] as number] as string
    const hidden = kind === 'hidden' && strings[nodes[at + name] as number] !== PROPERTIES
    kept[hidden || OF_THE_ENGINE.has(kind) ? 'engine' : 'program'] += nodes[at + size] as number
  }
  return kept
}

/** By number of the node: 1 where it is reached from the root, the first, by what keeps alive what it refers to. */
function reachedWithout(
  { snapshot: { meta }, nodes, edges, strings }: Snapshot,
  without: ReadonlySet<string>,
  never: ReadonlySet<string>,
): Uint8Array {
  const width = meta.node_fields.length
  const step = meta.edge_fields.length
  const [name, count] = placesOf(meta.node_fields, ['name', 'edge_count', 'edge_count'])
  const [type, label, to] = placesOf(meta.edge_fields, ['type', 'name_or_index', 'to_node'])
  const [types] = meta.edge_types
  const weak = types.indexOf('weak')
  const property = types.indexOf('property')
  const first = new Float64Array(nodes.length / width + 1)
  for (let node = 0; node < first.length - 1; node++)
    first[node + 1] = (first[node] as number) + (nodes[node * width + count] as number)
  const reached = new Uint8Array(nodes.length / width)
  const unseen = new Set(without)
  const open = [0]
  reached[0] = 1
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const owner = strings[nodes[node * width + name] as number]
    for (let edge = first[node] as number; edge < (first[node + 1] as number); edge++) {
      const at = edge * step
      const kind = edges[at + type]
      if (kind === weak) continue
      const its =
        kind === property && without.size + never.size > 0 ? `${owner}.${strings[edges[at + label] as number]}` : ''
      if (never.has(its)) continue
      if (without.has(its)) {
        unseen.delete(its)
        continue
      }
      const next = (edges[at + to] as number) / width
      if (reached[next] === 1) continue
      reached[next] = 1
      open.push(next)
    }
  }
  if (unseen.size > 0) throw new Error(`nothing in use has ${[...unseen].join(', ')}`)
  return reached
}

function placesOf(fields: readonly string[], names: readonly [string, string, string]): [number, number, number] {
  return names.map((name) => fields.indexOf(name)) as [number, number, number]
}

/**
 * @param without properties
 * @param never what is reached through these alone is counted in neither
 * @returns of this process, after what is not needed has gone; and the same without what only `without` keeps
 */
export async function keptNow(
  without: readonly Property[] = [],
  never: readonly Property[] = [],
): Promise<{ all: Kept; rest: Kept }> {
  const heap: Snapshot = JSON.parse(await text(getHeapSnapshot()))
  return { all: sumOf(heap, [], never), rest: sumOf(heap, without, never) }
}
