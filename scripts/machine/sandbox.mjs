/** Whether Chromium's sandbox can work here, and what to do when it cannot. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { say, UserError } from '../lib/fail.mjs'

/**
 * Kernel settings that keep a normal user from making the user namespaces that the sandbox is built of:
 * file, and the value that does so.
 */
const RESTRICTIONS = [
  ['/proc/sys/kernel/unprivileged_userns_clone', '0'],
  ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1'],
  ['/proc/sys/user/max_user_namespaces', '0'],
]

/**
 * @param {(file: string) => string | undefined} read gives the content, or undefined when there is no such file
 * @returns {string | undefined} the setting in the way
 */
export function namespaceRestriction(read) {
  const found = RESTRICTIONS.find(([file = '', value]) => read(file)?.trim() === value)
  return found && `${found[0]} is ${found[1]}`
}

/**
 * @param {import('../electron-runtime.mjs').Runtime} runtime
 * @returns {string[]} arguments for Electron
 * @throws {UserError} when the sandbox cannot work for this user
 */
export function sandboxArguments(runtime) {
  if (process.platform !== 'linux') return []
  if (process.getuid?.() === 0) {
    say('running as root: Chromium refuses its sandbox to root, so --no-sandbox is passed')
    return ['--no-sandbox']
  }
  const helper = join(runtime.dist, 'chrome-sandbox')
  const restriction = namespaceRestriction((file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined))
  if (restriction === undefined || isSetuidRoot(helper)) return []
  throw new UserError(
    `Chromium's sandbox cannot start here: ${restriction}, and its helper is not owned by root with mode 4755.\n` +
      `Allow it with:\n  sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`,
  )
}

/** @param {string} file */
function isSetuidRoot(file) {
  if (!existsSync(file)) return false
  const info = statSync(file)
  return info.uid === 0 && (info.mode & 0o4111) === 0o4111
}
