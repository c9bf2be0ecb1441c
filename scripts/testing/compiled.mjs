/**
 * Compiles what lies below the shell into JavaScript for the tests, a module each. Vitest compiles each module for each of its
 * projects and workers, and what it makes of an import is looked up at each use; Node takes these as they are, as the app
 * takes its bundle. That is a fifth of the processor time of the tests.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isWritable, newest, withLock, writeAtomic } from '../lib/files.mjs'
import { readJson, root } from '../lib/paths.mjs'
import { viteBuild } from '../lib/vite-build.mjs'

const folder = join(root, 'out', 'compiled')
const next = `${folder}-next`
const lock = `${folder}.lock`
const stamp = join(folder, 'compiled.json')

/** Paths of what is compiled: Vitest leaves those to Node. */
export const COMPILED = /[\\/]out[\\/]compiled[\\/]/

/** The shell asks for Electron, which the tests play, and both indexes begin to work when they are read. */
const BELOW_THE_SHELL = /^(?:main\/(?!shell\/|index\.ts$|cli\/index\.ts$)|preload\/contract\/).*(?<!\.d)\.ts$/
const SOURCES = ['main', 'preload/contract', 'resources', 'package-lock.json', 'scripts/testing/compiled.mjs']

/** @param {string} path absolute, of a module @returns {string | null} its path in the checkout, where it is compiled */
function compiledFrom(path) {
  const inside = relative(root, path).replaceAll('\\', '/')
  return BELOW_THE_SHELL.test(inside) ? inside : null
}

/** @param {string} source as compiledFrom has it @returns {string} the module that it becomes */
const outputOf = (source) => source.replace(/ts$/, 'js')

/** @returns {Promise<boolean>} whether nothing is compiled or a source is newer than the last time's start */
async function isStale() {
  if (!existsSync(stamp)) return true
  return (await newest(SOURCES.map((source) => join(root, source)))) > readJson(stamp).started
}

async function compile() {
  const started = Date.now()
  const found = await Promise.all(['main', 'preload/contract'].map(modulesIn))
  await rm(next, { recursive: true, force: true })
  await mkdir(next, { recursive: true })
  await viteBuild({
    root,
    build: {
      ssr: true,
      outDir: next,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: found.flat(),
        // packages are Node's to find, but for files that only the bundler reads
        external: /^(?![./]|.*[?])/,
        preserveEntrySignatures: 'strict',
        output: { format: 'es', preserveModules: true, preserveModulesRoot: root, entryFileNames: '[name].js' },
      },
    },
  })
  await writeAtomic(join(next, 'compiled.json'), JSON.stringify({ started }))
  await rm(folder, { recursive: true, force: true })
  await rename(next, folder)
}

/** @param {string} path @returns {Promise<string[]>} */
async function modulesIn(path) {
  const names = await readdir(join(root, path), { recursive: true })
  return names.map((name) => join(root, path, name)).filter((name) => compiledFrom(name) !== null)
}

/**
 * For Vitest: imports of what is compiled lead to that. It is compiled anew where a source is newer.
 * @returns {Promise<import('vite').Plugin>}
 */
export async function compiledModules() {
  if (isWritable(folder))
    await withLock(lock, async () => {
      if (await isStale()) await compile()
    })
  // of a checkout of another user what is there is taken, when it is current
  const isThere = !(await isStale())
  return {
    name: 'compiled modules',
    enforce: 'pre',
    async resolveId(asked, importer) {
      if (!isThere || importer === undefined || !asked.startsWith('.')) return null
      const found = await this.resolve(asked, importer, { skipSelf: true })
      const source = found === null ? null : compiledFrom(found.id)
      return source === null ? null : { id: join(folder, outputOf(source)), external: true }
    },
  }
}
