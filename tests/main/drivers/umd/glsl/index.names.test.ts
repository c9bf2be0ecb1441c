/**
 * Shaders at random in which names hide one another: a uniform, a global, a parameter, the variables of blocks, loops and
 * conditions are all called by the same few. Those that are drawn elsewhere (tests/e2e) have a name of its own for each.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { specialise } from '../../../../../main/drivers/umd/glsl'
import { outputOf } from './interpreter'

const RUNS = Number(process.env.TRIMLINE_RUNS ?? 40)
const INTS = ['g', 'k', 'a', 'b']
const MOST_DEPTH = 3

/** Reads a list of choices; where it ends the simplest is chosen. */
class Writer {
  private at = 0
  private depth = 0
  private loops = 0
  private inMain = false
  /** flags and counters that a block has declared, in a list for each block around */
  private declared: Set<string>[] = []

  constructor(private readonly choices: readonly number[]) {}

  private below(count: number): number {
    return (this.choices[this.at++] ?? 0) % count
  }

  private pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T
  }

  shader(): string {
    this.inMain = true
    const main = this.block()
    this.inMain = false
    const bodies = [this.block(), this.block()]
    return `#version 300 es
precision highp float;
precision highp int;
uniform int k, b;
uniform bool on;
in vec2 p;
out ivec4 c;
int g = 3, a = 1;
int f(inout int a, int b) {
${bodies[0]}
return a - g;
}
void set(int k) {
${bodies[1]}
g += k;
}
void main() {
int b = b + 1;
${main}
c = ivec4(a, b, k, g);
}
`
  }

  private block(): string {
    this.declared.push(new Set())
    const lines = Array.from({ length: (this.depth === 0 ? 3 : 1) + this.below(3) }, () => this.statement())
    this.declared.pop()
    return lines.join('\n')
  }

  private inner(): string {
    this.depth++
    const text = `{\n${this.block()}\n}`
    this.depth--
    return text
  }

  private int(depth = 0): string {
    const kinds = depth > 2 ? 2 : 6
    switch (this.below(kinds)) {
      case 0:
        return this.pick(INTS)
      case 1:
        return String(this.below(5))
      case 2:
        return `(${this.int(depth + 1)} ${this.pick(['+', '-', '*', '&'])} ${this.int(depth + 1)})`
      case 3:
        return `(${this.flag(depth + 1)} ? ${this.int(depth + 1)} : ${this.int(depth + 1)})`
      case 4:
        return `-${this.pick(INTS)}`
      default:
        return this.pick(INTS)
    }
  }

  private flag(depth = 0): string {
    switch (this.below(depth > 2 ? 2 : 6)) {
      case 0:
        return 'on'
      case 1:
        return `${this.pick(INTS)} ${this.pick(['<', '>', '==', '!='])} ${this.int(depth + 1)}`
      case 2:
        return `(${this.flag(depth + 1)} ${this.pick(['&&', '||', '^^'])} ${this.flag(depth + 1)})`
      case 3:
        return '!on'
      case 4:
        return `k ${this.pick(['<', '>', '=='])} ${this.below(4)}`
      default:
        return 'on'
    }
  }

  /** Of a name that is no uniform wherever it is seen: `k` and `b` may be. */
  private target(): string {
    const own = ['a', 'g'].concat(['b', 'k'].filter((name) => this.declared.some((names) => names.has(name))))
    return this.pick(own)
  }

  private statement(): string {
    if (this.depth > MOST_DEPTH) return `${this.target()} += ${this.int()};`
    switch (this.below(12)) {
      case 0:
      case 1:
        return `${this.target()} ${this.pick(['+=', '=', '-=', '*='])} ${this.int()};`
      case 2:
        return this.declaration()
      case 3:
        return `if (${this.flag()}) ${this.inner()}`
      case 4:
        return `if (${this.flag()}) ${this.inner()} else ${this.inner()}`
      case 5:
        return `if (${this.flag()}) ${this.target()} -= ${this.int()};`
      case 6:
      case 7:
        return this.loop()
      case 8:
        return this.inner()
      case 9:
        return this.inMain ? `${this.target()} = f(a, ${this.int()});` : `${this.target()}--;`
      case 10:
        return this.inMain ? `if (${this.flag()}) set(${this.int()});` : `${this.target()}++;`
      default:
        return `switch (${this.int()}) {\ncase 1: ${this.inner()} break;\ncase 2: ${this.inner()}\ndefault: ${this.inner()}\n}`
    }
  }

  private declaration(): string {
    const name = this.pick(['a', 'b', 'k', 'g', 'on'])
    const here = this.declared.at(-1) as Set<string>
    // a function's parameters and its outermost block have one scope
    if (here.has(name) || this.depth === 0) return `${this.target()} += 2;`
    const value = name === 'on' ? this.flag() : this.int()
    here.add(name)
    return `${name === 'on' ? 'bool' : 'int'} ${name} = ${value};`
  }

  private loop(): string {
    if (this.loops >= 2) return this.inner()
    this.loops++
    const count = this.pick(['k', 'b', '2', 'k + 1'])
    const leave = this.pick(['', '', `if (${this.flag()}) break;\n`, `if (${this.flag()}) continue;\n`])
    const name = this.pick(['i', 'j'])
    const hidden = this.pick(['on', 'k'])
    const form = this.below(3)
    this.declared.push(new Set(form === 1 && hidden === 'k' ? ['k'] : []))
    const body = `{\n${leave}${this.inner()}\n}`
    this.declared.pop()
    this.loops--
    const type = hidden === 'on' ? 'bool' : 'bool on = true; int'
    if (form === 0) return `for (int ${name} = 0; ${name} < ${count} && ${name} < 6; ${name}++) ${body}`
    if (form === 1 && type === 'bool') return `{\nint n = 0;\nwhile (bool on = n++ < 3) ${body}\n}`
    if (form === 1) return `for (int k = 0; k < 3; k++) {\nint at = k;\n${body}\nk = at;\n}`
    return `for (int ${name} = 0; bool on = ${name} < 3; ${name}++) ${body}`
  }
}

const shaders = fc.array(fc.nat(999), { minLength: 40, maxLength: 110, size: 'max' })
const values = fc.record({ k: fc.integer({ min: -1, max: 4 }), b: fc.integer({ min: 0, max: 3 }), on: fc.nat(1) })

it(
  'a variant gives what its general shader gives, whichever names hide one another [BP-25]',
  () => {
    let decided = 0
    fc.assert(
      fc.property(shaders, values, (choices, { k, b, on }) => {
        const source = new Writer(choices).shader()
        const variant = specialise(source, { k: [k], b: [b], on: [on] })
        if (variant.branchesRemoved + variant.loopsUnrolled > 0) decided++
        expect(outputOf(variant.source, { k, b, on }), source).toEqual(outputOf(source, { k, b, on }))
      }),
      // shortening one would take minutes
      { numRuns: RUNS, endOnFailure: true },
    )
    expect(decided).toBeGreaterThan(RUNS / 2)
  },
  60_000 + RUNS * 200,
)
