import { afterEach, describe, expect, it } from 'vitest'
import { billOfMaterials } from '../../scripts/lib/bill.mjs'
import { readJson, root } from '../../scripts/lib/paths.mjs'

const before = process.env.NODE_ENV
afterEach(() => {
  process.env.NODE_ENV = before
})

describe('the bill of materials', () => {
  it('knows the bundler’s own helpers also after a build in the same process, which sets NODE_ENV to production', async () => {
    process.env.NODE_ENV = 'production'
    const { version } = readJson(`${root}/node_modules/rolldown/package.json`)
    const packages = [
      { name: 'rolldown', version: String(version), folder: '' },
      { name: 'never-published', version: '1.0.0', folder: '' },
    ]
    const runtime = { kind: 'stand-in', dist: '', executable: '', version: '' } as const
    // it ends before it asks the runtime
    await expect(billOfMaterials(packages, runtime)).rejects.toThrow('bundled: never-published@1.0.0. Run npm ci.')
  }, 60_000)
})
