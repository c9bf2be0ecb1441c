/**
 * Values that a compiler may not look through (BP-25). Where the general shader chooses between values by what is bound,
 * its compiler has to allow for each of them: it cannot merge what was computed before the choice with what is computed
 * after it, nor compute with literals that reach it. A variant in which the choice is made has another choice in its
 * place, on a uniform that the driver adds and that is never set, so that it reads as 0:
 * `if (driverNever.x) { sum = driverAny.xyz; }`. GLSL tells a compiler nothing of what a uniform is: on any conforming
 * implementation the values around it are computed by the same expressions, from what it knows as little of. Components and neighbouring variables are given
 * different components of it: of equal ones a compiler would know that they stay equal, and share what it computes.
 */

import { reliableIn } from './scalar'
import type { Type } from './scope'
import { type AstNode, parseStatement } from './syntax'
import { isBasic, type Typing } from './types'

const NEVER = 'driverNever'
const ANY = 'driverAny'

/** Whether a uniform of this name is one that the driver has added, which is 0 whenever it is read. */
export function isDriversOwn(name: string): boolean {
  return /^driver(Never|Any)\d*$/.test(name)
}

export interface Variable {
  readonly name: string
  readonly type: Type
}

/** Elements of arrays and members that one choice may set: more would cost more than what it stands for. */
const MOST_PARTS = 32

export class Opaque {
  private readonly never: string
  private readonly any: string
  private readonly precision: string
  private next = 0
  private readonly made = new WeakMap<AstNode, readonly Variable[]>()

  /** @param source of which no name is taken */
  constructor(
    source: string,
    private readonly typing: Typing,
  ) {
    let suffix = ''
    for (let n = 1; source.includes(NEVER + suffix) || source.includes(ANY + suffix); n++) suffix = String(n)
    this.never = NEVER + suffix
    this.any = ANY + suffix
    // beside it a literal has its precision, which must not be less than around it was; nor may it raise any other
    this.precision = reliableIn(source).wide ? 'highp' : 'lowp'
  }

  get isUsed(): boolean {
    return this.next > 0
  }

  /** To be put where uniforms are declared. */
  get declarations(): string {
    return `uniform bvec4 ${this.never};\nuniform ${this.precision} vec4 ${this.any};\n`
  }

  /** Whether one choice can set all of them. */
  canHold(variables: readonly Variable[]): boolean {
    let parts = 0
    for (const { name, type } of variables) {
      const targets = this.targets(name, type)
      if (targets === null) return false
      parts += targets.length
    }
    return parts <= MOST_PARTS
  }

  /** A statement after which nothing is known of the variables; none where there are no variables. */
  hold(variables: readonly Variable[]): AstNode[] {
    if (variables.length === 0) return []
    const sets = variables.flatMap(({ name, type }) => this.targets(name, type) ?? [])
    const body = sets.map(({ target, type }, at) => `${target} = ${this.anyOf(type, at)};\n`).join('')
    const statement = parseStatement(`if (${this.condition()}) {\n${body}}\n`)
    this.made.set(statement, variables)
    return [statement]
  }

  /** The variables that a statement of `hold` is for; undefined: it is another. */
  heldBy(statement: AstNode | undefined): readonly Variable[] | undefined {
    return statement === undefined ? undefined : this.made.get(statement)
  }

  /**
   * An expression of which nothing is known.
   * @param type basic
   * @throws Error when its own text is read as another tree than it is made for, which no source brings about
   */
  value(expression: AstNode, type: string): AstNode {
    const statement = parseStatement(`driverTarget = (${this.condition()} ? ${this.anyOf(type, 0)} : driverTarget);\n`)
    if (statement.type !== 'expression_statement' || statement.expression.type !== 'assignment')
      throw new Error('expected an assignment')
    const group = statement.expression.right
    if (group.type !== 'group' || group.expression.type !== 'ternary') throw new Error('expected a choice')
    return { ...group, expression: { ...group.expression, right: expression } } as AstNode
  }

  /** Neighbours are on different components, so that no compiler can follow one through the next. */
  private condition(): string {
    return `${this.never}.${'xyzw'[this.next++ % 4]}`
  }

  /** @param at where in the uniform its components begin */
  private anyOf(type: string, at: number): string {
    const parts = (count: number, from: number) => `${this.any}.${'xyzwxyzw'.slice(from % 4).slice(0, count)}`
    const matrix = /^mat([234])(?:x([234]))?$/.exec(type)
    if (matrix !== null) {
      const columns = Array.from({ length: Number(matrix[1]) }, (_, i) => parts(Number(matrix[2] ?? matrix[1]), at + i))
      return `${type}(${columns.join(', ')})`
    }
    const some = parts(Number(/vec([234])$/.exec(type)?.[1] ?? 1), at)
    return type === 'float' || type.startsWith('vec') ? some : `${type}(${some})`
  }

  private targets(target: string, { name, length }: Type): { target: string; type: string }[] | null {
    if (length !== null) {
      if (length > MOST_PARTS) return null
      const parts = Array.from({ length }, (_, i) => this.targets(`${target}[${i}]`, { name, length: null }))
      return parts.every((part) => part !== null) ? parts.flat() : null
    }
    if (isBasic(name)) return [{ target, type: name }]
    const members = this.typing.members(name)
    if (members === undefined) return null
    const parts = [...members].map(([member, type]) => this.targets(`${target}.${member}`, type))
    return parts.every((part) => part !== null) ? parts.flat() : null
  }
}
