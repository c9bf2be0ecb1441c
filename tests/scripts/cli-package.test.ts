import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packCli } from '../../scripts/cli-package.mjs'
import { root } from '../../scripts/lib/paths.mjs'
import { temporaryFolder } from './temporary'

/** Without what npm and Vitest tell their own children. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_ENV)/.test(name)))

let packed: string
let tarball: string
beforeAll(async () => {
  packed = mkdtempSync(join(tmpdir(), 'trimline-packed-'))
  tarball = await packCli(packed)
}, 120_000)
afterAll(() => rmSync(packed, { recursive: true, force: true }))

it('the package of the command line installs without any other package, and runs a scenario', async () => {
  const folder = temporaryFolder()
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

/** Every call of the library, with types that must hold, and one that must not. */
const CONSUMER = `
import { bound, compare, policies, run } from 'trimline'
const { summary, failures } = await run('{}', { policy: 'clock', seed: 1, trace: (lines: string) => lines.length })
const evictions: number = summary.evictions + failures.length
const { rows, advice } = await compare({}, [...policies])
const distance: number | null | undefined = rows[0]?.timesBound
const least: number = (await bound({}, 'segment')).bound
const text: string = advice.text
// @ts-expect-error there is no such policy
await run('{}', { policy: 'best' })
export { distance, evictions, least, text }
`

it('its library runs an example of somebody else with its own test, and has its types', () => {
  const folder = temporaryFolder()
  cpSync(join(root, 'resources', 'examples', 'policy'), folder, { recursive: true })
  const options = ['--offline', '--no-audit', '--no-fund', '--loglevel', 'error']
  const call = (program: string, ...argv: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, argv, { cwd: folder, encoding: 'utf8', env })
    expect(status, stdout + stderr).toBe(0)
    return stdout
  }
  call('npm', 'install', ...options, tarball)
  expect(call('npm', 'test')).toMatch(/^# pass 4$/m)
  expect(call('npm', 'start')).toMatch(/^at least 192 MiB for 4 uses$/m)
  // nothing of the app: no page, no shell, and little of everything
  const files = spawnSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).stdout
  expect(files).not.toMatch(/renderer|shell|electron|preload\/index/)
  expect(statSync(tarball).size).toBeLessThan(2 ** 20)
  writeFileSync(join(folder, 'consumer.ts'), CONSUMER)
  const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--types', '']
  call(process.execPath, join(root, 'node_modules', 'typescript', 'bin', 'tsc'), ...strict, 'consumer.ts')
}, 60_000)
