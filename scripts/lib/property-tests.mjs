/** Which unit tests try random cases. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @param {string} folder
 * @returns {string[]} test files at any depth that use fast-check, in order of their paths
 */
export function propertyTests(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => readFileSync(path, 'utf8').includes("from 'fast-check'"))
    .sort()
}
