/**
 * A variant of a shader for certain values of its constants (BP-26): branches that they decide are removed, loops whose
 * bounds they give are unrolled, and uniforms that are then no longer read are gone. Works on the syntax tree; what the
 * GPU still computes is computed as before, so that every pixel stays the same (BP-25, see fold.ts).
 */
import type { ConstantValues } from '../../../../preload/contract'
import { assignedIn, boundKnown, Scope, writingFunctions } from './scope'
import { StatementFolder, type UnrollLimits } from './statements'
import { type AstNode, functionsOf, type ProgramStatement, parseShader, printShader, remember } from './syntax'
import { withoutUnused } from './unused'

export type { UnrollLimits } from './statements'

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
  let text = printShader(program)
  let branchesRemoved = 0
  let loopsUnrolled = 0
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const made = specialiseOnce(program, constants, limits)
    branchesRemoved += made.branchesRemoved
    loopsUnrolled += made.loopsUnrolled
    program = made.program
    const printed = printShader(program)
    if (printed === text) break
    text = printed
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

function specialiseOnce(program: readonly ProgramStatement[], constants: ConstantValues, limits: UnrollLimits) {
  const writing = writingFunctions(program)
  const statements = new StatementFolder(new Set(functionsOf(program).keys()), writing, limits)
  const scope = new Scope(null, new Set())
  const result = program.map((node) => foldGlobal(node, constants, scope, writing, statements))
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
  writing: ReadonlySet<string>,
  statements: StatementFolder,
): ProgramStatement {
  if (node.type === 'function') {
    const inner = functionScope(node, scope, assignedIn(node.body, writing))
    return { ...node, body: { ...node.body, statements: statements.statements(node.body.statements, inner) } }
  }
  if (node.type !== 'declaration_statement' || node.declaration.type !== 'declarator_list') return node
  const list = node.declaration
  if (isUniform(list)) declareUniforms(list, constants, scope)
  else if (hasQualifier(list, 'const')) return { ...node, declaration: statements.global(list, scope) }
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
    if (parameter.identifier) scope.declare(parameter.identifier.identifier, { value: null, fixed: false, loop: false })
  return scope
}

export function declareUniforms(list: DeclaratorList, constants: ConstantValues, scope: Scope): void {
  for (const { identifier, quantifier } of list.declarations)
    if ((quantifier?.length ?? 0) === 0)
      scope.declare(identifier.identifier, boundKnown(identifier.identifier, list.specified_type, constants))
}

export function uniformsOf(program: readonly ProgramStatement[]): string[] {
  return program.flatMap((node) =>
    node.type === 'declaration_statement' && node.declaration.type === 'declarator_list' && isUniform(node.declaration)
      ? node.declaration.declarations.map(({ identifier }) => identifier.identifier)
      : [],
  )
}

export function isUniform(list: DeclaratorList): boolean {
  return hasQualifier(list, 'uniform')
}

export function hasQualifier({ specified_type }: DeclaratorList, name: string): boolean {
  return (specified_type.qualifiers ?? []).some((qualifier) => qualifier.type === 'keyword' && qualifier.token === name)
}
