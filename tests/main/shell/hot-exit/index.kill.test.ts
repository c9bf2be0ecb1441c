import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleChild } from '../../../torture/kill/bundle'
import { drill } from '../../../torture/kill/drill'

const root = join(import.meta.dirname, '../../../..')
let folder: string
let child: string

beforeAll(async () => {
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'kill-'))
  child = await bundleChild(root, folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// the short form of `npm run torture -- kill`; every third neither saves nor pauses
test('killed at random moments, nothing is broken, lost or left behind', async () => {
  const results = await Promise.all([31, 32, 33, 34, 35, 36].map((seed) => drill(child, seed)))
  expect(results.map(({ problem }) => problem)).toEqual(results.map(() => null))
  expect(results.reduce((sum, { edits }) => sum + edits, 0)).toBeGreaterThan(50)
  expect(results.filter(({ restored }) => restored).length).toBeGreaterThan(0)
  // as many edits as they are to be, however long a busy machine takes for them
}, 120_000)
