import { join } from 'node:path'
import { expect, it } from 'vitest'
import { kindOf } from '../../../main/session/imports/import'
import { resolveAsset } from '../../../main/shell/page/asset-path'
import { root } from '../../../scripts/lib/paths.mjs'
import { compiledModules } from '../../../scripts/testing/compiled.mjs'

const FOLDER = join(root, 'out', 'compiled', '7')
const IMPORTER = join(root, 'main', 'x.ts')

/** What an import leads to, where the bundler finds this file for it. */
async function ledTo(
  file: string,
  { folder = FOLDER, asked = './it', importer = IMPORTER, watch = false }: Partial<Import> = {},
): Promise<unknown> {
  const { resolveId, configureVitest } = compiledModules(folder)
  const calls = { configureVitest, resolveId } as unknown as Record<string, (...args: unknown[]) => unknown>
  calls.configureVitest?.({ vitest: { config: { watch } } })
  return calls.resolveId?.call({ resolve: async () => ({ id: join(root, file) }) }, asked, importer ?? undefined)
}

interface Import {
  folder: string | null
  asked: string
  /** null: it is asked for by no module */
  importer: string | null
  watch: boolean
}

it.each([
  ['main/sim/rng.ts', 'main/sim/rng.js'],
  ['main/session/live-session.ts', 'main/session/live-session.js'],
  ['main/cli/workers.ts', 'main/cli/workers.js'],
  ['preload/contract/index.ts', 'preload/contract/index.js'],
])('%s is led to what it was compiled into', async (file, compiled) => {
  const id = join(FOLDER, compiled).replaceAll('\\', '/')
  expect(await ledTo(file)).toEqual({ id, external: true })
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
  expect(await ledTo(file)).toBeNull()
})

it.each<[string, Partial<Import>]>([
  ['a package', { asked: 'zod' }],
  ['what is asked for by no module', { importer: null }],
  ['what is watched', { watch: true }],
  ['where nothing was compiled, everything', { folder: null }],
])('%s stays as it is', async (_, how) => {
  expect(await ledTo('main/sim/rng.ts', how)).toBeNull()
})

it('here, too: what Vitest compiles looks its imports up in what it was given, what Node has compiled does not', () => {
  const lookUp = /__vi\w*import/
  expect(String(resolveAsset)).toMatch(lookUp)
  expect(String(kindOf)).not.toMatch(lookUp)
})
