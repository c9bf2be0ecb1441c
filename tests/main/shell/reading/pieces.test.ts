import { describe, expect, test } from 'vitest'
import { Assembly, readPieces } from '../../../../main/shell/reading/pieces'

/** As it comes out on the other side, with how many values each piece held. */
function across(value: object, most: number): { value: unknown; sizes: number[] } {
  const assembly = new Assembly(Array.isArray(value) ? [] : {})
  const sizes: number[] = []
  for (const piece of readPieces(value, most)) {
    sizes.push(count(piece.entries.map(([, part]) => part)))
    assembly.add(structuredClone(piece))
  }
  return { value: assembly.value, sizes }
}

function count(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, part) => sum + count(part), 1)
}

describe('a value that is sent in pieces', () => {
  const resource = (i: number): object => ({ name: `r${i}`, size: 65536, resident: true, heap: undefined })
  const value = {
    name: 'large',
    app: {
      pools: [],
      effects: [
        { name: 'many', resources: Array.from({ length: 1000 }, (_, i) => resource(i)), gpuTime: 4000 },
        { name: 'few', resources: [resource(0)], gpuTime: 2000 },
      ],
      policy: null,
    },
    steps: Array.from({ length: 300 }, (_, at) => ({ at, verb: 'idle', value: at % 2 === 0 })),
    until: 5,
  }

  test('is the same on the other side, with its fields in their order', () => {
    const { value: there, sizes } = across(value, 50)
    expect(there).toStrictEqual(value)
    expect(JSON.stringify(there)).toBe(JSON.stringify(value))
    expect(sizes.length).toBeGreaterThan(100)
  })

  test('has no piece that is larger than was asked for', () => {
    for (const most of [10, 50, 1000]) expect(Math.max(...across(value, most).sizes)).toBeLessThanOrEqual(most + 1)
  })

  test('is one piece when it is small', () => {
    expect(across(value, 1_000_000).sizes).toHaveLength(1)
    expect(across({}, 10)).toEqual({ value: {}, sizes: [] })
  })

  test('keeps names that objects have by themselves', () => {
    const own = JSON.parse('{"a":{"__proto__":{"x":[1,2,3]},"constructor":{"y":[4,5]}},"__proto__":[1,2,3,4]}')
    const { value: there } = across(own, 2)
    expect(JSON.stringify(there)).toBe(JSON.stringify(own))
    expect(Object.getPrototypeOf(there)).toBe(Object.prototype)
  })

  test('counts long texts by their length, and sends one that is longer than a piece by itself', () => {
    const long = 'x'.repeat(40_000)
    const sizes = [...readPieces({ a: long, b: long, c: 'short', d: long }, 50)].map(({ entries }) => entries.length)
    expect(sizes).toEqual([1, 2, 1])
    expect(across({ a: 'x'.repeat(1_000_000), b: 1 }, 10).value).toEqual({ a: 'x'.repeat(1_000_000), b: 1 })
  })
})
