/** Programs of a few lines that use the real files of main/files in a process of their own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface Children {
  /** arguments of Node that run these statements with `writeFile`, `AtomicFile` and `removeLeftOvers` in scope */
  program(statements: string): string[]
  remove(): void
}

export async function bundleFiles(): Promise<Children> {
  const folder = mkdtempSync(join(tmpdir(), 'trimline-child-'))
  const entry = join(folder, 'entry.ts')
  const exports = ['atomic-file', 'temporary', 'file-system', 'bounded-read', 'stream-read', 'file-error']
  writeFileSync(entry, exports.map((name) => `export * from '${root}main/files/${name}'\n`).join(''))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'files.mjs' } },
    },
  })
  const bundle = pathToFileURL(join(folder, 'files.mjs')).href
  const names = '{ AtomicFile, writeFile, removeLeftOvers, nodeFileSystem, readFile, readStreamOrFile }'
  let count = 0
  return {
    program: (statements) => {
      const file = join(folder, `program-${count++}.mjs`)
      writeFileSync(file, `import ${names} from '${bundle}'\n${statements}\n`)
      return [file]
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
