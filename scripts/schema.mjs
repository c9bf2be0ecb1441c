/** `npm run schema`: writes resources/scenario.schema.json anew from the code that validates scenarios (SC-03). */
import { join } from 'node:path'
import { runMain, say, UserError } from './lib/fail.mjs'
import { writeAtomic } from './lib/files.mjs'
import { root } from './lib/paths.mjs'
import { capture } from './lib/spawn.mjs'

await runMain(async () => {
  const result = await capture(process.execPath, [join(root, 'scripts', 'trimline.mjs'), 'schema'])
  if (result.status !== 0) throw new UserError(`trimline schema ended with status ${result.status}:\n${result.stderr}`)
  const target = join('resources', 'scenario.schema.json')
  await writeAtomic(join(root, target), result.stdout)
  say(`wrote ${target}`)
})
