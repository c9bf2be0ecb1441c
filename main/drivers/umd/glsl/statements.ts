/**
 * Statements with the branches and loops decided that bound values decide. Where the general shader has values from
 * several paths come together, the variant has a choice that its compiler cannot see through (opaque.ts), so that what
 * the GPU computes is computed as before (BP-25). What cannot be held so stays as it was.
 */
import { Chooser, type Folder, knownAs } from './fold'
import { endsInJump, jumpsIn, jumpsOut, leavesLoop, mentions, returnsValue } from './jumps'
import { type ForNode, iterationsOf, loopScope } from './loops'
import type { Opaque, Variable } from './opaque'
import { SameValue } from './same-value'
import { literalOf } from './scalar'
import { forgetDeclared, hasQualifier, type Scope, type Type, UNKNOWN, type Writes } from './scope'
import { type AstNode, blockOf, mapChildren, nodeText, parseStatement, statementsOf, withoutComments } from './syntax'
import { commonReturn, declaredType, isBasic, type Typing } from './types'

export interface UnrollLimits {
  /** a loop with more iterations stays a loop */
  iterations: number
  /** characters of source that all unrolled loops may have together */
  size: number
}

type DeclaratorList = Extract<AstNode, { type: 'declarator_list' }>
type FunctionNode = Extract<AstNode, { type: 'function' }>

/** What a break or continue belongs to; 'stepping': a loop whose end reads what its body writes. */
type Around = 'nothing' | 'unrolled' | 'loop' | 'stepping'

export interface Tools {
  folder: Folder
  typing: Typing
  opaque: Opaque
  writes: Writes
  /** names of which a value is read anywhere */
  read: ReadonlySet<string>
  limits: UnrollLimits
}

/** The function that statements stand in. */
interface Place {
  /** of what it returns, where that is a basic type */
  returns: Type | null
  /** what it writes is seen by its caller */
  writesOut: boolean
  /** a branch is decided that returned from it: what is returned comes from several places */
  merged: boolean
  same: SameValue | null
}

export class StatementFolder {
  /** of the source: one that is in an unrolled loop counts once */
  decided = new Set<AstNode>()
  unrolled = new Set<AstNode>()
  private readonly chooser: Chooser
  private sizeLeft: number
  private around: Around = 'nothing'
  /** loops around that stay */
  private loops = 0
  private place: Place = { returns: null, writesOut: false, merged: false, same: null }

  constructor(private readonly tools: Tools) {
    const { folder, typing, opaque, writes, limits } = tools
    this.chooser = new Chooser({ folder, typing, opaque, writes }, (node) => this.decided.add(node))
    this.sizeLeft = limits.size
  }

  /** A function with its body folded. @param scope of its parameters */
  function(node: FunctionNode, scope: Scope): FunctionNode {
    const { header, parameters } = node.prototype
    const name = header.name.identifier
    const returns = commonReturn([node])
    const out = (parameters ?? []).some(({ qualifier }) => (qualifier ?? []).some(({ token }) => /out$/.test(token)))
    this.place = {
      returns: returns !== null && isBasic(returns.name) ? returns : null,
      writesOut: name !== 'main' && (out || this.tools.writes.ofFunction(name).size > 0),
      merged: false,
      same: new SameValue(node, this.tools.folder),
    }
    const before = this.found
    const statements = this.statements(node.body.statements, scope)
    // one that always discards must still have a statement that returns a value: compilers ask for it
    if (jumpsOut(node.body) && !statements.some(jumpsOut)) {
      this.restore(before)
      return node
    }
    const made = this.place.merged ? statements.map((statement) => this.heldReturns(statement)) : statements
    return { ...node, body: { ...node.body, statements: made } } as FunctionNode
  }

  private heldReturns(node: AstNode): AstNode {
    const type = this.place.returns
    if (node.type !== 'return_statement' || !node.expression || type === null)
      return mapChildren(node, (child) => this.heldReturns(child))
    return { ...node, expression: this.tools.opaque.value(node.expression, type.name) } as AstNode
  }

  /**
   * Statements of a block, whose scope this is.
   * @param goesOn labels of a switch follow, for which what is declared here is there as well
   */
  private statements(nodes: readonly AstNode[], scope: Scope, goesOn = false): AstNode[] {
    const result: AstNode[] = []
    let ended = false
    for (const node of nodes) {
      // nothing after it is ever reached
      if (ended && !(goesOn && node.type === 'declaration_statement')) continue
      this.add(result, this.statement(node, scope))
      const last = result.at(-1)
      ended ||= last !== undefined && endsInJump([last])
    }
    return result
  }

  /** Two choices in a row are one. */
  private add(result: AstNode[], more: readonly AstNode[]): void {
    for (const node of more) {
      const [before, now] = [this.tools.opaque.heldBy(result.at(-1)), this.tools.opaque.heldBy(node)]
      const both =
        before && now ? [...before, ...now.filter(({ name }) => before.every((one) => one.name !== name))] : []
      if (both.length > 0 && this.tools.opaque.canHold(both)) result.splice(-1, 1, ...this.tools.opaque.hold(both))
      else result.push(node)
    }
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
        return this.unroll(node, scope) ?? [this.loop(node, scope)]
      case 'while_statement':
        return this.whileLoop(node, scope)
      case 'do_statement': {
        const body = this.within('stepping', () => this.body(node.body, scope))
        return [{ ...node, body, expression: this.choose(node.expression, scope) } as AstNode]
      }
      case 'switch_statement':
        return [this.selection(node, scope)]
      case 'return_statement': {
        if (!node.expression) return [node]
        // `return(x)` may lose its parentheses
        const keyword = { ...node.return, whitespace: ' ' }
        return [{ ...node, return: keyword, expression: this.choose(node.expression, scope) } as AstNode]
      }
      case 'expression_statement':
        // an empty one, which the library's type does not know
        if (!node.expression) return [node]
        return [{ ...node, expression: this.choose(node.expression, scope) } as AstNode]
      default:
        return [node]
    }
  }

  private choose(node: AstNode, scope: Scope): AstNode {
    return this.chooser.choose(node, scope)
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

  /** Declares what a list declares. */
  declarators(list: DeclaratorList, scope: Scope): DeclaratorList {
    const declarations = list.declarations.map((declaration) => {
      const { identifier, quantifier, initializer } = declaration
      const lengthOf = (node: AstNode) => this.tools.folder.fold(node, scope).value?.value ?? null
      const type = declaredType(list.specified_type, quantifier, lengthOf)
      const known = initializer === undefined ? UNKNOWN : knownAs(list, initializer, type, this.tools.folder, scope)
      // what it is given is evaluated before it is there
      const made =
        initializer === undefined || hasQualifier(list, 'const')
          ? declaration
          : { ...declaration, initializer: this.choose(initializer, scope) }
      scope.declare(identifier.identifier, { ...known, type })
      return made
    })
    return { ...list, declarations } as DeclaratorList
  }

  private branch(node: AstNode & { type: 'if_statement' }, scope: Scope): AstNode[] {
    const { value, bound } = this.tools.folder.fold(node.condition, scope)
    // the list has the keyword and what follows it
    const otherwise = node.else?.find(({ type }) => type !== 'keyword')
    const [taken, left] = value?.value === 0 ? [otherwise, node.body] : [node.body, otherwise]
    const meet = !endsInJump(taken) && !endsInJump(left)
    // a condition may write as well, in what it does not always evaluate
    const merged = bound ? this.writtenIn(meet ? node : node.condition, scope) : []
    if (value !== null && (!bound || this.mayDecide(taken, left, merged))) {
      this.decided.add(node)
      if (bound && jumpsIn(node).has('return')) this.place.merged = true
      const made = taken === undefined ? [] : this.taken(taken, scope)
      const result = merged !== null && !meet ? this.tools.opaque.hold(merged) : []
      this.add(result, made)
      if (merged !== null && meet && !endsInJump(result)) this.add(result, this.tools.opaque.hold(merged))
      return result
    }
    const body = this.body(node.body, scope)
    const rest = (node.else ?? []).map((part) => (part.type === 'keyword' ? part : this.body(part, scope)))
    return [{ ...node, condition: this.choose(node.condition, scope), body, else: rest } as AstNode]
  }

  private taken(node: AstNode, scope: Scope): AstNode[] {
    if (node.type === 'compound_statement') return this.block(node, scope)
    const statements = this.statement(node, scope.inner())
    // a declaration without a block is seen in the branch only
    return statements.some(({ type }) => type === 'declaration_statement') ? [blockOf(statements)] : statements
  }

  /** Variables around a node that it writes to and that are read; null: one of them cannot be held, or must not be. */
  private writtenIn(node: AstNode, scope: Scope): Variable[] | null {
    const variables: Variable[] = []
    for (const name of this.tools.writes.in(node)) {
      const known = scope.find(name)
      if (known === undefined || !this.tools.read.has(name)) continue
      if (known.type === null || (scope.hides(name) && this.tools.writes.inCalls(node).has(name))) return null
      variables.push({ name, type: known.type })
    }
    if (this.place.same?.isPossible(node, variables)) return null
    return this.tools.opaque.canHold(variables) ? variables : null
  }

  /** Whether where control goes stays what a compiler of the general shader sees. */
  private mayDecide(taken: AstNode | undefined, left: AstNode | undefined, merged: Variable[] | null): boolean {
    if (merged === null) return false
    const [on, off] = [jumpsIn(taken), jumpsIn(left)]
    const either = (jump: 'break' | 'continue' | 'return') => on.has(jump) || off.has(jump)
    if (either('break') && this.around !== 'unrolled') return false
    if (either('continue') && this.around === 'stepping') return false
    // a loop that is certain to be left is none
    if (this.loops > 0 && (on.has('return') || on.has('discard'))) return false
    return !either('return') || (!this.place.writesOut && (this.place.returns !== null || !returnsValue(taken, left)))
  }

  private whileLoop(node: AstNode & { type: 'while_statement' }, scope: Scope): AstNode[] {
    const { value, bound } = this.tools.folder.fold(node.condition, scope)
    const written = bound ? this.writtenIn(node, scope) : []
    if (value?.value === 0 && written !== null) {
      this.decided.add(node)
      return this.tools.opaque.hold(written)
    }
    const body = this.within('loop', () => this.body(node.body, loopScope(node.condition, scope)))
    return [{ ...node, condition: this.choose(node.condition, scope), body } as AstNode]
  }

  private selection(node: AstNode & { type: 'switch_statement' }, scope: Scope): AstNode {
    const inner = scope.inner()
    const cases = this.within('stepping', () =>
      node.cases.map((part) => {
        if (part.type !== 'switch_case' && part.type !== 'default_case') return part
        const given = part.statements as readonly AstNode[]
        const statements = this.statements(given, inner, true)
        forgetDeclared(given, inner)
        // a label needs a statement after it
        const some = statements.length > 0 ? statements : [parseStatement('{\n}\n')]
        return { ...part, statements: some } as unknown as AstNode
      }),
    )
    return { ...node, expression: this.choose(node.expression, scope), cases } as AstNode
  }

  /** A loop that stays one. */
  private loop(node: ForNode, scope: Scope): AstNode {
    const inner = scope.inner()
    let { init } = node
    if (init?.type === 'declarator_list') {
      init = this.declarators(init, inner)
      for (const { identifier } of init.declarations) {
        const { type } = inner.lookup(identifier.identifier)
        inner.declare(identifier.identifier, { ...UNKNOWN, type })
      }
    } else if (init) init = this.choose(init, inner) as typeof init
    const writes = this.tools.writes.in(node.body)
    const stepped = [node.condition, node.operation].some(
      (part) => part && [...writes].some((name) => mentions(part, name)),
    )
    const turn = loopScope(node.condition, inner)
    const body = this.within(stepped ? 'stepping' : 'loop', () => this.body(node.body, turn))
    const part = (one: AstNode | undefined, where: Scope) => (one ? this.choose(one, where) : one)
    const [condition, operation] = [part(node.condition, inner), part(node.operation, turn)]
    return { ...node, init, body, condition, operation } as AstNode
  }

  private within<T>(around: Around, make: () => T): T {
    const before = this.around
    this.around = around
    if (around !== 'unrolled') this.loops++
    const made = make()
    if (around !== 'unrolled') this.loops--
    this.around = before
    return made
  }

  /** @returns null when the loop has to stay; then nothing has changed */
  private unroll(node: ForNode, scope: Scope): AstNode[] | null {
    const { folder, writes, limits } = this.tools
    const iterations = iterationsOf(node, scope, folder, writes.in(node.body), limits.iterations)
    if (iterations === null || !iterations.bound) return null
    if (node.condition && writes.in(node.condition).size > 0) return null
    const before = this.found
    const result = this.within('unrolled', () => this.iterations(node, scope, iterations))
    if (result === null) this.restore(before)
    else this.unrolled.add(node)
    return result
  }

  private iterations(
    node: ForNode,
    scope: Scope,
    { variable, values }: NonNullable<ReturnType<typeof iterationsOf>>,
  ): AstNode[] | null {
    const { opaque } = this.tools
    const written = this.writtenIn(node.body, scope)
    if (written === null || node.init?.type !== 'declarator_list') return null
    const [first] = values
    const name: Variable[] = first === undefined ? [] : [{ name: variable, type: { name: first.type, length: null } }]
    const bodies = this.bodies(node, scope, { variable, values })
    if (bodies === null) return null
    const isRead = bodies.some((statements) => statements.some((statement) => mentions(statement, variable)))
    const held = isRead ? [...name, ...written.filter((one) => one.name !== variable)] : written
    if (!opaque.canHold(held)) return null
    const result: AstNode[] = []
    for (const [index, statements] of bodies.entries()) {
      const literal = nodeText(literalOf(values[index]!))
      const type = index === 0 ? withoutComments(nodeText(node.init.specified_type)).trim() : ''
      if (isRead) this.add(result, [parseStatement(`${type} ${variable} = ${literal};\n`)])
      this.add(result, opaque.hold(held))
      const declares = statements.some((one) => one.type === 'declaration_statement')
      this.add(result, declares ? [blockOf(statements)] : statements)
    }
    if (!endsInJump(result)) this.add(result, opaque.hold(written))
    this.sizeLeft -= nodeText(result).length
    if (this.sizeLeft < 0) return null
    return isRead ? [blockOf(result)] : result
  }

  /** What has been decided so far. */
  private get found() {
    const { decided, unrolled, sizeLeft, place } = this
    return { decided: new Set(decided), unrolled: new Set(unrolled), sizeLeft, merged: place.merged }
  }

  /** As if it had not been tried. */
  private restore({ decided, unrolled, sizeLeft, merged }: StatementFolder['found']): void {
    this.decided = decided
    this.unrolled = unrolled
    this.sizeLeft = sizeLeft
    this.place.merged = merged
  }

  /** What each iteration does; null: the loop has to stay. */
  private bodies(
    node: ForNode,
    scope: Scope,
    { variable, values }: Pick<NonNullable<ReturnType<typeof iterationsOf>>, 'variable' | 'values'>,
  ): AstNode[][] | null {
    const result: AstNode[][] = []
    let size = 0
    for (const value of values) {
      const inner = scope.inner()
      inner.declareLoop(variable, value)
      const statements = this.statements(statementsOf(node.body), inner.inner())
      const end = statements.at(-1)?.type
      const kept = end === 'break_statement' || end === 'continue_statement' ? statements.slice(0, -1) : statements
      if (kept.some(leavesLoop)) return null
      result.push(kept)
      size += nodeText(kept).length
      if (size > this.sizeLeft) return null
      if (end !== 'continue_statement' && endsInJump(statements)) break
    }
    return result
  }
}

/** Only what is plainly one statement goes without a block: an `else` further on must not join an `if` in it. */
function single(statements: AstNode[]): AstNode {
  const [only, ...others] = statements
  const plain =
    only?.type === 'expression_statement' || (only !== undefined && endsInJump([only]) && only.type !== 'if_statement')
  return plain && others.length === 0 ? only : blockOf(statements)
}
