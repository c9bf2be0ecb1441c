/** What is known of the names at one place of a shader. */
import type { ConstantValues } from '../../../../preload/contract/specs'
import { boundScalar, type Scalar, type ScalarType } from './scalar'
import { type AstNode, argumentsOf, calledName, type ProgramStatement, walk } from './syntax'

/** A basic type or structure by its name, or an array of such. */
export interface Type {
  readonly name: string
  /** elements; null: it is no array */
  readonly length: number | null
}

export interface Known {
  /** a scalar that has this value wherever the name is seen; null: not known, or no scalar */
  readonly value: Scalar | null
  /** of a vector or matrix column by column that is bound by the application */
  readonly components?: readonly (Scalar | null)[]
  /** the value follows from what is bound: a compiler that sees the general shader does not know it */
  readonly bound: boolean
  readonly type: Type | null
}

/** An output that is there without being declared. */
export const DEPTH = { name: 'gl_FragDepth', type: { name: 'float', length: null } }
export const UNKNOWN: Known = { value: null, bound: false, type: null }

export class Scope {
  private readonly names = new Map<string, Known>()

  /** @param assigned names that are written to anywhere in the function: nothing is known of them */
  constructor(
    private readonly parent: Scope | null,
    private readonly assigned: ReadonlySet<string>,
  ) {}

  declare(name: string, known: Known): void {
    this.names.set(name, this.assigned.has(name) ? { ...UNKNOWN, type: known.type } : known)
  }

  /** Declares a variable of a loop, which its own step writes to, in one of its iterations. */
  declareLoop(name: string, value: Scalar, bound = true): void {
    this.names.set(name, { value, bound, type: { name: value.type, length: null } })
  }

  /** What is known of a variable from here on; nothing happens where none of that name is declared. */
  assign(name: string, { value, bound }: Pick<Known, 'value' | 'bound'>): void {
    const declared = this.names.get(name)
    if (declared === undefined) this.parent?.assign(name, { value, bound })
    else this.names.set(name, { value, bound, type: declared.type })
  }

  lookup(name: string): Known {
    return this.find(name) ?? UNKNOWN
  }

  /** @returns undefined where no variable of that name is declared */
  find(name: string): Known | undefined {
    return this.names.get(name) ?? this.parent?.find(name)
  }

  /** Whether a global of that name cannot be named here, as a variable of a function has its name. */
  hides(name: string): boolean {
    return this.parent !== null && (this.names.has(name) || this.parent.hides(name))
  }

  inner(): Scope {
    return new Scope(this, this.assigned)
  }

  /** The scope of a function's body. */
  ofFunction(assigned: ReadonlySet<string>): Scope {
    return new Scope(this, assigned)
  }
}

/**
 * Of variables that these statements declare nothing is known from here on: whoever comes in by a later label of a switch
 * has not given them their values.
 */
export function forgetDeclared(statements: readonly AstNode[], scope: Scope): void {
  for (const node of statements) {
    if (node.type !== 'declaration_statement' || node.declaration.type !== 'declarator_list') continue
    if (hasQualifier(node.declaration, 'const')) continue
    for (const { identifier } of node.declaration.declarations) scope.assign(identifier.identifier, UNKNOWN)
  }
}

/** Whether a declaration has one of these as a qualifier that is a keyword, such as `const`. */
export function hasQualifier(
  { specified_type }: AstNode & { type: 'declarator_list' },
  ...names: readonly string[]
): boolean {
  return (specified_type.qualifiers ?? []).some((one) => one.type === 'keyword' && names.includes(one.token))
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
export function boundKnown(name: string, specified: AstNode, constants: ConstantValues): Omit<Known, 'type'> {
  const values = Object.hasOwn(constants, name) ? constants[name] : undefined
  if (values === undefined) return UNKNOWN
  const scalar = scalarType(specified)
  const [first] = values
  if (scalar !== null) return first === undefined ? UNKNOWN : { value: boundScalar(scalar, first), bound: true }
  const vector = /^(i|u|b)?vec[234]$/.exec(typeName(specified) ?? '')
  if (vector === null) return UNKNOWN
  const of = ({ i: 'int', u: 'uint', b: 'bool' } as const)[vector[1] ?? ''] ?? 'float'
  return { value: null, bound: true, components: values.map((value) => boundScalar(of, value)) }
}

type Writing = ReadonlyMap<string, ReadonlySet<number>>

/**
 * Which of their arguments functions write to: built-in ones, and those of the shader, which give every `out` parameter
 * a value, but an `inout` one only where they, or what they call, write to it. A compiler sees that the others come back
 * as they went in (BP-25).
 */
function writingFunctions(program: readonly ProgramStatement[]): Writing {
  const writing = new Map<string, Set<number>>([
    ['modf', new Set([1])],
    ['frexp', new Set([1])],
    ['umulExtended', new Set([2, 3])],
    ['imulExtended', new Set([2, 3])],
    ['uaddCarry', new Set([2])],
    ['usubBorrow', new Set([2])],
  ])
  const maybe: { name: string; index: number; parameter: string; body: AstNode }[] = []
  const add = (name: string, index: number): void => {
    writing.set(name, (writing.get(name) ?? new Set()).add(index))
  }
  for (const node of program) {
    if (node.type !== 'function') continue
    const { header, parameters } = node.prototype
    const name = header.name.identifier
    for (const [index, { qualifier, identifier }] of (parameters ?? []).entries()) {
      if ((qualifier ?? []).some(({ token }) => token === 'out')) add(name, index)
      else if (identifier && (qualifier ?? []).some(({ token }) => token === 'inout'))
        maybe.push({ name, index, parameter: identifier.identifier, body: node.body })
    }
  }
  // functions are declared before they are called, but may be defined in any order
  for (let found = true; found; ) {
    found = false
    for (const { name, index, parameter, body } of maybe) {
      if (writing.get(name)?.has(index) || !assignedIn(body, writing).has(parameter)) continue
      add(name, index)
      found = true
    }
  }
  return writing
}

/** What statements write to: directly, through arguments, and to globals in the functions that they call. */
export class Writes {
  private readonly functions: Writing
  /** globals that calling a function writes to, those of what it calls included */
  private readonly globals = new Map<string, Set<string>>()
  /** functions that may discard the pixel, themselves or in what they call */
  private readonly discarding: ReadonlySet<string>
  private readonly known = new WeakMap<AstNode, ReadonlySet<string>>()

  constructor(program: readonly ProgramStatement[]) {
    this.functions = writingFunctions(program)
    const names = new Set<string>([DEPTH.name])
    for (const node of program)
      if (node.type === 'declaration_statement' && node.declaration.type === 'declarator_list')
        for (const { identifier } of node.declaration.declarations) names.add(identifier.identifier)
    // functions are declared before they are called, but may be defined in any order
    for (let before = -1, size = 0; size !== before; ) {
      before = size
      size = 0
      for (const node of program) {
        if (node.type !== 'function') continue
        const name = node.prototype.header.name.identifier
        const written = this.globals.get(name) ?? new Set<string>()
        for (const one of this.in(node.body)) if (names.has(one)) written.add(one)
        this.known.delete(node.body)
        if (written.size > 0) this.globals.set(name, written)
        size += written.size
      }
    }
    this.discarding = discardingFunctions(program)
  }

  /** Whether a call may change something beside its result. */
  has(name: string): boolean {
    return this.functions.has(name) || (this.globals.get(name)?.size ?? 0) > 0 || this.discarding.has(name)
  }

  in(node: AstNode): ReadonlySet<string> {
    const known = this.known.get(node)
    if (known !== undefined) return known
    const written = assignedIn(node, this.functions)
    for (const name of this.inCalls(node)) written.add(name)
    this.known.set(node, written)
    return written
  }

  /** Globals that the functions called below a node write to. */
  inCalls(node: AstNode): ReadonlySet<string> {
    const written = new Set<string>()
    if (this.globals.size > 0)
      walk(node, (inner) => {
        for (const name of this.globals.get(calledName(inner) ?? '') ?? []) written.add(name)
      })
    return written
  }

  ofFunction(name: string): ReadonlySet<string> {
    return this.globals.get(name) ?? new Set()
  }
}

function discardingFunctions(program: readonly ProgramStatement[]): Set<string> {
  const discarding = new Set<string>()
  for (let before = -1; before !== discarding.size; ) {
    before = discarding.size
    for (const node of program) {
      if (node.type !== 'function') continue
      walk(node.body, (inner) => {
        if (inner.type === 'discard_statement' || discarding.has(calledName(inner) ?? ''))
          discarding.add(node.prototype.header.name.identifier)
      })
    }
  }
  return discarding
}

/** Every name that something below a node writes to itself. */
function assignedIn(node: AstNode, writing: Writing): Set<string> {
  const names = new Set<string>()
  const add = (target: AstNode): void => {
    const name = rootOf(target)
    if (name !== null) names.add(name)
  }
  walk(node, (inner) => {
    if (inner.type === 'assignment') add(inner.left)
    else if (inner.type === 'function_call') {
      const positions = writing.get(calledName(inner) ?? '')
      if (positions !== undefined)
        for (const [at, argument] of argumentsOf(inner).entries()) if (positions.has(at)) add(argument)
    }
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
