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

/** References, bytes and local usage, line by line (RS-01, RS-08). All resources of these traces are local ones. */
export class Residents {
  readonly references = new Map<string, number>()
  readonly bytes = new Map<string, number>()
  usage = 0

  apply(line: Line): void {
    const resource = String(line.resource)
    if (line.type === 'create') {
      this.references.set(resource, 0)
      // the other segment group's bytes are not local usage
      this.bytes.set(resource, line.segment === 'non-local' ? 0 : Number(line.bytes))
      if (line.resident === true) this.change(resource, 1)
    }
    if (line.type === 'make-resident') for (const name of namesOf(line)) this.change(name, 1)
    if (line.type === 'evict') this.change(resource, -1)
    if (line.type === 'destroy') while (this.count(resource) > 0) this.change(resource, -1)
  }

  count(resource: string): number {
    return this.references.get(resource) ?? 0
  }

  private change(resource: string, by: 1 | -1): void {
    const before = this.count(resource)
    this.references.set(resource, before + by)
    if (before === 0 && by === 1) this.usage += this.bytes.get(resource) ?? 0
    if (before === 1 && by === -1) this.usage -= this.bytes.get(resource) ?? 0
  }
}
