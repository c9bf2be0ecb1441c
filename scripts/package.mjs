/**
 * Packages the app with electron-builder:
 *   node scripts/package.mjs --dir   the unpacked app, with whichever Electron was found
 *   node scripts/package.mjs         the release targets of this platform, with the official Electron only
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfStale } from './build.mjs'
import { resolveRuntime } from './electron-runtime.mjs'
import { runMain, say, UserError } from './lib/fail.mjs'
import { newest, withLock, writeAtomic } from './lib/files.mjs'
import { prepareLegal } from './lib/legal.mjs'
import { cache, readJson, root } from './lib/paths.mjs'
import { runNode } from './lib/spawn.mjs'
import { declaredVersion } from './runtime/official.mjs'

/** @typedef {import('./electron-runtime.mjs').Runtime} Runtime */

const LEGAL = ['legal', 'bill', 'notices', 'bundled'].map((name) => `scripts/lib/${name}.mjs`)
const INPUTS = ['out/build.json', 'electron-builder.yml', 'resources', 'LICENSE', 'scripts/package.mjs', ...LEGAL]
/** Says where the last unpacked app is and what it was made of. */
const record = join(root, 'dist', 'package-dir.json')

/**
 * How an app made with the stand-in is told from a release, in every name that a person sees.
 * @param {Runtime} runtime
 */
function naming(runtime) {
  const evaluation = runtime.kind === 'stand-in'
  return {
    productName: evaluation ? 'Trimline Evaluation' : 'Trimline',
    executableName: evaluation ? 'trimline-evaluation' : 'trimline',
    output: evaluation ? 'dist/evaluation' : 'dist',
  }
}

/**
 * @param {Runtime} runtime
 * @returns {import('electron-builder').Configuration} what the runtime adds to electron-builder.yml
 */
function configuration(runtime) {
  const { productName, executableName, output } = naming(runtime)
  return {
    productName,
    extraMetadata: { productName },
    directories: { output },
    electronDist: runtime.dist,
    electronVersion: runtime.version,
    linux: { executableName },
    // The loader that the stand-in has in resources/app is for checkouts.
    afterExtract: ({ appOutDir }) => rm(join(appOutDir, 'resources', 'app'), { recursive: true, force: true }),
  }
}

/** @param {Runtime} runtime @returns {string | undefined} the executable of the unpacked app */
function unpackedExecutable(runtime) {
  const { productName, executableName, output } = naming(runtime)
  const arch = process.arch === 'x64' ? '' : `-${process.arch}`
  const inOutput = {
    linux: [`linux${arch}-unpacked`, executableName],
    win32: [`win${arch}-unpacked`, `${productName}.exe`],
    darwin: [`mac${arch}`, `${productName}.app`, 'Contents', 'MacOS', productName],
  }[/** @type {'linux' | 'win32' | 'darwin'} */ (process.platform)]
  const executable = join(root, output, ...(inOutput ?? []))
  return existsSync(executable) ? executable : undefined
}

/** @param {Runtime} runtime @returns {Promise<string>} the executable */
async function packageDir(runtime) {
  const started = Date.now()
  await prepareLegal(runtime)
  const { build, Platform } = await import('electron-builder')
  const base = configuration(runtime)
  // Tests drive this one: see main/shell/page/debugging.ts. No release has either.
  const config = {
    ...base,
    extraMetadata: { ...base.extraMetadata, trimline: { drivable: true } },
    electronFuses: { enableNodeCliInspectArguments: true },
  }
  await build({ projectDir: root, targets: Platform.current().createTarget('dir'), config, publish: 'never' })
  const executable = unpackedExecutable(runtime)
  if (!executable) throw new UserError(`electron-builder ended, but its executable is not in ${naming(runtime).output}`)
  await writeAtomic(record, JSON.stringify({ started, runtime, executable }, null, 2))
  if (runtime.kind === 'stand-in') say(`packaged for evaluation only, with the stand-in: ${executable}`)
  return executable
}

/**
 * The unpacked app, made anew when it is older than what it is made of.
 * @param {Runtime} runtime
 */
export async function packageDirIfStale(runtime) {
  await buildIfStale()
  await withLock(join(cache, 'package.lock'), async () => {
    if (!(await isStale(runtime))) return
    // In a process of its own: electron-builder takes signals and the exit status of its process over.
    const status = await runNode(import.meta.filename, ['--dir'], { stdio: ['ignore', 2, 2] })
    if (status !== 0) throw new UserError(`packaging failed with status ${status}; see its messages above`)
  })
}

/** @param {Runtime} runtime */
async function isStale(runtime) {
  if (!existsSync(record)) return true
  const last = readJson(record)
  const same = last.runtime.dist === runtime.dist && last.runtime.version === runtime.version
  if (!same || !existsSync(last.executable)) return true
  return (await newest(INPUTS.map((input) => join(root, input)))) > last.started
}

/** The release targets of this platform. */
async function packageRelease() {
  const declared = declaredVersion()
  const refusal = `release packages are made with the official Electron ${declared} only`
  const env = { ...process.env, TRIMLINE_ELECTRON: 'official' }
  const runtime = await resolveRuntime({ env }).catch((error) => {
    const advice = 'For a try, `npm run package:dir` makes an unpacked app that is named "evaluation".'
    throw error instanceof UserError ? new UserError(`${refusal}.\n${error.message}\n${advice}`) : error
  })
  if (runtime.version !== declared) throw new UserError(`${refusal}; found ${runtime.version} in ${runtime.dist}`)
  await buildIfStale()
  await prepareLegal(runtime)
  const { build, Platform } = await import('electron-builder')
  await build({
    projectDir: root,
    targets: Platform.current().createTarget(),
    config: configuration(runtime),
    publish: 'never',
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    const options = process.argv.slice(2)
    if (options.length > 1 || (options[0] ?? '--dir') !== '--dir') {
      throw new UserError(`found ${options.join(' ')}, expected --dir or nothing`, 2)
    }
    if (options.length === 0) return packageRelease()
    const runtime = await resolveRuntime()
    await buildIfStale()
    await packageDir(runtime)
  })
}
