/**
 * `npm run package:cli`: the command line and the library as an npm package, dist/trimline-VERSION.tgz, for `npm install -g`. All code of
 * others is in its bundle, so its manifest has no dependencies: the checkout's are what the bundles are made of, and
 * installing them along with the bundle would fetch React for a command line.
 */
import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildCliIfStale } from './cli-bundle.mjs'
import { writeDeclarations } from './lib/declarations.mjs'
import { runMain, say, UserError } from './lib/fail.mjs'
import { writeAtomic } from './lib/files.mjs'
import { npm } from './lib/npm.mjs'
import { packedPage } from './lib/packed-page.mjs'
import { readJson, root } from './lib/paths.mjs'

/** What of package.json is true of the package too. */
const KEPT = ['name', 'version', 'description', 'license', 'author', 'type', 'bin', 'engines']

/** The command, its bundle with its notices, and the data that it reads. */
export const CONTENT = [
  'scripts/trimline.mjs',
  'scripts/lib/supervise.mjs',
  'out/cli/trimline.js',
  'out/cli/THIRD-PARTY.md',
  'resources/scenarios',
  'resources/profiles',
  'resources/scenario.schema.json',
  'resources/rules.json',
  'resources/examples',
  'LICENSE',
  'README.md',
]

/** Declarations of the library, made for the package. */
const TYPES = 'types'

/** `import { run, compare, bound, policies } from 'trimline'` */
const EXPORTS = {
  '.': { types: `./${TYPES}/main/cli/library/library.d.ts`, default: './out/cli/trimline.js' },
  './resources/*': './resources/*',
  './package.json': './package.json',
}

/**
 * @param {Record<string, unknown>} manifest of the checkout
 * @returns {Record<string, unknown>} of the package
 */
export function packageManifest(manifest) {
  const kept = KEPT.flatMap((key) => (key in manifest ? [[key, manifest[key]]] : []))
  return { ...Object.fromEntries(kept), exports: EXPORTS, files: [...CONTENT, TYPES] }
}

/**
 * @param {string} [destination] an existing folder
 * @returns {Promise<string>} the tarball
 * @throws {UserError} when npm does not pack it
 */
export async function packCli(destination = join(root, 'dist')) {
  await buildCliIfStale()
  const folder = join(root, 'out', 'cli-package')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const path of CONTENT) await cp(join(root, path), join(folder, path), { recursive: true })
  const page = await readFile(join(root, 'README.md'), 'utf8')
  await writeAtomic(join(folder, 'README.md'), packedPage(page, CONTENT))
  const work = join(root, 'out', 'cli-declarations')
  await rm(work, { recursive: true, force: true })
  await writeDeclarations(join(folder, TYPES), work)
  const manifest = packageManifest(readJson(join(root, 'package.json')))
  await writeAtomic(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await mkdir(destination, { recursive: true })
  const args = ['pack', folder, '--pack-destination', destination, '--json', '--loglevel', 'error']
  const { status, stdout, stderr } = await npm(args)
  if (status !== 0) throw new UserError(`npm pack ended with status ${status}:\n${stderr.trim()}`)
  return join(destination, JSON.parse(stdout)[0].filename)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => say(`packed ${await packCli()}`))
}
