/** Packages of others that are used as they are and never installed: fetched with npm, and only with a known integrity. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from './fail.mjs'
import { integrityOf } from './files.mjs'
import { npm } from './npm.mjs'

/** @typedef {{ package: string, integrity: string }} PackedSource */
/** @typedef {(spec: string, folder: string) => Promise<string>} Fetch downloads the tarball, gives its path */

/** @type {Fetch} */
export async function npmPack(spec, folder) {
  const args = ['pack', spec, '--pack-destination', folder, '--ignore-scripts', '--loglevel', 'error']
  const result = await npm(args)
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
  if (result.status !== 0 || tarball === undefined) {
    const reason = result.stderr.trim() || `npm ended with status ${result.status}`
    throw new UserError(`${spec} could not be fetched with npm:\n${reason}`)
  }
  return join(folder, tarball)
}

/**
 * @param {string} tarball @param {PackedSource} source
 * @throws {UserError} when it is not what was expected
 */
export async function verifyPacked(tarball, source) {
  const found = await integrityOf(tarball)
  if (found === source.integrity) return
  throw new UserError(
    `the download of ${source.package} is not the expected one and was deleted:\n` +
      `  found    ${found}\n  expected ${source.integrity}\n` +
      'Do not use it. Try again; if it stays so, the package or the way to it has been tampered with.',
  )
}
