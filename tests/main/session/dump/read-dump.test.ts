import { describe, expect, test } from 'vitest'
import type { Dump } from '../../../../main/session/dump/dump'
import { readDump } from '../../../../main/session/dump/read-dump'
import { problemsToText } from '../../../../main/session/scenario/text/problems'
import { BLOCK, bytesOf, changed, RANGES, SAMPLE, sample, small } from './files'

function dumpOf(bytes: Uint8Array): Dump {
  const result = readDump(bytes)
  if (!result.ok) throw new Error(problemsToText(result.problems, 'dump'))
  return result.dump
}

/** `path: found …; expected …` of each problem, without its place. */
function problemsOf(bytes: Uint8Array): string[] {
  const result = readDump(bytes)
  if (result.ok) throw new Error('the dump was accepted')
  return result.problems.map(({ path, found, expected }) => `${path}: found ${found}; expected ${expected}`)
}

const problemsWith = (path: string, value: unknown) => problemsOf(bytesOf(changed(small(), path, value)))

/** As problems write it. */
const THE_BLOCK = 'DefaultPools.DEFAULT.Blocks["7"]'

describe('a dump of Direct3D 12 [DF-23]', () => {
  test('gives pools, blocks, allocations and dedicated allocations', () => {
    expect(dumpOf(bytesOf(small()))).toEqual({
      api: 'Direct3D 12',
      gpu: 'Some GPU',
      pools: [
        {
          name: 'DEFAULT',
          custom: false,
          memoryType: 'DEFAULT',
          heap: 'default',
          algorithm: 'tlsf',
          alwaysCommitted: false,
          blockSize: 1000,
          blocks: [
            {
              id: '7',
              size: 1000,
              allocations: [
                { offset: 0, size: 100, type: 'BUFFER', usage: 8, name: 'vertices', customData: 'F5D987' },
                { offset: 300, size: 300, type: 'TEXTURE2D', usage: 1, name: '', customData: null },
              ],
            },
          ],
          dedicated: [{ size: 5000, type: 'TEXTURE3D', usage: 0, name: 'volume', customData: null }],
        },
      ],
    })
  })

  test('names custom pools without the number that the file puts before; without a name the number is it', () => {
    const pool = { PreferredBlockSize: 64 }
    const file = changed(small(), 'CustomPools', {
      UPLOAD: [{ Name: '0 - ring - of uploads', ...pool }, { Name: '1', ...pool }, pool],
      CUSTOM: [{ Name: '0 - mine', Flags: ['MEMORY_POOL_L0', 'CPU_PAGE_PROPERTY_WRITE_BACK'], ...pool }],
    })
    const custom = dumpOf(bytesOf(file)).pools.filter((own) => own.custom)
    expect(custom.map(({ name, heap }) => [name, heap])).toEqual([
      ['ring - of uploads', 'upload'],
      ['UPLOAD 1', 'upload'],
      ['UPLOAD 2', 'upload'],
      ['mine', 'readback'],
    ])
  })

  test('of an adapter with pools for kinds of resources knows their heap type', () => {
    const file = changed(small(), 'DefaultPools', { 'READBACK - Textures RT/DS': {} })
    expect(dumpOf(bytesOf(file)).pools.map(({ name, heap }) => [name, heap])).toEqual([
      ['READBACK - Textures RT/DS', 'readback'],
    ])
  })

  test('without its detailed map has no pools', () => {
    const file = changed(small(), 'DefaultPools', undefined)
    expect(dumpOf(bytesOf(file)).pools).toEqual([])
  })
})

describe('a dump of Vulkan [DF-23]', () => {
  test('the real one has what its totals say, in all 132 allocations', () => {
    const { api, gpu, pools } = dumpOf(SAMPLE)
    expect({ api, gpu }).toEqual({ api: 'Vulkan', gpu: 'AMD Radeon RX 6600 XT' })
    const blocks = pools.flatMap((pool) => pool.blocks)
    const dedicated = pools.flatMap((pool) => pool.dedicated)
    const placed = blocks.flatMap(({ allocations }) => allocations)
    const bytes = (parts: readonly { size: number }[]) => parts.reduce((sum, { size }) => sum + size, 0)
    expect([blocks.length + dedicated.length, bytes(blocks) + bytes(dedicated)]).toEqual([69, 201392128])
    expect([placed.length + dedicated.length, bytes(placed) + bytes(dedicated)]).toEqual([132, 73401500])
    expect(placed.slice(0, 8).map(({ name, customData }) => [name, customData])).toEqual([
      ['', null],
      ['', null],
      ['', null],
      ['', null],
      ['', '0000000000F5D987'],
      ['SHEPURD', null],
      ['JOKER', '00000000018CE96A'],
      ['', null],
    ])
  })

  test('memory types become heap types by their flags: what the CPU sees is UPLOAD, with its cache READBACK', () => {
    const heaps = dumpOf(SAMPLE).pools.map(({ name, custom, heap }) => [name, custom, heap])
    expect(heaps).toEqual([
      ['Type 0', false, 'default'],
      ['Type 1', false, 'upload'],
      ['Type 2', false, 'upload'],
      ['Type 3', false, 'readback'],
      ['Type 4', false, 'default'],
      ['Type 5', false, 'upload'],
      ['Type 6', false, 'upload'],
      ['Type 7', false, 'readback'],
      ['Type 0 0', true, 'default'],
      ['Type 3 0', true, 'readback'],
    ])
  })

  test('memory types that it does not describe are taken for video memory', () => {
    const file = changed(sample(), 'MemoryInfo', {})
    expect(new Set(dumpOf(bytesOf(file)).pools.map(({ heap }) => heap))).toEqual(new Set(['default']))
  })
})

describe('the text of a dump [DF-23]', () => {
  const text = SAMPLE.toString('utf8')
  const utf16le = Buffer.from(text, 'utf16le')
  const utf16be = Buffer.from(utf16le).swap16()
  const mark = (...bytes: number[]) => Buffer.from(bytes)

  test.each([
    ['UTF-8 with a mark', Buffer.concat([mark(0xef, 0xbb, 0xbf), SAMPLE])],
    ['UTF-16, low byte first, with a mark', Buffer.concat([mark(0xff, 0xfe), utf16le])],
    ['UTF-16, high byte first, with a mark', Buffer.concat([mark(0xfe, 0xff), utf16be])],
    ['UTF-16, low byte first, without a mark', utf16le],
    ['UTF-16, high byte first, without a mark', utf16be],
    ['UTF-16 with the zero that ends it in memory', Buffer.concat([mark(0xff, 0xfe), utf16le, mark(0, 0)])],
    ['UTF-8 with the zero that ends it in memory', Buffer.concat([SAMPLE, mark(0)])],
  ])('%s reads as the same', (_how, bytes) => {
    expect(dumpOf(bytes)).toEqual(dumpOf(SAMPLE))
  })

  test.each([
    ['nothing', mark(), ': found an empty file; expected a memory dump in JSON'],
    ['UTF-32', Buffer.concat([mark(0xff, 0xfe, 0, 0), SAMPLE]), ': found UTF-32 text; expected UTF-8 or UTF-16 text'],
    [
      'half a character',
      Buffer.concat([mark(0xff, 0xfe), utf16le, mark(0x20)]),
      ': found bytes that are not UTF-16; expected a memory dump in UTF-8 or UTF-16',
    ],
    [
      'a picture',
      mark(0x89, 0x50, 0x4e, 0x47),
      ': found bytes that are not UTF-8; expected a memory dump in UTF-8 or UTF-16',
    ],
    [
      'too much',
      new Uint8Array(128 * 1024 * 1024 + 1),
      ': found 134217729 bytes; expected a memory dump of at most 134217728 bytes',
    ],
    [
      'too many values',
      Buffer.from(`[${'0,'.repeat(16_000_001)}0]`),
      ': found more than 16000000 values; expected a memory dump, which has fewer',
    ],
    [
      'depth',
      Buffer.from('['.repeat(100)),
      ': found nesting deeper than 64 levels; expected a memory dump, which nests no deeper than 8',
    ],
  ])('%s is refused', (_what, bytes, expected) => {
    expect(problemsOf(bytes)).toEqual([expected])
  })

  test('a mistake in the syntax is told with line and column', () => {
    const result = readDump(Buffer.from('{\n  "General": { "API" "Vulkan" }\n}'))
    expect(result).toMatchObject({ ok: false, problems: [{ line: 2, column: 22, expected: 'a colon' }] })
  })

  test('a field that stands twice is told, as either could be meant', () => {
    const twice = JSON.stringify(small()).replace('"Offset":0', '"Offset":0,"Offset":0')
    expect(problemsOf(Buffer.from(twice))).toEqual([
      `${THE_BLOCK}.Suballocations[0].Offset: found the same field again; expected each field once`,
    ])
  })
})

describe('what a dump cannot be [DF-23]', () => {
  test.each([
    ['no API', 'General.API', undefined, 'General.API: found nothing; expected one of "Vulkan" or "Direct3D 12"'],
    ['another API', 'General.API', 'Metal', 'General.API: found "Metal"; expected one of "Vulkan" or "Direct3D 12"'],
    ['no totals', 'Total', undefined, 'Total: found nothing; expected an object'],
    [
      'a number that is not exact',
      `${BLOCK}.TotalBytes`,
      2 ** 53,
      `${THE_BLOCK}.TotalBytes: found 9007199254740992; expected a whole number from 1 to 9007199254740991`,
    ],
    [
      'a part of a byte',
      `${BLOCK}.Suballocations.0.Size`,
      0.5,
      `${THE_BLOCK}.Suballocations[0].Size: found 0.5; expected a whole number from 1 to 9007199254740991`,
    ],
    [
      'a type that is no text',
      `${BLOCK}.Suballocations.0.Type`,
      3,
      `${THE_BLOCK}.Suballocations[0].Type: found 3; expected a string`,
    ],
    [
      'custom data that is no word',
      `${BLOCK}.Suballocations.0.CustomData`,
      'two words',
      `${THE_BLOCK}.Suballocations[0].CustomData: found "two words"; expected letters and digits, at least one`,
    ],
    [
      'a field that the schema does not have',
      `${BLOCK}.Suballocations.0.Colour`,
      'red',
      `${THE_BLOCK}.Suballocations[0].Colour: found an unknown field; expected only the fields Offset, Type, Size, Usage, CustomData, Name, Layout`,
    ],
    [
      'a memory type of the other API',
      'DefaultPools.Type 0',
      {},
      'DefaultPools["Type 0"]: found "Type 0"; expected a memory type of Direct3D 12: DEFAULT, UPLOAD, READBACK, CUSTOM, GPU_UPLOAD',
    ],
    [
      'a block without a number',
      'DefaultPools.DEFAULT.Blocks',
      { first: { TotalBytes: 64, UnusedBytes: 64, Allocations: 0, UnusedRanges: 1 } },
      `DefaultPools.DEFAULT.Blocks.first: found "first"; expected a block's number`,
    ],
    [
      'a free range that is dedicated',
      'DefaultPools.DEFAULT.DedicatedAllocations.0.Type',
      'FREE',
      'DefaultPools.DEFAULT.DedicatedAllocations[0].Type: found "FREE"; expected the type of a resource, or "UNKNOWN"',
    ],
    [
      'ranges that overlap',
      `${BLOCK}.Suballocations.2.Offset`,
      299,
      `${THE_BLOCK}.Suballocations[2].Offset: found 299; expected at least 300, the end of the range before: ranges in order, without overlap`,
    ],
    [
      'a range beyond the end of the block',
      `${BLOCK}.Suballocations.3.Size`,
      401,
      `${THE_BLOCK}.Suballocations[3]: found 401 bytes from 600; expected a range within the block, which has 1000 bytes`,
    ],
    [
      'a range whose end is no exact number',
      `${BLOCK}.Suballocations.3.Size`,
      Number.MAX_SAFE_INTEGER,
      `${THE_BLOCK}.Suballocations[3]: found 9007199254740991 bytes from 600; expected a range within the block, which has 1000 bytes`,
    ],
    [
      'a gap beside free ranges that are written',
      `${BLOCK}.Suballocations`,
      RANGES.toSpliced(1, 1),
      `${THE_BLOCK}.Suballocations[1]: found nothing from 100 to 300; expected a range of type "FREE", as the others of the block`,
    ],
    [
      'a gap at the end beside free ranges that are written',
      `${BLOCK}.Suballocations`,
      RANGES.slice(0, 3),
      `${THE_BLOCK}.Suballocations[3]: found nothing from 600 to 1000; expected a range of type "FREE", as the others of the block`,
    ],
    [
      'a wrong count of free bytes',
      `${BLOCK}.UnusedBytes`,
      601,
      `${THE_BLOCK}.UnusedBytes: found 601; expected 600, as its ranges have it`,
    ],
    [
      'a wrong count of allocations',
      `${BLOCK}.Allocations`,
      3,
      `${THE_BLOCK}.Allocations: found 3; expected 2, as its ranges have it`,
    ],
    [
      'a wrong count of free ranges',
      `${BLOCK}.UnusedRanges`,
      1,
      `${THE_BLOCK}.UnusedRanges: found 1; expected 2, as its ranges have it`,
    ],
    [
      'no ranges at all',
      `${BLOCK}.Suballocations`,
      undefined,
      `${THE_BLOCK}.Suballocations: found nothing; expected the 2 allocations of the block`,
    ],
  ])('%s', (_what, path, value, expected) => {
    expect(problemsWith(path, value)).toEqual([expected])
  })

  test('ranges in another order: each that begins before the end of one is told', () => {
    const problems = problemsWith(`${BLOCK}.Suballocations`, RANGES.toReversed())
    const expected = 'expected at least 1000, the end of the range before: ranges in order, without overlap'
    expect(problems).toEqual([
      `${THE_BLOCK}.Suballocations[1].Offset: found 300; ${expected}`,
      `${THE_BLOCK}.Suballocations[2].Offset: found 100; ${expected}`,
      `${THE_BLOCK}.Suballocations[3].Offset: found 0; ${expected}`,
    ])
  })

  test('all that is wrong is told at once, each with its line and column, in the order of the file', () => {
    let file = changed(small(), 'General.API', 'Metal')
    file = changed(file, `${BLOCK}.Suballocations.0.Size`, -1)
    file = changed(file, 'DefaultPools.DEFAULT.DedicatedAllocations.0.Usage', 'none')
    const result = readDump(bytesOf(file))
    expect(result).toMatchObject({
      ok: false,
      problems: [
        { path: 'General.API', line: 3, column: 12 },
        { path: `${THE_BLOCK}.Suballocations[0].Size` },
        { path: 'DefaultPools.DEFAULT.DedicatedAllocations[0].Usage' },
      ],
    })
  })

  test('of many mistakes twenty are told, and how many more there are', () => {
    const fifty = Array.from({ length: 50 }, () => ({ Type: 'FREE', Size: 1 }))
    const problems = problemsWith('DefaultPools.DEFAULT.DedicatedAllocations', fifty)
    expect(problems).toHaveLength(21)
    expect(problems[20]).toBe(': found 30 more like these; expected none')
  })
})

describe('free ranges that an older writer left out [DF-23]', () => {
  const allocated = RANGES.filter(({ Type }) => Type !== 'FREE')
  const older = () => changed(small(), `${BLOCK}.Suballocations`, allocated)

  test('are what lies between the allocations, when the counts agree', () => {
    expect(dumpOf(bytesOf(older()))).toEqual(dumpOf(bytesOf(small())))
  })

  test('are refused when the counts tell of something else', () => {
    expect(problemsOf(bytesOf(changed(older(), `${BLOCK}.UnusedBytes`, 500)))).toEqual([
      `${THE_BLOCK}.UnusedBytes: found 500; expected 600, as its ranges have it`,
    ])
  })

  test('a block of which nothing is allocated may have no ranges', () => {
    const empty = { TotalBytes: 64, UnusedBytes: 64, Allocations: 0, UnusedRanges: 1 }
    const { pools } = dumpOf(bytesOf(changed(small(), 'DefaultPools.DEFAULT.Blocks', { 0: empty })))
    expect(pools[0]?.blocks).toEqual([{ id: '0', size: 64, allocations: [] }])
  })
})
