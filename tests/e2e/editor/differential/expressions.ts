/** Expressions of random shaders: their types, names in scope, and operations; GLSL ES 3.00 defines most of them. */

/** What every random shader has bound. */
export const TYPES = { k: 'int', n: 'int', un: 'uint', on: 'bool', gain: 'float', tint: 'vec3', pair: 'ivec2' }

export type Name = 'float' | 'vec2' | 'vec3' | 'vec4' | 'int' | 'uint' | 'bool' | 'ivec2' | 'mat2' | 'mat3' | 'Part'

export interface Local {
  name: string
  type: Name
  isConst?: boolean
}

export interface Own {
  name: string
  returns: Name
  takes: Name[]
  /** the first argument is inout */
  writes: boolean
}

const FLOATS = ['0.0', '1.0', '0.1', '2.0', '0.3', '3.0', '-1.5', '7.1', '1e-3', '1e20', '0.7']
/**
 * GLSL ES 3.00 (4.5.1) leaves division by 0 open, and sqrt, inversesqrt, pow, mod and atan of what they are not defined
 * for (8.1, 8.2): Mesa's compiler gives a literal 0 there any value it likes, another in every shader. Most shaders divide
 * by what is never 0, as one that divides by a literal 0 is left as it was, and proves nothing else.
 */
const DIVISORS = ['3.0', '0.1', '2.0', '1.5', '7.1', '1e20']

/** Reads a list of choices; where it ends the simplest is chosen. */
export class Expressions {
  private at = 0
  private names = 0
  protected locals: Local[] = []
  protected own: Own[] = []
  protected effects = true

  /** One shader in six divides by what may be 0. */
  private readonly opens: boolean

  constructor(private readonly choices: readonly number[]) {
    this.opens = this.below(6) === 5
  }

  /** A number below n, 0 when the list is at its end. */
  protected below(n: number): number {
    return (this.choices[this.at++] ?? 0) % n
  }

  protected pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  protected fresh(prefix: string): string {
    return `${prefix}${++this.names}`
  }

  /** Conditions that constants decide, that the picture decides, and that have effects. */
  protected condition(): string {
    const change = this.locals.filter(({ isConst, type }) => !isConst && type === 'float')
    switch (this.below(11)) {
      case 0:
        return `k == ${this.below(4)}`
      case 1:
        return 'on'
      case 2:
        return `k > int(${this.below(5)}u)`
      case 3:
        return `gain ${this.pick(['>', '<', '==', '<='])} ${this.pick(['1.0', '0.3', '0.1', '0.0'])}`
      case 4:
        return `un >= ${this.below(6)}u && n < ${this.below(5)}`
      case 5:
        return `tint.y ${this.pick(['>', '<='])} 0.5 || ${this.expression('bool', 1)}`
      case 6:
        return `(pair.x ${this.pick(['%', '/', '&', '^'])} 3) ${this.pick(['==', '<'])} ${this.below(3)}`
      case 7:
        return change.length === 0 || !this.effects
          ? '!on'
          : `(${this.pick(change).name} += 0.5) > 1.0 && k > ${this.below(3)}`
      case 8:
        return change.length === 0 || !this.effects ? 'n != 2' : `on && (${this.pick(change).name} *= 1.5) < 4.0`
      case 9:
        return `~un == 4294967292u || k == ${this.below(3)}`
      default:
        return this.expression('bool', 2)
    }
  }

  protected variable(type: Name): string | null {
    const fit = this.locals.filter((local) => local.type === type)
    return fit.length === 0 ? null : this.pick(fit).name
  }

  protected call(type: Name): string | null {
    const fit = this.own.filter(({ returns }) => returns === type)
    if (fit.length === 0) return null
    const { name, takes, writes } = this.pick(fit)
    const given = takes.map((one) => this.expression(one, 0))
    if (writes) {
      const targets = this.locals.filter((local) => local.type === takes[0] && !local.isConst)
      if (targets.length === 0 || !this.effects) return null
      given[0] = this.pick(targets).name
    }
    return `${name}(${given.join(', ')})`
  }

  /** Most often a value that is neither 0 nor can be rounded to it. */
  protected divisor(type: Name, depth: number): string {
    if (this.opens && this.below(4) === 3) return this.open(type, depth)
    if (type === 'float' && this.below(2) === 0) return this.pick(DIVISORS)
    return `(abs(${this.expression(type, depth)}) + 0.5)`
  }

  /** A value that may be 0, or is for sure: then GLSL leaves open what a quotient by it is. One that is not, elsewhere. */
  private open(type: Name, depth: number): string {
    if (!this.opens) return type === 'uint' ? '7u' : '7'
    const zero = { float: '0.0', vec2: 'vec2(0.0)', vec3: 'vec3(0.0, 1.0, 0.0)', int: '0', uint: '0u' }[type as string]
    return this.below(3) === 0 ? (zero ?? this.expression(type, depth)) : this.expression(type, depth)
  }

  protected expression(type: Name, depth: number): string {
    if (depth <= 0) return this.variable(type) ?? this.literal(type)
    switch (this.below(8)) {
      case 0:
        return this.variable(type) ?? this.literal(type)
      case 1:
        return this.literal(type)
      case 2:
        return this.call(type) ?? this.operation(type, depth)
      case 3:
        // matrices and structures are not chosen between in WebGL
        if (type === 'Part') return this.literal(type)
        return `(${this.condition()} ? ${this.expression(type, depth - 1)} : ${this.expression(type, depth - 1)})`
      default:
        return this.operation(type, depth)
    }
  }

  protected literal(type: Name): string {
    const float = () => this.pick(FLOATS)
    switch (type) {
      case 'float':
        return float()
      case 'int':
        return `${this.below(6)}`
      case 'uint':
        return this.pick(['3u', '0u', '7U', '0x10u', '4294967295u'])
      case 'bool':
        return this.pick(['true', 'false'])
      case 'ivec2':
        return `ivec2(${this.below(4)}, ${this.below(3)})`
      case 'mat2':
        return `mat2(${float()}, ${float()}, ${float()}, ${float()})`
      case 'mat3':
        return `mat3(${float()})`
      case 'Part':
        return `Part(${float()}, vec3(${float()}), ${this.below(5)}, float[2](${float()}, ${float()}))`
      default:
        return this.below(2) === 0
          ? `${type}(${float()})`
          : `${type}(${Array.from({ length: Number(type[3]) }, float).join(', ')})`
    }
  }

  protected operation(type: Name, depth: number): string {
    const e = (of: Name) => this.expression(of, depth - 1)
    const divisor = (of: Name) => this.divisor(of, depth - 1)
    switch (type) {
      case 'float':
        return this.pick([
          () => `(${e('float')} ${this.pick(['+', '*', '-', '*', '+'])} ${e('float')})`,
          () => `(${e('float')} / ${divisor('float')})`,
          () => `${this.pick(['sin', 'fract', 'abs', 'exp2', 'floor', 'cos'])}(${e('float')})`,
          () => `${this.pick(['sqrt', 'inversesqrt'])}(${divisor('float')})`,
          () => `float(${e('int')})`,
          () => `${this.pick(['min', 'max', 'step'])}(${e('float')}, ${e('float')})`,
          () => `${this.pick(['mod', 'atan'])}(${e('float')}, ${divisor('float')})`,
          () => `pow(${divisor('float')}, ${e('float')})`,
          () => `mix(${e('float')}, ${e('float')}, ${e('float')})`,
          () => `${this.pick(['smoothstep', 'clamp'])}(0.1, ${this.pick(['0.9', '2.0'])}, ${e('float')})`,
          () => `${this.pick(['dot', 'distance'])}(${e('vec3')}, ${e('vec3')})`,
          () => `${e('vec3')}.${this.pick(['x', 'y', 'b'])}`,
          () => `TABLE[${e('int')} & 3]`,
          () => `${this.pick(['intBitsToFloat', 'float'])}(${e('int')})`,
          () => `texture(uSource, vUv + ${e('vec2')} * 0.1).${this.pick(['r', 'g'])}`,
          () => `(${e('mat2')})[1].x`,
          () => `(float(k) * ${e('float')})`,
        ])()
      case 'vec2':
        return this.pick([
          () => `vec2(${e('float')}, ${e('float')})`,
          () => `(${e('vec2')} ${this.pick(['+', '*', '-'])} ${e('float')})`,
          () => `(${e('vec2')} / ${divisor('float')})`,
          () => `${e('vec3')}.${this.pick(['xz', 'gg'])}`,
          () => `(${e('mat2')} * ${e('vec2')})`,
          () => `vec2(${e('ivec2')})`,
        ])()
      case 'vec3':
        return this.pick([
          () => `vec3(${e('float')}, ${e('float')}, ${e('float')})`,
          () => `(${e('vec3')} ${this.pick(['+', '*', '-'])} ${this.below(2) === 0 ? e('vec3') : e('float')})`,
          () => `(${e('vec3')} / ${divisor(this.below(2) === 0 ? 'vec3' : 'float')})`,
          () => `${this.pick(['cross', 'max', 'reflect'])}(${e('vec3')}, ${e('vec3')})`,
          () => `mix(${e('vec3')}, ${e('vec3')}, ${e('float')})`,
          () => `texture(uSource, vUv * ${e('float')}).${this.pick(['rgb', 'bgr'])}`,
          () => `(${e('mat3')} * ${e('vec3')})`,
          () => `${e('vec4')}.${this.pick(['xyz', 'wzy'])}`,
          () => `vec3(${e('vec2')}, ${e('float')})`,
        ])()
      case 'vec4':
        return this.pick([
          () => `vec4(${e('vec3')}, ${e('float')})`,
          () => `(${e('vec4')} ${this.pick(['+', '*'])} ${e('vec4')})`,
          () => `texelFetch(uSource, ivec2(${e('int')} & 15, 3), 0)`,
        ])()
      case 'int':
        return this.pick([
          () => `(${e('int')} ${this.pick(['+', '-', '*', '&', '|', '^'])} ${e('int')})`,
          () => `(${e('int')} ${this.pick(['/', '%'])} ${this.pick(['3', '2', '7', this.open('int', depth - 1)])})`,
          () => `int(${e('uint')})`,
          () => `${this.pick(['abs', '-', '~', 'sign'])}(${e('int')})`,
          () => `STEPS[${e('uint')} % 3u]`,
          () => `int(clamp(${e('float')}, -9.0, 9.0))`,
          () => `(${e('int')} ${this.pick(['<<', '>>'])} ${this.below(4)})`,
          () => `${e('ivec2')}.y`,
          () => `floatBitsToInt(${e('float')})`,
        ])()
      case 'uint':
        return this.pick([
          () => `(${e('uint')} ${this.pick(['+', '-', '*', '&', '|', '^', '>>'])} 3u)`,
          () => `uint(${e('int')})`,
          () => `~${e('uint')}`,
          () => `(${e('uint')} ${this.pick(['%', '/'])} ${this.pick(['5u', this.open('uint', depth - 1)])})`,
        ])()
      case 'bool':
        return this.pick([
          () => `(${e('float')} ${this.pick(['<', '>', '<=', '!='])} ${e('float')})`,
          () => `(${e('int')} ${this.pick(['==', '<', '>='])} ${e('int')})`,
          () => `!${e('bool')}`,
          () => `(${e('bool')} ${this.pick(['&&', '||', '^^'])} ${e('bool')})`,
          () => `any(lessThan(${e('vec3')}, ${e('vec3')}))`,
        ])()
      case 'ivec2':
        return `(${e('ivec2')} ${this.pick(['+', '*', '-'])} ivec2(${e('int')}, ${this.below(3)}))`
      case 'mat2':
        return this.pick([() => `mat2(${e('vec2')}, ${e('vec2')})`, () => `(${e('mat2')} * ${e('float')})`])()
      case 'mat3':
        return this.pick([() => `mat3(${e('vec3')}, ${e('vec3')}, vec3(0.5))`, () => `transpose(${e('mat3')})`])()
      case 'Part':
        return this.literal('Part')
    }
  }
}
