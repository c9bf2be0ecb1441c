/** `npm run test:long -- 1000000`: as many random programs against the simulation, 100,000 unless said (RS-12, RS-14). */
import { join } from 'node:path'
import { runMain, say, UserError } from './lib/fail.mjs'
import { root } from './lib/paths.mjs'
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
  say(`${count} random programs`)
  process.env.TRIMLINE_RUNS = count
  return runNode(join(root, 'node_modules', 'vitest', 'vitest.mjs'), ['run', 'tests/main/session/conservation.test.ts'])
})
