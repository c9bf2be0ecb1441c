import { describe, expect, it } from 'vitest'
import { TokenStream } from '../../../../../main/session/imports/rmv/tokens'
import { damageReport, line, saidSystem } from '../../../../../main/session/imports/rmv/trace-facts'
import { captureOf } from '../support'
import * as rmv from './tokens'

const MIB = 1024 * 1024

describe('the memory of a GPU [LB-19]', () => {
  it('is local whether the CPU sees it or not, in whole 64 KiB', () => {
    const { system, lines, derived } = saidSystem([
      { heap: 0, base: 0, size: 256 * MIB },
      { heap: 1, base: 256 * MIB, size: 100 * MIB + 1 },
      { heap: 2, base: 0, size: 64 * MIB },
      { heap: 7, base: 0, size: MIB },
    ])
    expect(system).toEqual({ localMemory: 356 * MIB, nonLocalMemory: 64 * MIB })
    expect(lines).toEqual([
      expect.stringMatching(/^local memory 356 MiB: 256 MiB that the CPU sees, 100.* that it does not$/),
      'system memory 64 MiB',
    ])
    expect(derived).toEqual([])
  })

  it('is the default where a trace does not say, or says what no machine has', () => {
    const nonLocal = 'nonLocalMemory: 8 GiB, the default; the trace does not say'
    for (const segments of [[], [{ heap: 0, base: 0, size: 65_535 }]])
      expect(saidSystem(segments)).toEqual({
        system: {},
        lines: [],
        derived: ['localMemory: 2 GiB, the default; the trace does not say', nonLocal],
      })
    expect(saidSystem([{ heap: 0, base: 0, size: 2 ** 51 }]).derived).toEqual([
      'localMemory: 2 GiB, the default; the trace says 2 PiB, which no machine has',
      nonLocal,
    ])
    // as a size is read that no number holds
    expect(saidSystem([{ heap: 0, base: 0, size: Number.POSITIVE_INFINITY }]).derived).toEqual([
      'localMemory: 2 GiB, the default; the trace says more than 8 PiB, which no machine has',
      nonLocal,
    ])
    expect(saidSystem([{ heap: 1, base: 0, size: 64 * MIB }])).toMatchObject({
      system: { localMemory: 64 * MIB },
      derived: [nonLocal],
    })
  })
})

describe('damage [LB-19]', () => {
  const stream = (index: number, bytes: Uint8Array) =>
    new TokenStream(captureOf(bytes), { index, version: 18, parts: [{ offset: 0, stored: bytes.length, plain: null }] })

  it('is said of the container and of each stream', () => {
    const good = stream(0, rmv.timestamp(0n))
    const bad = stream(3, rmv.free(1))
    expect([damageReport(null, [good]), damageReport(null, [])]).toEqual([null, null])
    expect(damageReport(null, [good, bad])).toBe('offset 0: found a token of type 11; expected a timestamp (stream 3)')
    expect(damageReport('too short', [bad])).toBe(
      'too short; offset 0: found a token of type 11; expected a timestamp (stream 3)',
    )
  })
})

it('a line is for one, for many, and not for none', () => {
  expect([line(0, 'bind', 'left out'), line(1, 'bind', 'left out'), line(18_805, 'bind', 'left out')]).toEqual([
    null,
    '1 bind: left out',
    '18,805 binds: left out',
  ])
  expect(line(2, 'datum', 'left out', 'data')).toBe('2 data: left out')
})
