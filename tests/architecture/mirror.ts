/**
 * Where a test stands, and what it proves by that.
 *
 * The tests mirror the sources. `tests/main/a/b.test.ts` proves `main/a/b.ts`; `tests/main/a/b.<topic>.test.ts` proves one
 * side of it, where one file would be too long. `index` stands for a whole folder, whether or not a file is called so:
 * `tests/main/a/index.<topic>.test.ts` proves what the files of `main/a` do together.
 */
import { posix } from 'node:path'
import { resolved } from './resolve'
import { literal, type Node, parse, visit } from './syntax'

const TEST = /\.test\.tsx?$/
const bare = (path: string): string => path.replace(/\.tsx?$/, '')

/** What a test file is called after: a source file without its ending, or a folder as `folder/index`. */
function subjectOf(test: string): string {
  const name = posix.basename(test).replace(TEST, '').split('.')[0] ?? ''
  return posix.join(posix.dirname(test).replace(/^tests\//, ''), name)
}

/** Test files that are called after no source file and no folder. */
export function astray(tests: readonly string[], sources: readonly string[]): string[] {
  const known = new Set(sources.flatMap((path) => [bare(path), ...foldersOf(path).map((folder) => `${folder}/index`)]))
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
  return parse(path, text).program.body.flatMap((node) => (isOfTypes(node) ? [] : (literal(node.source) ?? [])))
}

function isOfTypes(node: Node): boolean {
  const kind = (one: Node): unknown => one.importKind ?? one.exportKind
  if (kind(node) === 'type') return true
  const named = (node.specifiers ?? []) as Node[]
  return named.length > 0 && named.every((one) => kind(one) === 'type')
}

/** How many files further than what a folder's test imports itself it can prove: what is behind more is not what it is about. */
const MOST_STEPS = 6

/**
 * Sources that no test proves: none is called after it, and none of its folder's own tests comes to it by what it imports,
 * and what that imports, MOST_STEPS files further at most.
 * @param sources that have to be proved
 * @param all paths of sources and tests, and of what tests have in common
 * @param importsOf what one of them imports, as written
 */
export function unproved(
  sources: readonly string[],
  all: readonly string[],
  importsOf: (path: string) => readonly string[],
): string[] {
  const known = new Set(all)
  const tests = all.filter((path) => TEST.test(path))
  const subjects = new Set(tests.map(subjectOf))
  const nexts = new Map<string, string[]>()
  const importedBy = (path: string): string[] => {
    const found =
      nexts.get(path) ?? importsOf(path).flatMap((from) => resolved(path, from, (each) => known.has(each)) ?? [])
    nexts.set(path, found)
    return found
  }
  const reached = new Map<string, Set<string>>()
  const ofFolder = (folder: string): Set<string> => {
    const found = reached.get(folder) ?? new Set<string>()
    if (reached.has(folder)) return found
    reached.set(folder, found)
    let reachedNow = tests.filter((path) => subjectOf(path) === `${folder}/index`)
    for (let step = 0; step <= MOST_STEPS; step++) {
      reachedNow = reachedNow.flatMap(importedBy).filter((path) => {
        const isNew = !found.has(path)
        found.add(path)
        return isNew
      })
    }
    return found
  }
  return sources.filter((path) => !subjects.has(bare(path)) && !ofFolder(posix.dirname(path)).has(path))
}
