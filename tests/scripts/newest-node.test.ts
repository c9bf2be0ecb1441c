/** What runs under the Node at hand runs under the newest LTS too; `npm run test:long -- node` runs every unit test there. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchNode, NEWEST_LTS } from '../../scripts/lib/newest-node.mjs'
import { root } from '../../scripts/lib/paths.mjs'

const BUILT_FROM = [
  ...['main', 'preload', 'renderer', 'resources', 'scripts'],
  ...['package.json', 'package-lock.json', 'tsconfig.base.json', 'electron.vite.config.ts', 'README.md'],
]

let node: string
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-node-'))
  node = await fetchNode(NEWEST_LTS)
}, 300_000)

afterAll(() => {
  rmSync(folder, { recursive: true })
})

function run(...argv: string[]) {
  // what this Vitest tells its own workers is not for others
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST)/.test(name)))
  const result = spawnSync(node, argv, { cwd: root, env, encoding: 'utf8' })
  return { status: result.status, said: result.stdout + result.stderr }
}

test('it is newer than the Node that Electron’s tools ask for, and is what was asked for', () => {
  expect(run('-p', 'process.version')).toEqual({ status: 0, said: `v${NEWEST_LTS}\n` })
  expect(run('-p', 'process.release.lts !== undefined').said).toBe('true\n')
})

test('the app and the command line build under it, and the command line gives the same trace', () => {
  // in a copy: what is built here is in use by other tests
  const copy = join(folder, 'checkout')
  for (const part of BUILT_FROM) cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  for (const script of ['build.mjs', 'cli-bundle.mjs']) {
    const build = run(join(copy, 'scripts', script))
    expect(build.status, build.said).toBe(0)
  }
  const argv = (out: string) => [
    ...['run', join(root, 'resources', 'scenarios', 'integrated-eviction.json')],
    ...['--trace', join(folder, out)],
  ]
  expect(run(join(copy, 'scripts', 'trimline.mjs'), ...argv('there.jsonl'))).toMatchObject({ status: 0 })
  const here = spawnSync(process.execPath, [join(root, 'scripts', 'trimline.mjs'), ...argv('here.jsonl')])
  expect(here.status).toBe(0)
  const trace = readFileSync(join(folder, 'there.jsonl'), 'utf8')
  expect(trace.length).toBeGreaterThan(1000)
  expect(trace).toBe(readFileSync(join(folder, 'here.jsonl'), 'utf8'))
}, 300_000)
