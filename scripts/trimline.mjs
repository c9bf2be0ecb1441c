#!/usr/bin/env node
/**
 * The command `trimline`. In a checkout it first brings the bundle of the command line up to date, silently. The command
 * itself runs in a process of its own, so that Ctrl+C ends it at once whatever it is doing.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { followSupervisor, supervise } from './lib/supervise.mjs'

const builder = fileURLToPath(new URL('cli-bundle.mjs', import.meta.url))
const bundle = fileURLToPath(new URL('../out/cli/trimline.js', import.meta.url))

try {
  if (process.env.TRIMLINE_SUPERVISED === '1' && process.connected) {
    delete process.env.TRIMLINE_SUPERVISED
    followSupervisor()
    const { main } = await import(pathToFileURL(bundle).href)
    process.exitCode = await main(process.argv.slice(2))
  } else {
    // A published package carries the bundle only.
    if (existsSync(builder)) await (await import(pathToFileURL(builder).href)).buildCliIfStale()
    process.exitCode = await supervise([...process.execArgv, ...process.argv.slice(1)])
  }
} catch (error) {
  console.error(error instanceof Error && error.name === 'UserError' ? `trimline: ${error.message}` : error)
  process.exitCode = 70
}
