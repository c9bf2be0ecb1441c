/** The command line, called as a function with strings for its streams. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lessonSchemaText } from '../../../main/session/lessons/schema'
import { schemaText } from '../../../main/session/scenario'
import { version } from '../../../package.json'
import { POLICY_NAMES } from '../../../preload/contract'
import { trimline } from '../support/trimline'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-cli-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const GOOD = {
  trimline: 1,
  name: 'good',
  steps: [
    { at: 0, apply: 'Blur' },
    { at: '1s', expect: { resident: ['Blur.main'] } },
  ],
}
const FAILING = { ...GOOD, name: 'failing', steps: [{ at: '1s', expect: { pagedOut: ['Blur.main'] } }] }

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const at = (name: string) => join(folder, name)
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>

describe('exit statuses of run [SC-05]', () => {
  test('0: all expectations hold', async () => {
    const { status, out, err } = await trimline(['run', file('a.json', GOOD)])
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toMatch(/^good: ok\n {2}policy {2,}creative-app, seed 1\n {2}expectations {2,}1 passed, 0 failed\n/)
  })

  test('the summary tells what the GPU scheduler did', async () => {
    const steps = [
      { at: 0, apply: 'Blur' },
      { at: 0, submit: { engine: '3d', gpuTime: '40ms', context: 'game' } },
      { at: '1s', inject: { fault: 'hang' } },
      { at: '1s', submit: { engine: '3d', gpuTime: '1ms', context: 'game' } },
    ]
    const { out } = await trimline(['run', file('a.json', { ...GOOD, steps, until: '6s' })])
    expect(out).toMatch(/effects completed {2,}1\n {2}compositor latency {2,}\S+ m?s at worst, \S+ .s in 99 %\n/)
    expect(out).toMatch(/missed vertical blanks {2,}\d+\n {2}preemptions {2,}\d+ \(\S+ .?s at worst\)\n/)
    expect(out).toMatch(/context switches {2,}\d+ \(.*s\)\n {2}GPU resets {2,}1 engine, 0 adapter\n/)
    const calm = { ...GOOD, system: { compositor: { enabled: false } } }
    expect((await trimline(['run', file('a.json', calm)])).out).toMatch(
      /compositor latency {2,}nothing was presented\n/,
    )
  })

  test('1: an expectation failed, shown with step, condition and what was found', async () => {
    const { status, out } = await trimline(['run', file('a.json', FAILING)])
    expect(status).toBe(1)
    expect(out).toContain('failing: FAILED')
    expect(out).toMatch(/failed: steps\[0\] at 1s: expected .*Blur\.main.*, found /)
  })

  test('2: bad input, and nothing has run', async () => {
    const bad = file('bad.json', { trimline: 1, stpes: [] })
    const result = await trimline(['run', file('a.json', GOOD), bad, at('none.json'), '--trace', at('out')])
    expect(result).toMatchObject({ status: 2, out: '' })
    expect(result.err).toContain(`${bad}:1:15: stpes: found an unknown field`)
    expect(result.err).toContain(`${at('none.json')}: cannot be read: no such file or directory`)
    expect(readdirSync(folder)).toEqual(['a.json', 'bad.json'])
  })
})

describe('outputs [SC-05]', () => {
  test('a trace, a summary, another policy and seed', async () => {
    const argv = ['run', file('a.json', GOOD), '--trace', at('t.jsonl'), '--summary', at('s.json')]
    expect((await trimline([...argv, '--policy', 'fence-lru', '--seed', '7'])).status).toBe(0)
    expect(json(at('s.json'))).toMatchObject({ name: 'good', policy: 'fence-lru', seed: 7, ok: true })
    const lines = readFileSync(at('t.jsonl'), 'utf8').split('\n')
    expect(lines.pop()).toBe('')
    expect(JSON.parse(lines[0]!)).toEqual({ t: 0, type: 'meta', trimline: 1, seed: 7, name: 'good' })
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toContain('apply')
    expect(readdirSync(folder).sort()).toEqual(['a.json', 's.json', 't.jsonl'])
  })

  test('several files: folders are made, outputs are named after the scenarios', async () => {
    const files = [file('a.json', GOOD), file('sub/b.json', FAILING)]
    const { status, out } = await trimline(['run', ...files, '--trace', at('out/t'), '--summary', at('out/s')])
    expect(status).toBe(1)
    expect(out).toContain('2 scenarios: 1 ok, 1 failed')
    expect(readdirSync(at('out/t'))).toEqual(['a.jsonl', 'b.jsonl'])
    expect(json(at('out/s/a.json'))).toMatchObject({ name: 'good', ok: true })
    expect(json(at('out/s/b.json'))).toMatchObject({ name: 'failing', ok: false })
  })

  test('the same trace comes from standard input', async () => {
    await trimline(['run', file('a.json', GOOD), '--trace', at('file.jsonl')])
    expect((await trimline(['run', '-', '--trace', at('stdin.jsonl')], JSON.stringify(GOOD))).status).toBe(0)
    expect(readFileSync(at('stdin.jsonl'))).toEqual(readFileSync(at('file.jsonl')))
  })

  test('a link stays, what it points to is replaced', async () => {
    writeFileSync(at('old.jsonl'), 'old')
    symlinkSync(at('old.jsonl'), at('link.jsonl'))
    await trimline(['run', file('a.json', GOOD), '--trace', at('link.jsonl')])
    expect(readFileSync(at('old.jsonl'), 'utf8')).toMatch(/^\{"t":0,"type":"meta"/)
  })

  test.runIf(process.platform !== 'win32')('a device is written to, not replaced', async () => {
    const argv = ['run', file('a.json', GOOD), '--trace', '/dev/null', '--summary', '/dev/null']
    expect((await trimline(argv)).status).toBe(0)
    expect(readFileSync('/dev/null', 'utf8')).toBe('')
  })

  test.each<[string, () => string[], RegExp]>([
    [
      'two files of the same name',
      () => [file('x/a.json', GOOD), file('y/a.json', GOOD), '--trace', at('t')],
      /same output files, "a\.…"/,
    ],
    [
      'a folder that is a file',
      () => [file('a.json', GOOD), file('b.json', GOOD), '--summary', file('s', '')],
      /found the file .*expected a folder/,
    ],
    ['a file that is a folder', () => [file('a.json', GOOD), '--trace', folder], /found the folder .*expected a file/],
    [
      'a folder that is not there',
      () => [file('a.json', GOOD), '--trace', at('no/t.jsonl')],
      /cannot be written: .*no such file/,
    ],
    ['a place below a file', () => [file('a.json', GOOD), '--trace', join(file('f', ''), 't')], /cannot be written/],
    ['the scenario itself', () => [file('a.json', GOOD), '--summary', at('a.json')], /would overwrite the scenario/],
    [
      'the folder of the scenarios',
      () => [file('a.json', GOOD), file('b.json', GOOD), '--summary', folder],
      /would overwrite the scenario/,
    ],
    [
      'one file for both',
      () => [file('a.json', GOOD), '--summary', at('o'), '--trace', at('o')],
      /given for two outputs/,
    ],
    ['standard input twice', () => ['-', '-'], /standard input can be read once only/],
  ])('%s is refused before anything runs', async (_name, argv, message) => {
    const result = await trimline(['run', ...argv()])
    expect(result).toEqual({ status: 2, out: '', err: expect.stringMatching(message) })
    const names = readdirSync(folder, { recursive: true }).map(String)
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([])
    for (const name of names.filter((path) => path.endsWith('.json'))) expect(json(at(name))).toEqual(GOOD)
  })
})

describe('compare [SC-06]', () => {
  const BUSY = {
    trimline: 1,
    name: 'busy',
    seed: 3,
    system: { compositor: { enabled: false }, evictionMode: 'eager' },
    steps: [
      { at: 0, apply: 'Blur' },
      { at: '1s', apply: 'Grayscale' },
      { at: '2s', trimToBudget: '64MiB' },
      { at: '3s', inject: { fault: 'callback-throws' } },
      { at: '3s', trimToBudget: '64MiB' },
      { at: '3s', expect: { evictions: 1000 } },
    ],
  }
  const FIELDS = ['pageInBytes', 'pageOutBytes', 'localByteSeconds', 'peakLocalUsage', 'waitedForPaging', 'evictions']

  test('one row per policy, in their order, with what a run of it sums up to', async () => {
    const path = file('a.json', BUSY)
    const policies = ['none', 'creative-app', 'fence-lru']
    const argv = ['compare', path, '--policies', policies.join(', '), '--json', at('c.json')]
    const { status, out, err } = await trimline(argv)
    expect({ status, err }).toEqual({ status: 0, err: '' })
    const rows = JSON.parse(readFileSync(at('c.json'), 'utf8')) as Record<string, unknown>[]
    const [title, heading, ...lines] = out.trimEnd().split('\n')
    expect(title).toBe('busy: 3 policies, seed 3')
    expect(heading).toMatch(
      /^variant +paged in +of the bound +paged out +memory held +peak local usage +waited for paging +frames dropped +worst press +99th percentile +hitches +devices removed +evictions +findings$/,
    )
    const advice = lines.pop()
    expect(lines.map((line) => line.split(' ')[0])).toEqual(policies)
    // what the file expects does not hold under any of them
    expect(lines.every((line) => line.includes('1 of its expectations failed'))).toBe(true)
    expect(advice).toBe('No variant kept its device and met what the input expects.')
    expect(rows.map(({ policy }) => policy)).toEqual(policies)
    for (const [i, policy] of policies.entries()) {
      await trimline(['run', path, '--policy', policy, '--summary', at('s.json')])
      const summary = json(at('s.json'))
      const fields = ['name', 'seed', 'policy', ...FIELDS, 'findings']
      const ran = Object.fromEntries(fields.map((field) => [field, summary[field]]))
      // what it is held against is what the command that only says that gives
      const alone = JSON.stringify({ ...BUSY, app: { policy } })
      await trimline(['bound', '-', '--json', at('b.json')], alone)
      const { bound } = json(at('b.json')) as { bound: number }
      expect(bound).toBeGreaterThan(0)
      expect(rows[i]).toMatchObject({
        ...ran,
        label: policy,
        bound,
        timesBound: (summary.pageInBytes as number) / bound,
      })
      expect(rows[i]).toMatchObject({ expectationsFailed: 1, best: [], devicesRemoved: 0 })
    }
    expect(new Set(rows.map(({ evictions }) => evictions)).size).toBeGreaterThan(1)
    expect(lines.join()).toContain('TN-16 ×1')
  })

  test('columns are aligned', async () => {
    const { out } = await trimline(['compare', '-', '--policies', 'none,d3dx12-residency-fixed'], JSON.stringify(GOOD))
    const [, heading, ...lines] = out.trimEnd().split('\n')
    const end = heading!.indexOf('paged out') + 'paged out'.length
    // the advice is no row
    for (const line of lines.slice(0, -1)) expect(line.slice(end - 3, end + 2)).toMatch(/\S {2}$/)
  })

  test('bad input is 2, and nothing has run', async () => {
    const bad = file('bad.json', { trimline: 1, stpes: [] })
    const out = ['--policies', 'none', '--json', at('c.json')]
    expect(await trimline(['compare', bad, ...out])).toMatchObject({ status: 2, out: '' })
    expect(await trimline(['compare', at('no.json'), ...out])).toMatchObject({ status: 2, out: '' })
    expect(readdirSync(folder)).toEqual(['bad.json'])
    const good = file('a.json', GOOD)
    expect(await trimline(['compare', good, '--policies', 'none', '--json', good])).toEqual({
      status: 2,
      out: '',
      err: expect.stringMatching(/--json: .* would overwrite the scenario/),
    })
    expect(await trimline(['compare', good, '--policies', 'none', '--json', at('no/c.json')])).toMatchObject({
      status: 2,
      err: expect.stringMatching(/--json: .* cannot be written/),
    })
    expect(json(good)).toEqual(GOOD)
  })

  test('preemption models and granularities, one row each [GP-28]', async () => {
    const argv = ['compare', file('a.json', GOOD), '--preemption', '--json', at('c.json')]
    const { status, out, err } = await trimline(argv)
    expect({ status, err }).toEqual({ status: 0, err: '' })
    const rows = JSON.parse(readFileSync(at('c.json'), 'utf8')) as Record<string, unknown>[]
    expect(rows).toHaveLength(7)
    expect(rows.map(({ model, graphics, compute }) => `${model} ${graphics} ${compute}`)).toEqual([
      'win7 dma-buffer dma-buffer',
      'win8 none none',
      'win8 dma-buffer dma-buffer',
      'win8 primitive dispatch',
      'win8 triangle thread-group',
      'win8 pixel thread',
      'win8 shader shader',
    ])
    for (const row of rows) expect(row).toMatchObject({ name: 'good', seed: 1, effectsCompleted: 1 })
    const lines = out.trimEnd().split('\n')
    expect(lines[0]).toBe('good: preemption models and granularities, seed 1')
    expect(lines[1]).toMatch(
      /^model +graphics +compute +worst latency +99th percentile of latency +missed blanks +effects +/,
    )
    // a row of each, and what follows from them
    expect(lines).toHaveLength(10)
    expect(lines.at(-1)).toBe('No column differs by more than 5 %: any of them will do.')
  })
})

describe('[SC-07]', () => {
  test('check validates and does not run', async () => {
    const path = file('a.json', FAILING)
    expect(await trimline(['check', path])).toEqual({ status: 0, out: `${path}: ok\n`, err: '' })
    expect(await trimline(['check', '-'], '{"trimline": 1, "seed": "x"}')).toEqual({
      status: 2,
      out: '',
      err: '<stdin>:1:25: seed: found "x"; expected a whole number of at least 0\n',
    })
  })

  test('schema prints the schema, of scenarios or of lessons', async () => {
    expect(await trimline(['schema', '--lesson'])).toEqual({ status: 0, out: lessonSchemaText(), err: '' })
    expect(await trimline(['schema'])).toEqual({ status: 0, out: schemaText(), err: '' })
  })

  test('--version and --help', async () => {
    expect(await trimline(['--version'])).toEqual({ status: 0, out: `${version}\n`, err: '' })
    const help = await trimline(['--help'])
    expect(help.status).toBe(0)
    expect(help.out).toMatch(/run .*\n.*check .*\n.*schema .*\n.*rules .*\n(?:.*\n)*.*compare /)
    expect((await trimline(['run', '--help'])).out).toContain('--policy <name>')
  })

  test.each<[string[], RegExp]>([
    [[], /Usage: trimline/],
    [['run'], /missing required argument 'file'/],
    [['check'], /missing required argument 'file'/],
    [['rnu', 'a.json'], /unknown command 'rnu'\n\(Did you mean run\?\)/],
    [['--vresion'], /unknown option '--vresion'\n\(Did you mean --version\?\)/],
    [['run', 'a.json', '--polcy', 'none'], /unknown option '--polcy'\n\(Did you mean --policy\?\)/],
    [['run', 'a.json', '--policy', 'fencelru'], /Did you mean fence-lru\?/],
    [['run', 'a.json', '--policy', 'd3dx12-residencyfixed'], /Did you mean d3dx12-residency-fixed\?/],
    [['run', 'a.json', '--seed', '1.5'], /Expected a whole number/],
    [['compare'], /missing required argument 'file'/],
    [['compare', 'a.json'], /found none of --policies, --budgets, --profiles and --preemption/],
    [
      ['compare', 'a.json', '--policies', 'none', '--preemption', '--budgets', '1GiB'],
      /found 3 of --policies.*expected at most two/,
    ],
    [['compare', 'a.json', '--budgets', '1GiB,lots'], /expected/i],
    [['compare', 'a.json', '--policies', ','], /argument ',' is invalid. Expected a path/],
    [['bound', 'a.json', '--budget', '9007199254740992'], /Expected a size of at most 9007199254740991 bytes/],
    [['compare', 'a.json', '--budgets', '1GiB,1024MiB'], /Found the budget 1 GiB twice, expected each budget once/],
    [['compare', 'a.json', '--profiles', 'discrete-8gb'], /Did you mean discrete-8gib\?/],
    [['compare', 'a.json', '--policies', 'none,fencelru'], /Did you mean fence-lru\?/],
    [
      ['compare', 'a.json', '--policies', 'none,'],
      /Expected a path such as \.\/mine\.mjs, or one of\nnone, submission-lru/,
    ],
    [
      ['compare', 'a.json', '--policies', 'none,fence-lru,none'],
      /Found the policy none twice, expected each policy once/,
    ],
    [['compare', 'a.json', 'b.json', '--policies', 'none'], /too many arguments/],
    [['compare', 'a.json', '--policy', 'none'], /unknown option '--policy'/],
  ])('%j is a usage error', async (argv, message) => {
    expect(await trimline(argv)).toEqual({ status: 2, out: '', err: expect.stringMatching(message) })
  })

  test('of a name that is no policy names every one that there is [SC-07]', async () => {
    const { err } = await trimline(['compare', 'a.json', '--policies', 'none,nope'])
    expect(err.split('\n')[1]).toBe(`${POLICY_NAMES.join(', ')}.`)
  })
})
