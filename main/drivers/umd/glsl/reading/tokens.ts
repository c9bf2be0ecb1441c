/** A shader as words, numbers and signs, each with the white space and comments behind it. */

export type TokenKind = 'word' | 'float' | 'int' | 'sign' | 'line' | 'end'

export interface Token {
  readonly kind: TokenKind
  readonly text: string
  /** what stands between it and the next one; undefined: nothing */
  readonly whitespace: string | undefined
}

/** Something that only the whole grammar knows, or that is wrong: its words are the library's to find. */
export class NotReadHere extends Error {}

const SPACE = String.raw`(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*`
const TOKEN = new RegExp(
  [
    String.raw`(?<word>[A-Za-z_]\w*)`,
    String.raw`(?<float>(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?[fF]?|\d+[eE][+-]?\d+[fF]?)`,
    // the library, too, calls one without a sign so
    String.raw`(?<int>(?:0[xX][\da-fA-F]+|\d+)[uU]?)`,
    String.raw`(?<line>#[^\n]*)`,
    String.raw`(?<sign><<=|>>=|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||\^\^|[-+*/%&|^]=|[-+*/%<>=!~&|^?:;,.(){}[\]])`,
  ].join('|'),
  'y',
)
const BETWEEN = new RegExp(SPACE, 'y')

/**
 * @param source GLSL ES 3.00; it may begin with white space, which is dropped
 * @throws NotReadHere where something else stands
 */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let at = between(source, 0)
  while (at < source.length) {
    TOKEN.lastIndex = at
    const groups = TOKEN.exec(source)?.groups
    const kind = groups === undefined ? undefined : KINDS.find((one) => groups[one] !== undefined)
    const text = kind === undefined ? undefined : groups?.[kind]
    if (kind === undefined || text === undefined) throw new NotReadHere(`at ${at}`)
    const end = at + text.length
    // a number that runs into a word is none
    if (kind !== 'sign' && kind !== 'line' && /\w/.test(source[end] ?? '')) throw new NotReadHere(`at ${end}`)
    at = between(source, end)
    tokens.push({ kind, text, whitespace: at === end ? undefined : source.slice(end, at) })
  }
  tokens.push({ kind: 'end', text: '', whitespace: undefined })
  return tokens
}

const KINDS = ['word', 'float', 'int', 'line', 'sign'] as const

/** @returns where white space and comments end that begin there */
function between(source: string, from: number): number {
  BETWEEN.lastIndex = from
  return from + (BETWEEN.exec(source)?.[0].length ?? 0)
}
