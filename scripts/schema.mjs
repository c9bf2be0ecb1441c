/**
 * `npm run schema`: writes anew what the code has and resources/ carries: the schemas of scenarios and lessons, from what
 * validates them (SC-03), and the texts of rules.
 */
import { join } from 'node:path'
import { runMain, say, UserError } from './lib/fail.mjs'
import { writeAtomic } from './lib/files.mjs'
import { root } from './lib/paths.mjs'
import { capture } from './lib/spawn.mjs'

/** what the command line prints for each file */
const FILES = {
  'scenario.schema.json': ['schema'],
  'lesson.schema.json': ['schema', '--lesson'],
  'rules.json': ['rules', '--json'],
}

await runMain(async () => {
  for (const [name, command] of Object.entries(FILES)) {
    const result = await capture(process.execPath, [join(root, 'scripts', 'trimline.mjs'), ...command])
    const status = result.status
    if (status !== 0)
      throw new UserError(`trimline ${command.join(' ')} ended with status ${status}:\n${result.stderr}`)
    const target = join('resources', name)
    await writeAtomic(join(root, target), result.stdout)
    say(`wrote ${target}`)
  }
})
