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
  /** @type {Map<string, boolean>} */
  const known = new Map()
  /** @param {string} path @returns {boolean} */
  const starts = (path) => {
    const before = known.get(path)
    if (before !== undefined) return before
    // one that imports itself, by way of others, starts no more by that
    known.set(path, false)
    const text = readFileSync(path, 'utf8')
    const found = /from 'node:child_process'/.test(text) || relativeImports(path, text, folder).some(starts)
    known.set(path, found)
    return found
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
