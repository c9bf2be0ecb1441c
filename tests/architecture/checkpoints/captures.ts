/**
 * What a function has captured, read from its syntax tree: names that are neither its own nor known to the whole file. What
 * is later done by an object (`kept`) must have captured nothing, as a checkpoint keeps the function as it is (LB-02).
 */
import { literal, type Node, parse } from '../syntax'

export interface Problem {
  line: number
  message: string
}

const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/
/** Expressions that a type only stands beside. */
const TYPED = /^TS(As|Satisfies|NonNull|TypeAssertion|Instantiation)/

/** @returns what breaks the rule in calls of `kept` of sim/continuation @throws Error when the text cannot be parsed */
export function keptProblems(path: string, text: string): Problem[] {
  return readKept(path, text).problems
}

/** How many calls there are. */
export function keptCalls(path: string, text: string): number {
  return readKept(path, text).calls
}

function readKept(path: string, text: string): { calls: number; problems: Problem[] } {
  const { program, lineOf } = parse(path, text)
  const name = nameOfKept(program)
  const problems: Problem[] = []
  let calls = 0
  if (name === null) return { calls, problems }
  const say = (node: Node, message: string): void => void problems.push({ line: lineOf(node), message })
  const walker = new Walker((node, scopes) => {
    const [, code] = (node.arguments ?? []) as (Node | undefined)[]
    if (node.type !== 'CallExpression') return say(node, `${name} is called, and not handed on`)
    calls++
    if (code?.type !== 'ArrowFunctionExpression') return say(node, 'what is done is an arrow function, written here')
    for (const captured of capturesOf(code, scopes)) say(captured.node, `captures ${captured.name}`)
  }, name)
  walker.file(program)
  for (const { node, captured } of neighboursIn(program, name))
    say(node, `stands beside a call of ${name} and captures ${captured}, which the engine keeps for both`)
  return { calls, problems }
}

/**
 * Functions that capture something in one in which `kept` is called: the engine has one place for what all functions of another
 * have captured, and each knows the places around it, so that what is kept holds on to it, though it never uses it.
 */
function neighboursIn(program: Node, name: string): { node: Node; captured: string }[] {
  const found: { node: Node; captured: string }[] = []
  const look = (node: Node): void => {
    if (FUNCTION.test(node.type)) {
      const { calls, functions, names } = directIn(node, name)
      const codes = new Set(calls.map(({ arguments: given }) => (given as Node[])[1]))
      const others = calls.length === 0 ? [] : functions.filter((one) => !codes.has(one))
      for (const one of others)
        for (const captured of capturesOf(one, [new Set(), names])) found.push({ node: one, captured: captured.name })
    }
    for (const child of childrenOf(node)) look(child)
  }
  look(program)
  return found
}

/** What stands in a function, and not in one that stands in it; `calls`: in those, too. */
function directIn(of: Node, name: string): { calls: Node[]; functions: Node[]; names: Set<string> } {
  const calls: Node[] = []
  const functions: Node[] = []
  const names = new Set((of.params as Node[]).flatMap(namesIn))
  const look = (node: Node): void => {
    if (FUNCTION.test(node.type)) {
      functions.push(node)
      return void calls.push(...callsIn(node, name))
    }
    if (node.type === 'CallExpression' && (node.callee as Node).name === name) calls.push(node)
    if (node.type === 'VariableDeclarator') for (const declared of namesIn(node.id)) names.add(declared)
    for (const child of childrenOf(node)) look(child)
  }
  for (const child of childrenOf(of)) look(child)
  return { calls, functions, names }
}

function callsIn(node: Node, name: string): Node[] {
  const isCall = node.type === 'CallExpression' && (node.callee as Node).name === name
  return [...(isCall ? [node] : []), ...childrenOf(node).flatMap((child) => callsIn(child, name))]
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).filter(
      (child): child is Node => typeof (child as Node | null)?.type === 'string',
    ),
  )
}

/** What the file calls it; null: it has none. */
function nameOfKept({ body }: { body: Node[] }): string | null {
  for (const node of body) {
    if (node.type === 'ImportDeclaration' && /(^|\/)continuation$/.test(literal(node.source) ?? ''))
      for (const { imported, local } of node.specifiers as { imported?: Node; local: Node }[])
        if (imported?.name === 'kept') return local.name as string
    const declared = (node.declaration ?? node) as Node
    if (declared.type === 'FunctionDeclaration' && (declared.id as Node).name === 'kept' && isOfItself(declared))
      return 'kept'
  }
  return null
}

/** The file that declares it uses it too. */
function isOfItself({ params }: Node): boolean {
  return (params as Node[]).map(({ name }) => name).join() === 'state,code'
}

interface Captured {
  readonly node: Node
  readonly name: string
}

/** @param scopes names that are declared around it, from the file's own on; of those the first alone are no captures */
function capturesOf(code: Node, scopes: readonly ReadonlySet<string>[]): Captured[] {
  const around = scopes.slice(1)
  const found: Captured[] = []
  const walker = new Walker(
    () => {},
    null,
    (node, name, inner) => {
      const isOwn = inner.some((names) => names.has(name))
      if (name === 'this' || name === 'super' || name === 'arguments' || name === 'new.target') {
        if (!isOwn) found.push({ node, name })
      } else if (!isOwn && around.some((names) => names.has(name))) found.push({ node, name })
    },
  )
  walker.from(code)
  return found
}

/** Goes through a tree with the names that are declared around each place. */
class Walker {
  private readonly scopes: Set<string>[] = []

  /**
   * @param onUse told each use of `name`: the call, where it is called
   * @param onName told each name that is used, and `this`, with what is declared around it
   */
  constructor(
    private readonly onUse: (node: Node, scopes: readonly ReadonlySet<string>[]) => void,
    private readonly name: string | null,
    private readonly onName: (node: Node, name: string, scopes: readonly ReadonlySet<string>[]) => void = () => {},
  ) {}

  file(program: Node & { body: Node[] }): void {
    this.within(declaredIn(program.body, true), () => this.children(program))
  }

  from(node: Node): void {
    this.visit(node)
  }

  private within(names: Iterable<string>, inside: () => void): void {
    this.scopes.push(new Set(names))
    inside()
    this.scopes.pop()
  }

  private visit(node: Node): void {
    const { type } = node
    if (type === 'ImportDeclaration' || (type.startsWith('TS') && !TYPED.test(type) && type !== 'TSParameterProperty'))
      return
    if (FUNCTION.test(type)) return this.functionOf(node)
    if (type === 'Identifier') return this.use(node, node.name as string)
    if (type === 'ThisExpression') return this.onName(node, 'this', this.scopes)
    if (type === 'Super') return this.onName(node, 'super', this.scopes)
    if (type === 'MetaProperty')
      return (node.meta as Node).name === 'new' ? this.onName(node, 'new.target', this.scopes) : undefined
    if (type === 'CallExpression' && this.isName(node.callee)) {
      if (!this.isHidden()) this.onUse(node, [...this.scopes])
      return this.children(node, 'callee')
    }
    if (type === 'BlockStatement' || type === 'StaticBlock') return this.block(node.body as Node[], node)
    if (type === 'SwitchStatement')
      return this.block(
        (node.cases as Node[]).flatMap(({ consequent }) => consequent as Node[]),
        node,
      )
    if (/^For(In|Of)?Statement$/.test(type)) return this.block([(node.init ?? node.left) as Node], node)
    if (type === 'CatchClause') return this.within(namesIn(node.param), () => this.children(node))
    // what a class has in it has a `this` of its own
    if (type === 'ClassBody')
      return this.within(['this', 'super', 'arguments', 'new.target'], () => this.children(node))
    this.children(node)
  }

  private functionOf(node: Node): void {
    const body = node.body as (Node & { body?: Node[] }) | null
    const own = node.type === 'ArrowFunctionExpression' ? [] : ['this', 'super', 'arguments', 'new.target']
    const named = node.type === 'FunctionExpression' ? namesIn(node.id) : []
    const names = [
      ...own,
      ...named,
      ...(node.params as Node[]).flatMap(namesIn),
      ...(body === null ? [] : hoistedIn(body)),
    ]
    this.within(names, () => this.children(node, 'id'))
  }

  private block(body: readonly (Node | null)[], node: Node): void {
    this.within(declaredIn(body), () => this.children(node))
  }

  private use(node: Node, name: string): void {
    if (name === this.name && !this.isHidden()) this.onUse(node, [...this.scopes])
    this.onName(node, name, this.scopes)
  }

  private isName(node: unknown): boolean {
    return this.name !== null && (node as Node).type === 'Identifier' && (node as Node).name === this.name
  }

  /** Something else has that name here. */
  private isHidden(): boolean {
    return this.scopes.slice(1).some((names) => names.has(this.name ?? ''))
  }

  private children(node: Node, but: string | null = null): void {
    for (const [field, value] of Object.entries(node)) {
      if (field === but || isNameOnly(node, field)) continue
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof (child as Node | null)?.type === 'string') this.visit(child as Node)
    }
  }
}

/** Names of members, keys and labels are no names of what is around. */
function isNameOnly({ type, computed, declaration }: Node, field: string): boolean {
  if (type === 'MemberExpression') return field === 'property' && computed !== true
  if (/^(Property|PropertyDefinition|MethodDefinition|AccessorProperty)$/.test(type))
    return field === 'key' && computed !== true
  if (/^(LabeledStatement|BreakStatement|ContinueStatement)$/.test(type)) return field === 'label'
  if (type === 'ClassDeclaration' || type === 'ClassExpression') return field === 'id'
  // passed on as it is, under whatever name
  if (type === 'ExportNamedDeclaration') return field === 'specifiers' || (field === 'source' && declaration === null)
  return false
}

/** What stands in a block, or in a file, by itself. */
function declaredIn(body: readonly (Node | null)[], isFile = false): string[] {
  return body.flatMap((statement) => {
    const node = ((statement?.type.startsWith('Export') && statement.declaration) || statement) as Node | null
    switch (node?.type) {
      case 'VariableDeclaration':
        return (node.declarations as Node[]).flatMap(({ id }) => namesIn(id))
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
      case 'TSEnumDeclaration':
        return namesIn(node.id)
      case 'ImportDeclaration':
        return isFile ? (node.specifiers as { local: Node }[]).flatMap(({ local }) => namesIn(local)) : []
      default:
        return []
    }
  })
}

/** `var` of a function, wherever in it. */
function hoistedIn(node: Node): string[] {
  if (node.type === 'VariableDeclaration' && node.kind === 'var') return declaredIn([node])
  return childrenOf(node).flatMap((child) => (FUNCTION.test(child.type) ? [] : hoistedIn(child)))
}

/** The names in a binding, taken apart where it is a pattern. */
function namesIn(binding: unknown): string[] {
  const node = binding as Node | null | undefined
  switch (node?.type) {
    case 'Identifier':
      return [node.name as string]
    case 'ObjectPattern':
      return (node.properties as Node[]).flatMap(({ value, argument }) => namesIn(value ?? argument))
    case 'ArrayPattern':
      return (node.elements as unknown[]).flatMap(namesIn)
    case 'AssignmentPattern':
      return namesIn(node.left)
    case 'RestElement':
      return namesIn(node.argument)
    case 'TSParameterProperty':
      return namesIn(node.parameter)
    default:
      return []
  }
}
