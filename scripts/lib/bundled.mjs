/** Which packages of others end up in what is built: not what is installed, but whose code is in the files that ship. */
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { UserError } from './fail.mjs'
import { writeAtomic } from './files.mjs'
import { readJson, root } from './paths.mjs'

/** Lists of packages lie here, one for each part that is built; they are not packaged. */
export const bundledFolder = join(root, 'out', 'bundled')

/** @typedef {{ name: string, version: string, folder: string }} BundledPackage folder: absolute */

/** Helpers that the bundler writes into its output are its own code. */
const HELPERS = /** @type {const} */ ([
  [/^\0rolldown\//, 'rolldown'],
  [/^\0vite\//, 'vite'],
  [/^\0commonjsHelpers/, 'vite'],
])

/**
 * @param {string} id of a module, as bundlers have it: a path with a query behind and perhaps a NUL before
 * @returns {string | undefined} the folder of its package, undefined for the project's own
 */
export function packageFolder(id) {
  const helper = HELPERS.find(([pattern]) => pattern.test(id))
  if (helper !== undefined) return join(root, 'node_modules', helper[1])
  const path = id.replace(/^\0+/, '').replace(/\?.*$/, '').replaceAll('\\', '/')
  const match = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)
  return match?.[1]
}

/**
 * @param {Iterable<string>} ids
 * @returns {BundledPackage[]} each once, by name and version
 */
export function packagesOf(ids) {
  const folders = new Set([...ids].map(packageFolder).filter((folder) => folder !== undefined))
  const found = [...folders].map((folder) => {
    const { name, version } = readJson(join(folder, 'package.json'))
    return { name, version, folder }
  })
  return unique(found)
}

/** @param {BundledPackage[]} packages */
function unique(packages) {
  const byKey = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]))
  return [...byKey.keys()].sort().map((key) => /** @type {BundledPackage} */ (byKey.get(key)))
}

/**
 * A plugin of Vite that writes down whose code is in a build.
 * @param {string} part such as "main"
 * @param {(packages: BundledPackage[]) => Promise<void>} [write]
 * @returns {import('vite').Plugin}
 */
export function recordBundled(part, write = (packages) => writeBundled(part, packages)) {
  /** @type {Set<string>} */
  const ids = new Set()
  return {
    name: 'trimline-bundled',
    apply: 'build',
    // a build that watches comes by again and again
    buildStart: () => ids.clear(),
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue
        for (const [id, { renderedLength }] of Object.entries(output.modules)) {
          // a style sheet leaves nothing in the script
          if (renderedLength > 0 || /\.css(\?|$)/.test(id)) ids.add(id)
        }
      }
    },
    async closeBundle() {
      await write(packagesOf(ids))
    },
  }
}

/**
 * An audit without what only builds and tests has to see everything that ships: it asks for `dependencies` and what they
 * need. Helpers of the bundler's are in every bundle and are no reason to audit the bundler as a part of the app.
 * @param {readonly BundledPackage[]} packages
 * @param {Record<string, { dev?: boolean }>} locked `packages` of package-lock.json, by folder
 * @throws {UserError} when one of them is installed for development only
 */
export function requireDependencies(packages, locked) {
  const isHelper = (/** @type {BundledPackage} */ { name }) => HELPERS.some(([, helper]) => helper === name)
  const unseen = packages.filter((one) => locked[posixRelative(one.folder)]?.dev === true && !isHelper(one))
  if (unseen.length === 0) return
  const names = unseen.map(({ name }) => name).join(', ')
  throw new UserError(
    `bundled, but only a devDependency, which npm audit --omit=dev does not see: ${names}.\n` +
      'Move what brings it to "dependencies" in package.json and run npm install.',
  )
}

/** @param {string} part @param {BundledPackage[]} packages */
async function writeBundled(part, packages) {
  requireDependencies(packages, readJson(join(root, 'package-lock.json')).packages)
  const listed = packages.map((one) => ({ ...one, folder: posixRelative(one.folder) }))
  await writeAtomic(join(bundledFolder, `${part}.json`), `${JSON.stringify(listed, null, 2)}\n`)
}

/** @param {string} folder @returns {string} from the checkout, with slashes; workspaces may keep modules above it */
function posixRelative(folder) {
  return relative(root, folder).replaceAll('\\', '/')
}

/**
 * @param {readonly string[]} [parts] all that were built unless given
 * @returns {BundledPackage[]} of these parts, each once
 */
export function bundledPackages(parts) {
  const names = parts ?? (existsSync(bundledFolder) ? readdirSync(bundledFolder).map((name) => name.slice(0, -5)) : [])
  const all = names.flatMap((part) => /** @type {BundledPackage[]} */ (readJson(join(bundledFolder, `${part}.json`))))
  return unique(all.map((one) => ({ ...one, folder: join(root, one.folder) })))
}
