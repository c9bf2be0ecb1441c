/** `trimline defragment`: the algorithms side by side on a dump [DF-16, DF-23]. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changed, SAMPLE, small } from '../session/dump/files'
import { trimline } from '../support/trimline'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-cli-defragment-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)

function file(name: string, content: object): string {
  writeFileSync(at(name), JSON.stringify(content))
  return at(name)
}

const MiB = 1024 * 1024

/** 8 MiB with 2 MiB in it, at an offset. */
function block(offset: number) {
  const Suballocations = [
    { Offset: 0, Type: 'FREE', Size: offset },
    { Offset: offset, Type: 'BUFFER', Size: 2 * MiB, Usage: 0 },
    { Offset: offset + 2 * MiB, Type: 'FREE', Size: 6 * MiB - offset },
  ].filter(({ Size }) => Size > 0)
  const UnusedRanges = Suballocations.length - 1
  return { TotalBytes: 8 * MiB, UnusedBytes: 6 * MiB, Allocations: 1, UnusedRanges, Suballocations }
}

/** Two blocks, each a quarter full: one move of 2 MiB empties either. */
const TWO = changed(small(), 'DefaultPools', {
  DEFAULT: { PreferredBlockSize: 8 * MiB, Blocks: { 0: block(0), 1: block(4 * MiB) }, DedicatedAllocations: [] },
})

describe('trimline defragment [DF-16, DF-23]', () => {
  test('prints a row for each algorithm: all free the block that one move empties', async () => {
    const path = file('two.json', TWO)
    const { status, out, err } = await trimline(['defragment', path])
    expect({ status, err }).toEqual({ status: 0, err: '' })
    const [title, headings, ...rows] = out.trimEnd().split('\n')
    expect(title).toBe(`${path}: 2 allocations in 2 blocks of 1 pool, Direct3D 12, Some GPU`)
    expect(headings).toMatch(
      /^algorithm +passes +heaps freed +freed +moved +moves +blocks left +at least +fragmentation$/,
    )
    expect(rows.map((row) => row.split(/ {2,}/).slice(0, 8))).toEqual([
      ['fast', '1', '1', '8 MiB', '2 MiB', '1', '1', '1'],
      ['balanced', '1', '1', '8 MiB', '2 MiB', '1', '1', '1'],
      ['full', '1', '1', '8 MiB', '2 MiB', '1', '1', '1'],
    ])
  })

  test('--algorithm and --json: the rows that were asked for, in that order', async () => {
    const path = file('two.json', TWO)
    const { status } = await trimline(['defragment', path, '--algorithm', 'full,fast', '--json', at('rows.json')])
    expect(status).toBe(0)
    const row = { name: 'two.json', passes: 1, heapsFreed: 1, bytesFreed: 8 * MiB, bytesMoved: 2 * MiB }
    expect(JSON.parse(readFileSync(at('rows.json'), 'utf8'))).toMatchObject([
      { algorithm: 'full', ...row },
      { algorithm: 'fast', ...row },
    ])
  })

  test('--max-bytes-per-pass: what is larger than a pass is not moved [DF-13]', async () => {
    const limited = ['--max-bytes-per-pass', '1MiB', '--algorithm', 'full']
    const { out } = await trimline(['defragment', file('two.json', TWO), ...limited])
    expect(out).toMatch(/\nfull +0 +0 +0 B +0 B +0 +2 +1 /)
  })

  test('--max-allocations-per-pass: more passes for the same moves [DF-13]', async () => {
    const blocks = { 0: block(0), 1: block(4 * MiB), 2: block(6 * MiB), 3: block(2 * MiB) }
    const four = changed(TWO, 'DefaultPools.DEFAULT.Blocks', blocks)
    const limited = ['--max-allocations-per-pass', '1', '--algorithm', 'full']
    const { out } = await trimline(['defragment', file('four.json', four), ...limited])
    expect(out).toMatch(/\nfull +3 +3 +24 MiB +6 MiB +3 +1 +1 /)
  })

  test('opens the real dump, of Vulkan, also from standard input', async () => {
    const { status, out } = await trimline(['defragment', '-'], SAMPLE.toString('utf8'))
    expect(status).toBe(0)
    // the file's Total has 132 allocations of 73,401,500 bytes
    expect(out.split('\n').slice(0, 2)).toEqual([
      '<stdin>: 68 allocations in 5 blocks of 5 pools, Vulkan, AMD Radeon RX 6600 XT',
      'left out, as they cannot be moved: 64 dedicated allocations, 32.06 MiB',
    ])
  })

  test.each([
    ['POOL_FLAG_ALGORITHM_LINEAR', 'linear pools'],
    ['POOL_FLAG_ALWAYS_COMMITTED', 'pools that are always committed'],
  ])('says what of a pool with %s is not tried', async (flag, said) => {
    const ring = {
      Name: 'ring',
      Flags: [flag],
      PreferredBlockSize: 8 * MiB,
      Blocks: { 0: block(0) },
    }
    const path = file('ring.json', changed(TWO, 'CustomPools', { DEFAULT: [{ ...ring, DedicatedAllocations: [] }] }))
    const { out, err } = await trimline(['defragment', path])
    expect([err, out.split('\n').slice(0, 2)]).toEqual([
      '',
      [
        `${path}: 2 allocations in 2 blocks of 1 pool, Direct3D 12, Some GPU`,
        `left out, as they cannot be moved: 1 allocation of ${said}, 2 MiB`,
      ],
    ])
  })

  test('2: a malformed dump, with every problem on its own line', async () => {
    const path = file('bad.json', changed(changed(TWO, 'General.API', 'Metal'), 'Total', undefined))
    const { status, out, err } = await trimline(['defragment', path])
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(err.split('\n').map((line) => line.replace(`${path}:1:`, ''))).toEqual([
      expect.stringMatching(/Total: found nothing; expected an object$/),
      expect.stringMatching(/General\.API: found "Metal"; expected one of "Vulkan" or "Direct3D 12"$/),
      '',
    ])
  })

  test('2: a dump without blocks that can be defragmented', async () => {
    const { status, err } = await trimline(['defragment', file('a.json', changed(small(), 'DefaultPools', {}))])
    expect(status).toBe(2)
    expect(err).toBe(
      `${at('a.json')}: found no block that can be defragmented; expected a pool with blocks, other than linear ones\n`,
    )
  })

  test.each([
    ['a file that is gone', ['gone.json'], /gone\.json: cannot be read: no such file or directory/],
    [
      'an unknown algorithm',
      ['two.json', '--algorithm', 'fats'],
      /Did you mean fast\? Expected one of fast, balanced, full\./,
    ],
    [
      'one algorithm twice',
      ['two.json', '--algorithm', 'full,full'],
      /Found the algorithm full twice, expected each algorithm once\./,
    ],
    ['what is no size', ['two.json', '--max-bytes-per-pass', '-1'], /Expected a size/],
    [
      'part of a move',
      ['two.json', '--max-allocations-per-pass', '1.5'],
      /Expected a whole number from 0 to 4294967295\./,
    ],
    ['the dump itself', ['two.json', '--json', 'two.json'], /--json: .*two\.json would overwrite the dump/],
  ])('2: %s', async (_what, [dump = '', ...options], expected) => {
    const path = file('two.json', TWO).replace('two.json', dump)
    const absolute = options.map((option, i) => (options[i - 1] === '--json' ? at(option) : option))
    const { status, out, err } = await trimline(['defragment', path, ...absolute])
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(err).toMatch(expected)
  })
})
