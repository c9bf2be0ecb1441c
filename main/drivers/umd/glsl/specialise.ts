/**
 * A variant of a shader for certain values of its constants (BP-26): branches that they decide are removed, loops whose
 * bounds they give are unrolled, and uniforms that are then no longer read are gone. Works on the syntax tree. Only what
 * whole numbers, conditions and exact floats decide is done; every expression that stays is the one that was there, from
 * operands of which a compiler knows as little as before, so that each bit stays the same (BP-25, see opaque.ts).
 */
import type { ConstantValues } from '../../../../preload/contract/specs'
import { Folder } from './fold'
import { isDriversOwn, Opaque } from './opaque'
import { reliableIn } from './scalar'
import { boundKnown, DEPTH, hasQualifier, Scope, UNKNOWN, Writes } from './scope'
import { StatementFolder, type UnrollLimits } from './statements'
import {
  type AstNode,
  functionsOf,
  type ProgramStatement,
  parseDeclarations,
  parseShader,
  printShader,
  remember,
} from './syntax'
import { declaredType, structuresOf, Typing } from './types'
import { hasUndefined } from './undefined'
import { namesRead, withoutUnused } from './unused'

export const DEFAULT_LIMITS: UnrollLimits = { iterations: 64, size: 16_384 }

export interface Specialised {
  /** GLSL ES 3.00 */
  source: string
  /** constants that are no uniforms any more, in the order in which the source declares them */
  folded: string[]
  /** constants whose values the variant counts on, and that the GPU's own arithmetic still reads as uniforms */
  kept: string[]
  /** if, ?: and while that are decided; each once, however often a loop around it ran */
  branchesRemoved: number
  loopsUnrolled: number
}

type DeclaratorList = Extract<AstNode, { type: 'declarator_list' }>

/** What one pass uncovers may decide more: a variable that is written to in a removed branch only. */
const MOST_PASSES = 8

/**
 * @param source GLSL ES 3.00, a whole fragment shader without macros
 * @param constants values of uniforms by name; names that the shader does not have are ignored
 * @throws Error when the source is no such shader
 */
export function specialise(
  source: string,
  constants: ConstantValues,
  limits: UnrollLimits = DEFAULT_LIMITS,
): Specialised {
  const parsed = parseShader(source)
  let program: readonly ProgramStatement[] = parsed.program
  const declared = uniformsOf(program).filter((name) => Object.hasOwn(constants, name))
  // it may come out otherwise of every other text
  if (hasUndefined(program, source)) return { source, folded: [], kept: declared, branchesRemoved: 0, loopsUnrolled: 0 }
  const typing = new Typing(functionsOf(program), structuresOf(program))
  const opaque = new Opaque(source, typing)
  let text = printShader(program)
  let branchesRemoved = 0
  let loopsUnrolled = 0
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const made = specialiseOnce(program, constants, { limits, typing, opaque, source })
    branchesRemoved += made.branchesRemoved
    loopsUnrolled += made.loopsUnrolled
    program = made.program
    const printed = printShader(program)
    if (printed === text) break
    text = printed
  }
  program = withOutputs(program, parsed.program, opaque)
  if (opaque.isUsed) {
    program = withoutUnused(withDeclarations(program, opaque.declarations))
    text = printShader(program)
  }
  remember(text, { ...parsed, program: [...program] })
  const uniforms = new Set(uniformsOf(program))
  return {
    source: text,
    folded: declared.filter((name) => !uniforms.has(name)),
    kept: declared.filter((name) => uniforms.has(name)),
    branchesRemoved,
    loopsUnrolled,
  }
}

/**
 * WebGL does not draw with a shader that has no statement that writes to an output, and a depth that no statement writes
 * to is the one of the primitive; where none is left one is added.
 */
function withOutputs(
  program: readonly ProgramStatement[],
  general: readonly ProgramStatement[],
  opaque: Opaque,
): readonly ProgramStatement[] {
  const [before, after] = [general, program].map((nodes) => {
    const writes = new Writes(nodes)
    return new Set(nodes.flatMap((node) => (node.type === 'function' ? [...writes.in(node.body)] : [])))
  }) as [Set<string>, Set<string>]
  const declared = program.flatMap((node) => {
    if (node.type !== 'declaration_statement' || node.declaration.type !== 'declarator_list') return []
    const list = node.declaration
    if (!hasQualifier(list, 'out')) return []
    return list.declarations.flatMap(({ identifier: { identifier: name }, quantifier }) => {
      const type = declaredType(list.specified_type, quantifier)
      return type === null ? [] : [{ name, type }]
    })
  })
  const missing = [...declared, DEPTH].filter(({ name }) => before.has(name) && !after.has(name))
  if (missing.length === 0) return program
  return program.map((node) => {
    if (node.type !== 'function' || node.prototype.header.name.identifier !== 'main') return node
    const statements = [...opaque.hold(missing), ...node.body.statements]
    return { ...node, body: { ...node.body, statements } } as ProgramStatement
  })
}

/** Declarations before everything but the version and default precisions. */
function withDeclarations(program: readonly ProgramStatement[], text: string): ProgramStatement[] {
  const isHead = (node: ProgramStatement) =>
    node.type === 'preprocessor' || (node.type === 'declaration_statement' && node.declaration.type === 'precision')
  const at = program.findIndex((node) => !isHead(node))
  return [...program.slice(0, at), ...parseDeclarations(text), ...program.slice(at)]
}

interface Means {
  limits: UnrollLimits
  typing: Typing
  opaque: Opaque
  source: string
}

function specialiseOnce(
  program: readonly ProgramStatement[],
  constants: ConstantValues,
  { limits, typing, opaque, source }: Means,
) {
  const writes = new Writes(program)
  const folder = new Folder(new Set(functionsOf(program).keys()), reliableIn(source))
  const read = namesRead(program)
  const statements = new StatementFolder({ folder, typing, opaque, writes, read, limits })
  const scope = new Scope(null, new Set())
  scope.declare(DEPTH.name, { ...UNKNOWN, type: DEPTH.type })
  const result = program.map((node) => foldGlobal(node, constants, scope, writes, statements))
  return {
    program: withoutUnused(result),
    branchesRemoved: statements.decided.size,
    loopsUnrolled: statements.unrolled.size,
  }
}

function foldGlobal(
  node: ProgramStatement,
  constants: ConstantValues,
  scope: Scope,
  writes: Writes,
  statements: StatementFolder,
): ProgramStatement {
  if (node.type === 'function') return statements.function(node, functionScope(node, scope, writes.in(node.body)))
  if (node.type !== 'declaration_statement' || node.declaration.type !== 'declarator_list') return node
  const list = node.declaration
  if (isUniform(list)) declareUniforms(list, constants, scope)
  else if (hasQualifier(list, 'const')) return { ...node, declaration: statements.declarators(list, scope) }
  else
    for (const { identifier, quantifier } of list.declarations)
      scope.declare(identifier.identifier, { ...UNKNOWN, type: declaredType(list.specified_type, quantifier) })
  return node
}

/** A function's scope, with its parameters, of which nothing is known. @param assigned names that its body writes to */
export function functionScope(
  node: Extract<AstNode, { type: 'function' }>,
  globals: Scope,
  assigned: ReadonlySet<string>,
): Scope {
  const scope = globals.ofFunction(assigned)
  for (const parameter of node.prototype.parameters ?? [])
    if (parameter.identifier)
      scope.declare(parameter.identifier.identifier, {
        ...UNKNOWN,
        type: declaredType(parameter.specifier, parameter.quantifier),
      })
  return scope
}

/** Declares what a list declares: a uniform with the value that is bound to it, or as unknown. */
export function declareUniforms(list: DeclaratorList, constants: ConstantValues, scope: Scope): void {
  for (const { identifier, quantifier } of list.declarations) {
    const isArray = (quantifier?.length ?? 0) > 0
    const known = isArray ? UNKNOWN : boundKnown(identifier.identifier, list.specified_type, constants)
    scope.declare(identifier.identifier, { ...known, type: declaredType(list.specified_type, quantifier) })
  }
}

/** The uniforms that the driver has added, which are never set. */
export function driversOwn(program: readonly ProgramStatement[]): ConstantValues {
  return Object.fromEntries(
    uniformsOf(program)
      .filter(isDriversOwn)
      .map((name) => [name, [0, 0, 0, 0]]),
  )
}

/** Names of all uniforms that a shader declares, in its order. */
export function uniformsOf(program: readonly ProgramStatement[]): string[] {
  return program.flatMap((node) =>
    node.type === 'declaration_statement' && node.declaration.type === 'declarator_list' && isUniform(node.declaration)
      ? node.declaration.declarations.map(({ identifier }) => identifier.identifier)
      : [],
  )
}

/** Whether the list declares uniforms. */
export function isUniform(list: DeclaratorList): boolean {
  return hasQualifier(list, 'uniform')
}
