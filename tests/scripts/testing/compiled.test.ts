import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { root } from '../../../scripts/lib/paths.mjs'
import { compiledModules } from '../../../scripts/testing/compiled.mjs'

const IMPORTER = join(root, 'main', 'x.ts')

/** What an import leads to, where the bundler finds this file for it. */
async function ledTo(file: string, asked: string, importer: string | undefined) {
  const { resolveId } = await compiledModules()
  if (typeof resolveId !== 'function') throw new Error('expected resolveId to be a function')
  const context = { resolve: async () => ({ id: join(root, file) }) }
  return (await (resolveId as unknown as (this: unknown, ...args: unknown[]) => unknown).call(
    context,
    asked,
    importer,
  )) as { id: string; external: boolean } | null
}

it('what lies below the shell is led to what it was compiled into', async () => {
  const found = await ledTo('main/sim/rng.ts', './it', IMPORTER)
  expect(found).toMatchObject({ external: true, id: join(root, 'out', 'compiled', 'main', 'sim', 'rng.js') })
  const compiled = (await import(/* @vite-ignore */ pathToFileURL(found?.id ?? '').href)) as { Rng?: unknown }
  // as here, too
  expect(compiled.Rng).toBe((await import('../../../main/sim/rng')).Rng)
})

it.each([
  'main/session/live-session.ts',
  'main/cli/workers.ts',
  'preload/contract/index.ts',
  'main/policies/own/read.ts',
])('%s is compiled', async (file) => {
  const { id } = (await ledTo(file, './it', IMPORTER)) ?? { id: '' }
  expect(existsSync(id)).toBe(true)
})

it.each([
  'main/shell/page/ipc.ts',
  'main/index.ts',
  'main/cli/index.ts',
  'main/policies/own/host.js',
  'main/policies/own/engine/assets.d.ts',
  'preload/index.ts',
  'renderer/main.tsx',
  'tests/support/same.ts',
])('%s stays as it is', async (file) => {
  expect(await ledTo(file, './it', IMPORTER)).toBeNull()
})

it('a package, and what is asked for by no module, stay as they are', async () => {
  expect(await ledTo('main/sim/rng.ts', 'zod', IMPORTER)).toBeNull()
  expect(await ledTo('main/sim/rng.ts', './it', undefined)).toBeNull()
})
