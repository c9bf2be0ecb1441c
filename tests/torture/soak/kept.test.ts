import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import { keptNow, sumOf } from './kept'

const MIB = 2 ** 20

test('what a program keeps is counted as its own, and what is compiled for it is not', async () => {
  const before = await keptNow()
  // a list of objects of two numbers each that no small integer holds, with a property beyond those of their shape
  const list = Array.from({ length: 100_000 }, (_, i) => {
    const each: Record<string, number> = { a: i + 0.5, b: i + 0.25 }
    each.c = i + 0.125
    return each
  })
  const data = await keptNow()
  // an entry of the list, an object of four words at least, and three numbers: more than 60 bytes each
  expect(data.program - before.program).toBeGreaterThan(6 * MIB)
  expect(data.engine - before.engine).toBeLessThan(2 * MIB)

  const functions = Array.from({ length: 4_000 }, (_, i) => {
    const terms = Array.from({ length: 40 }, (_, k) => `x * ${i + k} + Math.sin(x + ${k})`)
    const made: unknown = runInThisContext(`(function (x) { return ${terms.join(' + ')} })`)
    if (typeof made !== 'function') throw new Error('no function was made')
    made(1)
    return made
  })
  const compiled = await keptNow()
  expect(compiled.engine - data.engine).toBeGreaterThan(4 * MIB)
  expect([list.length, functions.length]).toEqual([100_000, 4_000])
}, 60_000)

test('a snapshot is summed by type and, where it is hidden, by name', () => {
  const kept = sumOf({
    snapshot: {
      meta: {
        node_fields: ['type', 'name', 'id', 'self_size'],
        node_types: [['hidden', 'object', 'code', 'object shape', 'string'], 'string'],
      },
    },
    nodes: [0, 0, 1, 10, 0, 1, 2, 200, 1, 2, 3, 3_000, 2, 2, 4, 40_000, 3, 2, 5, 500_000, 4, 2, 6, 6_000_000],
    strings: ['system / PropertyArray', 'system / WeakArrayList', 'x'],
  })
  expect(kept).toEqual({ program: 10 + 3_000 + 6_000_000, engine: 200 + 40_000 + 500_000 })
})
