/**
 * Compiles what lies below the shell into JavaScript for the tests, a module each. Vitest compiles each module for each of its
 * projects and workers, and what it makes of an import is looked up at each use; Node takes these as they are, as the app
 * takes its bundle. That is a fifth of the processor time of the tests. Stacks name the compiled files, which are readable;
 * `vi.mock` of such a module does nothing.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isWritable, newest, withLock } from '../lib/files.mjs'
import { root } from '../lib/paths.mjs'
import { viteBuild } from '../lib/vite-build.mjs'

/** Paths of what is compiled: Vitest leaves those to Node. */
export const COMPILED = /[\\/]out[\\/]compiled[\\/]/

const out = join(root, 'out')
/** each time into a folder of its own, whose name is when it began (ms since 1970): a run that goes on keeps its own */
const folders = join(out, 'compiled')
/** ms after which no run of before is going on any more */
const LONGEST_RUN = 3 * 60 * 60 * 1000

/** The shell asks for Electron, which the tests play, and both indexes begin to work when they are read. */
const BELOW_THE_SHELL = /^(?:main\/(?!shell\/|index\.ts$|cli\/index\.ts$)|preload\/contract\/).*(?<!\.d)\.ts$/
const SOURCES = [
  'main',
  'preload/contract',
  'resources',
  'package-lock.json',
  'scripts/testing/compiled.mjs',
  'scripts/lib/vite-build.mjs',
]

/** Packages are Node's to find; what the bundler has found, and files that only it reads, are not. */
const PACKAGES = /^(?![./\\\0]|[A-Za-z]:|.*[?])/

/** @param {string} path absolute, of a module @returns {string | null} its path in the checkout, where it is compiled */
function compiledFrom(path) {
  const inside = relative(root, path).replaceAll('\\', '/')
  return BELOW_THE_SHELL.test(inside) ? inside : null
}

/** @returns {Promise<number[]>} when what is there was begun, the last one last */
async function known() {
  const names = await readdir(folders).catch(() => [])
  return names
    .map(Number)
    .filter((started) => !Number.isNaN(started))
    .sort((a, b) => a - b)
}

/** @returns {Promise<number | null>} when what is as the sources are was begun; null: there is none */
async function current() {
  const last = (await known()).at(-1)
  if (last === undefined) return null
  return (await newest(SOURCES.map((source) => join(root, source)))) > last ? null : last
}

/** @returns {Promise<number>} when it was begun */
async function compile() {
  const started = Date.now()
  const next = join(folders, 'next')
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
        external: PACKAGES,
        preserveEntrySignatures: 'strict',
        output: { format: 'es', preserveModules: true, preserveModulesRoot: root, entryFileNames: '[name].js' },
      },
    },
  })
  await rename(next, join(folders, String(started)))
  const old = (await known()).filter((each) => each < started - LONGEST_RUN)
  await Promise.all(old.map((each) => rm(join(folders, String(each)), { recursive: true, force: true })))
  return started
}

/** @param {string} path @returns {Promise<string[]>} */
async function modulesIn(path) {
  const names = await readdir(join(root, path), { recursive: true })
  return names.map((name) => join(root, path, name)).filter((name) => compiledFrom(name) !== null)
}

/**
 * Compiles where a source is newer than what is there; of a checkout of another user what is there is taken, when it is current.
 * @returns {Promise<string | null>} the folder; null: there is none that is as the sources are, so that Vitest compiles them,
 *   and says where they are wrong
 */
export async function compileIfStale() {
  const started = await (isWritable(out) && isWritable(folders)
    ? withLock(`${folders}.lock`, async () => (await current()) ?? (await compile().catch(() => null)))
    : current())
  return started === null ? null : join(folders, String(started))
}

/**
 * For Vitest: imports of what is compiled lead to that, but where files are watched: then each is compiled when it changes.
 * @param {string | null} folder as compileIfStale has it
 * @returns {import('vite').Plugin & Required<Pick<import('vitest/config').Plugin, 'configureVitest'>>}
 */
export function compiledModules(folder) {
  let isWatched = false
  return {
    name: 'compiled modules',
    enforce: 'pre',
    configureVitest({ vitest }) {
      isWatched = vitest.config.watch
    },
    async resolveId(asked, importer) {
      if (folder === null || isWatched || importer === undefined || !asked.startsWith('.')) return null
      const found = await this.resolve(asked, importer, { skipSelf: true })
      const source = found === null ? null : compiledFrom(found.id)
      if (source === null) return null
      return { id: join(folder, source.replace(/ts$/, 'js')).replaceAll('\\', '/'), external: true }
    },
  }
}
