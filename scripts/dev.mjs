/** `npm run dev`: the app with hot reload; its options pass on after another `--`. */
import { electronVite } from './build.mjs'
import { callersFolder, normaliseAppOptions } from './lib/app-options.mjs'
import { runMain } from './lib/fail.mjs'
import { runNode } from './lib/spawn.mjs'
import { prepareForStart } from './machine/prepare.mjs'
import { sandboxArguments } from './machine/sandbox.mjs'

await runMain(async () => {
  const options = normaliseAppOptions(process.argv.slice(2), callersFolder())
  const machine = await prepareForStart()
  try {
    const sandbox = (await sandboxArguments(machine.runtime)).length > 0 ? ['--noSandbox'] : []
    const env = { ...process.env, ELECTRON_EXEC_PATH: machine.runtime.executable }
    return await runNode(electronVite, ['dev', '--watch', ...sandbox, '--', ...machine.quiet, ...options], { env })
  } finally {
    await machine.stop()
  }
})
