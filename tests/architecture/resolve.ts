/** Which file an import comes to. */
import { posix } from 'node:path'

/** What an import may leave out. */
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx'] as const

/**
 * @param path of the file that imports, from the project's root
 * @param from as written; null: computed
 * @param isThere whether there is a file of that path
 * @returns from the project's root; undefined: it is of a package or of Node, or not there
 */
export function resolved(path: string, from: string | null, isThere: (path: string) => boolean): string | undefined {
  if (from === null || !from.startsWith('.')) return undefined
  const target = posix.join(posix.dirname(path), from)
  return ENDINGS.map((ending) => `${target}${ending}`).find((each) => /\.[a-z]+$/.test(each) && isThere(each))
}
