import { describe, expect, it } from 'vitest'
import {
  BinaryReader,
  bodyOf,
  IMPORT,
  importsOf,
  leb,
  sectionsOf,
  withChanged,
} from '../../../../../main/policies/own/engine/binary'

const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

describe('a program as bytes', () => {
  it.each([0, 1, 127, 128, 300, 65_535, 2 ** 31, 2 ** 32 - 1])('writes %i as it is read', (value) => {
    expect(new BinaryReader(Uint8Array.from(leb(value))).number()).toBe(value)
  })

  it('has numbers of as many bytes as the format says', () => {
    // the format's own example of an unsigned LEB128
    expect(leb(624_485)).toEqual([0xe5, 0x8e, 0x26])
    expect(leb(0)).toEqual([0])
  })

  it('is its sections, of which some can be others', () => {
    const program = Uint8Array.from([...HEAD, 1, 2, 7, 8, 3, 1, 9])
    expect(sectionsOf(program).map(({ id, body }) => [id, [...body]])).toEqual([
      [1, [7, 8]],
      [3, [9]],
    ])
    expect([...bodyOf(sectionsOf(program), 3)]).toEqual([9])
    // a vector of none
    expect([...bodyOf(sectionsOf(program), 2)]).toEqual([0])
    const long = Array.from({ length: 200 }, (_, i) => i % 7)
    const changed = withChanged(program, { 3: () => Uint8Array.from(long), 2: () => Uint8Array.from([1]) })
    expect([...changed]).toEqual([...HEAD, 1, 2, 7, 8, 3, 0xc8, 1, ...long])
  })

  it('says so where it ends too early', () => {
    expect(() => sectionsOf(Uint8Array.from([...HEAD, 1, 0x80]))).toThrow('the program ends too early')
  })

  it('has imports of four kinds, tables and memories with a least size', () => {
    const section = Uint8Array.from([
      ...[5],
      ...[1, 0x61, 1, 0x66, IMPORT.function, 3],
      ...[1, 0x61, 1, 0x74, IMPORT.table, 0x70, 1, 3, 4],
      ...[1, 0x61, 1, 0x6d, IMPORT.memory, 0, 0x80, 2],
      ...[1, 0x61, 1, 0x6e, IMPORT.memory, 1, 1, 0x80, 8],
      ...[1, 0x61, 1, 0x67, IMPORT.global, 0x7f, 1],
    ])
    const found = importsOf(section)
    expect(found.map(({ kind }) => kind)).toEqual([0, 1, 2, 2, 3])
    expect(found.map(({ least }) => [...section.subarray(least.from, least.to)])).toEqual([[], [3], [0x80, 2], [1], []])
  })
})
