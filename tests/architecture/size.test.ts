/**
 * How long a source file is, and how many lie in one folder; of the renderer see renderer.test.ts.
 *
 * Source is what one reads and changes by hand. Golden traces, recorded captures, pictures to compare with and other data
 * that lies beside the tests are none, nor is what is generated: they are as long and as many as what they hold, and their
 * kind says it, as none of them ends as source does.
 */
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesIn, textOf } from './files'
import { MOST_FILES, MOST_LINES } from './most'

/** Longer ones that have not been split yet, with what they have: they may only become shorter. */
const NOT_YET: Readonly<Record<string, number>> = {}

const isSource = (path: string): boolean => /\.(tsx?|mjs)$/.test(path)
const linesOf = (path: string): number => textOf(path).split('\n').length - 1

/** Folders with more files of source than there may be, each with their number. */
function crowded(paths: readonly string[]): [folder: string, count: number][] {
  const counts = new Map<string, number>()
  for (const folder of paths.filter(isSource).map((path) => posix.dirname(path)))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > MOST_FILES)
}

describe.each([
  ['main', 300],
  ['preload', 5],
  ['tests', 800],
  ['scripts', 30],
])('the folders of %s', (root, least) => {
  const files = filesIn(root).filter(isSource)

  it(`hold at most ${MOST_FILES} files of source each`, () => {
    expect(files.length).toBeGreaterThan(least)
    expect(crowded(files)).toEqual([])
  })

  it(`hold files of at most ${MOST_LINES} lines, but for those that wait to be split and do not grow`, () => {
    const long = files.filter((path) => linesOf(path) > (NOT_YET[path] ?? MOST_LINES))
    expect(long.map((path) => `${path}: ${linesOf(path)}`)).toEqual([])
  })
})

describe('what waits to be split', () => {
  it('has nothing on its list that is short enough', () => {
    for (const path of Object.keys(NOT_YET)) expect(linesOf(path), path).toBeGreaterThan(MOST_LINES)
  })
})

describe('a folder', () => {
  const numbered = (count: number, ending: string): string[] =>
    Array.from({ length: count }, (_, i) => `tests/a/${i}${ending}`)

  it('is full with so many files of source, whatever they end in, and crowded with one more', () => {
    const full = [...numbered(MOST_FILES - 2, '.test.ts'), 'tests/a/b.tsx', 'tests/a/c.mjs']
    expect(crowded(full)).toEqual([])
    expect(crowded([...full, 'tests/a/d.ts'])).toEqual([['tests/a', MOST_FILES + 1]])
  })

  it('has no room taken by data, nor by what lies in folders of its own', () => {
    const data = ['.jsonl', '.json', '.png', '.txt'].flatMap((ending) => numbered(MOST_FILES, ending))
    expect(crowded([...numbered(MOST_FILES, '.ts'), ...data, 'tests/a/b/c.ts'])).toEqual([])
  })
})
