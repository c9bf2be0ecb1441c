import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  createReadStream,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { lstat, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
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

/**
 * The calls that writing a file takes; main/files/file-system.ts has them all.
 * @typedef {object} WritingCalls
 * @property {(path: string, flags: number, mode?: number) => number} open
 * @property {(descriptor: number, bytes: Uint8Array, offset: number, length: number) => number} write
 * @property {(descriptor: number) => void} sync
 * @property {(descriptor: number) => void} close
 * @property {(from: string, to: string) => void} rename
 * @property {(path: string) => void} remove
 */

/** @type {WritingCalls} */
const calls = {
  open: openSync,
  write: (descriptor, bytes, offset, length) => writeSync(descriptor, bytes, offset, length),
  sync: fsyncSync,
  close: closeSync,
  rename: renameSync,
  remove: unlinkSync,
}

/**
 * Writes a file so that a reader sees the old or the new content, never a part; when it fails the old one stays, and
 * nothing beside it.
 *
 * The app's writer, main/files/atomic-file.ts, cannot be used here: it is TypeScript, which Node 20 does not run, and
 * these scripts are what compiles it. What the app needs beside (links, modes and owners that stay, streams) files that
 * are built do not. tests/main/files/index.writers.test.ts lets the same calls of both fail.
 * @param {string} file
 * @param {string | Uint8Array} content
 * @param {WritingCalls} [fs]
 */
export async function writeAtomic(file, content, fs = calls) {
  await mkdir(dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`
  const { O_WRONLY, O_CREAT, O_EXCL } = constants
  const descriptor = fs.open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o666)
  try {
    try {
      const bytes = Buffer.from(content)
      for (let done = 0, count = 1; done < bytes.length; done += count) {
        count = fs.write(descriptor, bytes, done, bytes.length - done)
        if (count === 0) throw new Error(`found room for ${done} of ${bytes.length} bytes of ${file}`)
      }
      fs.sync(descriptor)
    } finally {
      fs.close(descriptor)
    }
    fs.rename(temporary, file)
  } catch (error) {
    try {
      fs.remove(temporary)
    } catch {
      // why it was not written is more to the point
    }
    throw error
  }
}

/** @param {string} file @returns {Promise<string>} Subresource-Integrity form, `sha512-…` */
export async function integrityOf(file) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return `sha512-${hash.digest('base64')}`
}

/**
 * Whether this user may write into a folder, or make it where it is not there yet.
 * @param {string} folder
 * @param {(path: string) => void} [mayWrite] throws when not
 */
export function isWritable(folder, mayWrite = (path) => accessSync(path, constants.W_OK)) {
  const above = dirname(folder)
  if (!existsSync(folder) && above !== folder) return isWritable(above, mayWrite)
  try {
    mayWrite(folder)
    return true
  } catch {
    return false
  }
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
