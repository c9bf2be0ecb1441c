/** Statements with what is known put in: branches that are decided, loops unrolled, what is never reached left out. */
import { type Folded, Folder, settled } from './fold'
import { type ForNode, iterationsOf } from './loops'
import { assignedIn, type Known, type Scope, scalarType, UNKNOWN } from './scope'
import { type AstNode, blockOf, childrenOf, statementsOf, textOf } from './syntax'

export interface UnrollLimits {
  /** a loop with more iterations stays a loop */
  iterations: number
  /** characters of source that all unrolled loops may have together */
  size: number
}

type DeclaratorList = Extract<AstNode, { type: 'declarator_list' }>
/** The library's types say less than its trees have. */
type Inner = AstNode & Record<string, unknown>

export class StatementFolder {
  /** of the source: one that is in an unrolled loop counts once */
  readonly decided = new Set<AstNode>()
  readonly unrolled = new Set<AstNode>()
  private readonly folder: Folder
  private sizeLeft: number

  /**
   * @param functions names of the shader's own functions
   * @param writing functions that may write to their arguments
   */
  constructor(
    functions: ReadonlySet<string>,
    private readonly writing: ReadonlySet<string>,
    private readonly limits: UnrollLimits,
  ) {
    this.folder = new Folder(functions, (node) => this.decided.add(node))
    this.sizeLeft = limits.size
  }

  /** Statements of a block, whose scope this is. */
  statements(nodes: readonly AstNode[], scope: Scope): AstNode[] {
    const result: AstNode[] = []
    for (const node of nodes) {
      const made = this.statement(node, scope)
      result.push(...made)
      const last = made.at(-1)
      // nothing after it is ever reached
      if (last !== undefined && isJump(last)) break
    }
    return result
  }

  /** A declaration outside functions. */
  global(list: DeclaratorList, scope: Scope): DeclaratorList {
    return this.declarators(list, scope)
  }

  private statement(node: AstNode, scope: Scope): AstNode[] {
    switch (node.type) {
      case 'compound_statement':
        return this.block(node, scope)
      case 'declaration_statement':
        return node.declaration.type === 'declarator_list'
          ? [{ ...node, declaration: this.declarators(node.declaration, scope) }]
          : [node]
      case 'if_statement':
        return this.branch(node, scope)
      case 'for_statement':
        return this.loop(node, scope)
      case 'while_statement':
        return this.whileLoop(node, scope)
      case 'do_statement':
        return [this.withExpression(node, 'expression', scope, { body: this.body(node.body, scope) })]
      case 'switch_statement':
        return [this.selection(node, scope)]
      case 'return_statement':
        // `return(x)` may lose its parentheses
        return [this.withExpression(node, 'expression', scope, { return: { ...node.return, whitespace: ' ' } })]
      case 'expression_statement':
        return [this.withExpression(node, 'expression', scope)]
      default:
        return [node]
    }
  }

  private block(node: AstNode & { type: 'compound_statement' }, scope: Scope): AstNode[] {
    const statements = this.statements(node.statements, scope.inner())
    // without declarations nothing depends on its being a block
    if (!statements.some(({ type }) => type === 'declaration_statement')) return statements
    return [{ ...node, statements }]
  }

  /** A body in one node, with a scope of its own. */
  private body(node: AstNode, scope: Scope): AstNode {
    const statements = this.statements(statementsOf(node), scope.inner())
    return node.type === 'compound_statement' ? { ...node, statements } : single(statements)
  }

  /** @param name of the field that is an expression, or nothing */
  private withExpression(node: AstNode, name: string, scope: Scope, changes: object = {}): AstNode {
    const expression = (node as Inner)[name] as AstNode | null | undefined
    const folded = expression ? { [name]: settled(this.folder.fold(expression, scope)) } : {}
    return { ...node, ...folded, ...changes } as AstNode
  }

  private declarators(list: DeclaratorList, scope: Scope): DeclaratorList {
    const declarations = list.declarations.map((declaration) => {
      const { identifier, quantifier, initializer } = declaration
      if (initializer === undefined) {
        scope.declare(identifier.identifier, UNKNOWN)
        return declaration
      }
      const folded = this.folder.fold(initializer, scope)
      const isArray = (quantifier?.length ?? 0) > 0
      scope.declare(identifier.identifier, isArray ? { ...folded, value: null } : knownAs(list.specified_type, folded))
      // a whole number may become a float where it is used: what is bound stays bound
      return { ...declaration, initializer: folded.loop ? settled(folded) : folded.live }
    })
    return { ...list, declarations }
  }

  private branch(node: AstNode & { type: 'if_statement' }, scope: Scope): AstNode[] {
    const condition = this.folder.fold(node.condition, scope)
    // the list has the keyword and what follows it
    const otherwise = node.else?.find(({ type }) => type !== 'keyword')
    if (condition.value !== null) {
      this.decided.add(node)
      const taken = condition.value.value === 0 ? otherwise : node.body
      return taken === undefined ? [] : this.taken(taken, scope)
    }
    const body = this.body(node.body, scope)
    const rest = (node.else ?? []).map((part) => (part.type === 'keyword' ? part : this.body(part, scope)))
    return [{ ...node, condition: settled(condition), body, else: rest }]
  }

  private taken(node: AstNode, scope: Scope): AstNode[] {
    if (node.type === 'compound_statement') return this.block(node, scope)
    return this.statement(node, scope.inner())
  }

  private whileLoop(node: AstNode & { type: 'while_statement' }, scope: Scope): AstNode[] {
    const condition = this.folder.fold(node.condition, scope)
    if (condition.value?.value === 0) {
      this.decided.add(node)
      return []
    }
    return [{ ...node, condition: settled(condition), body: this.body(node.body, scope) }]
  }

  private selection(node: AstNode & { type: 'switch_statement' }, scope: Scope): AstNode {
    const inner = scope.inner()
    const cases = node.cases.map((part) => {
      if (part.type !== 'switch_case' && part.type !== 'default_case') return part
      return {
        ...part,
        statements: this.statements(part.statements as readonly AstNode[], inner),
      } as unknown as AstNode
    })
    return this.withExpression(node, 'expression', scope, { cases })
  }

  private loop(node: ForNode, scope: Scope): AstNode[] {
    const unrolled = this.unroll(node, scope)
    if (unrolled !== null) return unrolled
    const inner = scope.inner()
    const init = node.init?.type === 'declarator_list' ? this.loopHead(node.init, inner) : node.init
    const changes = { init, body: this.body(node.body, inner) }
    const withOperation = this.withExpression({ ...node, ...changes } as AstNode, 'operation', inner)
    return [this.withExpression(withOperation, 'condition', inner)]
  }

  private loopHead(list: DeclaratorList, scope: Scope): DeclaratorList {
    const folded = this.declarators(list, scope)
    for (const { identifier } of list.declarations) scope.declare(identifier.identifier, UNKNOWN)
    return folded
  }

  /** @returns null when the loop has to stay; then nothing has changed */
  private unroll(node: ForNode, scope: Scope): AstNode[] | null {
    const { folder, sizeLeft } = this
    const writes = assignedIn(node.body, this.writing)
    const iterations = iterationsOf(node, scope, folder, writes, this.limits.iterations)
    if (iterations === null) return null
    const before = { inexact: folder.inexact, decided: [...this.decided], unrolled: [...this.unrolled] }
    const result = this.iterations(node, scope, iterations)
    if (result !== null && folder.inexact === before.inexact) {
      this.unrolled.add(node)
      return result
    }
    folder.inexact = before.inexact
    this.sizeLeft = sizeLeft
    restore(this.decided, before.decided)
    restore(this.unrolled, before.unrolled)
    return null
  }

  private iterations(
    node: ForNode,
    scope: Scope,
    { variable, values }: NonNullable<ReturnType<typeof iterationsOf>>,
  ): AstNode[] | null {
    const result: AstNode[] = []
    for (const value of values) {
      const inner = scope.inner()
      inner.declareLoop(variable, value)
      const statements = this.statements(statementsOf(node.body), inner.inner())
      const end = statements.at(-1)?.type
      const kept = end === 'break_statement' || end === 'continue_statement' ? statements.slice(0, -1) : statements
      if (kept.some((statement) => leavesLoop(statement) || mentions(statement, variable))) return null
      const declares = kept.some(({ type }) => type === 'declaration_statement')
      const made = declares ? [blockOf(kept)] : kept
      const before = this.sizeLeft
      this.sizeLeft = before - textOf(made).length
      if (this.sizeLeft < 0) return null
      result.push(...made)
      if (end === 'break_statement' || end === 'return_statement' || end === 'discard_statement') break
    }
    return result
  }
}

/** What is known of a variable of this type that has this as its first value. */
function knownAs(type: AstNode, { value, fixed, loop }: Folded): Known {
  return { value: value !== null && value.type === scalarType(type) ? value : null, fixed, loop }
}

function isJump({ type }: AstNode): boolean {
  return ['return_statement', 'discard_statement', 'break_statement', 'continue_statement'].includes(type)
}

/** Whether a break or continue in it belongs to the loop around it. */
function leavesLoop(node: AstNode): boolean {
  if (node.type === 'break_statement' || node.type === 'continue_statement') return true
  if (['for_statement', 'while_statement', 'do_statement'].includes(node.type)) return false
  // a break in a switch is its own, but is taken for the loop's
  return childrenOf(node).some(leavesLoop)
}

function mentions(node: AstNode, name: string): boolean {
  if (node.type === 'identifier') return node.identifier === name
  // a member may have the variable's name
  return node.type !== 'field_selection' && childrenOf(node).some((child) => mentions(child, name))
}

/** Only what is plainly one statement goes without a block: an `else` further on must not join an `if` in it. */
function single(statements: AstNode[]): AstNode {
  const [only, ...others] = statements
  const plain = only?.type === 'expression_statement' || (only !== undefined && isJump(only))
  return plain && others.length === 0 ? only : blockOf(statements)
}

function restore<T>(set: Set<T>, items: readonly T[]): void {
  set.clear()
  for (const item of items) set.add(item)
}
