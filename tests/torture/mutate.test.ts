/** The short form of `npm run torture -- mutate`, on every run of the tests. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import torture from './targets/mutate'

it('three hundred spoiled scenario, project, dump and settings files are opened or refused [SC-02]', async () => {
  const root = join(import.meta.dirname, '../..')
  const { tried, failures, figures } = await torture.run({ seed: 7, count: 300, seconds: 60, root, say: () => {} })
  expect(failures).toEqual([])
  expect(tried).toBeGreaterThan(50)
  expect(figures.accepted).toBeGreaterThan(0)
}, 120_000)
