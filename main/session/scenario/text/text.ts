/**
 * Reads JSON text strictly (no comments, no trailing commas, no duplicate keys) and knows where everything stands, so
 * that a problem can be shown with its line and column.
 */
import { type ParseError, printParseErrorCode, visit } from 'jsonc-parser'
import { MAX_ISSUES } from '../check/lists'
import { offsetsOf } from './places'
import type { Issue, Problem } from './problems'
import { pathToText, quoted } from './problems'
import { shownValue } from './shown'

/** The value of a keyframe in a step of the timeline; nothing in the format nests deeper. */
const DEEPEST = 12
/** The parser is recursive, so that depth must have a limit. */
const MAX_DEPTH = 64
/** A million resources fit. */
export const MAX_BYTES = 64 * 1024 * 1024
/** One mistake in the syntax tends to cause many messages after it. */
const MAX_SYNTAX_PROBLEMS = 10

/** `repeats`: fields that stand twice, which hide nothing else that is wrong. */
export type TextResult =
  | { ok: true; value: unknown; text: string; repeats: Problem[] }
  | { ok: false; problems: Problem[] }

/**
 * Decodes UTF-8 (a byte order mark is fine) and reads the JSON in it.
 * @throws what is no mistake of the text: an error of this program
 */
export function readJson(bytes: Uint8Array): TextResult {
  if (bytes.length > MAX_BYTES) {
    return refuse({ path: '', found: `${bytes.length} bytes`, expected: `a file of at most ${MAX_BYTES} bytes` })
  }
  try {
    return readJsonText(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
    const found = utf16 ? 'UTF-16 text' : 'bytes that are not UTF-8'
    return refuse({ path: '', found, expected: 'UTF-8 text', hint: 'save the file as UTF-8' })
  }
}

/**
 * As readJson, from text that is decoded already.
 * @param shallow what was expected of text that nests too deep
 */
export function readJsonText(
  withMark: string,
  shallow = `a scenario, which nests no deeper than ${DEEPEST}`,
): TextResult {
  const text = withMark.startsWith('\uFEFF') ? withMark.slice(1) : withMark
  const place = placer(text)
  if (text.trim() === '') {
    const found = text === '' ? 'an empty file' : 'a file with nothing but white space'
    return refuse({ path: '', found, expected: 'a value, which is an object as JSON writes it: { … }', ...place(0) })
  }
  const { tooDeep, fields } = outline(text)
  if (tooDeep !== undefined) {
    const found = `nesting deeper than ${MAX_DEPTH} levels`
    return refuse({ path: '', found, expected: shallow, ...place(tooDeep) })
  }
  const parsed = parse(text)
  // as many as there are in the text: none stands twice, and no place has to be looked for
  if (parsed.ok && fieldsIn(parsed.value) === fields) return { ...parsed, text, repeats: [] }
  const { syntax, repeats } = textProblems(text, place)
  if (syntax.length > 0) return { ok: false, problems: [...syntax, ...repeats] }
  if (parsed.ok) return { ...parsed, text, repeats }
  // the visitor above and JSON.parse agree on all that is known; this is the last word if they do not
  return refuse({ path: '', found: `text that JSON cannot read (${shownValue(parsed.message)})`, expected: 'JSON' })
}

function parse(text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { ok: false, message: error.message }
  }
}

/** Fields of all objects in a value that was read, those that stand twice in one object counted once. */
function fieldsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let fields = 0
  if (Array.isArray(value)) for (const element of value) fields += fieldsIn(element)
  else {
    const members = Object.values(value)
    fields = members.length
    for (const member of members) fields += fieldsIn(member)
  }
  return fields
}

/** Adds line and column to issues, and puts them in the order of the file. */
export function locate(issues: readonly Issue[], text: string): Problem[] {
  const place = placer(text)
  const offsets = offsetsOf(text, issues)
  const placed = issues.map((issue, i) => ({ issue, offset: offsets[i] as number }))
  // stable: those of one place keep their order
  placed.sort((a, b) => a.offset - b.offset)
  return placed.map(({ issue, offset }) => ({
    ...toProblem({ ...issue, found: asWritten(issue.found, text, offset) }),
    ...place(offset),
  }))
}

/** A whole number beyond 2⁵³ was rounded when it was read: what stands in the file is said, not what became of it. */
function asWritten(found: string, text: string, offset: number): string {
  if (!/^-?\d{16,21}$/.test(found)) return found
  const [digits = ''] = /^-?\d*/.exec(text.slice(offset, offset + found.length)) ?? []
  return String(Number(digits)) === found ? digits : found
}

/** An issue without a place. */
export function toProblem({ path, found, expected, hint }: Issue): Problem {
  return { path: pathToText(path), found, expected, ...(hint === undefined ? {} : { hint }) }
}

function refuse(problem: Problem): TextResult {
  return { ok: false, problems: [problem] }
}

/**
 * What a look at the brackets and colons tells; those in strings do not count.
 * @returns `tooDeep`: the offset of the bracket that goes too deep; `fields`: of all objects, where the text is JSON
 */
function outline(text: string): { tooDeep?: number; fields: number } {
  let depth = 0
  let fields = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i)
    if (inString) {
      if (character === 0x5c) i++
      // the parser ends an unclosed string at the line's end
      else if (character === 0x22 || character === 0x0a || character === 0x0d) inString = false
    } else if (character === 0x22) inString = true
    else if (character === 0x3a) fields++
    else if (character === 0x5b || character === 0x7b) {
      depth++
      if (depth > MAX_DEPTH) return { tooDeep: i, fields }
    } else if (character === 0x5d || character === 0x7d) depth--
  }
  return { fields }
}

/** Syntax errors and repeated fields. */
function textProblems(text: string, place: (offset: number) => Place): { syntax: Problem[]; repeats: Problem[] } {
  const syntax: Problem[] = []
  const repeats: Problem[] = []
  const open: Set<string>[] = []
  let last = -1
  visit(
    text,
    {
      onObjectBegin: () => {
        open.push(new Set())
      },
      onObjectEnd: () => {
        open.pop()
      },
      onObjectProperty: (property, offset, _length, _line, _character, path) => {
        const fields = open.at(-1)
        if (fields?.has(property) && repeats.length < MAX_ISSUES) {
          const at = pathToText([...path(), property])
          repeats.push({ path: at, found: 'the same field again', expected: 'each field once', ...place(offset) })
        }
        fields?.add(property)
      },
      onError: (error, offset, length) => {
        // the parser tells of one place more than once; what follows there from the first is no mistake of its own
        if (syntax.length === MAX_SYNTAX_PROBLEMS || offset === last) return
        last = offset
        const found = length === 0 ? 'the end of the file' : quoted(text.slice(offset, offset + Math.min(length, 40)))
        syntax.push({ path: '', found, expected: syntaxText(error), ...place(offset) })
      },
    },
    { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false },
  )
  return { syntax, repeats }
}

function syntaxText(code: ParseError['error']): string {
  const name = printParseErrorCode(code)
  const texts: Record<string, string> = {
    InvalidSymbol: 'JSON: names and strings in double quotes, numbers, true, false, null, objects or lists',
    InvalidNumberFormat: 'a number as JSON writes it',
    PropertyNameExpected: 'a field name in double quotes (and no comma after the last field)',
    ValueExpected: 'a value (and no comma after the last one)',
    ColonExpected: 'a colon',
    CommaExpected: 'a comma',
    CloseBraceExpected: 'a comma or }',
    CloseBracketExpected: 'a comma or ]',
    EndOfFileExpected: 'the end of the file',
    InvalidCommentToken: 'JSON, which has no comments',
    UnexpectedEndOfComment: 'JSON, which has no comments',
    UnexpectedEndOfString: 'the closing " of the string on the same line',
    UnexpectedEndOfNumber: 'more digits',
    InvalidUnicode: 'four hexadecimal digits after \\u',
    InvalidEscapeCharacter: 'one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u after a backslash',
    InvalidCharacter: 'no control characters in strings',
  }
  return texts[name] ?? `JSON (${name})`
}

interface Place {
  line: number
  column: number
}

/** Maps offsets to lines and columns; the lines are counted at the first question. */
function placer(text: string): (offset: number) => Place {
  let starts: number[] | undefined
  return (offset) => {
    starts ??= lineStarts(text)
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - starts[low]! + 1 }
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
  return starts
}
