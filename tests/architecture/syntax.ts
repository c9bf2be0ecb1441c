/** The syntax tree of a source file, and ways through it. */
import { parseSync } from 'vite'

export interface Node {
  type: string
  start: number
  [field: string]: unknown
}

export interface Parsed {
  program: Node & { body: Node[] }
  comments: readonly { type: string; value: string; end: number }[]
  /** from 1 */
  lineOf(node: Node): number
}

/** @throws Error when the text cannot be parsed */
export function parse(path: string, text: string): Parsed {
  const { program, errors, comments } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const lineOf = (node: Node): number => text.slice(0, node.start).split('\n').length
  return { program: program as unknown as Parsed['program'], comments, lineOf }
}

/** Every node, before what is in it. @param enters whether what is in a field is visited [all] */
export function visit(
  node: Node,
  visitor: (node: Node) => void,
  enters: (node: Node, field: string) => boolean = () => true,
): void {
  visitor(node)
  for (const [field, value] of Object.entries(node)) {
    if (!enters(node, field)) continue
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof (child as Node | null)?.type === 'string') visit(child as Node, visitor, enters)
  }
}

/** The text of a string literal; null: it is none. */
export function literal(node: unknown): string | null {
  const value = (node as Node | null | undefined)?.value
  return typeof value === 'string' ? value : null
}
