/** The system libraries that Electron needs on Linux, which a bare Debian or Ubuntu does not have. */
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { say, UserError } from '../lib/fail.mjs'
import { capture, runForeground } from '../lib/spawn.mjs'

/** Package by the shared library that shows its presence. What else Electron links to comes with these. */
const LIBRARIES = new Map([
  ['libgtk-3.so.0', 'libgtk-3-0'],
  ['libnss3.so', 'libnss3'],
  ['libasound.so.2', 'libasound2'],
  ['libgbm.so.1', 'libgbm1'],
])

/** Since Debian 13 and Ubuntu 24.04, with 64-bit time, these packages carry a suffix. */
const SUFFIX = 't64'
const RENAMED = new Set(['libgtk-3-0', 'libasound2'])

/** @typedef {'Xvfb' | 'xdotool' | 'xprop'} Program */
/** @type {Record<Program, string>} */
const PROGRAMS = { Xvfb: 'xvfb', xdotool: 'xdotool', xprop: 'x11-utils' }

/** @param {string} program @returns {boolean} whether the search path has it */
export function hasProgram(program, path = process.env.PATH ?? '') {
  return path.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)))
}

/** @param {string} lddOutput @returns {string[]} the shared libraries that were not found */
export function missingLibraries(lddOutput) {
  return [...lddOutput.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] ?? '')
}

/**
 * @param {readonly string[]} libraries that are missing
 * @param {readonly string[]} programs that are missing
 * @returns {string[]} packages that bring them; any missing library of Electron's asks at least for GTK, which
 *   brings most of the others
 */
export function packagesFor(libraries, programs) {
  const packages = new Set(libraries.map((library) => LIBRARIES.get(library) ?? 'libgtk-3-0'))
  for (const program of programs) packages.add(PROGRAMS[/** @type {Program} */ (program)])
  return [...packages]
}

/**
 * @param {readonly string[]} packages
 * @param {(name: string) => Promise<boolean>} isKnown to this machine's package lists
 * @returns {Promise<string[]>} the names that this release of Debian or Ubuntu uses
 */
export function localNames(packages, isKnown) {
  return Promise.all(
    packages.map(async (name) => (RENAMED.has(name) && (await isKnown(name + SUFFIX)) ? name + SUFFIX : name)),
  )
}

/** @param {string} name */
async function isKnownPackage(name) {
  return (await capture('apt-cache', ['show', name])).status === 0
}

/** @param {string} osRelease content of /etc/os-release @returns {boolean} whether it is of Debian's family */
export function isDebian(osRelease) {
  const ids = [...osRelease.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap((match) => (match[1] ?? '').split(' '))
  return ids.includes('debian') || ids.includes('ubuntu')
}

/** Shared libraries that `executable` is linked to, or loads later, and that are not here. */
async function findMissing(/** @type {string} */ executable) {
  const linked = missingLibraries((await capture('ldd', [executable])).stdout)
  const cached = (await capture(existsSync('/sbin/ldconfig') ? '/sbin/ldconfig' : 'ldconfig', ['-p'])).stdout
  const absent = [...LIBRARIES.keys()].filter((library) => cached !== '' && !cached.includes(`${library} `))
  return [...new Set([...linked, ...absent])]
}

/**
 * Makes sure that this Linux has what Electron needs: installs it as root, otherwise says how.
 * @param {string} executable of Electron
 * @param {readonly Program[]} programs needed besides
 * @throws {UserError} when something is missing and cannot be installed from here
 */
export async function ensureLibraries(executable, programs) {
  if (process.platform !== 'linux') return
  const missing = { libraries: await findMissing(executable), programs: programs.filter((each) => !hasProgram(each)) }
  const names = [...missing.libraries, ...missing.programs]
  if (names.length === 0) return
  const found = `Electron or its tests need what this machine lacks: ${names.join(', ')}`
  if (!isDebianHere())
    throw new UserError(`${found}.\nInstall them with this system's package manager, then try again.`)

  const packages = packagesFor(missing.libraries, missing.programs)
  if (process.getuid?.() !== 0) {
    const command = `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${(await localNames(packages, isKnownPackage)).join(' ')}`
    throw new UserError(`${found}.\nInstall it with:\n  ${command}`)
  }
  say(`${found}. Installing with apt-get, as we run as root …`)
  await apt(['update'])
  await apt(['install', '-y', '--no-install-recommends', ...(await localNames(packages, isKnownPackage))])

  const still = await findMissing(executable)
  if (still.length > 0)
    throw new UserError(`still missing after the installation: ${still.join(', ')}. Install them by hand.`)
}

function isDebianHere() {
  const file = '/etc/os-release'
  return existsSync(file) && isDebian(readFileSync(file, 'utf8')) && hasProgram('apt-get')
}

/** Its output goes to stderr; stdout belongs to what was asked for. @param {readonly string[]} args */
async function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const status = await runForeground('apt-get', ['-q', ...args], { env, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new UserError(`apt-get ${args.join(' ')} ended with status ${status}; see its messages above`)
}
