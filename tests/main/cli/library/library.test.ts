/** The library does what the command line does (LB-14 to LB-19). */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bound, checkPolicy, compare, importRecording, run } from '../../../../main/cli/library/library'
import { TEMPLATE } from '../../../../main/policies/own/starter'
import { trimline } from '../../support/trimline'

const SCENARIO = { trimline: 1, name: 'one press', steps: [{ at: '100ms', apply: 'Blur' }] }

describe('what the command line does [LB-14] [LB-16] [LB-17] [LB-19]', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-library-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const at = (name: string): string => join(folder, name)
  const read = (name: string): string => readFileSync(at(name), 'latin1')
  const command = async (...argv: string[]): Promise<void> => {
    const { status, err } = await trimline(argv)
    expect({ status, err }).toEqual({ status: 0, err: '' })
  }
  beforeEach(() => {
    writeFileSync(at('s.json'), JSON.stringify(SCENARIO))
    writeFileSync(at('mine.mjs'), TEMPLATE)
  })

  it('run: files are the same byte by byte, under a policy of one’s own however it is given', async () => {
    const files = (end: string) => ['trace', 'perfetto', 'references'].flatMap((name) => [`--${name}`, at(name + end)])
    await command('run', at('s.json'), '--policy', at('mine.mjs'), '--seed', '5', ...files('.cli'))
    const given = [
      { path: at('mine.mjs') },
      pathToFileURL(at('mine.mjs')),
      `${at('mine')}.mjs` as const,
      { file: '/elsewhere/mine.mjs', text: TEMPLATE },
    ]
    for (const policy of given) {
      const [trace, perfetto, references] = [at('trace'), at('perfetto'), at('references')]
      const { summary } = await run(SCENARIO, { policy, seed: 5, trace, perfetto, references })
      expect(summary.policy).toMatch(/^mine\.mjs#[0-9a-f]{12}$/)
      for (const name of ['trace', 'perfetto', 'references']) expect(read(name)).toBe(read(`${name}.cli`))
    }
    let told = ''
    await run(SCENARIO, { policy: given[0]!, seed: 5, trace: (lines) => (told += lines), perfetto: at('p.json') })
    expect(told).toBe(read('trace.cli'))
    expect(JSON.parse(read('p.json'))).toHaveProperty('traceEvents')
  })

  it('compare: rows and report are the same, with budgets, profiles, preemption models and another seed', async () => {
    const rows = async (...argv: string[]): Promise<unknown> => {
      await command('compare', at('s.json'), '--json', at('rows.json'), '--seed', '9', ...argv)
      return JSON.parse(readFileSync(at('rows.json'), 'utf8'))
    }
    const named = (found: readonly object[]) => found.map((row) => ({ name: 'one press', seed: 9, ...row }))
    const both = await compare(SCENARIO, {
      policies: ['clock', { path: at('mine.mjs') }],
      budgets: ['512MiB', 2 ** 20],
      seed: 9,
      html: at('library.html'),
    })
    const told = await rows(
      '--policies',
      `clock,${at('mine.mjs')}`,
      '--budgets',
      '512MiB,1MiB',
      '--html',
      at('cli.html'),
    )
    expect(named(both.rows)).toEqual(told)
    expect(read('library.html')).toBe(read('cli.html'))
    const { rows: others } = await compare(SCENARIO, { profiles: ['integrated'], preemption: true, seed: 9 })
    expect(named(others)).toEqual(await rows('--profiles', 'integrated', '--preemption'))
  })

  it('bound: another policy and seed count the same uses', async () => {
    await command('bound', at('s.json'), '--json', at('bound.json'), '--policy', at('mine.mjs'), '--seed', '9')
    const chosen = { policy: { path: at('mine.mjs') }, seed: 9, capacity: 'budget' } as const
    expect(await bound(SCENARIO, chosen)).toEqual(JSON.parse(read('bound.json')))
  })

  it('run and bound: a budget is that of a row of compare, also where steps say another', async () => {
    // A and B take turns: both have room in 128 MiB, 32 MiB of each go twice in 96
    const resources = [{ name: 'r', size: '64MiB', resident: false }]
    const effects = ['A', 'B'].map((name) => ({ name, gpuTime: '1ms', resources }))
    const presses = ['A', 'B', 'A', 'B'].map((apply, i) => ({ at: `${i + 1}s`, apply }))
    const steps = [{ at: '500ms', budget: '200MiB' }, ...presses]
    const system = { localMemory: '256MiB', budget: '100MiB' }
    const file = { trimline: 1, name: 'turns', system, app: { policy: 'fence-lru', effects }, steps }
    writeFileSync(at('b.json'), JSON.stringify(file))
    const { rows } = await compare(file, { budgets: ['96MiB', '128MiB'] })
    const [small, large] = rows
    expect([small?.bound, large?.bound]).toEqual([192 * 2 ** 20, 128 * 2 ** 20])
    for (const [budget, row] of [
      ['96MiB', small],
      [128 * 2 ** 20, large],
    ] as const) {
      const { summary } = await run(file, { budget })
      for (const key of ['pageInBytes', 'evictions', 'peakLocalUsage', 'findings'] as const)
        expect(summary[key]).toEqual(row?.[key])
      expect((await bound(file, { budget })).bound).toBe(row?.bound)
      await command('run', at('b.json'), '--budget', `${budget}`, '--summary', at('run.json'))
      expect(JSON.parse(read('run.json'))).toEqual(summary)
      await command('bound', at('b.json'), '--budget', `${budget}`, '--json', at('bound.json'))
      expect(JSON.parse(read('bound.json'))).toMatchObject({ bound: row?.bound })
    }
  })

  it('importRecording: the scenario is the same', async () => {
    writeFileSync(at('a.sets.jsonl'), '{"trimlineSets":1}\n{"t":0,"set":[{"id":"a","size":65536}]}\n{"t":1,"set":[]}\n')
    await command('import', at('a.sets.jsonl'), '--out', at('a.json'), '--anonymous')
    const { scenario, damage, next } = await importRecording(at('a.sets.jsonl'), { anonymous: true })
    expect(scenario).toBe(read('a.json'))
    // it is whole, and all of it is there
    expect([damage, next]).toEqual([null, null])
  })

  it('importRecording: refuses an option that means nothing [LB-19]', async () => {
    writeFileSync(at('a.sets.jsonl'), '{"trimlineSets":1}\n{"t":0,"set":[]}\n')
    await expect(importRecording(at('a.sets.jsonl'), { speed: -1 })).rejects.toThrow(
      new TypeError('found speed -1, expected a number from 0.001 to 1000000'),
    )
  })

  it('checkPolicy: says which rules are broken, and how', async () => {
    const text = "export default { name: 'no', create() { return { prepare() { throw new Error('no') } } } }"
    const rules = await checkPolicy({ file: 'no.mjs', text })
    expect(rules.find(({ name }) => name === 'calls')?.broken).toMatch(/no\.mjs:1: .*no/)
  })

  it('a file that cannot be written is an Error that says why, and leaves nothing', async () => {
    const refused = run(SCENARIO, { perfetto: at('none/p.json') })
    await expect(refused).rejects.toThrow(/none\/p\.json cannot be written: no such file or directory/)
    expect(readdirSync(folder).sort()).toEqual(['mine.mjs', 's.json'])
  })

  it('a report that cannot be written is refused before anything runs: what is made meanwhile is too late', async () => {
    const refused = compare(SCENARIO, { budgets: ['96MiB'], html: at('later/r.html') })
    mkdirSync(at('later'))
    await expect(refused).rejects.toThrow(/later\/r\.html cannot be written: no such file or directory/)
    expect(readdirSync(at('later'))).toEqual([])
  })
})
