/**
 * The model of what a shader costs (BP-31): operations per pixel. An arithmetic operation counts 1, whatever the width
 * of its vectors; functions and texture reads count as `COSTS` says; a loop counts as often as it runs, a branch that
 * the constants decide as the side that is taken, any other as the mean of both sides and what divergence costs. What
 * a variable is known to be is followed from one statement to the next, as a variant has a loop's turns one by one.
 */
import type { ConstantValues } from '../../../../preload/contract/specs'
import { decidingNames } from './deciding'
import { Folder } from './fold'
import { leavesLoop } from './jumps'
import { type ForNode, iterationsOf, loopScope, MOST_COUNTED } from './loops'
import { reliableIn } from './scalar'
import { hasQualifier, isStep, Scope, scalarType, UNKNOWN, Writes } from './scope'
import { declareUniforms, driversOwn, functionScope, isUniform, uniformsOf } from './specialise'
import {
  type AstNode,
  argumentsOf,
  calledName,
  childrenOf,
  type FunctionNode,
  functionsOf,
  type ProgramStatement,
  parseShader,
  statementsOf,
} from './syntax'

/** Operations of one call; what is not here counts 1. */
const COSTS: Readonly<Record<string, number>> = {
  texture: 16,
  textureLod: 16,
  textureOffset: 16,
  textureLodOffset: 16,
  textureGrad: 20,
  texelFetch: 12,
  texelFetchOffset: 12,
  textureSize: 2,
  pow: 8,
  exp: 4,
  exp2: 4,
  log: 4,
  log2: 4,
  sin: 4,
  cos: 4,
  tan: 8,
  asin: 8,
  acos: 8,
  atan: 12,
  sinh: 8,
  cosh: 8,
  tanh: 8,
  sqrt: 4,
  inversesqrt: 4,
  length: 6,
  distance: 7,
  normalize: 7,
  dot: 2,
  cross: 3,
  reflect: 4,
  refract: 12,
  mix: 2,
  clamp: 2,
  smoothstep: 7,
  mod: 3,
  transpose: 0,
}
/** Moves values, computes nothing. */
const CONSTRUCTOR = /^([iub]?vec[234]|mat[234](x[234])?)$/
const DIVISION = 4
const BRANCH = 1
const DIVERGENCE = 4
const CALL = 2
const ITERATION = 1
/** How often a loop is taken to run when its count does not follow from the constants. */
const UNKNOWN_COUNT = 8
/** A loop that runs more often is counted by one iteration with its variable unknown. */
const MOST_SEEN = 64

/** What a shader costs, whatever is bound; made once for a source, as it looks at all of it. */
export class CostModel {
  /** constants that decide branches and loops: the cost follows from their values alone */
  readonly deciding: ReadonlySet<string>
  private readonly program: readonly ProgramStatement[]
  private readonly parts: Parts
  private readonly own: ConstantValues

  /** @throws Error when the source is no GLSL ES 3.00, or has macros */
  constructor(source: string) {
    this.program = parseShader(source).program
    const functions = functionsOf(this.program)
    const writes = new Writes(this.program)
    const assigned = (node: AstNode): ReadonlySet<string> => writes.in(node)
    const deciding = decidingNames(this.program)
    const names = new Set(functions.keys())
    const expressions = new Map<AstNode, number | null>()
    this.parts = { functions, assigned, deciding, folder: new Folder(names, reliableIn(source)), expressions }
    this.own = driversOwn(this.program)
    this.deciding = new Set(
      uniformsOf(this.program).filter((name) => deciding.has(name) && !Object.hasOwn(this.own, name)),
    )
  }

  /** Modelled operations per pixel with these values bound. */
  operations(constants: ConstantValues): number {
    return new Cost(this.program, this.parts, { ...constants, ...this.own }).total()
  }
}

/** How many for a pixel: as `CostModel.operations`, for a source that is looked at once. */
export function operationsOf(source: string, constants: ConstantValues): number {
  return new CostModel(source).operations(constants)
}

/** What follows from a source alone. */
interface Parts {
  readonly functions: ReadonlyMap<string, readonly FunctionNode[]>
  /** names that something below a node writes to */
  assigned(node: AstNode): ReadonlySet<string>
  /** names of which a value matters */
  readonly deciding: ReadonlySet<string>
  readonly folder: Folder
  /** what expressions cost that always cost the same; null: it depends on what is bound */
  readonly expressions: Map<AstNode, number | null>
}

interface Counted {
  operations: number
  /** how control leaves, where that is certain */
  ends: 'return' | 'break' | 'continue' | null
}

class Cost {
  private readonly globals = new Scope(null, new Set())
  private readonly known = new Map<string, number>()
  private readonly folder: Folder

  constructor(
    program: readonly ProgramStatement[],
    private readonly parts: Parts,
    constants: ConstantValues,
  ) {
    this.folder = parts.folder
    for (const node of program) {
      if (node.type !== 'declaration_statement' || node.declaration.type !== 'declarator_list') continue
      const list = node.declaration
      if (isUniform(list)) declareUniforms(list, constants, this.globals)
      else if (hasQualifier(list, 'const')) this.declare(list, this.globals)
    }
  }

  total(): number {
    return Math.round(this.body('main') * 1000) / 1000
  }

  /** One run of a function, its arguments unknown. */
  private body(name: string): number {
    const counted = this.known.get(name)
    if (counted !== undefined) return counted
    // GLSL has no recursion; a shader with it still gets a number
    this.known.set(name, 0)
    const overloads = this.parts.functions.get(name) ?? []
    const costs = overloads.map((node) => {
      const scope = functionScope(node, this.globals, new Set())
      return this.statements(node.body.statements, scope).operations
    })
    const cost = Math.max(0, ...costs)
    this.known.set(name, cost)
    return cost
  }

  private statements(nodes: readonly AstNode[], scope: Scope): Counted {
    let operations = 0
    for (const node of nodes) {
      const counted = this.statement(node, scope)
      operations += counted.operations
      if (counted.ends !== null) return { operations, ends: counted.ends }
    }
    return { operations, ends: null }
  }

  private statement(node: AstNode, scope: Scope): Counted {
    switch (node.type) {
      case 'compound_statement':
        return this.statements(node.statements, scope.inner())
      case 'declaration_statement':
        return goesOn(node.declaration.type === 'declarator_list' ? this.declare(node.declaration, scope) : 0)
      case 'expression_statement':
        // an empty one has none, which the library's type does not know
        return goesOn(node.expression ? this.evaluated(node.expression, scope) : 0)
      case 'return_statement':
        return { operations: this.expression(node.expression, scope), ends: 'return' }
      case 'discard_statement':
        return { operations: 0, ends: 'return' }
      case 'break_statement':
        return { operations: 0, ends: 'break' }
      case 'continue_statement':
        return { operations: 0, ends: 'continue' }
      case 'if_statement':
        return this.branch(node, scope)
      case 'for_statement':
        return this.loop(node, scope)
      case 'while_statement':
        return this.whileLoop(node, node.condition, scope)
      case 'do_statement':
        return this.whileLoop(node, node.expression, scope)
      case 'switch_statement':
        return this.selection(node, scope)
      default:
        return goesOn(0)
    }
  }

  private declare(list: AstNode & { type: 'declarator_list' }, scope: Scope): number {
    let operations = 0
    for (const { identifier, quantifier, initializer } of list.declarations) {
      const matters = initializer !== undefined && this.parts.deciding.has(identifier.identifier)
      const folded = matters ? this.folder.fold(initializer, scope) : null
      operations += initializer === undefined ? 0 : this.expression(initializer, scope)
      if (initializer !== undefined) this.forget(initializer, scope)
      const isArray = (quantifier?.length ?? 0) > 0
      const fits = !isArray && folded?.value?.type === scalarType(list.specified_type)
      scope.declare(identifier.identifier, fits && folded !== null ? { ...folded, type: null } : UNKNOWN)
    }
    return operations
  }

  /** An expression with what it leaves known. */
  private evaluated(node: AstNode, scope: Scope): number {
    const operations = this.expression(node, scope)
    const given = node.type === 'assignment' && node.operator.literal === '=' ? node : null
    const name = given?.left.type === 'identifier' ? given.left.identifier : null
    const matters = name !== null && this.parts.deciding.has(name)
    const folded = given !== null && matters ? this.folder.fold(given.right, scope) : null
    this.forget(node, scope)
    if (name !== null && folded !== null) scope.assign(name, folded)
    return operations
  }

  /** What is written below a node is no longer known. */
  private forget(node: AstNode, scope: Scope): void {
    for (const name of this.parts.assigned(node)) scope.assign(name, UNKNOWN)
  }

  private branch(node: AstNode & { type: 'if_statement' }, scope: Scope): Counted {
    const before = this.expression(node.condition, scope) + BRANCH
    const condition = this.folder.fold(node.condition, scope).value
    const otherwise = node.else?.find(({ type }) => type !== 'keyword')
    const side = (body: AstNode | undefined) => this.statements(body ? statementsOf(body) : [], scope.inner())
    this.forget(node.condition, scope)
    if (condition !== null) {
      const taken = side(condition.value === 0 ? otherwise : node.body)
      return { operations: before + taken.operations, ends: taken.ends }
    }
    this.forget(node, scope)
    const a = side(node.body)
    this.forget(node, scope)
    const b = side(otherwise)
    this.forget(node, scope)
    const operations = before + (a.operations + b.operations) / 2 + DIVERGENCE
    return { operations, ends: a.ends === b.ends ? a.ends : null }
  }

  private loop(node: ForNode, scope: Scope): Counted {
    const outer = scope.inner()
    const writes = this.parts.assigned(node.body)
    const iterations = iterationsOf(node, outer, this.folder, writes, MOST_COUNTED)
    const start =
      node.init?.type === 'declarator_list' ? this.declare(node.init, outer) : this.expression(node.init, outer)
    const unknown = loopScope(node.condition, outer)
    if (node.init?.type === 'declarator_list')
      for (const { identifier } of node.init.declarations) unknown.declare(identifier.identifier, UNKNOWN)
    const step = this.expression(node.condition, unknown) + this.expression(node.operation, unknown) + ITERATION
    const unseen = iterations === null || iterations.values.length > MOST_SEEN
    // what a turn leaves known the next one knows, unless it may be left in between
    const loses = unseen || leavesLoop(node.body)
    const body = (inner: Scope) => {
      if (loses) this.forget(node, outer)
      const counted = this.statements(statementsOf(node.body), inner.inner())
      if (loses) this.forget(node, outer)
      return counted
    }
    if (unseen) {
      const times = iterations?.values.length ?? UNKNOWN_COUNT
      return goesOn(start + times * (body(unknown).operations + step))
    }
    let operations = start
    for (const value of iterations.values) {
      const inner = outer.inner()
      inner.declareLoop(iterations.variable, value)
      const counted = body(inner)
      operations += counted.operations + step
      if (counted.ends === 'return') return { operations, ends: 'return' }
      if (counted.ends === 'break') break
    }
    return goesOn(operations)
  }

  private whileLoop(node: AstNode & { body: AstNode }, condition: AstNode, scope: Scope): Counted {
    const ends = () => this.folder.fold(condition, scope).value?.value === 0
    if (node.type === 'while_statement' && ends()) return goesOn(this.expression(condition, scope) + ITERATION)
    this.forget(node, scope)
    const times = ends() ? 1 : UNKNOWN_COUNT
    const once = this.expression(condition, scope) + ITERATION
    const body = this.statements(statementsOf(node.body), loopScope(condition, scope)).operations
    this.forget(node, scope)
    return goesOn(times * (once + body))
  }

  /** The mean of the cases. */
  private selection(node: AstNode & { type: 'switch_statement' }, scope: Scope): Counted {
    const before = this.expression(node.expression, scope) + BRANCH + DIVERGENCE
    const cases = node.cases.flatMap((part) => {
      if (part.type !== 'switch_case' && part.type !== 'default_case') return []
      this.forget(node, scope)
      return [this.statements(part.statements as readonly AstNode[], scope.inner()).operations]
    })
    this.forget(node, scope)
    return goesOn(before + cases.reduce((sum, cost) => sum + cost, 0) / Math.max(1, cases.length))
  }

  private expression(node: AstNode | null | undefined, scope: Scope): number {
    if (!node) return 0
    const { expressions } = this.parts
    const known = expressions.get(node)
    if (known === null) return this.computed(node, scope)
    if (known !== undefined) return known
    const cost = this.computed(node, scope)
    expressions.set(node, this.mayDiffer(node) ? null : cost)
    return cost
  }

  /** There is a choice in it, or a call of a function that may have one. */
  private mayDiffer(node: AstNode): boolean {
    if (node.type === 'ternary' || this.parts.functions.has(calledName(node) ?? '')) return true
    return childrenOf(node).some((child) => this.mayDiffer(child))
  }

  private computed(node: AstNode, scope: Scope): number {
    switch (node.type) {
      case 'group':
        return this.expression(node.expression, scope)
      case 'condition_expression':
        return this.expression(node.initializer, scope)
      case 'unary':
        return (isLiteral(node.expression) ? 0 : 1) + this.expression(node.expression, scope)
      case 'binary': {
        const own = node.operator.literal === '/' || node.operator.literal === '%' ? DIVISION : 1
        return own + this.expression(node.left, scope) + this.expression(node.right, scope)
      }
      case 'assignment': {
        const own = node.operator.literal === '=' ? 0 : node.operator.literal === '/=' ? DIVISION : 1
        return own + this.expression(node.left, scope) + this.expression(node.right, scope)
      }
      case 'ternary':
        return this.ternary(node, scope)
      case 'function_call':
        return this.call(node, scope)
      case 'postfix':
        return (isStep(node) ? 1 : 0) + this.expression(node.expression, scope) + this.expression(node.postfix, scope)
      case 'quantifier':
        return (isLiteral(node.expression) ? 0 : 1) + this.expression(node.expression, scope)
      default:
        return 0
    }
  }

  private ternary(node: AstNode & { type: 'ternary' }, scope: Scope): number {
    const before = this.expression(node.expression, scope) + BRANCH
    const condition = this.folder.fold(node.expression, scope).value
    if (condition !== null) return before + this.expression(condition.value === 0 ? node.right : node.left, scope)
    // both sides are computed, one is chosen
    return before + this.expression(node.left, scope) + this.expression(node.right, scope)
  }

  private call(node: AstNode & { type: 'function_call' }, scope: Scope): number {
    const name = calledName(node) ?? ''
    const args = argumentsOf(node).reduce((sum, argument) => sum + this.expression(argument, scope), 0)
    if (this.parts.functions.has(name)) return args + CALL + this.body(name)
    if (CONSTRUCTOR.test(name) || name === '') return args
    return args + (Object.hasOwn(COSTS, name) ? COSTS[name]! : 1)
  }
}

function goesOn(operations: number): Counted {
  return { operations, ends: null }
}

function isLiteral(node: AstNode): boolean {
  return node.type.endsWith('_constant')
}
