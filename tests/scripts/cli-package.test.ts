import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as library from '../../main/cli/library/library'
import { packCli } from '../../scripts/cli-package.mjs'
import { LIBRARY_PAGE, LIBRARY_SOURCE, libraryPage } from '../../scripts/lib/library-page.mjs'
import { packedPage } from '../../scripts/lib/packed-page.mjs'
import { root } from '../../scripts/lib/paths.mjs'
import { ofThreads, tsc } from '../../scripts/lib/spawn.mjs'
import { TraceProcessor } from '../support/perfetto/trace-processor'
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

it('the page of the package shows and leads to nothing that the package does not have', () => {
  const folder = temporaryFolder()
  const unpacked = spawnSync('tar', ['-xzf', tarball, '-C', folder], { encoding: 'utf8' })
  expect(unpacked.status, unpacked.stderr).toBe(0)
  const page = readFileSync(join(folder, 'package', 'README.md'), 'utf8')
  const led = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to).filter((to) => !/^https?:/.test(to))
  expect(led.filter((path) => !existsSync(join(folder, 'package', path)))).toEqual([])
  expect(page).not.toMatch(/!\[/)
  // the rest of it is there, and nothing is left of the table that they stood in
  const own = readFileSync(join(root, 'README.md'), 'utf8')
  expect(page.match(/^#+ .*$/gm)).toEqual(own.match(/^#+ .*$/gm))
  expect(page).toContain('[Electron](https://www.electronjs.org)')
  expect(page).toContain("an editor's minute on\none sheet, in five minutes")
  expect(page).not.toMatch(/^\|/m)
})

it('a page keeps what leads to a file of its package', () => {
  const text = 'See [one](a/b.md), [two](c.md#x) and [three](https://d.e/f).\n\n![four](a/g.png)\n\n![five](h.png)\n'
  expect(packedPage(text, ['a'])).toBe('See [one](a/b.md), two and [three](https://d.e/f).\n\n![four](a/g.png)')
})

/** Every call of the library, with types that must hold, and one that must not. */
const CONSUMER = `
import { bound, checkPolicy, compare, type Comparison, importRecording, policies, profiles, run } from 'trimline'
const { summary, failures } = await run('{}', { policy: 'clock', seed: 1, trace: (lines: string) => lines.length })
const evictions: number = summary.evictions + failures.length
const { rows, advice } = await compare({}, [...policies])
const distance: number | null | undefined = rows[0]?.timesBound
const least: number = (await bound({}, 'segment')).bound
const text: string = advice.text
const own = { file: 'mine.mjs', text: 'export default {}' }
const product: Comparison = await compare('{}', {
  policies: ['clock', './mine.mjs', own, { path: 'mine' }, new URL('file:///mine.mjs')],
  budgets: ['512MiB', 2 ** 29],
  seed: 2,
  html: 'report.html',
})
await compare('{}', { profiles: [...profiles], preemption: true })
await run('{}', { policy: own, perfetto: 'run.pftrace', trace: 'run.jsonl', references: 'run.csv' })
const broken: (string | null)[] = (await checkPolicy('./mine.mjs')).map((rule) => rule.broken)
const imported: string = (await importRecording('capture.rmv', { uses: { kind: 'evidence' } })).scenario
// @ts-expect-error there is no such policy
await run('{}', { policy: 'best' })
// @ts-expect-error there is no such profile
await compare('{}', { profiles: ['best'] })
export { broken, distance, evictions, imported, least, product, text }
`

it('its library runs an example of somebody else with its own test, which Perfetto reads, and has its types [LB-14] [LB-17]', async () => {
  const folder = temporaryFolder()
  cpSync(join(root, 'resources', 'examples', 'policy'), folder, { recursive: true })
  const options = ['--offline', '--no-audit', '--no-fund', '--loglevel', 'error']
  const call = (program: string, ...argv: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, argv, { cwd: folder, encoding: 'utf8', env })
    expect(status, stdout + stderr).toBe(0)
    return stdout
  }
  call('npm', 'install', ...options, tarball)
  expect(call('npm', 'test')).toMatch(/^# pass 7$/m)
  const started = call('npm', 'start')
  expect(started).toMatch(/^fence-lru, 512 MiB: \d+ MiB paged in, 1\.00 × the bound, 576 MiB at the peak/m)
  expect(started).toMatch(/^mine\.mjs#[0-9a-f]{12}, 512 MiB: \d+ MiB paged in, 1\.00 × the bound, 512 MiB at the peak/m)
  const perfetto = await TraceProcessor.start()
  try {
    await perfetto.load(readFileSync(join(folder, 'mine.pftrace')))
    expect(await perfetto.count("select count(*) from stats where severity = 'error' and value > 0")).toBe(0)
    expect(await perfetto.count("select count(*) from slice where category = 'packet'")).toBeGreaterThan(400)
  } finally {
    await perfetto.stop()
  }
  // nothing of the app: no page, no shell, and little of everything
  const files = spawnSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).stdout
  expect(files).not.toMatch(/renderer|shell|electron|preload\/index/)
  expect(statSync(tarball).size).toBeLessThan(1.25 * 2 ** 20)
  writeFileSync(join(folder, 'consumer.ts'), CONSUMER)
  const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--types', '']
  call(process.execPath, tsc, ...ofThreads, ...strict, 'consumer.ts')
}, 120_000)

it('its documentation says what each export and option is, and is of the declarations that are packed', () => {
  const folder = temporaryFolder()
  expect(spawnSync('tar', ['-xzf', tarball, '-C', folder]).status).toBe(0)
  const own = join(folder, 'package')
  const entry = join(own, 'types', 'main', 'cli', 'library', 'library.d.ts')
  const { page, undocumented } = libraryPage(entry, readFileSync(join(root, LIBRARY_SOURCE), 'utf8'))
  expect(undocumented).toEqual([])
  for (const name of Object.keys(library)) expect(page).toMatch(new RegExp(`^### ${name}$`, 'm'))
  // npm run library-page writes it anew
  expect(readFileSync(join(own, LIBRARY_PAGE), 'utf8')).toBe(page)
  // what says nothing is told
  writeFileSync(entry, `${readFileSync(entry, 'utf8')}export interface Mute { member: string }\n`)
  expect(libraryPage(entry, '').undocumented).toEqual(['Mute', 'Mute.member'])
}, 120_000)

it('a build of the command line leaves the environment as it was: npm test begins with one, and tests inherit it', () => {
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
