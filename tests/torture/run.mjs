/**
 * `npm run torture -- NAME`: bundles the attacks as the app is bundled and runs them in a process of their own. What a
 * package of the checkout gives (Playwright, fast-check) is left outside, so the bundle lies where it finds them.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { runMain } from '../../scripts/lib/fail.mjs'
import { cache, root } from '../../scripts/lib/paths.mjs'
import { runForeground } from '../../scripts/lib/spawn.mjs'

await runMain(async () => {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'torture-'))
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      ssr: { external: true },
      build: {
        ssr: join(root, 'tests', 'torture', 'main.ts'),
        outDir: folder,
        target: 'node20',
        minify: false,
        rolldownOptions: {
          output: { format: 'es', entryFileNames: 'torture.mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    })
    process.env.TRIMLINE_ROOT = root
    return await runForeground(process.execPath, ['--expose-gc', join(folder, 'torture.mjs'), ...process.argv.slice(2)])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
