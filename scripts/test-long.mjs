/**
 * `npm run test:long -- 1000000`: all random tests, each of those that CI runs a number of programs for with as many,
 * 100,000 unless said, from fresh seeds (RS-12, RS-14, GP-10 to GP-13). A failure names its seed: TRIMLINE_SEED takes it.
 */
import { join } from 'node:path'
import { runMain, say, UserError } from './lib/fail.mjs'
import { root } from './lib/paths.mjs'
import { propertyTests } from './lib/property-tests.mjs'
import { runNode } from './lib/spawn.mjs'

await runMain(async () => {
  const [count = '100000', ...others] = process.argv.slice(2)
  if (!/^[1-9]\d{0,8}$/.test(count) || others.length > 0) {
    const found = process.argv.slice(2).join(' ')
    throw new UserError(
      `"${found}" is no number of programs: give one whole number, like npm run test:long -- 1000000`,
      2,
    )
  }
  const files = propertyTests(join(root, 'tests'))
  process.env.TRIMLINE_RUNS = count
  process.env.TRIMLINE_SEED ||= 'random'
  say(
    `${count} random programs for each property that takes a number, ${files.length} files, seed ${process.env.TRIMLINE_SEED}`,
  )
  return runNode(join(root, 'node_modules', 'vitest', 'vitest.mjs'), ['run', ...files])
})
