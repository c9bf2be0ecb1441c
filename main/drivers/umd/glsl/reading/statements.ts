/** Statements of a shader, and the declarations among them. */
import type { AstNode } from '@shaderfrog/glsl-parser/ast'
import { Expressions } from './expressions'
import { isName, made } from './reader'
import { NotReadHere } from './tokens'

export class Statements extends Expressions {
  /** `{ … }` */
  block(): AstNode {
    const lb = this.literal('{')
    const statements: AstNode[] = []
    while (!this.is('}')) statements.push(this.#statement())
    return made({ type: 'compound_statement', lb, statements, rb: this.literal('}') })
  }

  #statement(): AstNode {
    switch (this.token.text) {
      case '{':
        return this.block()
      case 'if':
        return this.#if()
      case 'for':
        return this.#for()
      case 'while':
        return this.#while()
      case 'do':
        return this.#do()
      case 'switch':
        return this.#switch()
      case 'break':
      case 'continue':
      case 'discard':
        return this.#jump(this.token.text)
      case 'return':
        return this.#return()
      default:
        return this.#simple()
    }
  }

  /** A declaration or an expression, with its semicolon. */
  #simple(): AstNode {
    if (this.#declares) {
      const declaration = this.declarators()
      return made({ type: 'declaration_statement', declaration, semi: this.literal(';') })
    }
    const expression = this.is(';') ? null : this.expression()
    return made({ type: 'expression_statement', expression, semi: this.literal(';') })
  }

  get #declares(): boolean {
    if (this.isQualifier) return true
    if (this.isType) return this.next.text !== '('
    return this.isName && isName(this.next)
  }

  #if(): AstNode {
    const keyword = this.keyword('if')
    const lp = this.literal('(')
    const condition = this.expression()
    const rp = this.literal(')')
    const body = this.#statement()
    const otherwise = this.is('else') ? { else: [this.keyword('else'), this.#statement()] } : {}
    return made({ type: 'if_statement', if: keyword, body, lp, condition, rp, ...otherwise })
  }

  #for(): AstNode {
    const keyword = this.keyword('for')
    const lp = this.literal('(')
    const declares = this.#declares
    const init = declares ? this.declarators() : this.is(';') ? undefined : this.expression()
    const initSemi = this.literal(';')
    const condition = this.is(';') ? null : this.expression()
    const conditionSemi = this.literal(';')
    const operation = this.is(')') ? null : this.expression()
    const rp = this.literal(')')
    const body = this.#statement()
    return made({
      type: 'for_statement',
      for: keyword,
      body,
      lp,
      init,
      initSemi,
      condition,
      conditionSemi,
      operation,
      rp,
    })
  }

  #while(): AstNode {
    const keyword = this.keyword('while')
    const lp = this.literal('(')
    const condition = this.expression()
    const rp = this.literal(')')
    return made({ type: 'while_statement', while: keyword, lp, condition, rp, body: this.#statement() })
  }

  #do(): AstNode {
    const keyword = this.keyword('do')
    const body = this.#statement()
    const again = this.keyword('while')
    const lp = this.literal('(')
    const expression = this.expression()
    const rp = this.literal(')')
    return made({ type: 'do_statement', do: keyword, body, while: again, lp, expression, rp, semi: this.literal(';') })
  }

  #switch(): AstNode {
    const keyword = this.keyword('switch')
    const lp = this.literal('(')
    const expression = this.expression()
    const rp = this.literal(')')
    const lb = this.literal('{')
    const cases: AstNode[] = []
    while (!this.is('}')) cases.push(this.#case())
    return made({ type: 'switch_statement', switch: keyword, lp, expression, rp, lb, cases, rb: this.literal('}') })
  }

  /** A label with the statements up to the next one. */
  #case(): AstNode {
    const label = this.is('default')
      ? { type: 'default_case', default: this.keyword('default') }
      : { type: 'switch_case', case: this.keyword('case'), test: this.expression() }
    const colon = this.literal(':')
    const statements: AstNode[] = []
    while (!this.is('case', 'default', '}')) statements.push(this.#statement())
    return made({ ...label, statements, colon })
  }

  #jump(word: string): AstNode {
    const keyword = this.keyword(word)
    return made({ type: `${word}_statement`, [word]: keyword, semi: this.literal(';') })
  }

  #return(): AstNode {
    const keyword = this.keyword('return')
    const expression = this.is(';') ? null : this.expression()
    return made({ type: 'return_statement', return: keyword, expression, semi: this.literal(';') })
  }

  /** `const float a = 1.0, b[2]`, without its semicolon. */
  declarators(): AstNode {
    return this.declaratorsOf(this.fullType())
  }

  declaratorsOf(specified: AstNode): AstNode {
    const { items, commas } = this.list(';', () => this.#declarator())
    return made({ type: 'declarator_list', specified_type: specified, declarations: items, commas })
  }

  #declarator(): AstNode {
    const identifier = this.name().node
    const quantifier = this.lengths()
    if (!this.is('=')) return made({ type: 'declaration', identifier, quantifier })
    const equal = this.literal('=')
    // a list of initial values is rare: the library reads it
    if (this.is('{')) throw new NotReadHere('{')
    return made({ type: 'declaration', identifier, quantifier, equal, initializer: this.assignment() })
  }

  /** A type with what qualifies it. */
  fullType(): AstNode {
    const qualifiers = this.qualifiers()
    const specifier = this.typeSpecifier()
    return made({ type: 'fully_specified_type', qualifiers: qualifiers.length === 0 ? null : qualifiers, specifier })
  }

  qualifiers(): AstNode[] {
    const qualifiers: AstNode[] = []
    while (this.isQualifier) qualifiers.push(this.keyword(this.token.text))
    return qualifiers
  }
}
