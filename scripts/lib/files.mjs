import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * Newest modification among files and folders, in ms since 1970; folders count, so that a deleted file is noticed.
 * A path that does not exist counts as 0.
 * @param {readonly string[]} paths
 * @returns {Promise<number>}
 */
export async function newest(paths) {
  const times = await Promise.all(paths.map(newestIn))
  return Math.max(0, ...times)
}

/** @param {string} path @returns {Promise<number>} */
async function newestIn(path) {
  if (!existsSync(path)) return 0
  const own = await stat(path)
  if (!own.isDirectory()) return own.mtimeMs
  const entries = await readdir(path)
  return Math.max(own.mtimeMs, await newest(entries.map((entry) => join(path, entry))))
}

/** @param {string} path @returns {Promise<number>} bytes of the file, or of all files below the folder; 0 when absent */
export async function sizeOf(path) {
  try {
    const own = await lstat(path)
    if (!own.isDirectory()) return own.size
    const sizes = await Promise.all((await readdir(path)).map((entry) => sizeOf(join(path, entry))))
    return sizes.reduce((sum, size) => sum + size, 0)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return 0
    throw error
  }
}

/** Writes a file so that a reader sees the old or the new content, never a part. */
export async function writeAtomic(/** @type {string} */ file, /** @type {string | Uint8Array} */ content) {
  await mkdir(dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}.tmp`
  await writeFile(temporary, content)
  await rename(temporary, file)
}

/** @param {string} file @returns {Promise<string>} Subresource-Integrity form, `sha512-…` */
export async function integrityOf(file) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return `sha512-${hash.digest('base64')}`
}

/**
 * Runs `work` while no other process holds the lock: two builds at once would delete each other's output.
 * A lock whose owner has died is taken over.
 * @template T
 * @param {string} file of the lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  await mkdir(dirname(file), { recursive: true })
  while (!(await tryLock(file))) await new Promise((resolve) => setTimeout(resolve, 100))
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

/** @param {string} file */
async function tryLock(file) {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
  }
  const owner = Number(await readFile(file, 'utf8').catch(() => ''))
  // An empty file is a lock whose owner is just about to write its number; it turns stale after a second.
  if (owner === 0 ? await isOlderThan(file, 1000) : !isAlive(owner)) await rm(file, { force: true })
  return false
}

/** @param {string} file @param {number} ms */
async function isOlderThan(file, ms) {
  const info = await stat(file).catch(() => undefined)
  return info !== undefined && Date.now() - info.mtimeMs > ms
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
