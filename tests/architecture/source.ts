/** What a source file imports, in whatever way, and which names of its surroundings it uses; read from its syntax tree. */
import { literal, type Node, parse, visit } from './syntax'

interface Import {
  /** as written; null: computed at run time, so that nobody can tell */
  from: string | null
  line: number
  /** some of it is exported here under whatever name: who imports this file has it too */
  passedOn: boolean
}

interface Use {
  /** `Date`, `Math.random`, … */
  name: string
  line: number
}

export interface Source {
  /** from the project's root, with slashes */
  path: string
  imports: Import[]
  /** names that the file does not declare itself, and members of `Math`, `process`, `globalThis` */
  uses: Use[]
}

/** Objects whose members are looked at one by one: most of `Math` is harmless. */
const BY_MEMBER = new Set(['Math', 'process', 'globalThis', 'window', 'self', 'global', 'crypto'])

/** @throws Error when the text cannot be parsed */
export function readSource(path: string, text: string): Source {
  const { program, lineOf } = parse(path, text)
  const imports: Import[] = []
  const uses: Use[] = []
  const declared = new Set<string>()
  const exported = exportedNames(program.body)
  const each = (node: Node): void => {
    const from = importOf(node)
    if (from !== undefined) imports.push({ from, line: lineOf(node), passedOn: passesOn(node, exported) })
    const name = useOf(node)
    if (name !== undefined) uses.push({ name, line: lineOf(node) })
    for (const binding of bindingsOf(node)) declared.add(binding)
  }
  visit(program, each, (node, field) => !isNameOnly(node, field))
  return { path, imports, uses: uses.filter(({ name }) => !declared.has(name)) }
}

/** Names of the file that are exported by a list, `export { a, type B as C }`. */
function exportedNames(body: readonly Node[]): ReadonlySet<string> {
  const lists = body.filter((node) => node.type === 'ExportNamedDeclaration' && node.source === null)
  return new Set(
    lists.flatMap((node) => (node.specifiers as Node[]).map(({ local }) => (local as Node).name as string)),
  )
}

function passesOn(node: Node, exported: ReadonlySet<string>): boolean {
  if (node.type === 'ExportAllDeclaration' || node.type === 'ExportNamedDeclaration') return true
  if (node.type !== 'ImportDeclaration') return false
  return (node.specifiers as Node[]).some(({ local }) => exported.has((local as Node).name as string))
}

/** @returns undefined: no import; null: of a module that is computed */
function importOf(node: Node): string | null | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return literal(node.source)
    case 'ExportNamedDeclaration':
      return node.source === null ? undefined : literal(node.source)
    case 'TSExternalModuleReference':
      return literal(node.expression)
    case 'CallExpression': {
      const callee = node.callee as Node
      const args = node.arguments as Node[]
      return callee.type === 'Identifier' && callee.name === 'require' ? literal(args[0]) : undefined
    }
    default:
      return undefined
  }
}

/** A name that is read, or a member of one of `BY_MEMBER`. */
function useOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return BY_MEMBER.has(node.name as string) ? undefined : (node.name as string)
  if (node.type !== 'MemberExpression') return undefined
  const object = node.object as Node
  if (object.type !== 'Identifier' || !BY_MEMBER.has(object.name as string)) return undefined
  const property = node.property as Node
  const member = node.computed === true ? literal(property) : (property.name as string)
  const isWhole = object.name === 'globalThis' || object.name === 'self' || object.name === 'global'
  return isWhole ? (member ?? 'globalThis') : `${object.name}.${member ?? '[computed]'}`
}

/** Names that a node declares. */
function bindingsOf(node: Node): string[] {
  switch (node.type) {
    case 'VariableDeclarator':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
    case 'ClassDeclaration':
      return names(node.id)
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return [...names(node.id), ...(node.params as unknown[]).flatMap(names)]
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return names(node.local)
    default:
      return []
  }
}

/** The names in a binding, taken apart where it is a pattern. */
function names(binding: unknown): string[] {
  const node = binding as Node | null | undefined
  switch (node?.type) {
    case 'Identifier':
      return [node.name as string]
    case 'ObjectPattern':
      return (node.properties as Node[]).flatMap((property) => names(property.value ?? property.argument))
    case 'ArrayPattern':
      return (node.elements as unknown[]).flatMap(names)
    case 'AssignmentPattern':
      return names(node.left)
    case 'RestElement':
      return names(node.argument)
    case 'TSParameterProperty':
      return names(node.parameter)
    default:
      return []
  }
}

/** Names of members and of keys are no names of the surroundings. */
const NAMES_ONLY: Readonly<Record<string, string>> = {
  MemberExpression: 'property',
  Property: 'key',
  PropertyDefinition: 'key',
  MethodDefinition: 'key',
  TSPropertySignature: 'key',
  TSMethodSignature: 'key',
  TSImportType: 'qualifier',
}

function isNameOnly(node: Node, field: string): boolean {
  if (node.computed !== true && NAMES_ONLY[node.type] === field) return true
  return node.type.endsWith('Specifier') && field !== 'exported' && field !== 'local'
}
