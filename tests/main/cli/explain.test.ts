/** `trimline explain`: why what a scenario shows was late (LB-10). */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Explanation } from '../../../main/session/laboratory/delays/types'
import type { Summary } from '../../../main/session/run/summary'
import { linesOf } from '../../golden/reading'
import { delayProblems } from '../session/laboratory/delays/problems'
import { trimline } from '../support/trimline'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-cli-explain-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)

function file(name: string, content: object): string {
  writeFileSync(at(name), JSON.stringify(content))
  return at(name)
}

/** Nothing but the app's work, and 64 MiB take 1/64 s: 15.625 ms. */
const SYSTEM = {
  pagingBandwidth: '4GiB',
  localMemory: '96MiB',
  budget: '96MiB',
  compositor: { enabled: false },
  driver: { contextRestore: 0, contextSave: { 'dma-buffer': 0 } },
}
const resource = (resident: boolean) => [{ name: 'r', size: '64MiB', resident }]

/** A's memory is evicted by a trim, taken for B's, and brought back at the cost of that. */
const SCENARIO = {
  trimline: 1,
  name: 'two effects',
  system: SYSTEM,
  app: {
    policy: 'fence-lru',
    effects: [
      { name: 'A', gpuTime: '4ms', resources: resource(true) },
      { name: 'B', gpuTime: '4ms', resources: resource(false) },
    ],
  },
  steps: [
    { at: '0s', apply: 'A' },
    { at: '1s', periodicTrim: true },
    { at: '2s', periodicTrim: true },
    { at: '3s', apply: 'B' },
    { at: '4s', apply: 'A' },
    // does not hold: what was late does not depend on it
    { at: '5s', expect: { evictions: 99 } },
  ],
  until: '6s',
}

describe('trimline explain', () => {
  test('prints the worst delays with their chains, why what was brought in was out, and the totals [LB-10] [LB-09]', async () => {
    const { status, out, err } = await trimline(['explain', file('a.json', SCENARIO)])
    expect({ status, err }).toEqual({ status: 0, err: '' })
    // both take 2 × 15.625 ms of paging and 4 ms of their own: 35.25 ms, shown at the third blank and not at the first
    expect(out).toContain('two effects: policy fence-lru, seed 1\n2 delays, the worst 33.333 ms late:\n')
    expect(out).toContain(
      '1. press of B at 3.000 s (command 4): 33.333 ms late\n   shown at 3.050 s, could have been at 3.016667 s\n',
    )
    const rows = out.split('\n').map((line) => line.trim().replace(/ {2,}/g, ' | '))
    const line = (text: string) => expect(rows.filter((row) => row.includes(text)).length, text).toBeGreaterThan(0)
    line('after | for | waited for | line')
    line('0 µs | 15.625 ms | page-out | A.r (64 MiB), for B.r |')
    line('15.625 ms | 15.625 ms | page-in | B.r (64 MiB) |')
    line('31.25 ms | 4 ms | run | B of app on 3d |')
    line('35.25 ms | 14.75 ms | vertical-blank | display 1')
    // in the trace: meta, A.r created and filled with zeroes in three chunks of 24 MiB, a quarter of the memory, B.r created
    line('B.r was out: never resident before, created at 0.000 s, line 6')
    line('A.r was out: evicted by fence-lru (periodic) in callback 0 of notification 2 at 2.000 s, line ')
    line('; its memory went to B.r')
    // of 2 × 50 ms: 31.25 of paging out, as much of paging in, 29.5 for blanks, 8 of its own
    line('page-out | 31.25 ms | 31.3 %')
    line('vertical-blank | 29.5 ms | 29.5 %')
    line('run | 8 ms | 8 %')
  })

  test('--worst says how many; the totals are those of all [LB-10]', async () => {
    const { out } = await trimline(['explain', file('a.json', SCENARIO), '--worst', '1'])
    expect(out).toContain('2 delays, the worst 33.333 ms late; the worst of them:')
    expect(out).toContain('\n1. press of B at 3.000 s')
    expect(out).not.toContain('\n2. ')
    expect(out).toContain('What all 2 waited for')
  })

  test('--json writes the same, whose lines are those of the trace that run writes [LB-10] [LB-09]', async () => {
    const path = file('a.json', SCENARIO)
    const { status, out } = await trimline(['explain', path, '--json', at('out.json')])
    expect(status).toBe(0)
    expect(out).toContain('2 delays')
    const { name, policy, seed, delays, worst } = JSON.parse(readFileSync(at('out.json'), 'utf8')) as Explanation
    expect({ name, policy, seed }).toEqual({ name: 'two effects', policy: 'fence-lru', seed: 1 })
    await trimline(['run', path, '--trace', at('trace.jsonl'), '--summary', at('summary.json')])
    const [meta, ...lines] = linesOf(readFileSync(at('trace.jsonl'), 'utf8'))
    expect(meta?.type).toBe('meta')
    expect(delayProblems(worst, delays, lines)).toEqual([])
    const summary = JSON.parse(readFileSync(at('summary.json'), 'utf8')) as Summary
    expect(summary.delays).toEqual(delays)
    expect(delays).toMatchObject({
      count: 2,
      worst: 33_333,
      'page-in': 31_250,
      'page-out': 31_250,
      run: 8_000,
      fence: 0,
    })
  })

  test('--json - is standard output, and what is for people is on standard error [LB-10] [SC-17]', async () => {
    const { status, out, err } = await trimline(['explain', '-', '--json', '-'], JSON.stringify(SCENARIO))
    expect(status).toBe(0)
    expect((JSON.parse(out) as Explanation).worst).toHaveLength(2)
    expect(err).toContain('2 delays, the worst 33.333 ms late')
  })

  test('a set of its own is named by what is in it; what has no record in the trace has no line [LB-10] [SC-13]', async () => {
    const steps = [
      { at: '1s', use: { set: ['A.r', 'B.r'], engine: '3d', gpuTime: '20ms' } },
      { at: '1s', use: { set: ['A.r'], engine: '3d', gpuTime: '4ms' } },
      { at: '2s', use: { set: [], engine: 'compute', gpuTime: '4ms', context: 'of its own' } },
    ]
    const app = { policy: 'none', effects: SCENARIO.app.effects }
    const system = { ...SYSTEM, localMemory: '256MiB', budget: '256MiB' }
    const { out } = await trimline(['explain', file('a.json', { ...SCENARIO, system, app, steps })])
    expect(out).toContain('press of a set (A.r, B.r) at 1.000 s (command 1)')
    expect(out).toContain('press of a set (A.r) at 1.000 s (command 2)')
    const [, blank] = /(.*vertical-blank.*)/.exec(out) ?? []
    expect(blank?.trim()).toMatch(/display 1$/)
  })

  test('says so where nothing was late [LB-10]', async () => {
    const calm = { trimline: 1, name: 'calm', system: SYSTEM, app: { effects: [] }, until: '1s' }
    const { status, out } = await trimline(['explain', file('calm.json', calm)])
    expect({ status, out }).toEqual({
      status: 0,
      out: 'calm: policy creative-app, seed 1\nNothing was shown late.\n',
    })
  })

  test.each([
    ['--worst', '0', 'from 1 to 10000'],
    ['--worst', '10001', 'from 1 to 10000'],
    ['--worst', '1.5', 'a whole number from 1 to 10000'],
    ['--worst', 'all', 'a whole number from 1 to 10000'],
  ])('%s %s is refused [LB-10]', async (option, value, expected) => {
    const { status, out, err } = await trimline(['explain', file('a.json', SCENARIO), option, value])
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(err).toContain(expected)
  })

  test('bad input, an unknown option and an output that would overwrite the scenario have status 2 [LB-10] [SC-02]', async () => {
    const path = file('a.json', SCENARIO)
    const bad = await trimline(['explain', file('bad.json', { trimline: 1, steps: [{ at: 0, apply: 7 }] })])
    expect(bad.status).toBe(2)
    expect(bad.err).toContain('steps[0].apply')
    expect((await trimline(['explain'])).status).toBe(2)
    expect((await trimline(['explain', path, '--wurst', '1'])).err).toContain('--worst')
    const over = await trimline(['explain', path, '--json', path])
    expect(over.status).toBe(2)
    expect(over.err).toContain('would overwrite the scenario')
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(SCENARIO)
    expect(existsSync(at('out.json'))).toBe(false)
  })

  test('a name cannot break the layout [LB-10]', async () => {
    const effects = [{ name: 'A\u001b[31m\nB', gpuTime: '4ms', resources: resource(false) }]
    const scenario = { ...SCENARIO, app: { policy: 'none', effects }, steps: [{ at: 0, apply: effects[0]?.name }] }
    const { out } = await trimline(['explain', file('a.json', scenario)])
    expect(out).not.toContain('\u001b')
    expect(out).toContain('1. press of ')
  })
})
