import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CaptureError, type Imported } from '../../../../main/session/imports/capture'
import { importCapture, isRecording, kindOf } from '../../../../main/session/imports/import'
import * as etl from './etl/logs'
import * as rmv from './rmv/tokens'
import { captureOf, everythingSaid, finished, scenarioOf, textOf } from './support'
import { joined, text } from './writing'

const bytes = (value: string): Uint8Array => new TextEncoder().encode(value)
const SETS = bytes('{"trimlineSets":1}\n{"t":5,"set":[{"id":"a","size":65536}]}\n{"t":9,"free":["a"],"set":[]}\n')
const RMV = rmv.rdf(
  {
    name: 'SystemInfo',
    data: text(
      JSON.stringify({
        gpus: [{ name: 'GPU of a test' }],
        system: { host: 'JANES-PC' },
        processes: ['C:\\Users\\jane\\game.exe'],
      }),
    ),
  },
  rmv.segmentsOf([0, 0, 1 << 28]),
  rmv.tokensIn(
    1,
    joined(
      rmv.timestamp(3200n),
      rmv.allocate(0x1000, 4, [1]),
      rmv.create(3, 1, new Uint8Array(11)),
      rmv.bind(0x1000, 4096, 3),
      rmv.named('mesh', 3),
      rmv.residency(0x1000, 0, 3),
      rmv.delta(2, 3200),
      rmv.free(0x1000),
    ),
  ),
)
const LEGACY = rmv.legacy(rmv.legacyChunk(3, joined(new Uint8Array(16), rmv.timestamp(32n), rmv.allocate(1, 1, [0]))))
const ETL = etl.log([
  [
    etl.event(32, etl.contextOn(1, 0), { at: 0, process: 4 }),
    etl.event(33, etl.allocation(5, 65_536), { at: 1, version: 3 }),
    etl.event(36, etl.opened(6, 5), { at: 1 }),
    etl.event(43, etl.references(1, 9, 6), { at: 2 }),
    etl.event(178, etl.queued(1, 1, { dma: 9 }), { at: 3 }),
    etl.event(175, etl.started(1, 1, 1), { at: 6 }),
    etl.event(177, etl.ended(1, 1, 1), { at: 30 }),
    etl.event(320, etl.resident(6), { at: 33 }),
  ],
])

/** What becomes of any bytes: a scenario that can be read again, or a word about where they are malformed. */
function outcome(file: Uint8Array): 'imported' | 'damaged' | 'refused' {
  let imported: Imported
  try {
    imported = finished(importCapture(captureOf(file)))
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error
    expect(error.message).toMatch(/offset \d+|line \d+|found no GPU work/)
    return 'refused'
  }
  scenarioOf(imported)
  if (imported.damage === null) return 'imported'
  expect(imported.damage).toMatch(/offset \d+/)
  return 'damaged'
}

it('at another speed its times are derived, and said to be; at its own nothing is [LB-19]', () => {
  for (const file of [SETS, RMV, LEGACY, ETL]) {
    const [own, same, other] = [{}, { speed: 1 }, { speed: 2.5 }].map((options) =>
      finished(importCapture(captureOf(file), options)),
    ) as [Imported, Imported, Imported]
    const said = 'at: the times of the recording divided by 2.5; how long GPU work takes is not'
    expect(same).toEqual(own)
    expect(other.report.derived).toEqual([...own.report.derived, said])
    expect(scenarioOf(other).derived).toEqual([...(scenarioOf(own).derived ?? []), said])
  }
})

describe('options that are for one kind of recording only [LB-19]', () => {
  it.each([
    ['process', { process: 7 }, ETL, 'an ETW log of DxgKrnl (.etl)'],
    ['uses', { uses: { kind: 'residency' } as const }, RMV, 'a Radeon Memory Visualizer trace (.rmv)'],
    ['unknown-size', { unknownSize: 65_536 }, ETL, 'an ETW log of DxgKrnl (.etl)'],
  ])('%s is refused for the others, which it would not change', (name, options, own, kind) => {
    for (const [file, found] of [
      [SETS, 'sets of memory (.sets.jsonl)'],
      [RMV, 'a Radeon Memory Visualizer trace (.rmv)'],
      [LEGACY, 'a Radeon Memory Visualizer trace (.rmv)'],
      [ETL, 'an ETW log of DxgKrnl (.etl)'],
    ] as const) {
      const all = () => finished(importCapture(captureOf(file), options))
      const refused = `found the option ${name} for ${found}; expected it for ${kind} alone: leave it out`
      if (found !== kind) expect(all).toThrow(new CaptureError(refused))
      else if (file === own && name !== 'process') expect(all().damage).toBeNull()
      // it is not refused as an option, but for what is in the file
      else if (name === 'process') expect(all).toThrow('no GPU work of process 7')
    }
  })
})

describe('what kind a recording is', () => {
  it('is told by its first bytes [LB-19]', () => {
    const kinds = [SETS, bytes('\uFEFF\n {"trimlineSets":1}'), RMV, LEGACY, ETL].map(kindOf)
    expect(kinds).toEqual(['sets', 'sets', 'rmv', 'rmv', 'etl'])
    for (const file of ['', 'PK', 'AMD_RDF', '[]']) expect(() => kindOf(bytes(file))).toThrow(/^offset 0: found/)
  })

  it('a scenario, in one line or in many, is said to be none, and what to do with it [LB-19]', () => {
    const said = /^offset 0: found a scenario; expected a recording of another program; .*open it, or run it/
    const one = { $schema: 'schema.json', trimline: 1, name: 's' }
    for (const text of [JSON.stringify(one), JSON.stringify(one, null, 2), '\uFEFF{ "trimline" : 1'])
      expect(() => kindOf(bytes(text)), text).toThrow(said)
    // one that is only called so is a recording
    expect(kindOf(bytes('{"trimlineSets":1,"name":"trimline"}'))).toBe('sets')
  })

  it.each([
    [
      '{\n  "displayTimeUnit": "ms",\n  "traceEvents": [',
      /^offset 0: found a trace in the JSON form of Chrome and Perfetto; expected/,
    ],
    [
      '{\n  "General": {\n    "API": "Vulkan"',
      /^offset 0: found a memory dump; expected .* a dump is not imported: open it/,
    ],
  ])('that is JSON of another kind is told what it is: %j [LB-19]', (start, said) => {
    expect(() => kindOf(bytes(start))).toThrow(said)
    // in a sets file it is a name like any other
    expect(kindOf(bytes(`{"trimlineSets":1}\n${start}`))).toBe('sets')
  })

  it('is told from a scenario, whole or with mistakes, and from what is neither [LB-19]', () => {
    expect([SETS, RMV, LEGACY, ETL].map(isRecording)).toEqual([true, true, true, true])
    const others = ['{"trimline":1}', '{"app":{}}', '{', '', 'text', '{"traceEvents":[]}'].map(bytes)
    expect(others.some(isRecording)).toBe(false)
  })

  it('text in UTF-16, as a shell of Windows writes it, is said to be that and not a damaged log [LB-19]', () => {
    for (const [encoding, swaps] of [
      ['LE', false],
      ['BE', true],
    ] as const) {
      const file = Buffer.from(`\uFEFF{"trimlineSets":1}\n${'{"t":9,"set":[]}\n'.repeat(100)}`, 'utf16le')
      const said = 'offset 0: found UTF-16 text; expected a sets file in UTF-8; save it as UTF-8'
      expect(() => kindOf(swaps ? file.swap16() : file), encoding).toThrow(new CaptureError(said))
    }
  })

  it('that is in a ZIP archive is told to be unpacked [LB-19]', () => {
    const archive = Buffer.concat([Buffer.from('PK\u0003\u0004'), new Uint8Array(60)])
    const said = 'offset 0: found a ZIP archive; expected the recording that is in it; unpack it first'
    expect(() => kindOf(archive)).toThrow(new CaptureError(said))
  })

  it.each([
    ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
    ['Zstandard', [0x28, 0xb5, 0x2f, 0xfd]],
    ['bzip2', [...Buffer.from('BZh9'), 0x31, 0x41, 0x59, 0x26, 0x53, 0x59]],
    ['GZIP', [0x1f, 0x8b, 0x08, 0x00]],
    ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ])('that is packed with %s is told to be unpacked, and by what it is packed [LB-19]', (packer, start) => {
    const look = () => kindOf(Uint8Array.from([...start, ...new Array(60).fill(0)]))
    expect(look).toThrow(new RegExp(`^offset 0: found .*\\b${packer}\\b.*; unpack it first$`))
  })

  it('that only begins with the letters of bzip2 is not told to be unpacked [LB-19]', () => {
    expect(() => kindOf(Buffer.from('BZh is how this text begins, which nothing has packed'))).toThrow(
      /found something else/,
    )
  })
})

describe('a recording', () => {
  it('never lets out host, user, paths or processes that it has [LB-19]', () => {
    for (const file of [RMV, ETL]) {
      const imported = finished(importCapture(captureOf(file)))
      expect(textOf(imported) + everythingSaid(imported)).not.toMatch(/jane|Users|game\.exe|\.etl/i)
    }
    expect(finished(importCapture(captureOf(RMV))).head.name).toContain('GPU of a test')
  })

  it('is read a piece at a time, whatever its size [LB-19]', () => {
    const line = '{"t":9,"set":[]}\n'
    const copies = Math.ceil(2 ** 20 / line.length)
    const block = bytes(line.repeat(copies))
    const first = bytes('{"trimlineSets":1}\n')
    // a gigabyte, of which nothing is kept but what is read now
    let largest = 0
    const file = {
      size: first.length + 1024 * block.length,
      read: (offset: number, length: number): Uint8Array => {
        largest = Math.max(largest, length)
        if (offset < first.length) return first.subarray(offset, offset + length)
        const at = (offset - first.length) % block.length
        return block.subarray(at, at + length)
      },
    }
    const imported = finished(importCapture(file))
    expect(largest).toBeLessThanOrEqual(1024 * 1024)
    expect(imported.steps).toHaveLength(400_000)
    expect(imported.report.warnings.join()).toContain('at most 400,000 steps')
    // all are of one moment: from there on it would be the same again, and what has no room is said
    expect(imported.next).toBe(10)
    expect(imported.report.warnings.join()).toContain('what else happens then, and what comes later, is not imported')
  }, 60_000)

  it('that is spoiled by bytes or cut is refused with its place or imported up to there, and never fails [LB-19]', () => {
    const seen = new Set<string>()
    for (const file of [SETS, RMV, LEGACY, ETL])
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(file.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
          fc.option(fc.nat(file.length), { freq: 3 }),
          (changes, cut) => {
            const spoiled = file.slice(0, cut ?? file.length)
            for (const [at, byte] of changes) if (at < spoiled.length) spoiled[at] = byte
            seen.add(outcome(spoiled))
          },
        ),
        { numRuns: 400 },
      )
    expect([...seen].sort()).toEqual(['damaged', 'imported', 'refused'])
  }, 60_000)
})

const REAL = new URL('../../../../../shared/data/real/', import.meta.url)

describe.runIf(existsSync(REAL))('a real recording that is spoiled', () => {
  it.each([
    ['rmv/rx6600.rmv', 30],
    ['etl/steamvr-0-250ms.etl', 12],
    ['sets/mooncake-conversation-0-599.sets.jsonl', 12],
  ])(
    'is refused with its place or imported up to there: %s [LB-19]',
    (name, runs) => {
      const file = new Uint8Array(readFileSync(new URL(name, REAL)))
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(file.length - 1), fc.integer({ min: 0, max: 255 })), {
            minLength: 1,
            maxLength: 40,
          }),
          fc.option(fc.nat(file.length), { freq: 3 }),
          (changes, cut) => {
            const spoiled = file.slice(0, cut ?? file.length)
            for (const [at, byte] of changes) if (at < spoiled.length) spoiled[at] = byte
            outcome(spoiled)
          },
        ),
        { numRuns: runs },
      )
    },
    120_000,
  )
})
