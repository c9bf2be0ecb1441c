/**
 * Where a test stands, and what it proves by that.
 *
 * The tests mirror the sources. `tests/main/a/b.test.ts` proves `main/a/b.ts`; `tests/main/a/b.<topic>.test.ts` proves one
 * side of it, where one file would be too long, and where it has many sides, they are a folder:
 * `tests/main/a/b/<topic>.test.ts`, unless there is a folder `main/a/b`, whose tests those would be. `index` stands for a
 * whole folder, whether or not a file is called so: `tests/main/a/index.<topic>.test.ts` proves what the files of `main/a`
 * do together.
 */
import { posix } from 'node:path'
import { resolved } from './resolve'
import { literal, type Node, parse, visit } from './syntax'

const TEST = /\.test\.tsx?$/
const bare = (path: string): string => path.replace(/\.tsx?$/, '')

/** Of a test file what it is called after: a source file without its ending, or a folder as `folder/index`. */
function subjectsAmong(sources: readonly string[]): (test: string) => string {
  const known = new Set(sources.map(bare))
  const folders = new Set(sources.flatMap(foldersOf))
  return (test) => {
    const name = posix.basename(test).replace(TEST, '').split('.')[0] ?? ''
    const folder = posix.dirname(test).replace(/^tests\//, '')
    const isOfItsSides = name !== 'index' && known.has(folder) && !folders.has(folder)
    return isOfItsSides ? folder : posix.join(folder, name)
  }
}

/** Test files that are called after no source file and no folder. */
export function astray(tests: readonly string[], sources: readonly string[]): string[] {
  const known = new Set(sources.flatMap((path) => [bare(path), ...foldersOf(path).map((folder) => `${folder}/index`)]))
  const subjectOf = subjectsAmong(sources)
  return tests.filter((test) => TEST.test(test) && !known.has(subjectOf(test)))
}

function foldersOf(path: string): string[] {
  const folder = posix.dirname(path)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}

/** Whether something in it does something: a function or method with a body that is not empty. */
export function hasBehaviour(path: string, text: string): boolean {
  let found = false
  visit(parse(path, text).program, (node) => {
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
      found ||= doesSomething(node)
  })
  return found
}

function doesSomething({ body }: Node): boolean {
  const block = body as (Node & { body?: unknown[] }) | null
  return (
    block !== null &&
    (block.type !== 'BlockStatement' && block.type !== 'FunctionBody' ? true : block.body?.length !== 0)
  )
}

/** What a file imports or passes on, as written; of types alone nothing is carried out, and they do not count. */
export function importsIn(path: string, text: string): string[] {
  return sourcesOf(path, text, () => true)
}

/** What a file passes on as it is: `export … from`; of types alone nothing is carried out, and they do not count. */
export function passedOnIn(path: string, text: string): string[] {
  const passes = ({ type }: Node): boolean => type === 'ExportAllDeclaration' || type === 'ExportNamedDeclaration'
  return sourcesOf(path, text, passes)
}

function sourcesOf(path: string, text: string, counts: (node: Node) => boolean): string[] {
  return parse(path, text).program.body.flatMap((node) =>
    counts(node) && !isOfTypes(node) ? (literal(node.source) ?? []) : [],
  )
}

function isOfTypes(node: Node): boolean {
  const kind = (one: Node): unknown => one.importKind ?? one.exportKind
  if (kind(node) === 'type') return true
  const named = (node.specifiers ?? []) as Node[]
  return named.length > 0 && named.every((one) => kind(one) === 'type')
}

/** What one file imports, and what of that it passes on; as written. */
export interface Ways {
  importsOf(path: string): readonly string[]
  passedOnBy(path: string): readonly string[]
}

/**
 * Sources that no test proves: none is called after it, and none of its folder's own tests imports it, itself or from a
 * file that passes it on. What lies further behind is carried out by such a test and not proved by it: with steps allowed
 * in between, one test of a folder that starts a whole session stood for everything that a session is made of.
 * @param sources that have to be proved
 * @param all paths of sources and tests
 */
export function unproved(sources: readonly string[], all: readonly string[], ways: Ways): string[] {
  const known = new Set(all)
  const tests = all.filter((path) => TEST.test(path))
  const subjectOf = subjectsAmong(all.filter((path) => !path.startsWith('tests/')))
  const subjects = new Set(tests.map(subjectOf))
  const found = (path: string, written: readonly string[]): string[] =>
    written.flatMap((from) => resolved(path, from, (each) => known.has(each)) ?? [])
  const importedByFolder = (folder: string): Set<string> => {
    const imported = tests
      .filter((path) => subjectOf(path) === `${folder}/index`)
      .flatMap((path) => found(path, ways.importsOf(path)))
    return new Set(imported.flatMap((path) => [path, ...found(path, ways.passedOnBy(path))]))
  }
  const folders = new Set(sources.map((path) => posix.dirname(path)))
  const imported = new Map([...folders].map((folder) => [folder, importedByFolder(folder)]))
  return sources.filter((path) => !subjects.has(bare(path)) && !imported.get(posix.dirname(path))?.has(path))
}
