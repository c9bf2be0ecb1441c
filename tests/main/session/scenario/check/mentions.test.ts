import { describe, expect, it } from 'vitest'
import { expectedPools, type Mention, usedMemory, usedPools } from '../../../../../main/session/scenario/check/mentions'
import { stepOf } from './drafts'

const shown = (mentions: readonly Mention[]): string[] => mentions.map(({ name, path }) => `${path.join('.')}: ${name}`)

describe('memory that a step names', () => {
  it.each<[object, string[]]>([
    [{ map: 'a' }, ['map: a']],
    [{ unmap: 'a' }, ['unmap: a']],
    [{ write: 'a' }, ['write: a']],
    [{ movable: { name: 'a', movable: false } }, ['movable.name: a']],
    [{ makeResident: { names: ['a', 'b'] } }, ['makeResident.names.0: a', 'makeResident.names.1: b']],
    [{ evict: { names: ['a'] } }, ['evict.names.0: a']],
    [{ use: { set: ['a'] } }, ['use.set.0: a']],
    [{ defragment: { ignore: ['a'], destroy: ['b'] } }, ['defragment.ignore.0: a', 'defragment.destroy.0: b']],
    [
      { defragmentation: { call: 'begin', ignore: ['a'], destroy: ['b'] } },
      ['defragmentation.ignore.0: a', 'defragmentation.destroy.0: b'],
    ],
    [
      { expect: { placed: { a: { offset: 0 } }, references: { b: 1 } } },
      ['expect.placed.a: a', 'expect.references.b: b'],
    ],
    // what is freed, and what is expected of residency, is looked at by others
    [{ free: { name: 'a' } }, []],
    [{ expect: { resident: ['a'] } }, []],
    [{ idle: true }, []],
  ])('%j', (step, expected) => {
    expect(shown(usedMemory(stepOf(step)))).toEqual(expected)
  })

  it('without what is bad by itself, and with the places of the rest', () => {
    expect(shown(usedMemory(stepOf({ evict: { names: ['a', 3, 'c'] } })))).toEqual([
      'evict.names.0: a',
      'evict.names.2: c',
    ])
    expect(shown(usedMemory(stepOf({ map: 3 })))).toEqual([])
  })
})

it('pools that it uses', () => {
  expect(shown(usedPools(stepOf({ allocate: { name: 'a', size: 1, pool: 'p' } })))).toEqual(['allocate.pool: p'])
  expect(shown(usedPools(stepOf({ defragment: { pool: 'p' } })))).toEqual(['defragment.pool: p'])
  expect(shown(usedPools(stepOf({ defragmentation: { call: 'begin', pool: 'p' } })))).toEqual([
    'defragmentation.pool: p',
  ])
  expect(shown(usedPools(stepOf({ defragmentation: { call: 'endPass' } })))).toEqual([])
})

it('pools that it expects something of', () => {
  const expected = { blocks: { p: 1, q: 2 }, fragmentation: { p: { max: 1 } } }
  expect(shown(expectedPools(stepOf({ expect: expected })))).toEqual([
    'expect.blocks.p: p',
    'expect.blocks.q: q',
    'expect.fragmentation.p: p',
  ])
})
