/**
 * Whether a compiler may see that a shader has a result which GLSL ES 3.00 leaves undefined whatever is bound: a division
 * by a constant 0 (5.9), or sqrt, pow, mod, … where they are not defined (8.1, 8.2). Such a value is any that suits what
 * stands around it, another one in every other text, so that a variant cannot be assured of the same bits (BP-25).
 * Follows variables from one statement to the next, as compilers do; what is not told for sure counts as seen.
 */
import { Folder } from './fold'
import { type ForNode, iterationsOf } from './loops'
import { reliableIn } from './scalar'
import { hasQualifier, rootOf, Scope, stepTarget, Writes } from './scope'
import {
  type AstNode,
  argumentsOf,
  calledName,
  childrenOf,
  type FunctionNode,
  functionsOf,
  nodeText,
  type ProgramStatement,
  walk,
} from './syntax'

/** Of a value: told when it runs; a constant above 0, or not 0, in all components; a constant of which that is not told. */
type State = 'runtime' | 'positive' | 'other' | 'zero'
type States = Map<string, State>

/** Which arguments of functions may not be a constant of 0 or less. */
const POSITIVE: Readonly<Record<string, readonly number[]>> = {
  sqrt: [0],
  inversesqrt: [0],
  pow: [0],
  log: [0],
  log2: [0],
  mod: [1],
  atan: [1],
}
/** Loops that run more often are not unrolled. */
const MOST_TURNS = 64
const SAMPLING = /^(texture|texelFetch)/
/** What is 0 in one argument is, or makes, a part of the result. */
const PARTS = /^(|[iub]?vec[234]|mat[234](x[234])?|mix|dot|cross|reflect|refract|matrixCompMult|outerProduct)$/
/** Of constants above 0 the result is above 0, in all components; arrays have no name. */
const KEEPS = /^(|[iub]?vec[234]|float|sqrt|inversesqrt|exp2?)$/

/** @param source that the program was parsed from */
export function hasUndefined(program: readonly ProgramStatement[], source: string): boolean {
  const folder = new Folder(new Set(functionsOf(program).keys()), reliableIn(source))
  return new Undefined(program, { folder, writes: new Writes(program) }).isSeen()
}

class Undefined {
  private readonly functions: ReadonlyMap<string, readonly FunctionNode[]>
  private readonly nothing = new Scope(null, new Set())
  private found = false
  private returned: State[] = []

  constructor(
    private readonly program: readonly ProgramStatement[],
    private readonly tools: { folder: Folder; writes: Writes },
  ) {
    this.functions = functionsOf(program)
  }

  /** Whether there is one where control may come. */
  isSeen(): boolean {
    const globals: States = new Map()
    for (const node of this.program)
      if (node.type === 'declaration_statement' && node.declaration.type === 'declarator_list')
        this.declare(node.declaration, globals)
    for (const main of this.functions.get('main') ?? []) this.statement(main.body, globals)
    return this.found
  }

  private declare(list: AstNode & { type: 'declarator_list' }, states: States): void {
    const given = hasQualifier(list, 'uniform', 'in')
    for (const { identifier, initializer } of list.declarations) {
      const state = initializer ? this.state(initializer, states) : given ? 'runtime' : 'zero'
      states.set(identifier.identifier, state)
    }
  }

  private statement(node: AstNode, states: States): void {
    switch (node.type) {
      case 'declaration_statement':
        if (node.declaration.type === 'declarator_list') this.declare(node.declaration, states)
        return
      case 'if_statement': {
        const open = this.state(node.condition, states) === 'runtime'
        const otherwise = new Map(states)
        this.statement(node.body, states)
        for (const part of node.else ?? []) if (part.type !== 'keyword') this.statement(part, otherwise)
        return join(states, otherwise, open)
      }
      case 'for_statement':
        return this.loop(node, states)
      case 'while_statement':
        return this.repeated(node, [node.condition, node.body], states)
      case 'do_statement':
        return this.repeated(node, [node.body, node.expression], states)
      case 'switch_statement': {
        const open = this.state(node.expression, states) === 'runtime'
        for (const part of node.cases) {
          const before = new Map(states)
          for (const child of childrenOf(part)) this.statement(child, states)
          join(states, before, open)
        }
        return
      }
      case 'return_statement':
        if (node.expression) this.returned.push(this.state(node.expression, states))
        return
      case 'compound_statement':
        for (const inner of node.statements) this.statement(inner, states)
        return
      case 'expression_statement':
        // an empty one has none, which the library's type does not know
        if (node.expression) this.state(node.expression, states)
        return
      default:
        this.state(node, states)
    }
  }

  private loop(node: ForNode, states: States): void {
    if (node.init?.type === 'declarator_list') this.declare(node.init, states)
    else if (node.init) this.state(node.init, states)
    const { folder, writes } = this.tools
    const literal = iterationsOf(node, this.nothing, folder, writes.in(node.body), MOST_TURNS)
    if (literal === null) return this.repeated(node, [node.condition, node.body, node.operation], states)
    // a compiler unrolls it: in each turn the variable is a constant
    const isZero = literal.values.some(({ value }) => value === 0)
    states.set(literal.variable, isZero ? 'zero' : 'other')
    for (let turn = 0; turn < 2; turn++) this.statement(node.body, states)
  }

  /**
   * Twice: with what stands before the first turn, which a compiler may take out of the loop, and with what the turn
   * before has left. What each turn steps on is another value in each.
   */
  private repeated(node: AstNode, parts: readonly (AstNode | undefined)[], states: States): void {
    for (let turn = 0; turn < 2; turn++) {
      const before = new Map(states)
      for (const part of parts) if (part) this.statement(part, states)
      join(states, before, true)
      for (const name of steppedIn(node)) if (states.has(name)) states.set(name, 'runtime')
    }
  }

  private state(node: AstNode, states: States): State {
    switch (node.type) {
      case 'identifier':
        return states.get(node.identifier) ?? 'runtime'
      case 'group':
        return this.state(node.expression, states)
      case 'binary':
        return this.ofBinary(node.operator.literal, node.left, node.right, states)
      case 'assignment': {
        const operator = node.operator.literal.slice(0, -1)
        const value =
          operator === '' ? this.state(node.right, states) : this.ofBinary(operator, node.left, node.right, states)
        this.give(node.left, value, states)
        return value
      }
      case 'ternary': {
        const condition = this.state(node.expression, states)
        const sides = [this.state(node.left, states), this.state(node.right, states)]
        if (condition === 'runtime') return sides.every((side) => side === 'zero') ? 'zero' : 'runtime'
        return worst(sides)
      }
      case 'function_call':
        return this.ofCall(node, states)
      case 'float_constant':
      case 'int_constant':
      case 'uint_constant':
      case 'bool_constant':
        return this.constant(node)
      default:
        return this.ofOther(node, states)
    }
  }

  /** Of what is computed from constants only. */
  private constant(node: AstNode): State {
    const value = this.tools.folder.fold(node, this.nothing).value?.value ?? 0
    return value > 0 ? 'positive' : value < 0 ? 'other' : 'zero'
  }

  private ofOther(node: AstNode, states: States): State {
    const target = stepTarget(node)
    if (target !== null) {
      const state = this.state(target, states) === 'runtime' ? 'runtime' : 'zero'
      this.give(target, state, states)
      return state
    }
    if (node.type === 'unary') {
      const state = this.state(node.expression, states)
      if (state === 'runtime' || node.operator.literal === '+') return state
      return node.operator.literal === '-' && state !== 'zero' ? 'other' : this.constant(node)
    }
    for (const child of childrenOf(node)) this.state(child, states)
    // a part: of what it is a part of
    return node.type === 'postfix' ? this.state(node.expression, states) : 'runtime'
  }

  private ofBinary(operator: string, left: AstNode, right: AstNode, states: States): State {
    const [a, b] = [this.state(left, states), this.state(right, states)]
    if ((operator === '/' || operator === '%') && b === 'zero') this.found = true
    const same = /^[-^]$/.test(operator) && nodeText(left).trim() === nodeText(right).trim()
    const product = /^[*/%&]$/.test(operator) && (a === 'zero' || b === 'zero')
    if (same || product) return 'zero'
    if (a === 'runtime' || b === 'runtime') return 'runtime'
    const both = a === 'positive' && b === 'positive'
    if (both && /^[*/+]$/.test(operator)) return 'positive'
    return /^[*/]$/.test(operator) ? 'other' : 'zero'
  }

  private ofCall(node: AstNode & { type: 'function_call' }, states: States): State {
    const name = calledName(node) ?? ''
    const args = argumentsOf(node)
    const given = args.map((argument) => this.state(argument, states))
    const own = this.functions.get(name)
    if (own !== undefined) return this.ofOwn(own, args, given, states)
    for (const at of POSITIVE[name] ?? []) if (given[at] === 'zero' || given[at] === 'other') this.found = true
    for (const argument of args) if (this.tools.writes.has(name)) this.give(argument, 'runtime', states)
    if (SAMPLING.test(name)) return 'runtime'
    if (given.includes('runtime') && !PARTS.test(name)) return 'runtime'
    const least = worst(given)
    if (least === 'zero' || least === 'runtime') return least
    return KEEPS.test(name) ? least : this.constant(node)
  }

  /** As if its body stood here; GLSL has no recursion. */
  private ofOwn(
    own: readonly FunctionNode[],
    args: readonly AstNode[],
    given: readonly State[],
    states: States,
  ): State {
    const before = this.returned
    this.returned = []
    for (const { prototype, body } of own) {
      const inner = new Map(states)
      const parameters = prototype.parameters ?? []
      for (const [at, { identifier }] of parameters.entries())
        if (identifier) inner.set(identifier.identifier, given[at] ?? 'runtime')
      this.statement(body, inner)
      for (const name of this.tools.writes.ofFunction(prototype.header.name.identifier))
        states.set(name, inner.get(name) ?? 'runtime')
      for (const [at, { identifier, qualifier }] of parameters.entries()) {
        const isOut = (qualifier ?? []).some(({ token }) => /out$/.test(token))
        if (isOut && identifier && args[at]) this.give(args[at], inner.get(identifier.identifier) ?? 'runtime', states)
      }
    }
    const result = this.returned.includes('zero') ? 'zero' : 'runtime'
    this.returned = before
    return result
  }

  private give(target: AstNode, state: State, states: States): void {
    if (target.type === 'identifier') return void states.set(target.identifier, state)
    // the other parts stay what they were
    if (target.type === 'postfix' || target.type === 'group') {
      const whole = this.state(target.expression, states)
      this.give(target.expression, state === 'zero' || whole === 'zero' ? 'zero' : 'runtime', states)
    }
  }
}

/** Variables that ++, --, += and the like change. */
function steppedIn(node: AstNode): Set<string> {
  const names = new Set<string>()
  walk(node, (inner) => {
    const target = inner.type === 'assignment' && inner.operator.literal !== '=' ? inner.left : stepTarget(inner)
    const name = target === null ? null : rootOf(target)
    if (name !== null) names.add(name)
  })
  return names
}

/** Of what has parts in these states. */
function worst(states: readonly State[]): State {
  for (const state of ['zero', 'runtime', 'other'] as const) if (states.includes(state)) return state
  return 'positive'
}

/** What is known where two ways meet. @param open which of them was come by is told when it runs */
function join(states: States, others: States, open: boolean): void {
  for (const [name, one] of states) {
    const other = others.get(name) ?? one
    if (one === other) continue
    states.set(name, !open && (one === 'zero' || other === 'zero') ? 'zero' : 'runtime')
  }
}
