import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ImportOptions } from '../../../../../main/session/imports/capture'
import { importSets } from '../../../../../main/session/imports/sets/sets'
import { boundOf } from '../../../../../main/session/laboratory/bound/bound'
import { ReferenceRecorder } from '../../../../../main/session/laboratory/bound/recorder'
import { runScenario } from '../../../../../main/session/run/runner'
import { captureOf, everythingSaid, finished, scenarioOf, textOf } from '../support'

const HEAD = '{"trimlineSets":1}'
const A = '{"t":5,"set":[{"id":"a","size":65536}]}'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const lines = (...all: string[]): Uint8Array => bytes(all.join('\n'))
const imported = (file: Uint8Array, options: ImportOptions = {}, most?: number) =>
  finished(importSets(captureOf(file, most), options))
const stepsOf = (file: Uint8Array, options: ImportOptions = {}): unknown[] =>
  imported(file, options).steps.map((line) => JSON.parse(line))
const refusal = (...all: string[]): string => {
  try {
    imported(lines(...all))
  } catch (error) {
    return (error as Error).message
  }
  return 'imported'
}

describe('a .sets.jsonl file', () => {
  it('creates an id at its first line, uses its set, and frees before the set [LB-19]', () => {
    const file = lines(
      HEAD,
      '{"t":5,"set":[{"id":"a","size":65537},{"id":"b","size":4096,"heap":"upload"}],"gpuTime":7,"engine":"copy","context":"c"}',
      '{"t":5,"set":[{"id":"b","size":4096},{"id":"a"},{"id":"b"}]}',
      '{"t":9,"free":["a","a"],"set":[{"id":"a","size":1}]}',
      '{"t":9,"set":[]}',
    )
    expect(stepsOf(file)).toEqual([
      { at: 5, resource: { name: 'a', size: 65537 } },
      { at: 5, resource: { name: 'b', size: 4096, heap: 'upload' } },
      { at: 5, use: { set: ['a', 'b'], engine: 'copy', gpuTime: 7, context: 'c' } },
      { at: 5, use: { set: ['b', 'a'] } },
      { at: 9, free: { name: 'a' } },
      { at: 9, resource: { name: 'a', size: 1 } },
      { at: 9, use: { set: ['a'] } },
      { at: 9, use: { set: [] } },
    ])
    expect(scenarioOf(imported(file)).steps).toHaveLength(8)
  })

  it('lets out no folder of a path, in what it makes and in what it says, and tells ids apart all the same [LB-19]', () => {
    const id = (folder: string): string => JSON.stringify(`C:\\Users\\jane.doe\\${folder}\\tex.dds`)
    const head = JSON.stringify({
      trimlineSets: 1,
      name: 'C:\\Users\\jane.doe\\game.exe',
      source: 'https://example.org/jane/traces',
      derived: ['sizes, from /home/jane.doe/sizes.csv', '/home/jane.doe/'],
    })
    const file = lines(
      head,
      `{"t":1,"set":[{"id":${id('a')},"size":65536},{"id":${id('b')},"size":65536}],"context":"/home/jane.doe/game"}`,
      `{"t":2,"set":[{"id":${id('a')}},{"id":"tex.dds","size":65536}],"context":"/srv/jane.doe/game"}`,
      `{"t":3,"free":[${id('a')}],"set":[{"id":${id('a')},"size":1}],"context":"/home/jane.doe/game"}`,
    )
    const all = imported(file)
    expect(all.head).toMatchObject({ name: 'game.exe', source: 'https://example.org/jane/traces' })
    expect(all.head.derived.slice(0, 2)).toEqual(['sizes, from sizes.csv', 'a folder'])
    expect(scenarioOf(all).steps).toHaveLength(all.steps.length)
    expect(textOf(all) + everythingSaid(all)).not.toContain('jane.doe')
    expect(stepsOf(file).flatMap((step) => ('use' in (step as object) ? [(step as { use: object }).use] : []))).toEqual(
      [
        { set: ['tex.dds', 'tex.dds 2'], context: 'game' },
        { set: ['tex.dds', 'tex.dds 3'], context: 'game 2' },
        { set: ['tex.dds'], context: 'game' },
      ],
    )
    const set = JSON.stringify([{ id: 'a', size: 1, '/home/jane.doe/x': 1 }])
    for (const line of [
      `{"t":5,"set":[],"free":[${id('c')}]}`,
      `{"t":5,"set":[{"id":${id('c')}}]}`,
      `{"t":5,"set":[{"id":"a","size":1,"heap":${id('c')}}]}`,
      `{"t":5,"set":[],${id('c')}:1,${id('c')}:2}`,
      `{"t":5,"set":${set}}`,
    ])
      expect(refusal(HEAD, line)).toMatch(/^line 2: (?!.*jane)/)
  })

  it('has contexts of no name that is the system’s own: the app’s would be that of lines without one, a file may not say the compositor’s [LB-19] [SC-02]', () => {
    const contexts = ['"app"', '"/home/jane.doe/dwm"', '"app 1"', '"app"']
    const uses = contexts.map((context, i) => `{"t":${i},"set":[],"context":${context}}`)
    const file = lines(HEAD, ...uses, '{"t":9,"set":[]}')
    expect(scenarioOf(imported(file)).steps).toHaveLength(5)
    expect(stepsOf(file)).toEqual([
      { at: 0, use: { set: [], context: 'app 1' } },
      { at: 1, use: { set: [], context: 'dwm 2' } },
      { at: 2, use: { set: [], context: 'app 1 3' } },
      { at: 3, use: { set: [], context: 'app 1' } },
      { at: 9, use: { set: [] } },
    ])
  })

  it('has numbers for the names of resources and contexts where that is asked for [LB-19]', () => {
    const file = lines(HEAD, '{"t":1,"set":[{"id":"hero","size":1}],"context":"game"}')
    expect(stepsOf(file, { anonymous: true })).toEqual([
      { at: 1, resource: { name: 'resource 1', size: 1 } },
      { at: 1, use: { set: ['resource 1'], context: 'context 1' } },
    ])
  })

  it('has sets of any size that a number can hold [LB-19]', () => {
    const file = lines(HEAD, `{"t":5,"set":[{"id":"a","size":${2 ** 52 - 65_536}}]}`)
    expect(scenarioOf(imported(file)).system).toMatchObject({ localMemory: 2 ** 52, nonLocalMemory: 2 ** 52 })
  })

  it('says of a set that no memory holds that it does not, instead of that it does [LB-19]', () => {
    const derived = (size: number, heap: string): string[] =>
      imported(lines(HEAD, `{"t":5,"set":[{"id":"a","size":${size},"heap":"${heap}"}]}`)).report.derived
    const none = 'the most that there can be, which does not hold the largest set of 8 PiB; a sets file does not say'
    const held = '4 PiB, which holds the largest set; a sets file does not say'
    expect(derived(2 ** 52, 'default')).toEqual([`localMemory: ${held}`, `nonLocalMemory: ${held}`])
    expect(derived(2 ** 53 - 65_536, 'default')).toEqual([`localMemory: 4 PiB, ${none}`, `nonLocalMemory: ${held}`])
    expect(derived(2 ** 53 - 65_536, 'upload')[1]).toBe(`nonLocalMemory: 4 PiB, ${none}`)
  })

  it('has system memory that holds the largest set of it, and says that this is assumed [LB-19]', async () => {
    const set = ['a', 'b'].map(
      (id) => `{"id":"${id}","size":${10 * 2 ** 30},"heap":"${id === 'a' ? 'upload' : 'readback'}"}`,
    )
    const file = lines(HEAD, `{"t":5,"set":[${set}]}`)
    const scenario = scenarioOf(imported(file))
    // nine tenths of 16 GiB are less than 20 GiB
    expect(scenario.system).toMatchObject({ localMemory: 2 * 2 ** 30, nonLocalMemory: 32 * 2 ** 30 })
    expect(scenario.derived?.filter((text) => text.startsWith('nonLocalMemory: 32 GiB, '))).toHaveLength(1)
    const { summary } = await runScenario(scenario)
    expect(summary.findings).toEqual([])
  })

  it('may have CRLF, blank lines, a byte order mark and no end of the last line, however its bytes arrive [LB-19]', () => {
    const file = bytes(`\uFEFF${HEAD}\r\n\r\n  \r\n${A}\r\n${A.replace(',"size":65536', '')}`)
    const whole = imported(file)
    expect(whole.steps).toHaveLength(3)
    for (const most of [1, 2, 3, 7]) expect(imported(file, {}, most).steps).toEqual(whole.steps)
  })

  it('says what its first line says: name, source, licence, and what is derived [LB-19]', () => {
    const head = { trimlineSets: 1, name: 'n', source: 's', license: 'l', derived: ['size: guessed'] }
    const scenario = scenarioOf(imported(lines(JSON.stringify(head), A)))
    expect(scenario).toMatchObject({ name: 'n', source: 's', license: 'l' })
    expect(scenario.derived?.[0]).toBe('size: guessed')
    expect(everythingSaid(imported(lines(JSON.stringify(head), A)))).toContain('size: guessed')
  })

  it.each([
    ['line 1: found no line', ['']],
    ['line 1: trimlineSets', ['{"trimlineSets":2}']],
    ['line 1: nmae: found an unknown field', ['{"trimlineSets":1,"nmae":"x"}']],
    ['line 2: set: found nothing', [HEAD, '{"t":1}']],
    ['line 2: t: found -1', [HEAD, '{"t":-1,"set":[]}']],
    ['line 2: t: found 0.5', [HEAD, '{"t":0.5,"set":[]}']],
    ['line 2: t: found 9007199254740992', [HEAD, '{"t":9007199254740992,"set":[]}']],
    ['line 2: set[0].sise: found an unknown field', [HEAD, '{"t":1,"set":[{"id":"a","sise":1}]}']],
    ['line 2: engine: found "video"', [HEAD, '{"t":1,"set":[],"engine":"video"}']],
    ['line 2: set[0].heap', [HEAD, '{"t":1,"set":[{"id":"a","size":1,"heap":"local"}]}']],
    ['line 2: set[0].id', [HEAD, '{"t":1,"set":[{"id":"","size":1}]}']],
    ['line 2: column 8', [HEAD, '{"t":1,,"set":[]}']],
    ['line 2: column 8: t: found the same field again', [HEAD, '{"t":1,"t":2,"set":[]}']],
    ['line 3: t: found 4; expected at least 5', [HEAD, A, '{"t":4,"set":[]}']],
    ['line 2: set[0]: found no size', [HEAD, '{"t":1,"set":[{"id":"a"}]}']],
    ['line 3: set[0].size: found 1; expected 65536', [HEAD, A, '{"t":5,"set":[{"id":"a","size":1}]}']],
    ['line 3: set[0].heap: found upload; expected default', [HEAD, A, '{"t":5,"set":[{"id":"a","heap":"upload"}]}']],
    ['line 3: set[0]: found no size', [HEAD, A, '{"t":5,"free":["a"],"set":[{"id":"a"}]}']],
    ['line 2: free: found "a"', [HEAD, '{"t":1,"set":[],"free":["a"]}']],
    ['line 2', [HEAD, '[]']],
    ['line 2', [HEAD, 'null']],
    ['line 2', [HEAD, '"text"']],
    ['line 2', [HEAD, '[['.repeat(1000)]],
  ])('is refused with what is wrong and where: %s [LB-19]', (message, file) => {
    expect(refusal(...file)).toContain(message)
  })
})

describe('what cannot be in a .sets.jsonl file', () => {
  it('is said with its line: bytes that are no UTF-8, and a line that never ends [LB-19]', () => {
    const file = new Uint8Array([...bytes(`${HEAD}\n{"t":1,"set":[{"id":"`), 0xff, ...bytes('"}]}')])
    expect(() => imported(file)).toThrow('line 2: found bytes that are not UTF-8')
    const endless = captureOf(bytes(`${HEAD}\n`))
    const read = (offset: number, length: number): Uint8Array =>
      offset === 0 ? endless.read(0, endless.size) : new Uint8Array(length).fill(0x20)
    expect(() => finished(importSets({ size: 2 ** 40, read }))).toThrow('line 2: found more than 16777216 bytes')
  })

  it('is a resource without bytes: it is left out and counted [LB-19]', () => {
    const all = imported(lines(HEAD, '{"t":1,"set":[{"id":"z","size":0},{"id":"a","size":9}]}'))
    expect(all.steps.map((line) => JSON.parse(line))).toEqual([
      { at: 1, resource: { name: 'a', size: 9 } },
      { at: 1, use: { set: ['a'] } },
    ])
    expect(all.report.ignored).toEqual(['1 resource of 0 bytes: not imported'])
  })
})

describe('options of a .sets.jsonl file', () => {
  it('divide times, and give numbers for names [LB-19]', () => {
    const file = lines(HEAD, '{"t":9,"set":[{"id":"secret","size":1}]}', '{"t":10,"free":["secret"],"set":[]}')
    expect(stepsOf(file, { speed: 2, anonymous: true })).toEqual([
      { at: 4, resource: { name: 'resource 1', size: 1 } },
      { at: 4, use: { set: ['resource 1'] } },
      { at: 5, free: { name: 'resource 1' } },
      { at: 5, use: { set: [] } },
    ])
    expect(textOf(imported(file, { anonymous: true }))).not.toContain('secret')
  })

  it('do not make it larger than what can be opened: it ends there, and says so [LB-19]', () => {
    const file = lines(HEAD, A, '{"t":6,"set":[]}', '{"t":7,"set":[]}', '{"t":8,"set":[')
    const all = finished(importSets(captureOf(file), {}, { steps: 3, bytes: 1e6 }))
    expect(all.steps).toHaveLength(3)
    expect(all.report.warnings).toEqual([
      'the scenario ends at 6us, as it holds at most 3 steps: what comes later is not imported; what follows is imported with the option from (--from 7us) beside the others',
    ])
    const few = finished(importSets(captureOf(file), {}, { steps: 99, bytes: 60 }))
    expect(few.steps).toHaveLength(1)
  })
})

const REAL = new URL('../../../../../../shared/data/real/sets/mooncake-conversation-0-599.sets.jsonl', import.meta.url)

describe.runIf(existsSync(REAL))('the conversations with an LLM', () => {
  const real = existsSync(REAL) ? imported(readFileSync(REAL)) : undefined

  it('are 600 submissions of 13,712 blocks, on memory that holds the largest set [LB-19]', () => {
    const scenario = scenarioOf(real!)
    const of = (verb: string): number => scenario.steps.filter((step) => step.verb === verb).length
    expect([of('use'), of('resource'), of('free')]).toEqual([600, 13_712, 0])
    expect(scenario.system.budget).toBeGreaterThanOrEqual(3318 * 1024 ** 2)
    expect(scenario.license).toBe('Apache-2.0')
    expect(scenario.derived?.[1]).toContain('20 us for each input token')
  })

  it('tell policies apart, of which none pages in less than the bound [LB-11] [LB-19]', async () => {
    const scenario = scenarioOf(real!)
    const steps = scenario.steps.slice(0, 2000)
    const pagedIn = new Map<string, number>()
    for (const policy of ['submission-lru', 'fence-lru', 'creative-app-fixed'] as const) {
      const follower = new ReferenceRecorder('budget')
      const one = { ...scenario, app: { ...scenario.app, policy }, steps, until: (steps.at(-1)?.at ?? 0) + 5_000_000 }
      const { summary } = await runScenario(one, { follower, worstDelays: null })
      expect(summary.devicesRemoved).toBe(0)
      expect(summary.pageInBytes).toBeGreaterThanOrEqual(boundOf(follower.references).bound)
      pagedIn.set(policy, summary.pageInBytes)
    }
    expect(new Set(pagedIn.values()).size).toBeGreaterThan(1)
  })
})
