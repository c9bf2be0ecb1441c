/**
 * Builds the app into out/. As a program it always builds: `node scripts/build.mjs [electron-vite options]`.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { notBuildable, runMain, UserError } from './lib/fail.mjs'
import { isWritable, newest, withLock, writeAtomic } from './lib/files.mjs'
import { cache, readJson, root } from './lib/paths.mjs'
import { runNode } from './lib/spawn.mjs'

const SOURCES = [
  'main',
  'preload',
  'renderer',
  'electron.vite.config.ts',
  'README.md',
  'scripts/lib/bundled.mjs',
  'scripts/lib/opening.mjs',
  'package.json',
  'package-lock.json',
]
const OUTPUTS = [
  'main/index.js',
  'preload/index.cjs',
  'renderer/index.html',
  ...['main', 'preload', 'renderer'].map((part) => `bundled/${part}.json`),
]
const out = join(root, 'out')
const stamp = join(out, 'build.json')
const lock = join(cache, 'build.lock')
export const electronVite = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')

/** @returns {Promise<boolean>} whether out/ lacks something or a source is newer than the last build's start */
export async function isStale() {
  if (!OUTPUTS.every((output) => existsSync(join(root, 'out', output))) || !existsSync(stamp)) return true
  return (await newest(SOURCES.map((source) => join(root, source)))) > readJson(stamp).started
}

/** @param {readonly string[]} [options] of electron-vite */
async function buildNow(options = []) {
  const started = Date.now()
  // Its report goes to stderr: stdout belongs to the program that is started next.
  const status = await runNode(electronVite, ['build', ...options], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new UserError(`the build failed with status ${status}; see its messages above`)
  await writeAtomic(stamp, JSON.stringify({ started }))
}

/** @param {readonly string[]} [options] */
export function build(options) {
  return withLock(lock, () => buildNow(options))
}

/** Builds unless out/ is current; of a checkout of another user what is there is taken, when it is. */
export async function buildIfStale() {
  if (!isWritable(cache) || !isWritable(out)) {
    if (await isStale()) throw notBuildable(out, 'npm run build')
    return
  }
  await withLock(lock, async () => {
    if (await isStale()) await buildNow(['--logLevel', 'warn'])
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(() => build(process.argv.slice(2)))
}
