/**
 * Expressions with what is known put in. What stays is computed on the GPU just as before, so that every bit is the
 * same (BP-25): integers, conditions and what follows from them are replaced by literals. A float that the application
 * has bound decides comparisons, but in the GPU's own arithmetic it stays a uniform: a compiler may evaluate a function
 * of literals with another precision than the GPU does, and merge literals that stand beside each other.
 */
import { binary, call, literalOf, literalValue, type Scalar, unary } from './scalar'
import { isStep, type Scope } from './scope'
import { type AstNode, argumentsOf, calledName, isArgument, textOf } from './syntax'

export interface Folded {
  /** its value, where it is the same on every GPU */
  readonly value: Scalar | null
  /** the expression as the GPU computes it from what is bound */
  readonly live: AstNode
  /** a compiler can compute it: there is nothing bound or computed on the GPU in it */
  readonly fixed: boolean
  /** it follows from the variable of a loop that is being unrolled */
  readonly loop: boolean
}

/** The node that takes the expression's place. */
export function settled({ value, live, loop }: Folded): AstNode {
  if (value === null || (value.type === 'float' && !loop)) return live
  return live.type.endsWith('_constant') ? live : literalOf(value, textOf(live).endsWith(' ') ? ' ' : '')
}

/** Functions whose result is exact for every argument, so that it does not matter who computes them. */
const EXACT = new Set(['abs', 'sign', 'floor', 'ceil', 'trunc', 'min', 'max', 'clamp', 'step'])
const CONSTRUCTOR = /^(float|int|uint|bool|[iub]?vec[234]|mat[234](x[234])?)$/

export class Folder {
  /** expressions that unrolling a loop would hand to the compiler, whose result may differ from the GPU's */
  inexact = 0

  /**
   * @param functions names of the shader's own functions
   * @param decided called for each ?: whose condition is known; null: only values are asked for, and no tree is made:
   * `live` is then the expression as it was
   */
  constructor(
    private readonly functions: ReadonlySet<string>,
    private readonly decided: ((node: AstNode) => void) | null,
  ) {}

  /** The node with other parts. */
  private put(node: AstNode, parts: () => object): AstNode {
    return this.decided === null ? node : ({ ...node, ...parts() } as AstNode)
  }

  fold(node: AstNode, scope: Scope): Folded {
    switch (node.type) {
      case 'int_constant':
      case 'uint_constant':
      case 'float_constant':
      case 'bool_constant':
        return { value: literalValue(node), live: node, fixed: true, loop: false }
      case 'identifier': {
        const { value, fixed, loop } = scope.lookup(node.identifier)
        return { value, live: node, fixed, loop }
      }
      case 'group':
        return this.foldGroup(node, scope)
      case 'unary':
        return this.foldUnary(node, scope)
      case 'binary':
        return this.foldBinary(node, scope)
      case 'ternary':
        return this.foldTernary(node, scope)
      case 'function_call':
        return this.foldCall(node, scope)
      case 'postfix':
        return this.foldPostfix(node, scope)
      case 'assignment':
        return asIs(
          this.put(node, () => ({
            left: this.foldTarget(node.left, scope),
            right: settled(this.fold(node.right, scope)),
          })),
        )
      default:
        return asIs(node)
    }
  }

  private foldGroup(node: AstNode & { type: 'group' }, scope: Scope): Folded {
    const inner = this.fold(node.expression, scope)
    return { ...inner, live: this.put(node, () => ({ expression: inner.live })) }
  }

  private foldUnary(node: AstNode & { type: 'unary' }, scope: Scope): Folded {
    if (isStep(node)) return asIs(node)
    const inner = this.fold(node.expression, scope)
    const value = inner.value === null ? null : unary(node.operator.literal, inner.value)
    const live = this.put(node, () => ({ expression: value === null ? settled(inner) : inner.live }))
    return { value, live, fixed: inner.fixed, loop: inner.loop }
  }

  private foldBinary(node: AstNode & { type: 'binary' }, scope: Scope): Folded {
    const operator = node.operator.literal
    const left = this.fold(node.left, scope)
    if (operator === '&&' || operator === '||') {
      const decides = operator === '&&' ? 0 : 1
      // what stands on the right is not even evaluated
      if (left.value?.value === decides) return left
      const right = this.fold(node.right, scope)
      if (left.value !== null) return right
      // on the right a value changes nothing unless it decides; then the left is still evaluated
      if (right.value !== null && right.value.value !== decides) return left
      return asIs(this.put(node, () => ({ left: settled(left), right: settled(right) })))
    }
    const right = this.fold(node.right, scope)
    const value = left.value === null || right.value === null ? null : binary(operator, left.value, right.value)
    const fixed = left.fixed && right.fixed
    const loop = left.loop || right.loop
    const isFloat = (left.value ?? right.value)?.type !== 'int' && (left.value ?? right.value)?.type !== 'uint'
    // a division by literals may become a multiplication by the reciprocal
    if (operator === '/' && isFloat && value === null && ((right.fixed && right.loop) || (fixed && loop)))
      this.inexact++
    const part = (side: Folded): AstNode => (value === null ? settled(side) : side.live)
    return { value, live: this.put(node, () => ({ left: part(left), right: part(right) })), fixed, loop }
  }

  private foldTernary(node: AstNode & { type: 'ternary' }, scope: Scope): Folded {
    const condition = this.fold(node.expression, scope)
    if (condition.value === null) {
      const parts = () => ({
        expression: settled(condition),
        left: settled(this.fold(node.left, scope)),
        right: settled(this.fold(node.right, scope)),
      })
      return asIs(this.put(node, parts))
    }
    this.decided?.(node)
    const taken = this.fold(condition.value.value === 0 ? node.right : node.left, scope)
    return needsGroup(taken.live) ? { ...taken, live: grouped(taken.live) } : taken
  }

  private foldCall(node: AstNode & { type: 'function_call' }, scope: Scope): Folded {
    const name = calledName(node) ?? ''
    const parts = node.args.map((arg) => (isArgument(arg) ? this.fold(arg, scope) : arg))
    const args = parts.filter((part): part is Folded => 'live' in part)
    const values = args.flatMap(({ value }) => value ?? [])
    const own = this.functions.has(name)
    const value = own || values.length < args.length ? null : call(name, values)
    const fixed = !own && argumentsOf(node).length > 0 && args.every((arg) => arg.fixed)
    const loop = args.some((arg) => arg.loop)
    const exact = value !== null || EXACT.has(name) || CONSTRUCTOR.test(name)
    if (loop && !exact && args.every((arg) => arg.fixed)) this.inexact++
    const written = () => ({
      args: parts.map((part) => ('live' in part ? (value === null ? this.argument(part, name) : part.live) : part)),
    })
    return { value, live: this.put(node, written), fixed, loop }
  }

  /** A whole number that the GPU would turn into a float, here or in a function of the shader, stays as it is bound. */
  private argument(part: Folded, name: string): AstNode {
    const becomesFloat = this.functions.has(name) || /^(float|vec[234]|mat[234](x[234])?)$/.test(name)
    return becomesFloat && !part.loop ? part.live : settled(part)
  }

  private foldPostfix(node: AstNode & { type: 'postfix' }, scope: Scope): Folded {
    if (isStep(node)) return asIs(node)
    const { expression, postfix } = node
    const value = expression.type === 'identifier' ? this.component(scope, expression.identifier, postfix) : null
    if (value !== null) return { value, live: node, fixed: false, loop: false }
    const inner = this.fold(expression, scope)
    const part = this.foldPart(postfix, scope)
    const live = this.put(node, () => ({ expression: settled(inner), postfix: part.live }))
    return { value: null, live, fixed: inner.fixed && part.fixed, loop: inner.loop || part.loop }
  }

  /** What follows a value: `.x`, `[i]`, or several of them, nested to the right. */
  private foldPart(node: AstNode, scope: Scope): Folded {
    if (node.type === 'quantifier') {
      const index = this.fold(node.expression, scope)
      return { ...index, value: null, live: this.put(node, () => ({ expression: settled(index) })) }
    }
    if (node.type !== 'postfix') return { value: null, live: node, fixed: true, loop: false }
    const [first, second] = [this.foldPart(node.expression, scope), this.foldPart(node.postfix, scope)]
    const live = this.put(node, () => ({ expression: first.live, postfix: second.live }))
    return { value: null, live, fixed: first.fixed && second.fixed, loop: first.loop || second.loop }
  }

  /** `v.x` or `v[0]` of a vector that is bound. */
  private component(scope: Scope, name: string, postfix: AstNode): Scalar | null {
    const { components } = scope.lookup(name)
    if (components === undefined) return null
    if (postfix.type === 'quantifier') {
      const index = this.fold(postfix.expression, scope).value
      return index === null ? null : (components[index.value] ?? null)
    }
    // the library's type calls the selection a literal, but it is an identifier
    const selection = postfix.type === 'field_selection' ? (postfix.selection as AstNode) : postfix
    const letters = selection.type === 'identifier' ? selection.identifier : ''
    if (letters.length !== 1) return null
    const set = ['xyzw', 'rgba', 'stpq'].find((letterSet) => letterSet.includes(letters))
    return components[set?.indexOf(letters) ?? -1] ?? null
  }

  /** What is assigned to: only indexes in it have values. */
  private foldTarget(node: AstNode, scope: Scope): AstNode {
    if (node.type !== 'postfix') return node
    return { ...node, postfix: this.foldPart(node.postfix, scope).live } as AstNode
  }
}

function asIs(live: AstNode): Folded {
  return { value: null, live, fixed: false, loop: false }
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
