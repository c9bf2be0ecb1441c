/** What is known of the names at one place of a shader. */
import type { ConstantValues } from '../../../../preload/contract'
import { bound, type Scalar, type ScalarType } from './scalar'
import { type AstNode, argumentsOf, calledName, type ProgramStatement, walk } from './syntax'

export interface Known {
  /** a scalar that has this value wherever the name is seen; null: not known, or no scalar */
  readonly value: Scalar | null
  /** of a vector or matrix column by column that is bound by the application */
  readonly components?: readonly (Scalar | null)[]
  /** a compiler can compute it, as no value that is bound or computed on the GPU goes in */
  readonly fixed: boolean
  /** it follows from the variable of a loop that is being unrolled */
  readonly loop: boolean
}

export const UNKNOWN: Known = { value: null, fixed: false, loop: false }

export class Scope {
  private readonly names = new Map<string, Known>()

  /** @param assigned names that are written to anywhere in the function: nothing is known of them */
  constructor(
    private readonly parent: Scope | null,
    private readonly assigned: ReadonlySet<string>,
  ) {}

  declare(name: string, known: Known): void {
    this.names.set(name, this.assigned.has(name) ? UNKNOWN : known)
  }

  /** Declares a variable of a loop, which its own step writes to. */
  declareLoop(name: string, value: Scalar): void {
    this.names.set(name, { value, fixed: true, loop: true })
  }

  lookup(name: string): Known {
    return this.names.get(name) ?? this.parent?.lookup(name) ?? UNKNOWN
  }

  inner(): Scope {
    return new Scope(this, this.assigned)
  }

  /** The scope of a function's body. */
  ofFunction(assigned: ReadonlySet<string>): Scope {
    return new Scope(this, assigned)
  }
}

const SCALARS: ReadonlySet<string> = new Set(['int', 'uint', 'float', 'bool'])

/** `int`, `uint`, `float`, `bool`, or null for any other type. */
export function scalarType(node: AstNode): ScalarType | null {
  const name = typeName(node)
  return name !== null && SCALARS.has(name) ? (name as ScalarType) : null
}

/** Name of a type without arrays; null for arrays and structures. */
export function typeName(node: AstNode): string | null {
  const specifier = node.type === 'fully_specified_type' ? node.specifier : node
  if (specifier.type !== 'type_specifier' || (specifier.quantifier?.length ?? 0) > 0) return null
  return specifier.specifier.type === 'keyword' ? specifier.specifier.token : null
}

/** What the application has bound to a uniform: a scalar's value, or a vector's components. */
export function boundKnown(name: string, type: AstNode, constants: ConstantValues): Known {
  const values = Object.hasOwn(constants, name) ? constants[name] : undefined
  if (values === undefined) return UNKNOWN
  const scalar = scalarType(type)
  const [first] = values
  if (scalar !== null) return first === undefined ? UNKNOWN : { ...UNKNOWN, value: bound(scalar, first) }
  const vector = /^(i|u|b)?vec[234]$/.exec(typeName(type) ?? '')
  if (vector === null) return UNKNOWN
  const of = ({ i: 'int', u: 'uint', b: 'bool' } as const)[vector[1] ?? ''] ?? 'float'
  return { ...UNKNOWN, components: values.map((value) => bound(of, value)) }
}

/** Functions that may write to their arguments: built-in ones, and those of the shader with out or inout parameters. */
export function writingFunctions(program: readonly ProgramStatement[]): Set<string> {
  const names = new Set(['modf', 'frexp', 'umulExtended', 'imulExtended', 'uaddCarry', 'usubBorrow'])
  for (const node of program) {
    if (node.type !== 'function') continue
    const { header, parameters } = node.prototype
    const writes = (parameters ?? []).some(({ qualifier }) =>
      (qualifier ?? []).some(({ token }) => token === 'out' || token === 'inout'),
    )
    if (writes) names.add(header.name.identifier)
  }
  return names
}

/** Every name that something below a node writes to. */
export function assignedIn(node: AstNode, writing: ReadonlySet<string>): Set<string> {
  const names = new Set<string>()
  const add = (target: AstNode): void => {
    const name = rootOf(target)
    if (name !== null) names.add(name)
  }
  walk(node, (inner) => {
    if (inner.type === 'assignment') add(inner.left)
    else if (inner.type === 'function_call' && writing.has(calledName(inner) ?? '')) argumentsOf(inner).forEach(add)
    const stepped = stepTarget(inner)
    if (stepped !== null) add(stepped)
  })
  return names
}

/** Whether a node is one of ++ and --, before or after. */
export function isStep(node: AstNode): boolean {
  return stepTarget(node) !== null
}

/** What ++ or -- writes to, or null when the node is neither. */
export function stepTarget(node: AstNode): AstNode | null {
  if (node.type !== 'unary' && node.type !== 'postfix') return null
  const step = stepOf(node)
  return step === '++' || step === '--' ? node.expression : null
}

/** `++` or `--` at the end of `a`, `a[0]` or `a.b[0]`. */
export function stepOf(node: AstNode): string | null {
  if (node.type === 'unary') return node.operator.literal
  if (node.type === 'literal') return node.literal
  return node.type === 'postfix' ? stepOf(node.postfix) : null
}

/** The variable that `a.b[c]` is a part of. */
export function rootOf(node: AstNode): string | null {
  if (node.type === 'identifier') return node.identifier
  if (node.type === 'postfix' || node.type === 'group') return rootOf(node.expression)
  return null
}
