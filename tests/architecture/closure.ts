/** What is read and run with a file: what it imports to run, and what that imports. Types are not there at run time. */
import { importsIn } from './mirror'
import { resolved } from './resolve'

export interface Closure {
  /** from the project's root, each with the file that imports it first; the first one is null's */
  files: ReadonlyMap<string, string | null>
  /** of packages and of Node, each with the file that imports it first */
  modules: ReadonlyMap<string, string>
}

/**
 * @param first a file, from the project's root
 * @param textOf of a path; null: there is no such file
 */
export function closureOf(first: string, textOf: (path: string) => string | null): Closure {
  const files = new Map<string, string | null>([[first, null]])
  const modules = new Map<string, string>()
  // a Map goes on with what is put into it meanwhile
  for (const path of files.keys()) {
    const text = textOf(path)
    if (text === null) throw new Error(`${files.get(path)} imports ${path}, which is not there`)
    for (const from of importsIn(path, text)) {
      if (!from.startsWith('.')) {
        if (!modules.has(from)) modules.set(from, path)
        continue
      }
      const found = resolved(path, from, (each) => textOf(each) !== null)
      if (found === undefined) throw new Error(`${path} imports ${from}, which is not there`)
      if (/\.tsx?$/.test(found) && !files.has(found)) files.set(found, path)
    }
  }
  return { files, modules }
}
