/** Loops whose iterations follow from what is known. */
import type { Folded, Folder } from './fold'
import { binary, int, type Scalar, sameScalar, uint } from './scalar'
import { type Scope, scalarType, stepOf, stepTarget, UNKNOWN } from './scope'
import type { AstNode } from './syntax'
import { declaredType } from './types'

export type ForNode = Extract<AstNode, { type: 'for_statement' }>

/** How often a loop may run for its count to be looked for. */
export const MOST_COUNTED = 65_536

export interface Iterations {
  variable: string
  /** the variable's value in each */
  values: Scalar[]
  /** they follow from what is bound */
  bound: boolean
}

/**
 * @param writes names that the loop's body writes to
 * @param most iterations: null is returned when there are more
 * @returns null when the count does not follow: another form than `for (T i = …; …; i++)` with a variable of one type,
 * values that are not known or not exact, or a body that writes to the variable
 */
export function iterationsOf(
  node: ForNode,
  scope: Scope,
  folder: Folder,
  writes: ReadonlySet<string>,
  most: number,
): Iterations | null {
  const start = startOf(node, scope, folder)
  // `for (;;)` has no condition, which the library's type does not know
  if (start === null || writes.has(start.variable) || !node.condition) return null
  const values: Scalar[] = []
  let bound = start.bound
  for (let value: Scalar | null = start.value; value !== null; ) {
    const inner: Scope = scope.inner()
    inner.declareLoop(start.variable, value, bound)
    const condition = folder.fold(node.condition, inner)
    const goesOn: Scalar | null = condition.value
    bound ||= condition.bound
    if (goesOn === null) return null
    if (goesOn.value === 0) return { variable: start.variable, values, bound }
    if (values.length >= most) return null
    values.push(value)
    const next = stepped(node.operation, start.variable, value, inner, folder)
    // a step that leads nowhere would never end
    value = sameScalar(next, value) ? null : next
  }
  return null
}

function startOf(
  { init }: ForNode,
  scope: Scope,
  folder: Folder,
): (Folded & { variable: string; value: Scalar }) | null {
  if (init?.type !== 'declarator_list' || init.declarations.length !== 1) return null
  const [declaration] = init.declarations
  if (declaration?.initializer === undefined || (declaration.quantifier?.length ?? 0) > 0) return null
  const { value, bound } = folder.fold(declaration.initializer, scope)
  if (value === null || value.type !== scalarType(init.specified_type)) return null
  return { variable: declaration.identifier.identifier, value, bound }
}

/** The variable's value after one step: ++, --, += or -=, or an assignment of what is known. */
function stepped(
  node: AstNode | undefined,
  variable: string,
  value: Scalar,
  scope: Scope,
  folder: Folder,
): Scalar | null {
  if (!node) return null
  const one = value.type === 'int' ? int(1) : value.type === 'uint' ? uint(1) : null
  const target = stepTarget(node)
  if (target !== null) {
    if (one === null || !isNamed(target, variable)) return null
    return binary(stepOf(node) === '++' ? '+' : '-', value, one)
  }
  if (node.type !== 'assignment' || !isNamed(node.left, variable)) return null
  const by = folder.fold(node.right, scope).value
  if (by === null || by.type !== value.type) return null
  const operator = node.operator.literal
  return operator === '=' ? by : binary(operator.slice(0, -1), value, by)
}

function isNamed(node: AstNode, name: string): boolean {
  return node.type === 'identifier' && node.identifier === name
}

/** The scope of what a loop does: its condition may declare a variable, which hides others (`while (bool on = x > 0.5)`). */
export function loopScope(condition: AstNode | null | undefined, scope: Scope): Scope {
  const inner = scope.inner()
  if (condition?.type === 'condition_expression')
    inner.declare(condition.identifier.identifier, { ...UNKNOWN, type: declaredType(condition.specified_type, null) })
  return inner
}
