/** `run` and `check` (SC-05, SC-07): files in order, a status for all, and one run with what was chosen for it. */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CliIo } from '../../../main/cli/io'
import { checkCommand, EXIT, runCommand, runOne, withBudget } from '../../../main/cli/run'
import { type Draft, MIB, scenarioOf } from '../support/world'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-cli-run-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const EFFECTS = [{ name: 'A', gpuTime: '1ms', resources: [{ name: 'r', size: '64MiB' }] }]
const GOOD = { name: 'good', app: { effects: EFFECTS }, steps: [{ at: '1ms', apply: 'A' }] }
const FAILING = { ...GOOD, name: 'failing', steps: [{ at: '1ms', expect: { evictions: { min: 1 } } }] }

function put(name: string, content: object): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify({ trimline: 1, ...content }))
  return path
}

function io(): { io: CliIo; out: () => string; err: () => string } {
  let [out, err] = ['', '']
  return {
    io: {
      out: (content) => {
        out += String(content)
      },
      err: (text) => {
        err += text
      },
      stdin: () => new Uint8Array(),
      terminal: undefined,
    },
    out: () => out,
    err: () => err,
  }
}

describe('run [SC-05]', () => {
  test('a policy that is asked for is followed by the steps of the file, which is said: a row of compare has it all the time [SC-05] [LB-03]', async () => {
    const steps = [
      { at: '1ms', apply: 'A' },
      { at: '1500us', policy: 'fence-lru' },
      { at: '2ms', policy: 'none' },
    ]
    const said = async (content: object, policy?: 'none'): Promise<string | undefined> => {
      const streams = io()
      await runCommand([put('a.json', content)], policy === undefined ? {} : { policy }, streams.io)
      return streams.out().match(/^note: .*$/m)?.[0]
    }
    expect(await said({ ...GOOD, steps }, 'none')).toBe(
      "note: the file's 2 policy steps, the first at 1500us, to fence-lru, still count; compare leaves them out",
    )
    expect(await said({ ...GOOD, steps: steps.slice(0, 2) }, 'none')).toBe(
      "note: the file's policy step at 1500us, to fence-lru, still counts; compare leaves it out",
    )
    expect([await said({ ...GOOD, steps }), await said(GOOD, 'none')]).toEqual([undefined, undefined])
  })

  test('runs each file in order, sums them up where there are several, and fails where one did', async () => {
    const streams = io()
    const files = [put('a.json', GOOD), put('b.json', FAILING), put('c.json', { ...GOOD, name: 'last' })]
    expect(await runCommand(files, {}, streams.io)).toBe(EXIT.failed)
    const lines = streams.out().split('\n')
    expect(lines.filter((line) => /^(good|failing|last): /.test(line)).map((line) => line.split(':')[0])).toEqual([
      'good',
      'failing',
      'last',
    ])
    expect(lines.at(-2)).toBe('3 scenarios: 2 ok, 1 failed')
    const alone = io()
    expect(await runCommand(files.slice(0, 1), {}, alone.io)).toBe(EXIT.ok)
    expect(alone.out()).not.toContain('scenarios:')
  })

  test('runs none where one of them, or the policy, is bad', async () => {
    const bad = put('bad.json', { steps: [{ at: 0, apply: 1 }] })
    const streams = io()
    expect(await runCommand([put('a.json', GOOD), bad], {}, streams.io)).toBe(EXIT.badInput)
    expect([streams.out(), streams.err().includes('bad.json')]).toEqual(['', true])
  })
})

describe('check [SC-07]', () => {
  test('says that each is in order, and runs none', async () => {
    const streams = io()
    const files = [put('a.json', FAILING), put('b.json', GOOD)]
    expect(await checkCommand(files, streams.io)).toBe(EXIT.ok)
    expect(streams.out()).toBe(`${files.map((file) => `${file}: ok\n`).join('')}`)
    expect(await checkCommand([put('c.json', { steps: 1 })], streams.io)).toBe(EXIT.badInput)
  })
})

describe('one run', () => {
  const NOTHING = { policy: undefined, budget: undefined, seed: undefined }
  const NO_FILES = { trace: undefined, summary: undefined, perfetto: undefined, references: undefined }
  const draft: Draft = { ...GOOD, seed: 3 }

  test('has the policy and the seed that were chosen, else its own', async () => {
    const own = await runOne(scenarioOf(draft), NOTHING, NO_FILES, io().io)
    expect([own.summary.policy, own.summary.seed]).toEqual([scenarioOf(draft).app.policy, 3])
    const chosen = await runOne(scenarioOf(draft), { policy: 'none', budget: undefined, seed: 9 }, NO_FILES, io().io)
    expect([chosen.summary.policy, chosen.summary.seed]).toEqual(['none', 9])
  })

  test('has the budget that was chosen all the time, its steps’ too', () => {
    const scenario = scenarioOf({
      ...draft,
      steps: [
        { at: '1ms', budget: '80MiB' },
        { at: '2ms', apply: 'A' },
      ],
    })
    const made = withBudget(scenario, 40 * MIB)
    expect([made.system.budget, made.steps[0]]).toEqual([40 * MIB, { at: 1000, verb: 'budget', value: 40 * MIB }])
    expect(withBudget(scenario, undefined)).toBe(scenario)
  })

  test('tells of steps by their numbers in the file, also with a budget that is chosen [SC-15]', async () => {
    const scenario = scenarioOf({
      ...draft,
      steps: [
        { at: '1ms', budget: '80MiB' },
        { at: '2ms', unregisterCallback: 7 },
        { at: '3ms', expect: { results: { 'steps[0]': 'S_OK', 'steps[1]': 'S_OK' } } },
      ],
    })
    let text = ''
    const { expectations } = await runOne(scenario, { ...NOTHING, budget: 40 * MIB }, NO_FILES, io().io, (chunk) => {
      text += chunk
    })
    expect(expectations.map(({ step, condition, found }) => [step, condition, found])).toEqual([
      [2, { results: { 'steps[0]': 'S_OK' } }, 'S_OK'],
      [2, { results: { 'steps[1]': 'S_OK' } }, 'DXGI_ERROR_NOT_FOUND'],
    ])
    // and the step changes nothing
    expect(text).not.toContain('"type":"budget"')
  })

  test('writes its files whole; whoever wants the trace itself gets the same text', async () => {
    const paths = { ...NO_FILES, trace: join(folder, 't.jsonl'), summary: join(folder, 's.json') }
    const { summary } = await runOne(scenarioOf(draft), NOTHING, paths, io().io)
    expect(JSON.parse(readFileSync(paths.summary, 'utf8'))).toEqual(JSON.parse(JSON.stringify(summary)))
    let text = ''
    await runOne(scenarioOf(draft), NOTHING, NO_FILES, io().io, (chunk) => {
      text += chunk
    })
    expect(text === readFileSync(paths.trace, 'utf8')).toBe(true)
    expect(text).toContain('"type":"apply","effect":"A"')
  })

  test('leaves nothing where one of its files cannot be written', async () => {
    const paths = { ...NO_FILES, trace: join(folder, 'gone', 't.jsonl') }
    await expect(runOne(scenarioOf(draft), NOTHING, paths, io().io)).rejects.toThrow('t.jsonl')
    expect(readdirSync(folder)).toEqual([])
  })
})
