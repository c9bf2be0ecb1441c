/** `trimline compare`: products of what is varied, the marks of the best, advice, and the report (LB-03, LB-04, LB-07, LB-18). */
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { trimline } from '../support/trimline'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-cli-compare-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)
const MiB = 2 ** 20

/** A and B take turns; with 96 MiB one of them has to go each time, with 128 MiB none. */
function file(name = 'turns'): string {
  const content = {
    trimline: 1,
    name,
    system: { localMemory: '256MiB', budget: '96MiB', evictionMode: 'eager' },
    app: {
      policy: 'fence-lru',
      effects: ['A', 'B'].map((effect) => ({
        name: effect,
        gpuTime: '1ms',
        resources: [{ name: 'r', size: '64MiB', resident: false }],
      })),
    },
    steps: ['A', 'B', 'A', 'B'].map((effect, second) => ({ at: `${second}s`, apply: effect })),
    until: '5s',
  }
  writeFileSync(at('turns.json'), JSON.stringify(content))
  return at('turns.json')
}

describe('trimline compare', () => {
  test('refuses devices that the input cannot be on, and says why [LB-03] [SC-02]', async () => {
    const linked = {
      trimline: 1,
      system: { profile: 'linked' },
      app: { effects: [{ name: 'A', gpuTime: '1ms', resources: [{ name: 'r', size: '3GiB' }] }] },
      steps: [
        { at: '1s', apply: 'A' },
        { at: '2s', inject: { fault: 'build-paging-buffer-fails', chunk: 1, adapter: 1 } },
      ],
    }
    writeFileSync(at('linked.json'), JSON.stringify(linked))
    const compared = (profiles: string) => trimline(['compare', at('linked.json'), '--profiles', profiles])
    const lone = await compared('linked,discrete-8gib')
    expect([lone.status, lone.out]).toEqual([2, ''])
    expect(lone.err).toContain('discrete-8gib: This cannot run on that device.')
    expect(lone.err).toMatch(/inject\.adapter.*found 1.*at most 0, as system\.physicalAdapters is 1/s)
    expect(lone.err).toContain('Compare without discrete-8gib, or change the input.')
    // the fault is left out for the sake of the size
    linked.steps.pop()
    writeFileSync(at('linked.json'), JSON.stringify(linked))
    expect((await compared('linked,discrete-2gib')).err).toMatch(/discrete-2gib: .*size.*3 ?GiB/s)
    expect((await compared('linked,discrete-8gib')).status).toBe(0)
  })

  test('takes a policy whose file has a comma in its name, in double quotes [SC-06]', async () => {
    await trimline(['policy', 'new', at('a,b.mjs')])
    const compared = (names: string) => trimline(['compare', file(), '--policies', names, '--json', '-'])
    const { out, status } = await compared(`none,"${at('a,b.mjs')}"`)
    const rows = JSON.parse(out) as { label: string }[]
    expect([status, rows.map(({ label }) => label)]).toEqual([0, ['none', expect.stringMatching(/^a,b\.mjs#/)]])
    // without them they are two files
    expect(await compared(at('a,b.mjs'))).toMatchObject({
      status: 2,
      err: expect.stringMatching(/b\.mjs: cannot be read/),
    })
  })

  test('a product of policies and budgets has a row each, in order [LB-03] [LB-04]', async () => {
    const argv = [
      'compare',
      file(),
      '--policies',
      'fence-lru,none',
      '--budgets',
      '96MiB,128MiB',
      '--json',
      at('c.json'),
    ]
    const { status, out, err } = await trimline(argv)
    expect({ status, err }).toEqual({ status: 0, err: '' })
    const rows = JSON.parse(readFileSync(at('c.json'), 'utf8')) as Record<string, unknown>[]
    expect(rows.map(({ label, pageInBytes, evictions }) => [label, pageInBytes, evictions])).toEqual([
      // paged in at each press
      ['fence-lru, 96 MiB', 256 * MiB, 3],
      ['fence-lru, 128 MiB', 128 * MiB, 0],
      ['none, 96 MiB', 128 * MiB, 0],
      ['none, 128 MiB', 128 * MiB, 0],
    ])
    expect(out).toContain('turns: 4 variants, seed 1\n')
    const lines = out.trimEnd().split('\n')
    // the least paged in is marked, and so is every other that is as little
    expect(lines.slice(2, 6).map((line) => /\*128 MiB/.test(line))).toEqual([false, true, true, true])
    expect(rows[0]).toMatchObject({ framesDropped: 0, hitches: 0, devicesRemoved: 0, expectationsFailed: 0 })
  })

  test('equal rows are said to be equal, and the advice rests on what differs [LB-04] [LB-07]', async () => {
    const { out } = await trimline(['compare', file(), '--policies', 'none', '--budgets', '96MiB,128MiB,256MiB'])
    const lines = out.trimEnd().split('\n')
    expect(lines[4]).toMatch(/the same as the policy none, 128 MiB$/)
  })

  test('the report is one file that loads nothing, with table, curves, frontier, difference and advice [LB-18]', async () => {
    const argv = ['compare', file('<b>turns & "more"'), '--policies', 'fence-lru,none', '--html', at('r.html')]
    const { status, out } = await trimline(argv)
    expect(status).toBe(0)
    const html = readFileSync(at('r.html'), 'utf8')
    // what a file is called is text, in the title and elsewhere
    expect(html).not.toContain('<b>')
    expect(html).toContain('<title>&lt;b&gt;turns &amp; &quot;more&quot;: 2 variants</title>')
    expect(html).not.toMatch(/<script|src=|href=|url\(|@import|http:|https:/)
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
    const advice = out.trimEnd().split('\n').at(-1)!
    expect(html).toContain(`<p class="advice">${advice}</p>`)
    // usage of both over 5 s: the highest point of none is 128 MiB
    expect(html.match(/<svg viewBox/g)).toHaveLength(4)
    expect(html).toContain('aria-label="Local usage over time"')
    expect(html).toMatch(/>128 MiB</)
    const line = Number(/They part at line ([\d,]+) of their traces:/.exec(html)?.[1])
    const traces = await Promise.all(
      ['fence-lru', 'none'].map(async (policy) => {
        await trimline(['run', file(), '--policy', policy, '--trace', at(`${policy}.jsonl`)])
        return readFileSync(at(`${policy}.jsonl`), 'utf8')
          .split('\n')
          .slice(1)
      }),
    )
    const [one = [], other = []] = traces
    expect(line).toBe(one.findIndex((text, i) => text !== other[i]) + 2)
    expect(html).toMatch(/<tr><td>A\.r<\/td><td>128 MiB<\/td><td>64 MiB<\/td><td>2<\/td><td>0<\/td>/)
    expect((html.match(/<circle/g) ?? []).length).toBe(2)
  })

  test('what of an import was derived stands before the table and in the report [LB-18] [LB-19]', async () => {
    const scenario = JSON.parse(readFileSync(file(), 'utf8')) as object
    writeFileSync(at('derived.json'), JSON.stringify({ ...scenario, derived: ['gpuTime: 1 us for each use'] }))
    const argv = ['compare', at('derived.json'), '--policies', 'fence-lru,none', '--html', at('r.html')]
    const { out } = await trimline(argv)
    expect(out.split('\n')[1]).toBe('Derived, not recorded: gpuTime: 1 us for each use.')
    expect(readFileSync(at('r.html'), 'utf8')).toContain('<p>Derived, not recorded: gpuTime: 1 us for each use.</p>')
  })

  test('work in which nothing was used is said to say nothing, in the table, the JSON and the report [LB-03] [LB-18]', async () => {
    const idle = {
      trimline: 1,
      name: 'idle',
      steps: [
        { at: '1s', idle: true },
        { at: '40s', idle: false },
      ],
    }
    writeFileSync(at('idle.json'), JSON.stringify(idle))
    const of = async (path: string, ...what: string[]) => {
      const { status, out } = await trimline(['compare', path, ...what, '--json', at('c.json'), '--html', at('r.html')])
      const rows = JSON.parse(readFileSync(at('c.json'), 'utf8')) as { nothingUsed?: boolean }[]
      const html = readFileSync(at('r.html'), 'utf8')
      const said = /No effect used local memory in this work, so it says nothing about your app\./
      // it was advised beside it that any of them will do
      expect(said.test(out) && /any of them will do/.test(`${out}${html}`)).toBe(false)
      return [status, said.test(out), rows.map(({ nothingUsed }) => nothingUsed), said.test(html)]
    }
    const policies = ['--policies', 'none,creative-app-fixed']
    expect(await of(at('idle.json'), ...policies)).toEqual([0, true, [true, true], true])
    expect(await of(file(), ...policies)).toEqual([0, false, [undefined, undefined], false])
    // preemption models are told apart by any GPU work
    const [status, out, rows, html] = await of(at('idle.json'), '--preemption')
    expect([status, out, new Set(rows as unknown[]), html]).toEqual([0, false, new Set([undefined]), false])
  })

  test('preemption models are told apart with what each did not keep, and what follows from it [LB-04] [LB-07]', async () => {
    const { status, out } = await trimline(['compare', 'resources/scenarios/gpu-hang.json', '--preemption'])
    expect(status).toBe(0)
    // its latency is the least: no present went on after its reset
    expect(out).toMatch(/^win7 .* its device was removed, 7 of its expectations failed, 1 press was never shown$/m)
    expect(out.trimEnd().split('\n').at(-1)).toBe('No variant kept its device and met what the input expects.')
  })

  test('effects that use no local memory are not said to be unused [LB-03]', async () => {
    const resources = [{ name: 'u', size: '64MiB', heap: 'upload' }]
    const steps = [{ at: 0, apply: 'Up' }]
    const upload = { trimline: 1, app: { effects: [{ name: 'Up', resources }] }, steps }
    writeFileSync(at('upload.json'), JSON.stringify(upload))
    const { out } = await trimline(['compare', at('upload.json'), '--policies', 'none,fence-lru'])
    expect(out).toContain(
      'No effect used local memory in this work, so it says nothing about your app. Compare on a scenario that uses some.\n',
    )
  })

  test('what would overwrite the scenario, or the other output, is refused before anything runs', async () => {
    const path = file()
    expect(await trimline(['compare', path, '--policies', 'none', '--html', path])).toMatchObject({
      status: 2,
      out: '',
    })
    const both = (html: string, json: string) =>
      trimline(['compare', path, '--policies', 'none', '--html', at(html), '--json', at(json)])
    expect(await both('x', 'x')).toMatchObject({
      status: 2,
      err: expect.stringMatching(/--html: .*x is given for two outputs/),
    })
    // by whatever link: the page was where the rows were to be
    writeFileSync(at('rows.json'), '')
    symlinkSync(at('rows.json'), at('link.html'))
    expect(await both('link.html', 'rows.json')).toMatchObject({
      status: 2,
      err: expect.stringMatching(/--html: .*link\.html is given for two outputs/),
    })
  })

  test('budgets that are one are refused, as they are shown elsewhere [SC-06]', async () => {
    expect(await trimline(['compare', file(), '--budgets', '1GiB,1024MiB'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('Found the budget 1 GiB twice, expected each budget once.'),
    })
  })
})
