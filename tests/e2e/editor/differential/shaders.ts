/**
 * Fragment shaders at random: a list of choices is read by a grammar, so that fast-check can shorten a shader by
 * shortening its list. Where the list ends the simplest is chosen. Shaders are valid: they have types that fit, indexes
 * in range where they are used, and loops that end; some divide by what may be 0 (see expressions.ts).
 */
import fc from 'fast-check'
import type { ConstantValues } from '../../../../preload/contract'
import { Expressions, type Local, type Name, type Own, TYPES } from './expressions'

export interface RandomShader {
  source: string
  types: Record<string, string>
  constants: ConstantValues
}

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
const MOST_DEPTH = 3

class Writer extends Expressions {
  private loops = 0
  private returns: Name | null = null

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
    const value = (of: Name) => (operator === '/=' ? this.divisor(of, 2) : this.expression(of, 2))
    if (type === 'vec3' && this.below(3) === 1)
      return this.pick([
        `${name}.zx ${operator} ${value('vec2')};`,
        `${name}[abs(k) % 3] ${operator} ${value('float')};`,
      ])
    return `${name} ${operator} ${value(type)};`
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
    if (this.returns !== null && this.below(4) !== 3)
      return `if (${condition}) return ${this.expression(this.returns, 1)};`
    return this.below(3) === 2 ? `if (${condition}) discard;` : `if (${condition} && vUv.y > 0.8) discard;`
  }

  /** An index that is in range only where it is read. */
  private guarded(): string {
    const name = this.fresh('v')
    this.locals.push({ name, type: 'float' })
    return `float ${name} = 0.5;\nif (k >= 0 && k < 4) ${name} ${this.pick(['=', '*=', '+='])} TABLE[k];`
  }
}
