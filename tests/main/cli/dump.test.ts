/** `trimline dump`: a scenario's memory as the D3D12MA JSON dump [DF-23]. */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DumpJson } from '../../../main/d3d12ma/dump/format'
import { schemaErrors, visualiserErrors } from '../d3d12ma/dump/rules'
import { trimline } from '../support/trimline'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-cli-dump-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const SCENARIO = {
  trimline: 1,
  app: { effects: [], pools: [{ name: 'mine', blockSize: '16MiB' }] },
  steps: [
    { at: 0, allocate: { name: 'first', size: '1MiB', pool: 'mine' } },
    { at: '1s', allocate: { name: 'second', size: '2MiB', pool: 'mine' } },
    { at: '2s', free: { name: 'first' } },
    // does not hold: dumps do not depend on it
    { at: '2s', expect: { allocated: ['first'] } },
  ],
}

const at = (name: string) => join(folder, name)

function file(name: string, content: object): string {
  writeFileSync(at(name), JSON.stringify(content))
  return at(name)
}

/** Ranges of the only block of the pool: names of what is there, sizes of what is free. */
function rangesOf(text: string): (string | number)[] {
  const dump = JSON.parse(text) as DumpJson
  expect([...schemaErrors(dump), ...visualiserErrors(dump)]).toEqual([])
  const [block, ...others] = Object.values(dump.CustomPools.DEFAULT?.[0]?.Blocks ?? {})
  expect(others).toEqual([])
  return (block?.Suballocations ?? []).map((range) =>
    range.Type === 'FREE' ? range.Size : (('Name' in range ? range.Name : undefined) ?? '?'),
  )
}

const MiB = 1024 * 1024

describe('trimline dump [DF-23]', () => {
  test('gives the memory at the end of the run on standard output, whatever the scenario expects', async () => {
    const { status, out, err } = await trimline(['dump', file('a.json', SCENARIO)])
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(rangesOf(out)).toEqual([1 * MiB, 'second', 13 * MiB])
  })

  test.each([
    ['0', ['first', 15 * MiB]],
    ['999ms', ['first', 15 * MiB]],
    ['1s', ['first', 'second', 13 * MiB]],
    ['1500000', ['first', 'second', 13 * MiB]],
    ['3s', [1 * MiB, 'second', 13 * MiB]],
  ])('--at %s: the memory then, after what is due at that time', async (time, expected) => {
    const { status, out } = await trimline(['dump', file('a.json', SCENARIO), '--at', time])
    expect(status).toBe(0)
    expect(rangesOf(out)).toEqual(expected)
  })

  test('--out writes the same to a file', async () => {
    const path = file('a.json', SCENARIO)
    const { out: direct } = await trimline(['dump', path])
    const { status, out } = await trimline(['dump', path, '--out', at('dump.json')])
    expect({ status, out }).toEqual({ status: 0, out: `${path}: the memory at 3s is in ${at('dump.json')}\n` })
    expect(readFileSync(at('dump.json'), 'utf8')).toBe(direct)
  })

  test('says why there is nothing in a dump: it looked as if the app had no memory', async () => {
    const committed = { trimline: 1, steps: [{ at: '0s', apply: 'Blur' }], until: '1s' }
    const { status, out, err } = await trimline(['dump', file('b.json', committed)])
    expect([status, JSON.parse(out).Total.AllocationCount]).toEqual([0, 0])
    expect(err).toMatch(/^note: the dump has no allocation: .*"allocation": "placed"/)
    const placed = await trimline(['dump', file('b.json', { ...committed, app: { allocation: 'placed' } })])
    expect([JSON.parse(placed.out).Total.AllocationCount > 0, placed.err]).toEqual([true, ''])
  })

  test('reads a scenario from standard input', async () => {
    const { status, out } = await trimline(['dump', '-'], JSON.stringify(SCENARIO))
    expect([status, rangesOf(out)]).toEqual([0, [1 * MiB, 'second', 13 * MiB]])
  })

  test.each([
    ['a time after the end', ['--at', '4s'], /--at: found 4s; expected at most 3s, where the run ends/],
    ['what is no time', ['--at', 'noon'], /Expected a duration.*\./],
    ['the scenario itself', ['--out', 'a.json'], /--out: .* would overwrite the scenario/],
    ['no such folder', ['--out', join('gone', 'dump.json')], /--out: .* cannot be written/],
  ])('2: %s', async (_what, options, expected) => {
    const path = file('a.json', SCENARIO)
    const absolute = options.map((option, i) => (options[i - 1] === '--out' ? at(option) : option))
    const { status, out, err } = await trimline(['dump', path, ...absolute])
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(err).toMatch(expected)
    expect(existsSync(at('dump.json'))).toBe(false)
  })

  test('2: a malformed scenario', async () => {
    const { status, err } = await trimline(['dump', file('bad.json', { trimline: 2 })])
    expect(status).toBe(2)
    expect(err).toMatch(/trimline: found 2; expected 1/)
  })

  test('--help says what there is', async () => {
    const { status, out } = await trimline(['dump', '--help'])
    expect(status).toBe(0)
    expect(out).toMatch(/--out <out>[\s\S]*--at <time>/)
  })
})
