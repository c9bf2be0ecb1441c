/** `npm run typecheck`: each process and the tests have a tsconfig of their own; all are checked, errors of all shown. */
import { join } from 'node:path'
import { runMain } from './lib/fail.mjs'
import { root } from './lib/paths.mjs'
import { runNode } from './lib/spawn.mjs'

const PROJECTS = ['main', 'main/shell', 'preload', 'renderer', 'tests', 'scripts']
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

await runMain(async () => {
  let failed = 0
  for (const project of PROJECTS) {
    const status = await runNode(tsc, ['-p', project])
    if (status !== 0) failed++
  }
  process.stdout.write(`typecheck: ${PROJECTS.length - failed} of ${PROJECTS.length} projects without errors\n`)
  return failed === 0 ? 0 : 1
})
