import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packCli } from '../../scripts/cli-package.mjs'
import { root } from '../../scripts/lib/paths.mjs'
import { temporaryFolder } from './temporary'

/** Without what npm and Vitest tell their own children. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_ENV)/.test(name)))

it('the package of the command line installs without any other package, and runs a scenario', async () => {
  const folder = temporaryFolder()
  const tarball = await packCli(folder)
  const prefix = join(folder, 'installed')
  const options = ['--global', '--prefix', prefix, '--offline', '--no-audit', '--no-fund']
  const install = spawnSync('npm', ['install', ...options, tarball], { encoding: 'utf8', env })
  expect(install.status, install.stderr).toBe(0)

  const own = join(prefix, 'lib', 'node_modules', 'trimline')
  expect(existsSync(join(own, 'node_modules'))).toBe(false)
  expect(readFileSync(join(own, 'out', 'cli', 'THIRD-PARTY.md'), 'utf8')).toMatch(/^## zod \d/m)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const run = (...argv: string[]) =>
    spawnSync(join(prefix, 'bin', 'trimline'), argv, { cwd: folder, encoding: 'utf8', env })
  expect(run('--version').stdout.trim()).toBe(version)
  const scenario = run('run', join(own, 'resources', 'scenarios', 'integrated-eviction.json'))
  expect(scenario.status, scenario.stderr).toBe(0)
}, 120_000)
