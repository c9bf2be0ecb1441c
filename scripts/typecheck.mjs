/** `npm run typecheck`: each process and the tests have a tsconfig of their own; all are checked, errors of all shown. */
import { availableParallelism } from 'node:os'
import { runMain } from './lib/fail.mjs'
import { capture, ofThreads, tsc } from './lib/spawn.mjs'

/** The one that takes longest first: the others are checked beside it. */
const PROJECTS = ['tests', 'main', 'main/shell', 'preload', 'renderer', 'scripts']

/** Where the compiler has threads for every core one project follows another. */
const AT_ONCE = ofThreads.length === 0 ? 1 : availableParallelism()

const pretty = process.stdout.isTTY ? ['--pretty'] : []

await runMain(async () => {
  let failed = 0
  const waiting = PROJECTS.values()
  const checkOnes = async () => {
    for (const project of waiting) {
      const { status, stdout, stderr } = await capture(process.execPath, [tsc, '-p', project, ...ofThreads, ...pretty])
      process.stdout.write(stdout + stderr)
      if (status !== 0) failed++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, checkOnes))
  process.stdout.write(`typecheck: ${PROJECTS.length - failed} of ${PROJECTS.length} projects without errors\n`)
  return failed === 0 ? 0 : 1
})
