/** Whether Chromium's sandbox can work here, and what to do when it cannot. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { say, UserError } from '../lib/fail.mjs'
import { capture } from '../lib/spawn.mjs'

/**
 * The sandbox is built of user namespaces, which some systems and containers deny to normal users; then it needs its
 * helper program with root's rights.
 * @param {import('../electron-runtime.mjs').Runtime} runtime
 * @returns {Promise<string[]>} arguments for Electron
 * @throws {UserError} when the sandbox cannot work for this user
 */
export async function sandboxArguments(runtime) {
  if (process.platform !== 'linux') return []
  if (process.getuid?.() === 0) {
    say('running as root: Chromium refuses its sandbox to root, so --no-sandbox is passed')
    return ['--no-sandbox']
  }
  const helper = join(runtime.dist, 'chrome-sandbox')
  if (isSetuidRoot(helper)) return []
  const denial = await namespaceDenial()
  if (denial === undefined) return []
  throw new UserError(
    `Chromium's sandbox cannot start here: this system denies user namespaces (${denial}), and the sandbox's helper\n` +
      `is not owned by root with mode 4755. Allow it with:\n  sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`,
  )
}

/**
 * Makes a user namespace with a mapped user, as the sandbox does.
 * @returns {Promise<string | undefined>} why that is denied; undefined when it works or cannot be tried
 */
export async function namespaceDenial(probe = ['unshare', '--user', '--map-root-user', 'true']) {
  const [program = '', ...args] = probe
  const { status, stderr } = await capture(program, args)
  return status === 0 || status === 127 ? undefined : stderr.trim()
}

/** @param {string} file @returns {boolean} whether it runs with root's rights */
export function isSetuidRoot(file) {
  if (!existsSync(file)) return false
  const info = statSync(file)
  return info.uid === 0 && (info.mode & 0o4111) === 0o4111
}
