/**
 * `npm run bench`: bundles the benchmarks as the app is bundled and runs them in a process of their own, so that what is
 * measured is plain JavaScript without a test runner around it. Playwright, which drives the app, is left outside, so the
 * bundle lies where it finds it. Arguments name the groups to run; none: all.
 * `--json FILE` writes all of it, too; `baseline.ts` says what it is compared with.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { runMain } from '../../scripts/lib/fail.mjs'
import { cache, root } from '../../scripts/lib/paths.mjs'
import { runForeground } from '../../scripts/lib/spawn.mjs'

await runMain(async () => {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'bench-'))
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true, external: ['@playwright/test'] },
      build: {
        ssr: join(root, 'tests', 'bench', 'main.ts'),
        outDir: folder,
        target: 'node20',
        minify: false,
        rolldownOptions: { output: { format: 'es', codeSplitting: false, entryFileNames: 'bench.mjs' } },
      },
    })
    process.env.TRIMLINE_ROOT = root
    return await runForeground(process.execPath, ['--expose-gc', join(folder, 'bench.mjs'), ...process.argv.slice(2)])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
