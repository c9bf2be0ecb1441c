/**
 * What expressions come to where that is the same on every GPU, and expressions with the choices made that it decides.
 * Nothing else in an expression is changed: a bound value decides, but where the GPU computes with it, it stays what it
 * was, as a compiler may evaluate literals with another precision than the GPU, in another order, or where the GPU would
 * not (BP-25).
 */
import type { Opaque } from './opaque'
import { binary, call, literalValue, type Reliable, reliable, type Scalar, unary } from './scalar'
import { isStep, type Known, type Scope, scalarType, type Type, type Writes } from './scope'
import { type AstNode, argumentsOf, calledName, mapChildren, nodeText } from './syntax'
import { isBasic, type Typing } from './types'

export interface Folded {
  /** its value, where it is the same on every GPU; an expression that has one has no effects */
  readonly value: Scalar | null
  /** it follows from what is bound, so that a compiler of the general shader does not know it */
  readonly bound: boolean
}

const OPEN: Folded = { value: null, bound: false }

export class Folder {
  /** @param functions names of the shader's own functions */
  constructor(
    private readonly functions: ReadonlySet<string>,
    private readonly limits: Reliable,
  ) {}

  fold(node: AstNode, scope: Scope): Folded {
    const { value, bound } = this.folded(node, scope)
    // a compiler evaluates constant expressions at full precision
    return { value: value === null || !bound || reliable(value, this.limits) ? value : null, bound }
  }

  private folded(node: AstNode, scope: Scope): Folded {
    switch (node.type) {
      case 'int_constant':
      case 'uint_constant':
      case 'float_constant':
      case 'bool_constant':
        return { value: literalValue(node), bound: false }
      case 'identifier':
        return scope.lookup(node.identifier)
      case 'group':
        return this.fold(node.expression, scope)
      case 'unary': {
        if (isStep(node)) return OPEN
        const { value, bound } = this.fold(node.expression, scope)
        return { value: value === null ? null : unary(node.operator.literal, value), bound }
      }
      case 'binary':
        return this.foldBinary(node, scope)
      case 'ternary': {
        const condition = this.fold(node.expression, scope)
        if (condition.value === null) return OPEN
        const { value, bound } = this.fold(condition.value.value === 0 ? node.right : node.left, scope)
        return { value, bound: bound || condition.bound }
      }
      case 'function_call':
        return this.foldCall(node, scope)
      case 'postfix':
        return isStep(node) ? OPEN : this.component(node, scope)
      default:
        return OPEN
    }
  }

  private foldBinary(node: AstNode & { type: 'binary' }, scope: Scope): Folded {
    const operator = node.operator.literal
    const left = this.fold(node.left, scope)
    if (left.value === null) return OPEN
    // what stands on the right is not even evaluated
    if ((operator === '&&' && left.value.value === 0) || (operator === '||' && left.value.value === 1)) return left
    const right = this.fold(node.right, scope)
    const value = right.value === null ? null : binary(operator, left.value, right.value)
    return { value, bound: left.bound || right.bound }
  }

  private foldCall(node: AstNode & { type: 'function_call' }, scope: Scope): Folded {
    const name = calledName(node) ?? ''
    if (this.functions.has(name)) return OPEN
    const args = argumentsOf(node).map((argument) => this.fold(argument, scope))
    const values = args.flatMap(({ value }) => value ?? [])
    if (values.length < args.length) return OPEN
    return { value: call(name, values), bound: args.some(({ bound }) => bound) }
  }

  /** `v.x` or `v[0]` of a vector that is bound. */
  private component({ expression, postfix }: AstNode & { type: 'postfix' }, scope: Scope): Folded {
    if (expression.type !== 'identifier') return OPEN
    const { components } = scope.lookup(expression.identifier)
    if (components === undefined) return OPEN
    if (postfix.type === 'quantifier') {
      const index = this.fold(postfix.expression, scope).value
      return { value: index === null ? null : (components[index.value] ?? null), bound: true }
    }
    // the library's type calls the selection a literal, but it is an identifier
    const selection = postfix.type === 'field_selection' ? (postfix.selection as AstNode) : postfix
    const letters = selection.type === 'identifier' ? selection.identifier : ''
    if (letters.length !== 1) return OPEN
    const set = ['xyzw', 'rgba', 'stpq'].find((letterSet) => letterSet.includes(letters))
    return { value: components[set?.indexOf(letters) ?? -1] ?? null, bound: true }
  }
}

/** What is known of a variable that has this as its first value and is never written to. */
export function knownAs(
  list: AstNode & { type: 'declarator_list' },
  initializer: AstNode,
  type: Type | null,
  folder: Folder,
  scope: Scope,
): Known {
  const { value, bound } = folder.fold(initializer, scope)
  const fits = value !== null && type?.length === null && value.type === scalarType(list.specified_type)
  return { value: fits ? value : null, bound, type }
}

/** Makes the choices of ?: that are decided. */
export class Chooser {
  /** @param decided called for each of them */
  constructor(
    private readonly tools: { folder: Folder; typing: Typing; opaque: Opaque; writes: Writes },
    private readonly decided: (node: AstNode) => void,
  ) {}

  choose(node: AstNode, scope: Scope): AstNode {
    if (node.type !== 'ternary') return mapChildren(node, (child) => this.choose(child, scope))
    const { folder, typing, opaque, writes } = this.tools
    const { value, bound } = folder.fold(node.expression, scope)
    // the general shader's compiler knows its value whatever is bound, and computes with that before anything is drawn
    if (bound && onlyValueOf(node) !== null) return mapChildren(node, (child) => this.choose(child, scope))
    // what a condition, or one side, writes where it is evaluated comes from two places: no compiler knows which it is
    const written = writes.in(bound ? node : node.expression)
    const taken = value === null || written.size > 0 ? null : value.value === 0 ? node.right : node.left
    const type = bound && taken !== null ? typing.of(taken, scope) : null
    if (taken === null || (bound && (type === null || type.length !== null || !isBasic(type.name))))
      return mapChildren(node, (child) => this.choose(child, scope))
    this.decided(node)
    const chosen = this.choose(taken, scope)
    if (type !== null) return opaque.value(chosen, type.name)
    return needsGroup(chosen) ? grouped(chosen) : chosen
  }
}

/** GLSL of the one value that an expression can have where each ?: in it has the same on both sides; null: it has two. */
function onlyValueOf(node: AstNode): string | null {
  if (node.type === 'group') return onlyValueOf(node.expression)
  if (node.type !== 'ternary') return nodeText(node).trim()
  const left = onlyValueOf(node.left)
  return left !== null && left === onlyValueOf(node.right) ? left : null
}

function needsGroup(node: AstNode): boolean {
  return node.type === 'binary' || node.type === 'ternary' || node.type === 'assignment'
}

function grouped(expression: AstNode): AstNode {
  return {
    type: 'group',
    lp: { type: 'literal', literal: '(', whitespace: '' },
    expression: expression as (AstNode & { type: 'group' })['expression'],
    rp: { type: 'literal', literal: ')', whitespace: '' },
  }
}
