/**
 * Bundles the command line, main/cli/index.ts, into the single file out/cli/trimline.js. As a program it always does so.
 */
import { existsSync, statSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundledPackages, recordBundled } from './lib/bundled.mjs'
import { notBuildable, runMain, UserError } from './lib/fail.mjs'
import { isWritable, newest, writeAtomic } from './lib/files.mjs'
import { notices } from './lib/notices.mjs'
import { root } from './lib/paths.mjs'
import { viteBuild } from './lib/vite-build.mjs'

export const bundle = join(root, 'out', 'cli', 'trimline.js')
/** goes along with it wherever it goes: licences of what is in it ask for that */
export const cliNotices = join(root, 'out', 'cli', 'THIRD-PARTY.md')
const entry = join(root, 'main', 'cli', 'index.ts')
const SOURCES = ['main', 'preload/contract', 'package.json', 'package-lock.json'].map((path) => join(root, path))

/** @returns {Promise<boolean>} whether there are sources here and the bundle is missing or older */
async function isStale() {
  if (!existsSync(entry)) return false
  return !existsSync(bundle) || !existsSync(cliNotices) || (await newest(SOURCES)) > statSync(bundle).mtimeMs
}

/** Two at once do not disturb each other: the bundle is built in memory and put in place in one move. */
export async function buildCli() {
  const started = new Date()
  const result = await bundled()
  const [first] = Array.isArray(result) ? result : [result]
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new UserError('the bundle of main/cli/index.ts came out empty')
  await writeAtomic(cliNotices, notices(bundledPackages(['cli'])))
  await writeAtomic(bundle, chunk.code)
  // Its age is that of the sources it was made of: one that changes during the build is newer.
  await utimes(bundle, started, started)
}

function bundled() {
  return viteBuild({
    root,
    plugins: [recordBundled('cli')],
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      write: false,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { format: 'es', codeSplitting: false } },
    },
  })
}

export async function buildCliIfStale() {
  if (await isStale()) {
    const out = join(root, 'out')
    if (!isWritable(out)) throw notBuildable(out, 'npm run trimline -- --version')
    await buildCli()
  }
  if (!existsSync(bundle))
    throw new UserError(`found neither ${bundle} nor the sources to build it; reinstall trimline`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runMain(buildCli)
