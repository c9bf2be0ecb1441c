/** Shaders as syntax trees: parsing, printing, and the few nodes that a transformation makes. Trees are never changed. */

import type {
  AstNode,
  CompoundStatementNode,
  FunctionNode,
  Program as LibraryProgram,
  ProgramStatement,
} from '@shaderfrog/glsl-parser/ast'
import { generate, parser } from '@shaderfrog/glsl-parser/index.js'
import { LRUCache } from 'lru-cache'
import { readProgram } from './reading'

/** A whole shader, or a part of one. */
type Program = Pick<LibraryProgram, 'program'>

export type { AstNode, FunctionNode, ProgramStatement }

/** code units of the sources whose trees are kept: 64 of the usual length; a tree takes some 50 times its source */
export const KEPT_SOURCES = 64 * 1024

/** Of what is kept of a source: how many characters that has, and one more, so that none has no weight. */
export function weightOf(_kept: object, source: string): number {
  return source.length + 1
}

/** Trees by source, as a tree is never changed. */
const parsed = new LRUCache<string, Program>({ maxSize: KEPT_SOURCES, sizeCalculation: weightOf })

/**
 * @param source GLSL ES 3.00, a whole fragment shader
 * @throws Error when it is no shader, or has macros, or lines that a backslash joins, also at the end of a comment, which
 * then goes on in the next line: what they stand for is not in the tree. Blanks behind the backslash keep it from that, but
 * are not printed
 */
export function parseShader(source: string): Program {
  return parsed.get(source) ?? remember(source, parseAnew(source))
}

/** Keeps the tree that a source was printed from. */
export function remember(source: string, program: Program): Program {
  parsed.set(source, program)
  return program
}

/** Gives the trees back: what is asked for again is parsed again. */
export function forgetParsed(): void {
  parsed.clear()
}

/** As `parseShader`, always from the text. */
function parseAnew(source: string): Program {
  // either alone ends a line
  const text = source.replace(/\r\n?/g, '\n')
  if (/\\[^\S\n]*\n/.test(text))
    throw new Error(
      'Found a backslash at the end of a line in a shader; write it without, so that its tree says all of it',
    )
  let program: Program
  try {
    program = parsedText(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The shader was expected to be GLSL ES 3.00, but: ${reason}`)
  }
  for (const node of program.program)
    if (node.type === 'preprocessor' && !/^#\s*version\b/.test(node.line))
      throw new Error(`Found "${node.line}" in a shader; write it without macros, so that its tree says all of it`)
  return program
}

function parsedText(text: string): Program {
  const program = readProgram(text)
  return program === null ? parser.parse(text, { quiet: true, stage: 'fragment' }) : { program }
}

/** The text of a tree: a statement a line, indented by the blocks around it. */
export function printShader(program: readonly ProgramStatement[]): string {
  let depth = 0
  const lines: string[] = []
  for (const line of linesOf(nodeText([...program]))) {
    const { opened, closedFirst, closed } = braces(line)
    lines.push('  '.repeat(Math.max(0, depth - closedFirst)) + line)
    depth += opened - closed
  }
  return `${lines.join('\n')}\n`
}

/** Lines that have something in them. Each statement is on one of its own, except in lines with a comment or a `for`. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => {
      const plain = line.replace(COMMENT, '') === line && !/\bfor\b/.test(line)
      return plain ? line.split(/(?<=[;{])|(?=\})/) : [line]
    })
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

const COMMENT = /\/\/.*|\/\*.*?\*\//g

/** Braces of a line; comments do not count. `closedFirst`: those before anything else. */
function braces(line: string): { opened: number; closed: number; closedFirst: number } {
  const code = line.replace(COMMENT, '')
  const count = (brace: string) => code.split(brace).length - 1
  return { opened: count('{'), closed: count('}'), closedFirst: /^[}\s]*/.exec(code)![0].replace(/\s/g, '').length }
}

/** GLSL of a node, or of several one after another. */
export function nodeText(node: AstNode | readonly AstNode[]): string {
  // the generator takes lists as well, its type does not say so
  return generate(node as AstNode)
}

/** A source with spaces in place of its comments. */
export function withoutComments(source: string): string {
  return source.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, ' ')
}

/** Everything directly below a node, in the order of its fields. */
export function childrenOf(node: AstNode): AstNode[] {
  const children: AstNode[] = []
  eachChild(node, (child) => {
    children.push(child)
  })
  return children
}

/** The parser makes plain objects; without a list for each: half of all that compiling takes is looking at trees. */
function eachChild(node: AstNode, visit: (child: AstNode) => void): void {
  for (const key in node) {
    const value: unknown = node[key as keyof AstNode]
    if (typeof value !== 'object') continue
    if (Array.isArray(value)) {
      for (const element of value as unknown[]) if (isNode(element)) visit(element)
    } else if (isNode(value)) visit(value)
  }
}

function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Calls back for a node and everything below it. */
export function walk(node: AstNode, visit: (node: AstNode) => void): void {
  visit(node)
  eachChild(node, (child) => {
    walk(child, visit)
  })
}

/** The node with other children; itself where all stay the same. */
export function mapChildren<T extends AstNode>(node: T, change: (child: AstNode) => AstNode): T {
  let changes: Record<string, unknown> | null = null
  const put = (key: string, value: unknown): void => {
    changes = { ...(changes ?? {}), [key]: value }
  }
  for (const [key, value] of Object.entries(node)) {
    if (Array.isArray(value)) {
      const made = value.map((child: unknown) => (isNode(child) ? change(child) : child))
      if (made.some((child, index) => child !== value[index])) put(key, made)
    } else if (isNode(value)) {
      const made = change(value)
      if (made !== value) put(key, made)
    }
  }
  return changes === null ? node : { ...node, ...(changes as object) }
}

const statements = new Map<string, AstNode>()
const MOST_STATEMENTS = 512

/**
 * One statement as a new tree.
 * @param text on a line of its own
 * @throws Error when it is none, which would be the driver's mistake: the texts are its own
 */
export function parseStatement(text: string): AstNode {
  const known = statements.get(text)
  if (known !== undefined) return { ...known }
  const [main] = parsedText(`void main() {\n${text}}\n`).program
  const statement = main?.type === 'function' ? main.body.statements[0] : undefined
  if (statement === undefined) throw new Error(`expected a statement, found "${text}"`)
  if (statements.size >= MOST_STATEMENTS) statements.clear()
  statements.set(text, statement)
  return { ...statement }
}

/** Declarations at the top of a shader. */
export function parseDeclarations(text: string): ProgramStatement[] {
  return parsedText(text).program
}

/** A block of statements, each on a line of its own. */
export function blockOf(statements: readonly AstNode[]): CompoundStatementNode {
  return {
    type: 'compound_statement',
    // the library's type has the wrong brackets
    lb: { type: 'literal', literal: '{' as '[', whitespace: '\n' },
    statements: [...statements],
    rb: { type: 'literal', literal: '}' as ']', whitespace: '\n' },
  }
}

/** What stands in a block, or the one statement that stands there without a block. */
export function statementsOf(body: AstNode): readonly AstNode[] {
  return body.type === 'compound_statement' ? body.statements : [body]
}

/** The name of a function that is called: a built-in, a type's constructor or a function of the shader. */
export function calledName(node: AstNode): string | null {
  if (node.type !== 'function_call') return null
  const { identifier } = node
  if (identifier.type === 'identifier') return identifier.identifier
  if (identifier.type !== 'type_specifier' || (identifier.quantifier?.length ?? 0) > 0) return null
  const { specifier } = identifier
  if (specifier.type === 'keyword') return specifier.token
  return specifier.type === 'type_name' || specifier.type === 'identifier' ? specifier.identifier : null
}

/** Arguments of a call without the commas that stand between them. */
export function argumentsOf(node: AstNode): AstNode[] {
  return node.type === 'function_call' ? node.args.filter(isArgument) : []
}

/** Whether a node of a call’s list is an argument, not a comma or `void`. */
function isArgument(node: AstNode): boolean {
  return node.type !== 'literal' && !(node.type === 'keyword' && node.token === 'void')
}

/** Functions with a body, by name; overloads are each in the list. */
export function functionsOf(program: readonly ProgramStatement[]): Map<string, FunctionNode[]> {
  const functions = new Map<string, FunctionNode[]>()
  for (const node of program) {
    if (node.type !== 'function') continue
    const name = node.prototype.header.name.identifier
    functions.set(name, [...(functions.get(name) ?? []), node])
  }
  return functions
}
