/** The official Electron: the declared runtime, which the `electron` package downloads on first use (at installation until 41). */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sizeOf, writeAtomic } from '../lib/files.mjs'
import { cache, readJson, root } from '../lib/paths.mjs'

/** A download that has not grown for this long, in ms, is given up. */
const STALL = 20_000
/** A failure is remembered for a day, in ms, so that it does not slow down every start. */
const REMEMBERED = 24 * 60 * 60 * 1000

const electronPackage = join(root, 'node_modules', 'electron')
const failureFile = join(cache, 'official-electron.json')
export const logFile = join(cache, 'official-electron.log')

/** @returns {string} the version that package.json's lock gives, such as 45.4.1 */
export function declaredVersion() {
  return readJson(join(electronPackage, 'package.json')).version
}

/** @param {NodeJS.Platform} platform @returns {string} the executable's path inside a distribution's folder */
export function executableIn(platform) {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return platform === 'win32' ? 'electron.exe' : 'electron'
}

/** @param {string} dist folder of a distribution @returns {import('../electron-runtime.mjs').Runtime | undefined} */
export function runtimeIn(dist, platform = process.platform) {
  const executable = join(dist, executableIn(platform))
  const versionFile = join(dist, 'version')
  if (!existsSync(executable) || !existsSync(versionFile)) return undefined
  return { kind: 'official', dist, executable, version: readFileSync(versionFile, 'utf8').trim().replace(/^v/, '') }
}

/** The installed one. The installer writes path.txt last: without it the distribution may be a part. */
export function installedOfficial() {
  if (!existsSync(join(electronPackage, 'path.txt'))) return undefined
  const runtime = runtimeIn(join(electronPackage, 'dist'))
  return runtime?.version === declaredVersion() ? runtime : undefined
}

/**
 * Runs the official installer. It is given up when its download stands still, not when it is merely slow.
 * @returns {Promise<string | undefined>} what went wrong, in one line; undefined when it is installed
 */
export async function installOfficial(installer = join(electronPackage, 'install.js'), stall = STALL) {
  const temporary = join(cache, `official-electron-${process.pid}`)
  await mkdir(temporary, { recursive: true })
  try {
    const { status, output, stalled } = await runInstaller(installer, temporary, stall)
    if (status === 0) return undefined
    await writeAtomic(logFile, output)
    return stalled ? `its download did not move for ${stall / 1000} s` : summarise(output)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/**
 * @param {string} installer @param {string} temporary @param {number} stall
 * @returns {Promise<{ status: number, output: string, stalled: boolean }>}
 */
function runInstaller(installer, temporary, stall) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, TMPDIR: temporary, TMP: temporary, TEMP: temporary, ELECTRON_GET_NO_PROGRESS: '1' }
    const child = spawn(process.execPath, [installer], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let stalled = false
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    const stopWatch = watchGrowth([temporary, join(dirname(installer), 'dist')], stall, () => {
      stalled = true
      child.kill('SIGKILL')
    })
    child.on('error', (error) => {
      stopWatch()
      reject(error)
    })
    child.on('close', (code) => {
      stopWatch()
      resolve({ status: code ?? 1, output, stalled })
    })
  })
}

/**
 * Calls `onStall` when the folders have not changed in size for `stall` ms.
 * @param {string[]} folders @param {number} stall @param {() => void} onStall
 * @returns {() => void} stops watching
 */
function watchGrowth(folders, stall, onStall) {
  let size = -1
  let changed = Date.now()
  const timer = setInterval(
    async () => {
      const sizes = await Promise.all(folders.map(sizeOf))
      const total = sizes.reduce((sum, each) => sum + each, 0)
      if (total !== size) changed = Date.now()
      else if (Date.now() - changed >= stall) onStall()
      size = total
    },
    Math.min(1000, stall / 4),
  )
  return () => clearInterval(timer)
}

/** @param {string} output of the installer @returns {string} the line that names the error */
export function summarise(output) {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.find((line) => /error/i.test(line)) ?? lines[0] ?? 'it gave no reason'
}

/** @returns {string | undefined} why the installer failed lately for this version */
export function recentFailure(now = Date.now(), file = failureFile) {
  if (!existsSync(file)) return undefined
  const failure = readJson(file)
  const isRecent = failure.version === declaredVersion() && now - failure.time < REMEMBERED
  return isRecent ? failure.error : undefined
}

/** @param {string} error */
export async function rememberFailure(error, now = Date.now(), file = failureFile) {
  await writeAtomic(file, JSON.stringify({ version: declaredVersion(), time: now, error }))
}

export async function forgetFailure(file = failureFile) {
  await rm(file, { force: true })
}
