/** Which unit tests are of a kind, as they say themselves. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Tests that try random cases.
 * @param {string} folder
 * @returns {string[]} test files at any depth that use fast-check, in order of their paths
 */
export function propertyTests(folder) {
  return testsWith(folder, /from 'fast-check'/)
}

/**
 * Tests of what the page keeps for as long as it is open: its store, whether it is seen, and its elements. What one of them
 * leaves there the next would find.
 * @param {string} folder
 * @returns {string[]} test files at any depth that import one of the first two, or ask for elements, in order of their paths
 */
export function pageTests(folder) {
  return testsWith(folder, /from '[./]+\/renderer\/(store\/store|frame\/seen)'|@vitest-environment happy-dom/)
}

/**
 * Tests that start processes. The system makes those by a copy of the one that starts them: of a worker with the modules and
 * leftovers of 200 files that takes a tenth of a second and more each time, which the worker stands still.
 * @param {string} folder
 * @returns {string[]} test files at any depth that import `node:child_process`, or modules beside tests that do, in order of
 *   their paths
 */
export function processTests(folder) {
  /** @type {Map<string, { starts: boolean, imports: string[] }>} */
  const read = new Map()
  /** @param {string} path */
  const about = (path) => {
    let known = read.get(path)
    if (known === undefined) {
      const text = readFileSync(path, 'utf8')
      known = { starts: /from 'node:child_process'/.test(text), imports: relativeImports(path, text, folder) }
      read.set(path, known)
    }
    return known
  }
  /** @param {string} test */
  const starts = (test) => {
    // what is found is walked on to, too; modules may import each other
    const found = new Set([test])
    for (const path of found) {
      const { starts, imports } = about(path)
      if (starts) return true
      for (const imported of imports) found.add(imported)
    }
    return false
  }
  return testsOf(folder).filter(starts)
}

/** @param {string} path @param {string} text what it says @param {string} folder @returns {string[]} modules in that folder */
function relativeImports(path, text, folder) {
  return [...text.matchAll(/from '(\.[^']*)'/g)]
    .map(([, name = '']) => `${join(dirname(path), name)}.ts`)
    .filter((imported) => imported.startsWith(folder) && existsSync(imported))
}

/** @param {string} folder @param {RegExp} text */
function testsWith(folder, text) {
  return testsOf(folder).filter((path) => text.test(readFileSync(path, 'utf8')))
}

/** @param {string} folder */
function testsOf(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name))
    .sort()
}
