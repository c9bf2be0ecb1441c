#!/usr/bin/env node
/** The command `trimline`. In a checkout it first brings the bundle of the command line up to date, silently. */
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const builder = fileURLToPath(new URL('cli-bundle.mjs', import.meta.url))
const bundle = fileURLToPath(new URL('../out/cli/trimline.js', import.meta.url))

try {
  // A published package carries the bundle only.
  if (existsSync(builder)) await (await import(pathToFileURL(builder).href)).buildCliIfStale()
  const { main } = await import(pathToFileURL(bundle).href)
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error && error.name === 'UserError' ? `trimline: ${error.message}` : error)
  process.exitCode = 70
}
