/** Expressions of a shader, by the precedence of their operators. */
import type { AstNode } from '@shaderfrog/glsl-parser/ast'
import { FN_BUILT_INS } from '@shaderfrog/glsl-parser/parser/grammar.js'
import { made, Reader } from './reader'
import { NotReadHere } from './tokens'

/** Operators of two sides, those that bind least first. */
const BINARY: readonly (readonly string[])[] = [
  ['||'],
  ['^^'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
]
const ASSIGNING = ['=', '*=', '/=', '%=', '+=', '-=', '&=', '^=', '|=', '<<=', '>>=']
const UNARY = ['++', '--', '+', '-', '!', '~']

/** What an assignment may have on its left: anything that binds more than an operator of two sides. */
const ASSIGNED = /^(?:unary|postfix|identifier|group|function_call|\w+_constant)$/

export class Expressions extends Reader {
  /** functions that were declared before what is read now */
  protected readonly functions = new Set<string>()
  protected readonly structures = new Set<string>()

  /** With commas between assignments. */
  expression(): AstNode {
    let left = this.assignment()
    while (this.is(',')) {
      const operator = this.literal(',')
      left = made({ type: 'binary', operator, left, right: this.assignment() })
    }
    return left
  }

  /** @throws NotReadHere when something is assigned to what is no variable or a part of one */
  assignment(): AstNode {
    const left = this.#ternary()
    const { text } = this.token
    if (!ASSIGNING.includes(text)) return left
    if (!ASSIGNED.test(left.type)) throw new NotReadHere(text)
    const operator = this.literal(text)
    return made({ type: 'assignment', left, operator, right: this.assignment() })
  }

  #ternary(): AstNode {
    const expression = this.#binary(0)
    if (!this.is('?')) return expression
    const question = this.literal('?')
    const left = this.expression()
    const colon = this.literal(':')
    return made({ type: 'ternary', expression, question, left, right: this.assignment(), colon })
  }

  #binary(level: number): AstNode {
    const operators = BINARY[level]
    if (operators === undefined) return this.#unary()
    let left = this.#binary(level + 1)
    while (operators.includes(this.token.text)) {
      const operator = this.literal(this.token.text)
      left = made({ type: 'binary', operator, left, right: this.#binary(level + 1) })
    }
    return left
  }

  #unary(): AstNode {
    if (!UNARY.includes(this.token.text)) return this.#postfix()
    const operator = this.literal(this.token.text)
    return made({ type: 'unary', operator, expression: this.#unary() })
  }

  /** `a.b[c]++`: each part holds what follows it. */
  #postfix(): AstNode {
    const parts = [this.#primary()]
    for (;;) {
      if (this.is('.')) {
        const dot = this.literal('.')
        parts.push(made({ type: 'field_selection', dot, selection: this.name().node }))
        // a method: the library tells what it is called on
        if (this.is('(')) throw new NotReadHere('(')
      } else if (this.is('[')) parts.push(this.#quantifier('quantifier'))
      else if (this.is('++', '--')) parts.push(this.literal(this.token.text))
      else break
    }
    return parts.reduceRight((postfix, expression) => made({ type: 'postfix', expression, postfix }))
  }

  #primary(): AstNode {
    const { kind, text, whitespace } = this.token
    if (kind === 'float' || kind === 'int') {
      this.take()
      return made({ type: `${kind}_constant`, token: text, whitespace })
    }
    if (text === 'true' || text === 'false') {
      this.take()
      return made({ type: 'bool_constant', token: text, whitespace })
    }
    if (text === '(') {
      const lp = this.literal('(')
      const expression = this.expression()
      return made({ type: 'group', lp, expression, rp: this.literal(')') })
    }
    if (this.isType) return this.#call(this.typeSpecifier())
    if (this.isName && this.next.text === '(') return this.#call(this.#called())
    return this.name().node
  }

  /** A structure or function that was declared stands there as a type does, as the grammar cannot tell them apart. */
  #called(): AstNode {
    const { text } = this.token
    const declared = this.structures.has(text) || (this.functions.has(text) && !FN_BUILT_INS.has(text))
    if (!declared) return this.name().node
    return made({ type: 'type_specifier', specifier: this.name('type_name').node, quantifier: null })
  }

  #call(identifier: AstNode): AstNode {
    const lp = this.literal('(')
    // commas stand among the arguments
    const args: AstNode[] = []
    if (this.is('void')) args.push(this.keyword('void'))
    else if (!this.is(')')) {
      args.push(this.assignment())
      while (this.is(',')) args.push(this.literal(','), this.assignment())
    }
    return made({ type: 'function_call', lp, identifier, args, rp: this.literal(')') })
  }

  /** A basic type, or the name of a structure; of an array with its lengths. */
  typeSpecifier(): AstNode {
    const specifier = this.isType ? this.keyword(this.token.text) : this.name('type_name').node
    return made({ type: 'type_specifier', specifier, quantifier: this.lengths() })
  }

  /** Lengths of an array, each in its brackets; null: it is none. */
  lengths(): AstNode[] | null {
    const lengths: AstNode[] = []
    while (this.is('[')) lengths.push(this.#quantifier('array_specifier'))
    return lengths.length === 0 ? null : lengths
  }

  #quantifier(type: 'quantifier' | 'array_specifier'): AstNode {
    const lb = this.literal('[')
    const expression = type === 'array_specifier' && this.is(']') ? null : this.expression()
    return made({ type, lb, expression, rb: this.literal(']') })
  }
}
