/**
 * `npm run schema`: writes the JSON Schemas in resources/ anew from the code that validates scenarios (SC-03) and lessons.
 */
import { join } from 'node:path'
import { runMain, say, UserError } from './lib/fail.mjs'
import { writeAtomic } from './lib/files.mjs'
import { root } from './lib/paths.mjs'
import { capture } from './lib/spawn.mjs'

/** @type {readonly [string, readonly string[]][]} */
const SCHEMAS = [
  ['scenario.schema.json', []],
  ['lesson.schema.json', ['--lesson']],
]

await runMain(async () => {
  for (const [name, options] of SCHEMAS) {
    const trimline = [join(root, 'scripts', 'trimline.mjs'), 'schema', ...options]
    const result = await capture(process.execPath, trimline)
    if (result.status !== 0)
      throw new UserError(`trimline schema ended with status ${result.status}:\n${result.stderr}`)
    const target = join('resources', name)
    await writeAtomic(join(root, target), result.stdout)
    say(`wrote ${target}`)
  }
})
