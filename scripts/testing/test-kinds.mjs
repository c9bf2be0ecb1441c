/** Which unit tests are of a kind, as they say themselves. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** @param {string} folder @param {RegExp} text */
function testsWith(folder, text) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => text.test(readFileSync(path, 'utf8')))
    .sort()
}
