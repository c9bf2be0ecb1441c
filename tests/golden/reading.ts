/**
 * A trace as a reader of the file sees it, and a model of residency lists that is built from its lines alone: nothing
 * here comes from the program under test.
 */

export interface Line {
  t: number
  type: string
  [field: string]: unknown
}

export function linesOf(text: string): Line[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)
}

export function namesOf(line: Line): string[] {
  return (line.resources ?? []) as string[]
}

/** "Effect.resource" → "Effect" */
export function effectOf(resource: unknown): string {
  const name = String(resource)
  return name.slice(0, name.indexOf('.'))
}

/** What lies, or lay, in a heap, by the lines that put it there (RS-15). */
export function tenantsOf(lines: readonly Line[], heap: unknown): Set<unknown> {
  const tenants = lines.filter(
    (line) =>
      (line.type === 'allocate' && line.heap === heap) ||
      (line.type === 'defragmentation-move' && (line.to === heap || line.from === heap)),
  )
  return new Set(tenants.map(({ resource }) => resource))
}

/** What changes the residency list: a layer that evicts nothing keeps on it what its app calls Evict for (PL-41). */
export function linesOfList(lines: readonly Line[], policy: string): readonly Line[] {
  return policy.startsWith('vkd3d-proton') ? lines.filter(({ type }) => type !== 'evict') : lines
}

/**
 * References, bytes and local usage, line by line (RS-01, RS-08). What is placed in a heap brings its references to the
 * heap, which gives up its own for the first, and takes them along when it moves (RS-15, DF-11).
 */
export class Residents {
  /** of committed resources and heaps */
  readonly references = new Map<string, number>()
  readonly bytes = new Map<string, number>()
  usage = 0
  /** resource → its heap, and its own references */
  private readonly placed = new Map<string, { heap: string; own: number }>()
  /** heaps in which nothing was placed yet */
  private readonly fresh = new Set<string>()

  apply(line: Line): void {
    const resource = String(line.resource)
    if (line.type === 'create') {
      this.references.set(resource, 0)
      // the other segment group's bytes are not local usage
      this.bytes.set(resource, line.segment === 'non-local' ? 0 : Number(line.bytes))
      this.fresh.add(resource)
      if (line.resident === true) this.change(resource, 1)
    }
    if (line.type === 'make-resident') for (const name of namesOf(line)) this.refer(name, 1)
    if (line.type === 'evict') this.refer(resource, -1)
    if (line.type === 'destroy') {
      while ((this.references.get(resource) ?? 0) > 0) this.change(resource, -1)
      this.references.delete(resource)
    }
    this.place(line, resource)
  }

  /** Of its heap, where it is placed in one. */
  count(resource: string): number {
    return this.references.get(this.placed.get(resource)?.heap ?? resource) ?? 0
  }

  private place(line: Line, resource: string): void {
    const before = this.placed.get(resource)
    if (line.type === 'allocate') {
      const heap = String(line.heap)
      this.placed.set(resource, { heap, own: 0 })
      this.refer(resource, 1)
      if (this.fresh.delete(heap)) this.change(heap, -1)
    }
    if (line.type === 'free') {
      this.refer(resource, -(before?.own ?? 0))
      this.placed.delete(resource)
    }
    if (line.type === 'defragmentation-move' && line.operation === 'COPY' && before !== undefined) {
      const { own } = before
      this.refer(resource, -own)
      this.placed.set(resource, { heap: String(line.to), own: 0 })
      this.refer(resource, own)
    }
  }

  private refer(resource: string, by: number): void {
    const placed = this.placed.get(resource)
    if (placed !== undefined) placed.own += by
    const holder = placed?.heap ?? resource
    for (let left = Math.abs(by); left > 0; left--) this.change(holder, by > 0 ? 1 : -1)
  }

  private change(holder: string, by: 1 | -1): void {
    const before = this.references.get(holder)
    // a heap goes before the records of what was moved out of it
    if (before === undefined) return
    this.references.set(holder, before + by)
    if (before === 0 && by === 1) this.usage += this.bytes.get(holder) ?? 0
    if (before === 1 && by === -1) this.usage -= this.bytes.get(holder) ?? 0
  }
}
