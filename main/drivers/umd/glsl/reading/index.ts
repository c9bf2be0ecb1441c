/**
 * Reads what shaders are mostly made of into the same tree as the library's parser, in a fortieth of its time: that one
 * remembers at each place what it is not. What is not read here, wrong shaders among it, is left to the library, whose
 * words about it are good.
 */
import type { AstNode, ProgramStatement } from '@shaderfrog/glsl-parser/ast'
import { made } from './reader'
import { Statements } from './statements'
import { NotReadHere } from './tokens'

/**
 * @param source GLSL ES 3.00, a whole shader
 * @returns what it consists of; null: it is for the library to read
 * @throws what is no mistake of the source: an error of this program
 */
export function readProgram(source: string): ProgramStatement[] | null {
  try {
    return new Shader(source).program()
  } catch (error) {
    if (error instanceof NotReadHere) return null
    throw error
  }
}

class Shader extends Statements {
  program(): ProgramStatement[] {
    const program: AstNode[] = []
    while (this.token.kind !== 'end') program.push(this.#piece())
    return program as ProgramStatement[]
  }

  #piece(): AstNode {
    const { kind, text, whitespace } = this.token
    if (kind === 'line') {
      this.take()
      if (!/^#version\b/.test(text)) throw new NotReadHere(text)
      return made({ type: 'preprocessor', line: text, _: whitespace })
    }
    if (text === 'precision') return this.#precision()
    if (text === 'struct') return this.#structure()
    const specified = this.fullType()
    if (this.isName && this.next.text === '(') return this.#function(specified)
    if (!this.isName) throw new NotReadHere(this.token.text)
    const declaration = this.declaratorsOf(specified)
    return made({ type: 'declaration_statement', declaration, semi: this.literal(';') })
  }

  #precision(): AstNode {
    const prefix = this.keyword('precision')
    const [qualifier, more] = this.qualifiers()
    if (qualifier === undefined || more !== undefined) throw new NotReadHere('precision')
    const declaration = made({ type: 'precision', prefix, qualifier, specifier: this.typeSpecifier() })
    return made({ type: 'declaration_statement', declaration, semi: this.literal(';') })
  }

  /** `struct Part { … };`, of which nothing is declared at once. */
  #structure(): AstNode {
    const struct = this.keyword('struct')
    const { node: typeName, name } = this.name('type_name')
    const lb = this.literal('{')
    const declarations: AstNode[] = []
    while (!this.is('}')) declarations.push(this.#member())
    const specifier = made({ type: 'struct', lb, declarations, rb: this.literal('}'), struct, typeName })
    this.structures.add(name)
    const specified = made({
      type: 'fully_specified_type',
      qualifiers: null,
      specifier: made({ type: 'type_specifier', specifier, quantifier: null }),
    })
    const declaration = made({
      type: 'declarator_list',
      specified_type: specified,
      declarations: [],
      commas: [],
    })
    return made({ type: 'declaration_statement', declaration, semi: this.literal(';') })
  }

  #member(): AstNode {
    const specified = this.fullType()
    const { items, commas } = this.list(';', () => {
      const identifier = this.name().node
      return made({ type: 'quantified_identifier', identifier, quantifier: this.lengths() })
    })
    const declaration = made({ type: 'struct_declarator', specified_type: specified, declarations: items, commas })
    return made({ type: 'struct_declaration', declaration, semi: this.literal(';') })
  }

  #function(returnType: AstNode): AstNode {
    const { node, name } = this.name()
    const lp = this.literal('(')
    const header = made({ type: 'function_header', returnType, name: node, lp })
    const { items, commas } = this.list(')', () => this.#parameter())
    const parameters = items.length === 0 ? {} : { parameters: items, commas }
    const prototype = made({ type: 'function_prototype', header, ...parameters, rp: this.literal(')') })
    if (!this.is('{')) {
      this.functions.add(name)
      return made({ type: 'declaration_statement', declaration: prototype, semi: this.literal(';') })
    }
    const body = this.block()
    // what is called in its own body is not declared yet
    this.functions.add(name)
    return made({ type: 'function', prototype, body })
  }

  #parameter(): AstNode {
    const qualifier = this.qualifiers()
    const specifier = this.typeSpecifier()
    if (!this.isName) return made({ type: 'parameter_declaration', qualifier, specifier })
    const identifier = this.name().node
    return made({ type: 'parameter_declaration', qualifier, specifier, identifier, quantifier: this.lengths() })
  }
}
