import { join } from 'node:path'
import { build } from 'vite'

/** Bundles the process that is killed, as the app is bundled. */
export async function bundleChild(root: string, outDir: string): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { external: true },
    build: {
      ssr: join(root, 'tests', 'torture', 'kill', 'child.ts'),
      outDir,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { format: 'es', entryFileNames: 'child.mjs' } },
    },
  })
  return join(outDir, 'child.mjs')
}
