/** What is put into every package besides the app: notices of everything bundled and the bill of materials. */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { billOfMaterials } from './bill.mjs'
import { bundledPackages } from './bundled.mjs'
import { writeAtomic } from './files.mjs'
import { notices } from './notices.mjs'
import { root } from './paths.mjs'

/** electron-builder.yml copies what is here into the package's resources. */
const folder = join(root, 'out', 'legal')

/** The parts that are in the package; the command line is not. */
const PARTS = ['main', 'preload', 'renderer']

/** @param {import('../electron-runtime.mjs').Runtime} runtime */
export async function prepareLegal(runtime) {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const packages = bundledPackages(PARTS)
  await writeAtomic(join(folder, 'THIRD-PARTY.md'), notices(packages))
  await writeAtomic(join(folder, 'sbom.cdx.json'), await billOfMaterials(packages, runtime))
  // electron-builder puts them beside the executable, except in an .app of macOS
  if (process.platform === 'darwin') await copyElectronLicences(runtime.dist)
}

/** @param {string} dist */
async function copyElectronLicences(dist) {
  for (const [from, to] of /** @type {const} */ ([
    ['LICENSE', 'LICENSE.electron.txt'],
    ['LICENSES.chromium.html', 'LICENSES.chromium.html'],
  ]))
    if (existsSync(join(dist, from))) await copyFile(join(dist, from), join(folder, to))
}
