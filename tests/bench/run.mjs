/**
 * `npm run bench`: bundles the benchmarks as the app is bundled and runs them in a process of their own, so that what is
 * measured is plain JavaScript without a test runner around it. Arguments name the groups to run; none: all.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { runMain } from '../../scripts/lib/fail.mjs'
import { root } from '../../scripts/lib/paths.mjs'
import { runForeground } from '../../scripts/lib/spawn.mjs'

await runMain(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trimline-bench-'))
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: join(root, 'tests', 'bench', 'main.ts'),
        outDir: folder,
        target: 'node20',
        minify: false,
        rolldownOptions: { output: { format: 'es', codeSplitting: false, entryFileNames: 'bench.mjs' } },
      },
    })
    return await runForeground(process.execPath, ['--expose-gc', join(folder, 'bench.mjs'), ...process.argv.slice(2)])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
