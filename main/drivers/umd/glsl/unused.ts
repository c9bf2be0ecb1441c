/** What nothing in a shader uses any more: functions, uniforms, constants, and local variables without side effects. */
import { hasQualifier, isStep, rootOf, Writes } from './scope'
import { type AstNode, calledName, childrenOf, functionsOf, type ProgramStatement, walk } from './syntax'

type DeclaratorList = Extract<AstNode, { type: 'declarator_list' }>
type Declaration = DeclaratorList['declarations'][number]

/** Repeats until nothing changes, as what is left out may have been the last to use something else. */
export function withoutUnused(program: readonly ProgramStatement[]): ProgramStatement[] {
  let result = [...program]
  for (;;) {
    const left = withoutUnusedNow(result)
    if (left.length === result.length && left.every((node, index) => node === result[index])) return result
    result = left
  }
}

/** Nodes of which nothing goes stay the same. */
function withoutUnusedNow(program: readonly ProgramStatement[]): ProgramStatement[] {
  const reached = reachedFunctions(functionsOf(program))
  let known: Writes | null = null
  // few have anything of which that has to be known
  const writes = (): Writes => {
    known ??= new Writes(program)
    return known
  }
  const left = program
    .filter((node) => node.type !== 'function' || reached.has(node.prototype.header.name.identifier))
    .map((node) => (node.type === 'function' ? withoutLocals(node, writes) : node))
  const used = usesIn(left)
  return left.flatMap((node) => withoutGlobals(node, used))
}

function reachedFunctions(functions: ReturnType<typeof functionsOf>): Set<string> {
  const reached = new Set(['main'])
  // a set's iteration comes to what is added on the way
  for (const name of reached)
    for (const node of functions.get(name) ?? [])
      walk(node.body, (inner) => {
        const callee = calledName(inner)
        if (callee !== null && functions.has(callee)) reached.add(callee)
      })
  return reached
}

/** How often each name is read or written, declarations not counted. */
function usesIn(nodes: readonly AstNode[]): Map<string, number> {
  const uses = new Map<string, number>()
  const visit = (node: AstNode): void => {
    if (node.type === 'identifier') uses.set(node.identifier, (uses.get(node.identifier) ?? 0) + 1)
    for (const child of childrenOf(node)) {
      // what a member is called says nothing of a variable of that name; neither does a declaration
      if (node.type === 'field_selection') continue
      if (node.type === 'declaration' && child === node.identifier) continue
      visit(child)
    }
  }
  for (const node of nodes) visit(node)
  return uses
}

/** Uniforms and constants; what a stage hands to the next stays. */
function withoutGlobals(node: ProgramStatement, uses: ReadonlyMap<string, number>): ProgramStatement[] {
  if (node.type !== 'declaration_statement' || node.declaration.type !== 'declarator_list') return [node]
  if (!hasQualifier(node.declaration, 'uniform', 'const')) return [node]
  const list = keepDeclared(node.declaration, ({ identifier }) => uses.has(identifier.identifier))
  if (list === node.declaration) return [node]
  return list === null ? [] : [{ ...node, declaration: list }]
}

function keepDeclared(list: DeclaratorList, keep: (declaration: Declaration) => boolean): DeclaratorList | null {
  const declarations = list.declarations.filter(keep)
  if (declarations.length === list.declarations.length) return list
  // other declarations may be of the structure that is defined in it
  if (declarations.length === 0 && list.specified_type.specifier.specifier.type === 'struct') return list
  return declarations.length === 0
    ? null
    : { ...list, declarations, commas: list.commas.slice(0, declarations.length - 1) }
}

function withoutLocals<T extends AstNode>(node: T, writes: () => Writes): T {
  const uses = usesIn([node])
  const keep = ({ identifier, initializer }: Declaration): boolean =>
    uses.has(identifier.identifier) || (initializer !== undefined && hasEffects(initializer, writes()))
  return filterStatements(node, keep)
}

function hasEffects(node: AstNode, writes: Writes): boolean {
  let found = false
  walk(node, (inner) => {
    found ||= inner.type === 'assignment' || isStep(inner) || writes.has(calledName(inner) ?? '')
  })
  return found
}

/** The same tree without the declarations that are not kept; nodes that do not change are shared. */
function filterStatements<T extends AstNode>(node: T, keep: (declaration: Declaration) => boolean): T {
  const changes: Record<string, unknown> = {}
  let isChanged = false
  for (const key in node) {
    const value: unknown = node[key]
    let left = value
    if (Array.isArray(value)) left = filtered(value, keep)
    else if (isTree(value) && !(node.type === 'for_statement' && key === 'init')) left = filterStatements(value, keep)
    if (left === value) continue
    changes[key] = left
    isChanged = true
  }
  return isChanged ? { ...node, ...changes } : node
}

/** @returns the list itself where nothing of it changes */
function filtered(children: unknown[], keep: (declaration: Declaration) => boolean): unknown[] {
  const left = children.flatMap((child) => {
    if (!isTree(child)) return [child]
    if (child.type !== 'declaration_statement' || child.declaration.type !== 'declarator_list')
      return [filterStatements(child, keep)]
    const list = keepDeclared(child.declaration, keep)
    if (list === child.declaration) return [child]
    return list === null ? [] : [{ ...child, declaration: list }]
  })
  return left.length === children.length && left.every((child, index) => child === children[index]) ? children : left
}

function isTree(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** Names that anything reads: whole variables that are only assigned to do not count. */
export function namesRead(nodes: readonly AstNode[]): Set<string> {
  const names = new Set<string>()
  const visit = (node: AstNode): void => {
    if (node.type === 'assignment' && node.operator.literal === '=') {
      if (rootOf(node.left) !== null && node.left.type === 'identifier') return visit(node.right)
    } else if (node.type === 'identifier') names.add(node.identifier)
    else if (node.type === 'declaration') {
      if (node.initializer) visit(node.initializer)
      return
    }
    for (const child of childrenOf(node)) visit(child)
  }
  for (const node of nodes) visit(node)
  return names
}
