/** `npm start`: builds what is stale and runs the app; its options pass on: `npm start -- --scenario FILE`. */
import { buildIfStale } from './build.mjs'
import { callersFolder, normaliseAppOptions } from './lib/app-options.mjs'
import { runMain } from './lib/fail.mjs'
import { root } from './lib/paths.mjs'
import { runForeground } from './lib/spawn.mjs'
import { prepareForStart } from './machine/prepare.mjs'
import { sandboxArguments } from './machine/sandbox.mjs'

await runMain(async () => {
  const options = normaliseAppOptions(process.argv.slice(2), callersFolder())
  const machine = await prepareForStart()
  try {
    const sandbox = await sandboxArguments(machine.runtime)
    await buildIfStale()
    return await runForeground(machine.runtime.executable, [...sandbox, ...machine.quiet, root, ...options])
  } finally {
    await machine.stop()
  }
})
