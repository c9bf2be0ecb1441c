import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import { keptNow, type Snapshot, sumOf } from './kept'

const MIB = 2 ** 20

test('what a program keeps is counted as its own, and what is compiled for it is not', async () => {
  const { all: before } = await keptNow()
  // a list of objects of two numbers each that no small integer holds, with a property beyond those of their shape
  const list = Array.from({ length: 100_000 }, (_, i) => {
    const each: Record<string, number> = { a: i + 0.5, b: i + 0.25 }
    each.c = i + 0.125
    return each
  })
  const { all: data } = await keptNow()
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
  const { all: compiled } = await keptNow()
  expect(compiled.engine - data.engine).toBeGreaterThan(4 * MIB)
  expect([list.length, functions.length]).toEqual([100_000, 4_000])
}, 60_000)

test('what nothing but a property keeps is told apart, and what others keep too is not', async () => {
  class Owner {
    own = Array.from({ length: 20_000 }, (_, i) => ({ a: i + 0.5, b: i + 0.25 }))
    other = Array.from({ length: 20_000 }, (_, i) => ({ a: i + 0.5, b: i + 0.25 }))
  }
  const owner = new Owner()
  const shared = owner.other
  const { all, rest } = await keptNow(['Owner.own', 'Owner.other'])
  const kept = all.program - rest.program
  // an entry of the list, an object of four words at least, and two numbers: some 60 to 100 bytes each
  expect(kept).toBeGreaterThan(20_000 * 50)
  expect(kept).toBeLessThan(20_000 * 110)
  expect([shared.length, owner.own.length]).toEqual([20_000, 20_000])
}, 60_000)

/** A node: type, name, size, and what it refers to: kind, name, node by number. */
type Node = [number, number, number, [number, number, number][]]

test('a snapshot is summed by type and, where it is hidden, by name, as far as it is reached', () => {
  const heap = (nodes: Node[]): Snapshot => ({
    snapshot: {
      meta: {
        node_fields: ['type', 'name', 'id', 'self_size', 'edge_count'],
        node_types: [['hidden', 'object', 'code', 'object shape', 'string'], 'string'],
        edge_fields: ['type', 'name_or_index', 'to_node'],
        edge_types: [['property', 'element', 'weak'], 'string_or_number'],
      },
    },
    nodes: nodes.flatMap(([type, name, size, refers], id) => [type, name, id, size, refers.length]),
    edges: nodes.flatMap(([, , , refers]) => refers.flatMap(([kind, name, to]) => [kind, name, to * 5])),
    strings: ['system / PropertyArray', 'system / WeakArrayList', 'Owner', 'list'],
  })
  const all = heap([
    [0, 0, 10, [1, 2, 3, 4, 5].map((to) => [1, to, to])],
    [0, 1, 200, []],
    [
      1,
      2,
      3_000,
      [
        [0, 3, 6],
        [2, 3, 7],
      ],
    ],
    [2, 2, 40_000, []],
    [3, 2, 500_000, []],
    [4, 2, 6_000_000, []],
    [1, 3, 70_000_000, []],
    [1, 3, 800_000_000, []],
  ])
  // the last one is referred to weakly alone
  expect(sumOf(all)).toEqual({ program: 10 + 3_000 + 6_000_000 + 70_000_000, engine: 200 + 40_000 + 500_000 })
  expect(sumOf(all, ['Owner.list']).program).toBe(10 + 3_000 + 6_000_000)
  // one that nothing has would leave nothing out, and nobody would know
  expect(() => sumOf(all, ['Owner.list', 'Other.list'])).toThrow('nothing in use has Other.list')
})
