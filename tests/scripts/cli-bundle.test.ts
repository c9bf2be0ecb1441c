import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { root } from '../../scripts/lib/paths.mjs'

it('a build of the command line leaves the environment as it was: npm test begins with one, and tests inherit it', () => {
  const { NODE_ENV: _, ...env } = process.env
  const script = pathToFileURL(join(root, 'scripts', 'cli-bundle.mjs')).href
  const after = (before: string | undefined): string => {
    const code = `import { buildCli } from '${script}'; await buildCli(); console.log(String(process.env.NODE_ENV))`
    const given = before === undefined ? env : { ...env, NODE_ENV: before }
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
      env: given,
    })
    expect(status, stderr).toBe(0)
    return stdout.trim()
  }
  expect(after(undefined)).toBe('undefined')
  expect(after('test')).toBe('test')
}, 60_000)
