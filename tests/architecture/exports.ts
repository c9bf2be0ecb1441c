/** What files give to others, and what is taken of it. */
import { resolved } from './resolve'
import { literal, type Node, parse, visit } from './syntax'

export interface Exported {
  /** from the project's root, with slashes */
  path: string
  /** `default` for a default export */
  name: string
  /** a type that the same file mentions: it names what a function takes or a class gives */
  isMentionedType: boolean
}

export interface Module {
  path: string
  exports: Exported[]
  /** what it takes of others: where from, as written, and which name; `*` is all */
  taken: { from: string; name: string }[]
}

/** @throws Error when the text cannot be parsed */
export function readModule(path: string, text: string): Module {
  const { program } = parse(path, text)
  const exports: Exported[] = []
  const taken: Module['taken'] = []
  for (const node of program.body) {
    taken.push(...takenBy(node))
    for (const name of exportsOf(node)) {
      const isMentionedType = isType(node) && (text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1
      exports.push({ path, name, isMentionedType })
    }
  }
  visit(program, (node) => {
    if (node.type === 'ImportExpression' || node.type === 'TSImportType') taken.push(...all(node.source))
  })
  return { path, exports, taken }
}

function isType(node: Node): boolean {
  return /^TS(Interface|TypeAlias)Declaration$/.test((node.declaration as Node | null | undefined)?.type ?? '')
}

/** Exports of `modules` that none of `takers` takes, but for types that stand in what is exported beside them. */
export function notTaken(modules: readonly Module[], takers: readonly Module[]): Exported[] {
  const known = new Set(modules.map(({ path }) => path))
  const taken = new Set<string>()
  for (const { path, taken: names } of takers)
    for (const { from, name } of names) {
      const target = resolved(path, from, (each) => known.has(each))
      if (target !== undefined) taken.add(`${target} ${name}`)
    }
  return modules
    .flatMap(({ exports }) => exports)
    .filter(({ isMentionedType }) => !isMentionedType)
    .filter(({ path, name }) => !taken.has(`${path} ${name}`) && !taken.has(`${path} *`))
}

function takenBy(node: Node): Module['taken'] {
  if (node.type === 'ExportAllDeclaration') return all(node.source)
  if (node.type !== 'ImportDeclaration' && node.type !== 'ExportNamedDeclaration') return []
  const from = literal(node.source)
  if (from === null) return []
  return (node.specifiers as Node[]).map((specifier) => {
    if (specifier.type === 'ImportNamespaceSpecifier') return { from, name: '*' }
    if (specifier.type === 'ImportDefaultSpecifier') return { from, name: 'default' }
    return { from, name: nameOf(specifier.imported ?? specifier.local) }
  })
}

function exportsOf(node: Node): string[] {
  if (node.type === 'ExportDefaultDeclaration') return ['default']
  if (node.type !== 'ExportNamedDeclaration') return []
  const declaration = node.declaration as Node | null
  if (declaration === null) return (node.specifiers as Node[]).map(({ exported }) => nameOf(exported))
  if (declaration.type !== 'VariableDeclaration') return [nameOf(declaration.id)]
  return (declaration.declarations as Node[]).flatMap(({ id }) => namesIn(id as Node))
}

function namesIn(binding: Node): string[] {
  if (binding.type === 'Identifier') return [nameOf(binding)]
  const parts = ((binding.properties ?? binding.elements ?? []) as (Node | null)[]).filter((part) => part !== null)
  return parts.flatMap((part) => namesIn((part.value ?? part.argument ?? part) as Node))
}

function nameOf(node: unknown): string {
  const { name, value } = node as { name?: string; value?: string }
  return name ?? value ?? ''
}

function all(source: unknown): Module['taken'] {
  const from = literal(source)
  return from === null ? [] : [{ from, name: '*' }]
}
