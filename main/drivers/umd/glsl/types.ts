/** Types of variables and expressions, as far as they are told without doubt. */
import { literalValue } from './scalar'
import { type Scope, type Type, typeName } from './scope'
import { type AstNode, argumentsOf, calledName, type FunctionNode, type ProgramStatement, walk } from './syntax'

export type Structures = ReadonlyMap<string, ReadonlyMap<string, Type>>

const SCALAR = /^(float|int|uint|bool)$/
const VECTOR = /^([iub]?)vec([234])$/
const MATRIX = /^mat([234])(?:x([234]))?$/
const ELEMENTS: Readonly<Record<string, string>> = { '': 'float', i: 'int', u: 'uint', b: 'bool' }
const SAMPLING = /^(texture|textureLod|textureOffset|textureLodOffset|textureGrad|texelFetch|texelFetchOffset)$/
const TO_FLOAT = new Set(['length', 'distance', 'dot', 'determinant'])
const LIKE_FIRST = new Set(
  'radians degrees sin cos tan asin acos atan sinh cosh tanh pow exp log exp2 log2 sqrt inversesqrt abs sign floor trunc round ceil fract mod min max clamp mix normalize reflect faceforward'.split(
    ' ',
  ),
)

/** Whether the name is that of a scalar, vector or matrix type of GLSL ES 3.00. */
export function isBasic(name: string): boolean {
  return SCALAR.test(name) || VECTOR.test(name) || MATRIX.test(name)
}

/**
 * Structures of a shader by name; one with a member of a type that is not told is left out, and one whose name a function
 * gives to another of its own.
 */
export function structuresOf(program: readonly ProgramStatement[]): Structures {
  const structures = new Map<string, ReadonlyMap<string, Type>>()
  for (const node of program) {
    if (node.type !== 'declaration_statement' || node.declaration.type !== 'declarator_list') continue
    const { specifier } = node.declaration.specified_type.specifier
    if (specifier.type !== 'struct') continue
    const members = new Map<string, Type>()
    let whole = true
    for (const { declaration } of specifier.declarations)
      for (const { identifier, quantifier } of declaration.declarations) {
        const type = declaredType(declaration.specified_type, (quantifier ?? undefined) as Quantifier)
        if (type === null) whole = false
        else members.set(identifier.identifier, type)
      }
    if (whole) structures.set(specifier.typeName.identifier, members)
  }
  for (const node of program)
    if (node.type === 'function')
      walk(node.body, (inner) => {
        if (inner.type === 'struct') structures.delete(inner.typeName.identifier)
      })
  return structures
}

type Quantifier = readonly AstNode[] | null | undefined

/**
 * The type of a declared variable.
 * @param lengthOf value of an array's length, or null
 * @returns null where it is not told: more than one dimension, a length that is not known
 */
export function declaredType(
  specified: AstNode,
  quantifier: Quantifier,
  lengthOf: (node: AstNode) => number | null = literalLength,
): Type | null {
  const specifier = specified.type === 'fully_specified_type' ? specified.specifier : specified
  if (specifier.type !== 'type_specifier') return null
  const inner = specifier.specifier
  const name =
    inner.type === 'keyword'
      ? inner.token
      : inner.type === 'type_name' || inner.type === 'identifier'
        ? inner.identifier
        : null
  const dimensions = [...((specifier.quantifier as Quantifier) ?? []), ...(quantifier ?? [])]
  if (name === null || dimensions.length > 1) return null
  const [dimension] = dimensions
  if (dimension === undefined) return { name, length: null }
  const expression = (dimension as { expression?: AstNode }).expression
  const length = expression === undefined || expression === null ? null : lengthOf(expression)
  return length === null ? null : { name, length }
}

function literalLength(node: AstNode): number | null {
  return literalValue(node)?.value ?? null
}

export class Typing {
  constructor(
    private readonly functions: ReadonlyMap<string, readonly FunctionNode[]>,
    private readonly structures: Structures,
  ) {}

  members(name: string): ReadonlyMap<string, Type> | undefined {
    return this.structures.get(name)
  }

  /** @returns null where it is not told without doubt */
  of(node: AstNode, scope: Scope): Type | null {
    switch (node.type) {
      case 'float_constant':
        return plain('float')
      case 'bool_constant':
        return plain('bool')
      case 'int_constant':
        return plain(/u$/i.test(node.token) ? 'uint' : 'int')
      case 'uint_constant':
        return plain('uint')
      case 'identifier':
        return scope.lookup(node.identifier).type
      case 'group':
        return this.of(node.expression, scope)
      case 'unary':
        return this.of(node.expression, scope)
      case 'ternary':
        return this.of(node.left, scope) ?? this.of(node.right, scope)
      case 'binary':
        return this.ofBinary(node, scope)
      case 'postfix':
        return this.ofPart(this.of(node.expression, scope), node.postfix)
      case 'function_call':
        return this.ofCall(node, scope)
      default:
        return null
    }
  }

  private ofBinary(node: AstNode & { type: 'binary' }, scope: Scope): Type | null {
    const operator = node.operator.literal
    if (operator === ',') return this.of(node.right, scope)
    if (/^(==|!=|<|>|<=|>=|&&|\|\||\^\^)$/.test(operator)) return plain('bool')
    const [left, right] = [this.of(node.left, scope), this.of(node.right, scope)]
    if (left === null || right === null || left.length !== null || right.length !== null) return null
    if (operator === '<<' || operator === '>>' || left.name === right.name) return left
    if (SCALAR.test(left.name)) return right
    if (SCALAR.test(right.name)) return left
    const square = /^mat([234])$/
    if (square.test(left.name) && VECTOR.test(right.name)) return right
    return VECTOR.test(left.name) && square.test(right.name) ? left : null
  }

  private ofCall(node: AstNode & { type: 'function_call' }, scope: Scope): Type | null {
    const name = calledName(node)
    if (name === null) return null
    const own = this.functions.get(name)
    if (own !== undefined) return commonReturn(own)
    if (isBasic(name)) return plain(name)
    if (this.structures.has(name)) return plain(name)
    const args = argumentsOf(node).map((argument) => this.of(argument, scope))
    const [first, last] = [args[0], args.at(-1)]
    if (SAMPLING.test(name)) return first && /^sampler(2D|3D|Cube|2DArray)$/.test(first.name) ? plain('vec4') : null
    if (TO_FLOAT.has(name)) return plain('float')
    if (LIKE_FIRST.has(name)) return first ?? null
    return name === 'step' || name === 'smoothstep' ? (last ?? null) : null
  }

  /** `.x`, `[i]`, `.member`, or several of them, nested to the right. */
  private ofPart(type: Type | null, node: AstNode): Type | null {
    if (type === null) return null
    if (node.type === 'postfix') return this.ofPart(this.ofPart(type, node.expression), node.postfix)
    if (node.type === 'quantifier') return elementOf(type)
    if (node.type !== 'field_selection' || type.length !== null) return null
    const selection = node.selection as AstNode
    const field = selection.type === 'identifier' ? selection.identifier : ''
    const vector = VECTOR.exec(type.name)
    if (vector === null) return this.structures.get(type.name)?.get(field) ?? null
    if (!/^([xyzw]+|[rgba]+|[stpq]+)$/.test(field)) return null
    return plain(field.length === 1 ? (ELEMENTS[vector[1] ?? ''] as string) : `${vector[1] ?? ''}vec${field.length}`)
  }
}

function elementOf({ name, length }: Type): Type | null {
  if (length !== null) return plain(name)
  const vector = VECTOR.exec(name)
  if (vector !== null) return plain(ELEMENTS[vector[1] ?? ''] as string)
  const matrix = MATRIX.exec(name)
  return matrix === null ? null : plain(`vec${matrix[2] ?? matrix[1]}`)
}

/** What all overloads return; null when they differ, or it is an array. */
export function commonReturn(functions: readonly FunctionNode[]): Type | null {
  const names = new Set(functions.map(({ prototype }) => returnName(prototype.header.returnType)))
  const [name] = names
  return names.size === 1 && name !== null && name !== undefined ? plain(name) : null
}

function returnName(node: AstNode): string | null {
  const type = declaredType(node, null)
  if (type === null) return typeName(node)
  return type.length === null ? type.name : null
}

function plain(name: string): Type {
  return { name, length: null }
}
