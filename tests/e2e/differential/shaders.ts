/**
 * Fragment shaders at random: a list of choices is read by a grammar, so that fast-check can shorten a shader by
 * shortening its list. Where the list ends the simplest is chosen. Shaders are valid: they have types that fit, indexes
 * in range where they are used, and loops that end.
 */
import fc from 'fast-check'
import type { ConstantValues } from '../../../preload/contract'

export interface RandomShader {
  source: string
  types: Record<string, string>
  constants: ConstantValues
}

const TYPES = { k: 'int', n: 'int', un: 'uint', on: 'bool', gain: 'float', tint: 'vec3', pair: 'ivec2' }

/** Constants of which the values decide often: small, at limits, and what no literal is like. */
const constants = fc.record({
  k: fc.tuple(fc.constantFrom(1, 0, 2, 3, -7, 5, 40, -1)),
  n: fc.tuple(fc.constantFrom(3, 0, 1, 2, 5)),
  un: fc.tuple(fc.constantFrom(3, 0, 1, 7, 4294967295)),
  on: fc.tuple(fc.constantFrom(1, 0)),
  gain: fc.tuple(fc.constantFrom(0.3, 1, 0, 2.5, -1, 0.1, 16777216)),
  tint: fc.tuple(fc.constantFrom(0.7, 0, 1), fc.constantFrom(0.2, 1), fc.constantFrom(0.1, 0, -3)),
  pair: fc.tuple(fc.constantFrom(2, 0, -3), fc.constantFrom(1, 4)),
})

export const randomShader: fc.Arbitrary<RandomShader> = fc
  .tuple(fc.array(fc.nat(9999), { minLength: 120, maxLength: 500, size: 'max' }), constants)
  .map(([choices, values]) => ({ source: new Writer(choices).shader(), types: TYPES, constants: values }))

type Name = 'float' | 'vec2' | 'vec3' | 'vec4' | 'int' | 'uint' | 'bool' | 'ivec2' | 'mat2' | 'mat3' | 'Part'

interface Local {
  name: string
  type: Name
  isConst?: boolean
}

interface Own {
  name: string
  returns: Name
  takes: Name[]
  /** the first argument is inout */
  writes: boolean
}

const LOCALS: readonly Name[] = [
  'float',
  'vec3',
  'int',
  'vec2',
  'float',
  'uint',
  'bool',
  'vec4',
  'mat2',
  'mat3',
  'Part',
  'ivec2',
]
const FLOATS = ['0.0', '1.0', '0.1', '2.0', '0.3', '3.0', '-1.5', '7.1', '1e-3', '1e20', '0.7']
const MOST_DEPTH = 3

class Writer {
  private at = 0
  private names = 0
  private locals: Local[] = []
  private own: Own[] = []
  private loops = 0
  private effects = true
  private returns: Name | null = null

  constructor(private readonly choices: readonly number[]) {}

  shader(): string {
    const out = this.pick(['vec4', 'vec4', 'vec4', 'ivec4', 'uvec4'])
    const functions = Array.from({ length: this.below(4) }, () => this.function()).join('\n')
    this.locals = this.globals()
    const body = this.statements(4 + this.below(9), 0)
    const result = this.result(out)
    return `#version 300 es
precision highp float;
precision highp int;
uniform sampler2D uSource;
uniform vec2 uTexel;
${Object.entries(TYPES)
  .map(([name, type]) => `uniform ${type} ${name};`)
  .join('\n')}
in vec2 vUv;
out highp ${out} outColor;
struct Part { float a; vec3 b; int c; float d[2]; };
const float TABLE[4] = float[4](0.1, 2.3, -0.7, 1e3);
const int STEPS[3] = int[3](1, 4, -2);
float shared_ = 0.25;
${functions}
void main() {
${body}
${result}
}
`
  }

  private globals(): Local[] {
    const uniforms = Object.entries(TYPES).map(([name, type]) => ({ name, type: type as Name, isConst: true }))
    return [...uniforms, { name: 'vUv', type: 'vec2', isConst: true }, { name: 'shared_', type: 'float' }]
  }

  private result(out: string): string {
    const [a, b] = [this.expression('vec3', 1), this.expression('float', 1)]
    const all = this.locals.filter(({ isConst, type }) => !isConst && type === 'float').map(({ name }) => name)
    const sum = ['shared_', ...all.slice(-6)].join(' + ')
    if (out === 'vec4') return `  outColor = vec4(${a} + vec3(${sum}), ${b});`
    const whole = `${this.expression('int', 1)}, floatBitsToInt(${b} + ${sum}), ${this.expression('int', 1)}, 1`
    return out === 'ivec4' ? `  outColor = ivec4(${whole});` : `  outColor = uvec4(ivec4(${whole}));`
  }

  /** A number below n, 0 when the list is at its end. */
  private below(n: number): number {
    return (this.choices[this.at++] ?? 0) % n
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  private fresh(prefix: string): string {
    return `${prefix}${++this.names}`
  }

  private function(): string {
    const own: Own = {
      name: this.fresh('f'),
      returns: this.pick(['float', 'vec3', 'int', 'bool', 'Part']),
      takes: Array.from({ length: 1 + this.below(2) }, () => this.pick(['float', 'vec3', 'int'] as const)),
      writes: this.below(2) === 1,
    }
    const parameters = own.takes.map((type, i) => ({ type, name: `p${i}` }))
    this.locals = [...this.globals(), ...parameters]
    this.returns = own.returns
    const body = this.statements(1 + this.below(4), 1)
    const value = this.expression(own.returns, 1)
    this.returns = null
    this.own.push(own)
    const list = parameters.map(({ type, name }, i) => `${i === 0 && own.writes ? 'inout ' : ''}${type} ${name}`)
    return `${own.returns} ${own.name}(${list.join(', ')}) {\n${body}\n  return ${value};\n}`
  }

  private statements(count: number, depth: number): string {
    const before = this.locals.length
    const lines = Array.from({ length: count }, () => this.statement(depth)).join('\n')
    if (depth > 0) this.locals.length = Math.min(this.locals.length, before)
    return lines
  }

  private block(depth: number): string {
    return `{\n${this.statements(1 + this.below(3), depth + 1)}\n}`
  }

  private statement(depth: number): string {
    if (depth > MOST_DEPTH) return this.assignment()
    switch (this.below(15)) {
      case 0:
      case 1:
      case 2:
        return this.declaration()
      case 3:
      case 4:
      case 5:
        return this.assignment()
      case 6:
      case 7:
        return this.branch(depth)
      case 8:
      case 9:
        return this.loop(depth)
      case 10:
        return this.bareBranch()
      case 11:
        return this.selection(depth)
      case 12:
        return this.leave()
      case 13:
        return this.guarded()
      default:
        return this.otherLoop(depth)
    }
  }

  private declaration(): string {
    const type = this.pick(LOCALS)
    const value = this.expression(type, 2)
    const name = this.fresh('v')
    this.locals.push({ name, type })
    return this.below(12) === 11 ? `${type} ${name};` : `${type} ${name} = ${value};`
  }

  private assignment(): string {
    const targets = this.locals.filter(({ isConst }) => !isConst)
    const { name, type } = this.pick(targets)
    const operator = this.pick(['=', '+=', '*=', '-=', '/='])
    if (type === 'Part') {
      const part = this.pick(['a', 'b', 'c', 'd[1]', 'b.yz', 'd[k & 1]'])
      const of = ({ a: 'float', b: 'vec3', c: 'int', 'b.yz': 'vec2' } as Record<string, Name>)[part] ?? 'float'
      return `${name}.${part} = ${this.expression(of, 2)};`
    }
    if (type === 'bool') return `${name} = ${this.expression('bool', 2)};`
    if (type === 'int' || type === 'uint' || type === 'ivec2')
      return `${name} ${operator === '/=' ? '^=' : operator} ${this.expression(type, 2)};`
    if (type === 'mat2' || type === 'mat3')
      return `${name} ${operator === '/=' ? '=' : operator} ${this.expression(type, 1)};`
    if (type === 'vec3' && this.below(3) === 1)
      return this.pick([
        `${name}.zx ${operator} ${this.expression('vec2', 2)};`,
        `${name}[abs(k) % 3] ${operator} ${this.expression('float', 2)};`,
      ])
    return `${name} ${operator} ${this.expression(type, 2)};`
  }

  /** Conditions that constants decide, that the picture decides, and that have effects. */
  private condition(): string {
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

  private branch(depth: number): string {
    const condition = this.condition()
    const first = this.block(depth)
    const more = this.below(3)
    if (more === 0) return `if (${condition}) ${first}`
    if (more === 1) return `if (${condition}) ${first} else ${this.block(depth)}`
    return `if (${condition}) ${first} else if (${this.condition()}) ${this.block(depth)} else ${this.block(depth)}`
  }

  private bareBranch(): string {
    const condition = this.condition()
    if (this.below(4) === 3) return `if (${condition}) float ${this.fresh('v')} = ${this.expression('float', 1)};`
    const last = this.below(2) === 1 ? ` else ${this.assignment()}` : ''
    return `if (${condition}) ${this.assignment()}${last}`
  }

  private loop(depth: number): string {
    if (this.loops >= 2) return this.branch(depth)
    const i = this.fresh('i')
    const [type, from, until, step] = this.pick([
      ['int', '0', 'n', `${i}++`],
      ['int', '-n', `n + 1`, `${i} += 2`],
      ['int', '0', 'int(4u)', `++${i}`],
      ['uint', '0u', 'min(un, 5u)', `${i}++`],
      ['int', '0', '3', `${i}++`],
      ['float', '0.0', 'min(gain, 3.0)', `${i} += 0.5`],
      ['int', 'n', '6', `${i} += STEPS[1]`],
      ['int', '0', 'int(vUv.x * 3.0) + n', `${i}++`],
    ] as const)
    this.locals.push({ name: i, type, isConst: true })
    this.loops++
    const jump = this.below(6)
    const test = this.pick([`${type}(k) == ${i}`, 'on', 'vUv.x > 0.5', this.condition()])
    const body = this.statements(1 + this.below(3), depth + 1)
    this.loops--
    this.locals = this.locals.filter(({ name }) => name !== i)
    const leave = jump === 1 ? `if (${test}) continue;\n` : jump === 2 ? `if (${test}) break;\n` : ''
    return `for (${type} ${i} = ${from}; ${i} < ${until}; ${step}) {\n${leave}${body}\n}`
  }

  private otherLoop(depth: number): string {
    if (this.loops >= 2) return this.assignment()
    const i = this.fresh('w')
    this.loops++
    const body = this.statements(1 + this.below(2), depth + 1)
    const jump = this.pick(['', `if (${this.condition()}) break;\n`, `if (${this.condition()}) continue;\n`])
    this.loops--
    const test = this.pick([`k > 1 && ${i}++ < 3`, `${i}++ < n`, `${i}++ < 2`])
    const open = `int ${i} = 0;\n`
    return this.below(2) === 0
      ? `{ ${open}while (${test}) {\n${body}\n${jump}} }`
      : `{ ${open}do {\n${jump}${body}\n} while (${test}); }`
  }

  private selection(depth: number): string {
    const of = this.pick(['k', 'n', 'STEPS[n % 3]', 'int(vUv.x * 4.0)'])
    const part = () => this.statements(1 + this.below(2), depth + 1)
    const fall = this.pick(['break;', ''])
    return `switch (${of}) {\ncase 1: {\n${part()}\n} ${fall}\ncase 3: {\n${part()}\n} break;\ndefault: {\n${part()}\n}\n}`
  }

  private leave(): string {
    const condition = this.condition()
    if (this.returns !== null) return `if (${condition}) return ${this.expression(this.returns, 1)};`
    return this.below(3) === 2 ? `if (${condition}) discard;` : `if (${condition} && vUv.y > 0.8) discard;`
  }

  /** An index that is in range only where it is read. */
  private guarded(): string {
    const name = this.fresh('v')
    this.locals.push({ name, type: 'float' })
    return `float ${name} = 0.5;\nif (k >= 0 && k < 4) ${name} ${this.pick(['=', '*=', '+='])} TABLE[k];`
  }

  private variable(type: Name): string | null {
    const fit = this.locals.filter((local) => local.type === type)
    return fit.length === 0 ? null : this.pick(fit).name
  }

  private call(type: Name): string | null {
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

  expression(type: Name, depth: number): string {
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

  private literal(type: Name): string {
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

  private operation(type: Name, depth: number): string {
    const e = (of: Name) => this.expression(of, depth - 1)
    switch (type) {
      case 'float':
        return this.pick([
          () => `(${e('float')} ${this.pick(['+', '*', '-', '/', '*', '+'])} ${e('float')})`,
          () => `${this.pick(['sin', 'fract', 'abs', 'exp2', 'sqrt', 'floor', 'inversesqrt', 'cos'])}(${e('float')})`,
          () => `float(${e('int')})`,
          () => `${this.pick(['min', 'max', 'mod', 'pow', 'step', 'atan'])}(${e('float')}, ${e('float')})`,
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
          () => `(${e('vec2')} ${this.pick(['+', '*', '-', '/'])} ${e('float')})`,
          () => `${e('vec3')}.${this.pick(['xz', 'gg'])}`,
          () => `(${e('mat2')} * ${e('vec2')})`,
          () => `vec2(${e('ivec2')})`,
        ])()
      case 'vec3':
        return this.pick([
          () => `vec3(${e('float')}, ${e('float')}, ${e('float')})`,
          () => `(${e('vec3')} ${this.pick(['+', '*', '-', '/'])} ${this.below(2) === 0 ? e('vec3') : e('float')})`,
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
          () => `(${e('int')} ${this.pick(['/', '%'])} ${this.pick(['3', '2', '7'])})`,
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
          () => `(${e('uint')} % 5u)`,
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
