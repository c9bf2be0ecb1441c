/** Where the reading of a shader is, and the nodes that are one token. */
import type { AstNode } from '@shaderfrog/glsl-parser/ast'
import { NotReadHere, type Token, tokensOf } from './tokens'

const TYPES =
  /^(?:void|float|int|uint|bool|[iub]?vec[234]|mat[234](?:x[234])?|[iu]?sampler(?:2D|3D|Cube|2DArray)|sampler(?:2D|Cube|2DArray)Shadow)$/
const QUALIFIERS: ReadonlySet<string> = new Set('const in out inout uniform highp mediump lowp flat smooth'.split(' '))

/** Words that mean something and are read elsewhere, or only by the library. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `if else for while do return break continue discard switch case default struct precision true false layout invariant
   attribute varying coherent volatile restrict readonly writeonly subroutine shared precise centroid patch sample
   noperspective buffer common partition active filter atomic_uint asm class union enum typedef template this resource
   goto inline noinline public static extern external interface long short half fixed unsigned superp input output
   double sizeof cast namespace using`.split(/\s+/),
)
/** Names of types that GLSL ES 3.00 has not, or that are rare: the library tells which are names after all. */
const OTHER_TYPE = /^(?:d(?:vec|mat)|[iu]?(?:sampler|image|subpass|texture(?=\d|Cube|Buffer))|[hf]vec)/

/** The library says of its types that they contain errors; tests prove that the trees are those that it makes itself. */
export function made(node: object): AstNode {
  return node as AstNode
}

/** Reads a shader token by token. */
export class Reader {
  readonly #tokens: readonly Token[]
  #at = 0

  /** @throws NotReadHere */
  constructor(source: string) {
    this.#tokens = tokensOf(source)
  }

  get token(): Token {
    return this.#tokens[this.#at] as Token
  }

  /** The one after it; at the end the end. */
  get next(): Token {
    return this.#tokens[this.#at + 1] ?? this.token
  }

  is(...texts: readonly string[]): boolean {
    return texts.includes(this.token.text)
  }

  /** @throws NotReadHere at the end */
  take(): Token {
    const { token } = this
    if (token.kind === 'end') throw new NotReadHere('the end')
    this.#at++
    return token
  }

  /** The sign as a node. @throws NotReadHere when another one stands there */
  literal(text: string): AstNode {
    return this.#one('literal', 'literal', text)
  }

  /** The keyword as a node. @throws NotReadHere when another one stands there */
  keyword(text: string): AstNode {
    return this.#one('keyword', 'token', text)
  }

  #one(type: string, field: string, text: string): AstNode {
    const token = this.take()
    if (token.text !== text) throw new NotReadHere(token.text)
    return made({ type, [field]: text, whitespace: token.whitespace })
  }

  get isType(): boolean {
    return TYPES.test(this.token.text)
  }

  get isQualifier(): boolean {
    return QUALIFIERS.has(this.token.text)
  }

  get isName(): boolean {
    return isName(this.token)
  }

  /** A name that stands there, as a node. @throws NotReadHere when none does */
  name(type: 'identifier' | 'type_name' = 'identifier'): { node: AstNode; name: string } {
    const token = this.take()
    if (!isName(token)) throw new NotReadHere(token.text)
    return { node: made({ type, identifier: token.text, whitespace: token.whitespace }), name: token.text }
  }

  /** What stands between two signs, with commas between them; nothing may stand there. */
  list(end: string, read: () => AstNode): { items: AstNode[]; commas: AstNode[] } {
    const items: AstNode[] = []
    const commas: AstNode[] = []
    if (!this.is(end)) items.push(read())
    while (this.is(',')) {
      commas.push(this.literal(','))
      items.push(read())
    }
    return { items, commas }
  }
}

/** Whether it is a word that may be the name of a variable, function or structure. */
export function isName({ kind, text }: Token): boolean {
  return kind === 'word' && !KEYWORDS.has(text) && !QUALIFIERS.has(text) && !TYPES.test(text) && !OTHER_TYPE.test(text)
}
