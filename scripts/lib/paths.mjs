/** Where things are, seen from the checkout. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** Everything that the scripts keep between runs; `npm ci` clears it. */
export const cache = join(root, 'node_modules', '.cache', 'trimline')

/** Whether the sources are here, rather than only what a published package carries. */
export function isSourceCheckout(folder = root) {
  const markers = ['electron.vite.config.ts', 'package-lock.json', join('main', 'tsconfig.json')]
  return markers.every((marker) => existsSync(join(folder, marker)))
}

/** @returns {Record<string, any>} the parsed JSON file */
export function readJson(/** @type {string} */ file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
