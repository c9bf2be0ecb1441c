/**
 * Starts an unpacked app under the stand-in runtime: what Electron's own default_app does for
 * `electron FOLDER`. The stand-in has no default_app.asar, so this file is copied to its resources/app/.
 *
 * It is an ES module that awaits the import: Electron holds `ready` back until then, which
 * protocol.registerSchemesAsPrivileged needs.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const require = createRequire(import.meta.url)

/**
 * The first argument that is no option is the app's folder; `-r MODULE` is loaded before it.
 * @param {string[]} argv
 */
function parse(argv) {
  /** @type {string[]} */
  const modules = []
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i] ?? ''
    if (argument === '-r' || argument === '--require') modules.push(argv[++i] ?? '')
    else if (!argument.startsWith('-')) return { folder: argument, modules }
  }
  return { folder: undefined, modules }
}

async function start() {
  const { folder, modules } = parse(process.argv.slice(1))
  for (const module of modules) require(module)
  if (folder === undefined) throw new Error('found no folder of an app among the arguments; expected: electron FOLDER')
  Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true })

  const appPath = resolve(folder)
  const manifestPath = join(appPath, 'package.json')
  if (!existsSync(manifestPath)) throw new Error(`found no package.json in ${appPath}; expected the folder of an app`)
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'))
  // default_app uses these two as well, although they are not in Electron's documentation or types.
  const internals = /** @type {{ setVersion(version: string): void, setAppPath(path: string): void }} */ (
    /** @type {unknown} */ (app)
  )
  if (manifest.version) internals.setVersion(manifest.version)
  internals.setAppPath(appPath)
  app.name = manifest.productName ?? manifest.name ?? app.name
  app.setDesktopName(manifest.desktopName ?? `${app.name}.desktop`)
  await import(pathToFileURL(resolve(appPath, manifest.main ?? 'index.js')).href)
}

try {
  await start()
} catch (error) {
  // Left alone, Electron shows a dialog and waits for ever.
  console.error(error)
  process.exit(1)
}
