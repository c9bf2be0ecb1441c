/** The newest Node that is looked after for long: tests run under it beside the Node that is at hand. */
import { UserError } from './fail.mjs'
import { capture } from './spawn.mjs'

/** of the npm package `node`, which carries the real binaries */
export const NEWEST_LTS = '24.21.0'

/**
 * Fetches a Node with npm, unless npm's cache has it.
 * @param {string} version
 * @returns {Promise<string>} the path of its executable
 * @throws {UserError} when npm has none for this machine
 */
export async function fetchNode(version) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const command = 'node -p "process.version + process.execPath"'
  const { status, stdout, stderr } = await capture(npm, [
    'exec',
    '--yes',
    `--package=node@${version}`,
    `--call=${command}`,
  ])
  const path = stdout.trim().split('\n').at(-1) ?? ''
  if (status !== 0 || !path.startsWith(`v${version}`)) {
    throw new UserError(`npm gave no Node ${version} for this machine; found ${path || 'nothing'}\n${stderr.trim()}`)
  }
  return path.slice(`v${version}`.length)
}
