/** Functions that files give to others, and whether they say what they do. */
import { parseSync } from 'vite'

export interface ExportedFunction {
  /** from the project's root, with slashes */
  path: string
  /** `default` for a default export */
  name: string
  line: number
  /** a comment of documentation stands before it */
  documented: boolean
}

interface Node {
  type: string
  start: number
  [field: string]: unknown
}

/** @throws Error when the text cannot be parsed */
export function exportedFunctions(path: string, text: string): ExportedFunction[] {
  const { program, errors, comments } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const documentation = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
  const isDocumented = (start: number): boolean =>
    documentation.some(({ end }) => end <= start && text.slice(end, start).trim() === '')
  return (program.body as unknown as Node[]).flatMap((node) =>
    functionsOf(node).map((name) => ({
      path,
      name,
      line: text.slice(0, node.start).split('\n').length,
      documented: isDocumented(node.start),
    })),
  )
}

/** Names of the functions that a statement of a module exports. */
function functionsOf(node: Node): string[] {
  const declaration = node.declaration as Node | null | undefined
  if (node.type === 'ExportDefaultDeclaration') return ['default']
  if (node.type !== 'ExportNamedDeclaration' || declaration == null) return []
  if (declaration.type === 'FunctionDeclaration') return [nameOf(declaration.id)]
  if (declaration.type !== 'VariableDeclaration') return []
  return (declaration.declarations as Node[])
    .filter(({ init }) => /^(ArrowFunction|Function)Expression$/.test((init as Node | null)?.type ?? ''))
    .map(({ id }) => nameOf(id))
}

function nameOf(node: unknown): string {
  return (node as { name: string }).name
}
