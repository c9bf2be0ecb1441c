/** How long a file of main and preload is, and how many lie in one folder; of the renderer see renderer.test.ts. */
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesIn, textOf } from './files'
import { MOST_FILES, MOST_LINES } from './most'

/** Longer ones that have not been split yet, with what they have: they may only become shorter. */
const NOT_YET: Readonly<Record<string, number>> = {}

const files = ['main', 'preload'].flatMap(filesIn).filter((path) => path.endsWith('.ts'))
const linesOf = (path: string): number => textOf(path).split('\n').length - 1

describe('the folders of main and preload', () => {
  it(`hold at most ${MOST_FILES} files of code each`, () => {
    expect(files.length).toBeGreaterThan(300)
    const counts = new Map<string, number>()
    for (const path of files) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([])
  })

  it(`hold files of at most ${MOST_LINES} lines, but for those that wait to be split and do not grow`, () => {
    const long = files.filter((path) => linesOf(path) > (NOT_YET[path] ?? MOST_LINES))
    expect(long.map((path) => `${path}: ${linesOf(path)}`)).toEqual([])
  })

  it('have nothing on the list of what waits that is short enough', () => {
    for (const path of Object.keys(NOT_YET)) expect(linesOf(path), path).toBeGreaterThan(MOST_LINES)
  })
})
