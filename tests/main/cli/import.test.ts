import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseScenario } from '../../../main/session/scenario'
import * as etl from '../session/imports/etl/logs'
import * as rmv from '../session/imports/rmv/tokens'
import { joined } from '../session/imports/writing'
import { trimline } from '../support/trimline'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const SETS = '{"trimlineSets":1,"name":"work"}\n{"t":5,"set":[{"id":"a","size":65536}]}\n'
const stream = joined(rmv.timestamp(320n), rmv.allocate(0x1000, 1, [0]), rmv.residency(0x1000, 0))
const RMV = rmv.rdf(rmv.tokensIn(1, stream))
const ETL = etl.log([
  [
    etl.event(32, etl.contextOn(1, 0), { at: 0, process: 4 }),
    etl.event(178, etl.queued(1, 1), { at: 3 }),
    etl.event(175, etl.started(1, 1, 1), { at: 6 }),
    etl.event(177, etl.ended(1, 1, 1), { at: 30 }),
  ],
])

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('trimline import', () => {
  it.each([
    ['work.sets.jsonl', SETS, 2],
    ['work.rmv', RMV, 2],
    ['work.etl', ETL, 1],
    ['work.etl.gz', gzipSync(ETL), 1],
  ])(
    'makes a scenario of %s that checks and runs, and says what of it is derived [LB-19]',
    async (name, content, steps) => {
      const out = join(folder, 'scenario.json')
      const { status, out: said, err } = await trimline(['import', file(name, content), '--out', out])
      expect([status, err]).toEqual([0, ''])
      expect(said).toContain(`${name}: ${steps} step`)
      expect(said).toContain('derived, not recorded')
      const parsed = parseScenario(readFileSync(out))
      expect(parsed.ok && parsed.scenario.steps.length).toBe(steps)
      expect(parsed.ok && parsed.scenario.derived?.length).toBeGreaterThan(0)
      expect((await trimline(['check', out])).status).toBe(0)
      for (const policy of ['none', 'fence-lru', 'creative-app-fixed'])
        expect((await trimline(['run', out, '--policy', policy])).status).toBe(0)
      for (const argv of [
        ['run', out],
        ['bound', out],
        ['explain', out],
        ['compare', out, '--policies', 'none'],
      ]) {
        const { status, out: figures } = await trimline(argv)
        expect([status, figures]).toEqual([0, expect.stringMatching(/^Derived, not recorded: .*Memory: \d+ GiB/m)])
      }
    },
  )

  it('reads standard input and writes standard output, which has the scenario alone [SC-17] [LB-19]', async () => {
    const { status, out, err } = await trimline(['import', '-', '--out', '-'], SETS)
    expect(status).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ trimline: 1, name: 'work' })
    expect(err).toContain('<stdin>: 2 steps in -')
  })

  it('takes its options [LB-19]', async () => {
    const path = file('a.rmv', RMV)
    const { out } = await trimline(['import', path, '--out', '-', '--uses', 'every:1ms', '--speed', '2', '--anonymous'])
    expect(JSON.parse(out).name).toContain('synthetic, every 1 ms')
    const sets = `${SETS}{"t":9,"set":[{"id":"a"}]}\n{"t":20,"set":[]}\n`
    const part = await trimline([
      'import',
      file('b.sets.jsonl', sets),
      '--out',
      '-',
      '--from',
      '8us',
      '--until',
      '20us',
    ])
    expect(JSON.parse(part.out)).toMatchObject({
      name: 'work, from 8 µs until 20 µs',
      steps: [
        { at: 1, resource: { name: 'a' } },
        { at: 1, use: { set: ['a'] } },
      ],
    })
    const none = await trimline(['import', file('c.sets.jsonl', sets), '--out', '-', '--from', '8us', '--until', '8us'])
    const backwards = 'found a part from 8us until 8us; expected one that ends after it begins'
    expect([none.status, none.err]).toEqual([2, expect.stringContaining(backwards)])
    const late = await trimline(['import', file('a.etl', ETL), '--out', '-', '--from', '50s'])
    expect([late.status, late.err]).toEqual([
      2,
      expect.stringContaining(
        'found a part from 50s on; expected one from 10us on, when the recording ends, or earlier',
      ),
    ])
    const other = await trimline(['import', file('a.etl', ETL), '--out', '-', '--process', '7'])
    expect([other.status, other.err]).toEqual([
      2,
      expect.stringContaining('no GPU work of process 7; expected one of 100'),
    ])
  })

  it.each([
    ['--uses', 'sometimes', 'Expected residency, evidence or every:'],
    ['--uses', 'every:0ms', 'Expected residency, evidence or every:'],
    ['--speed', '0', 'Expected a number from'],
    ['--process', 'me', 'Expected a whole number'],
    ['--from', 'soon', 'Expected a duration'],
    ['--unknown-size', '3 apples', 'Expected a size'],
    ['--unknown-size', '0', 'Expected a size of at least 1 byte; without the option they are left out'],
  ])('refuses %s %s', async (option, value, message) => {
    const { status, err } = await trimline(['import', file('a.rmv', RMV), '--out', '-', option, value])
    expect([status, err]).toEqual([2, expect.stringContaining(message)])
  })

  it('refuses what is for recordings of another kind, and writes nothing [LB-19]', async () => {
    const out = join(folder, 'scenario.json')
    const argv = ['import', file('a.rmv', RMV), '--out', out, '--process', '7']
    const { status, out: said, err } = await trimline(argv)
    expect([status, said, existsSync(out)]).toEqual([2, '', false])
    expect(err).toMatch(
      /a\.rmv: found the option process for a Radeon .*; expected it for an ETW log .*: leave it out\n$/,
    )
  })

  it.each([
    ['a.sets.jsonl', `${SETS}{"t":1}`, 'line 3'],
    ['a.rmv', RMV.subarray(0, 40), 'offset 16'],
    ['a.etl', ETL.subarray(0, 90), 'offset 72'],
    ['a.etl.gz', gzipSync(ETL).subarray(0, 60), 'gzip data that is damaged, after'],
    ['a.bin', 'something else', 'offset 0'],
    ['empty', '', 'offset 0: found an empty file'],
  ])(
    'ends with status 2 and the place of what is malformed, and writes nothing: %s [LB-19]',
    async (name, content, place) => {
      const out = join(folder, 'scenario.json')
      const { status, err } = await trimline(['import', file(name, content), '--out', out])
      expect([status, existsSync(out)]).toEqual([2, false])
      expect(err).toContain(place)
    },
  )

  it('keeps what came before damage, with status 2 and its place [LB-19]', async () => {
    const out = join(folder, 'scenario.json')
    const damaged = rmv.rdf(rmv.tokensIn(1, joined(stream, rmv.other(2, 4))))
    const { status, err } = await trimline(['import', file('a.rmv', damaged), '--out', out])
    expect(status).toBe(2)
    expect(err).toContain(`a.rmv: damaged: offset ${56 + stream.length}: found a token of type 2`)
    expect(parseScenario(readFileSync(out)).ok).toBe(true)
  })

  it('does not write over the recording, and asks for where to write', async () => {
    const path = file('a.rmv', RMV)
    const over = await trimline(['import', path, '--out', path])
    expect([over.status, over.err]).toEqual([2, expect.stringContaining('would overwrite the recording')])
    expect((await trimline(['import', path])).status).toBe(2)
    expect((await trimline(['import', join(folder, 'none'), '--out', '-'])).err).toContain('no such file or directory')
  })
})
