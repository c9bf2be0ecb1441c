import { describe, expect, it } from 'vitest'
import { eachStep } from '../../../../../main/session/scenario/check/draft'
import { IssueList } from '../../../../../main/session/scenario/check/lists'
import { checkMemoryName, LiveMemory } from '../../../../../main/session/scenario/check/memory'
import { MemoryNames } from '../../../../../main/session/scenario/check/memory-names'
import { fileOf, inTime, places, told } from './drafts'

function check(app: object, ...steps: object[]): IssueList {
  const file = fileOf({ app, steps: inTime(...steps) })
  const issues = new IssueList()
  const memory = new LiveMemory(file, issues)
  const names = MemoryNames.of(file)
  eachStep(file, (step, i) => {
    memory.step(step, names, ['steps', i])
  })
  return issues
}

const allocate = (name: string, more: object = {}) => ({ allocate: { name, size: '64KiB', ...more } })
const free = (name: string) => ({ free: { name } })
const layout = (...pools: object[]) => ({ layout: { pools } })

describe('custom pools [DF-01]', () => {
  it('have names of their own, none of a default pool', () => {
    expect(told(check({ pools: [{ name: 'p' }, { name: 'p' }, { name: 'UPLOAD' }] }))).toEqual([
      'app.pools[1].name: "p"; a name that no other pool has',
      'app.pools[2].name: "UPLOAD"; a name other than "DEFAULT", "UPLOAD" or "READBACK", the default pools',
    ])
    expect(places(check({}, layout({ name: 'q' }, { name: 'q' }, { name: 'DEFAULT' })))).toEqual([
      'steps[0].layout.pools[1].name',
      'steps[0].layout.pools[2].name',
    ])
    // a layout may replace what there is, and another layout that
    expect(told(check({ pools: [{ name: 'p' }] }, layout({ name: 'p' }), layout({ name: 'p' })))).toEqual([])
  })

  it('are there when they are used', () => {
    const use = [
      allocate('a', { pool: 'p' }),
      { defragment: { pool: 'p' } },
      { defragmentation: { call: 'begin', pool: 'p' } },
    ]
    expect(places(check({}, ...use, layout({ name: 'p' })))).toEqual([
      'steps[0].allocate.pool',
      'steps[1].defragment.pool',
      'steps[2].defragmentation.pool',
    ])
    expect(told(check({ pools: [{ name: 'p' }] }, ...use))).toEqual([])
    expect(told(check({}, layout({ name: 'p' }), ...use))).toEqual([])
    // it may be the one whose name is bad
    expect(told(check({ pools: [{ name: 3 }] }, ...use))).toEqual([])
  })

  it('a default pool is not named: the hint says how it is meant', () => {
    const [issue] = check({}, allocate('a', { pool: 'DEFAULT' })).issues
    expect(issue).toMatchObject({
      expected: expect.stringContaining('there is none'),
      hint: 'for default pools, leave the field out',
    })
  })

  it('the app’s own is of the heap type "default"', () => {
    const pools = [{ name: 'd' }, { name: 'u', heap: 'upload' }]
    expect(told(check({ pools, pool: 'd' }))).toEqual([])
    expect(told(check({ pools, pool: 'u' }))).toEqual([
      'app.pool: "u"; a pool of the heap type "default"; this one is of "upload"',
    ])
    expect(told(check({ pools, pool: 'x' }))).toEqual([
      'app.pool: "x"; the name of a custom pool that exists at that time: "d" or "u"',
    ])
  })

  it('have their own heap type, which an allocation does not say otherwise', () => {
    const pools = [{ name: 'u', heap: 'upload' }]
    const inPool = (heap: string) => allocate('a', { pool: 'u', heap })
    expect(told(check({ pools }, inPool('upload'), inPool('readback')))).toEqual([
      'steps[1].allocate.heap: "readback"; "upload", as the pool "u" has, or nothing',
    ])
    // after a layout either pool may be the one of that name
    expect(told(check({ pools }, layout({ name: 'u', heap: 'readback' }), inPool('readback')))).toEqual([])
  })

  it('are expected by a name that one has at some time, the default ones too', () => {
    const expected = {
      expect: { blocks: { p: 1, q: 1, READBACK: 0 }, fragmentation: { DEFAULT: { max: 1 }, r: { max: 1 } } },
    }
    const issues = check({}, expected, layout({ name: 'p' }))
    expect(places(issues)).toEqual(['steps[0].expect.blocks.q', 'steps[0].expect.fragmentation.r'])
    expect(issues.issues.every(({ atKey }) => atKey)).toBe(true)
  })
})

describe('what is freed is there [DF-06]', () => {
  const freed = (name: string, ...made: object[]): number => check({}, ...made, free(name)).issues.length

  it.each<[string, object, string, number]>([
    ['an allocation', allocate('a'), 'a', 0],
    ['no such one', allocate('a'), 'b', 1],
    ['a group', allocate('g', { count: 3 }), 'g', 0],
    ['one of a group', allocate('g', { count: 3 }), 'g 3', 0],
    ['one more than the group has', allocate('g', { count: 3 }), 'g 4', 1],
    ['a number from 0', allocate('g', { count: 3 }), 'g 0', 1],
    ['a number as nobody writes it', allocate('g', { count: 3 }), 'g 03', 1],
    // a person allocated "x 1" and "x 2": together they are "x"
    ['a group made one by one', allocate('x 2'), 'x', 0],
    ['a resource made by its name', { resource: { name: 'r', size: '64KiB' } }, 'r', 0],
    ['what a layout has', layout({ name: 'L', committed: [{ name: 'c', size: 1 }] }), 'c', 0],
    [
      'what it has in a block',
      layout({ name: 'L', blocks: [{ size: 65536, allocations: [{ offset: 0, size: 1, name: 'c' }] }] }),
      'c',
      0,
    ],
    [
      'a name that it would have if its own was taken',
      layout({ name: 'L', committed: [{ name: 'c', size: 1 }] }),
      'c (2)',
      0,
    ],
    ['no such name', layout({ name: 'L', committed: [{ name: 'c', size: 1 }] }), 'c (0)', 1],
    ['what has its name from its pool', layout({ name: 'L', committed: [{ size: 1 }] }), 'L 7', 0],
    ['nothing of a pool in which all have names', layout({ name: 'L', committed: [{ name: 'c', size: 1 }] }), 'L 7', 1],
    ['any, where a name is bad', allocate('a', { count: 'many' }), 'b', 0],
    ['any, where one of a layout is bad', layout({ name: 3, committed: [{ size: 1 }] }), 'b', 0],
  ])('%s', (_title, made, name, issues) => {
    expect(freed(name, made)).toBe(issues)
  })

  it('not only later', () => {
    expect(told(check({}, free('a'), allocate('a')))).toEqual([
      'steps[0].free.name: "a"; the name of an allocation or a group that exists at that time: there is none',
    ])
  })

  it('though it was freed before, as that may have failed', () => {
    expect(told(check({}, allocate('a'), free('a'), free('a')))).toEqual([])
  })
})

describe('memory that is used', () => {
  it('has to exist at some time', () => {
    expect(places(check({}, { map: 'a' }, { makeResident: { names: ['b', 'a'] } }, allocate('a')))).toEqual([
      'steps[1].makeResident.names[0]',
    ])
  })

  it('is one of a group: the hint names one', () => {
    const names = MemoryNames.of(fileOf({ steps: inTime(allocate('g', { count: 2 })) }))
    if (names === undefined) throw new Error('expected names')
    const issues = new IssueList()
    checkMemoryName('g', names, ['a'], issues)
    checkMemoryName('g', names, ['b'], issues, { groups: true })
    checkMemoryName('g 1', names, ['c'], issues)
    expect(issues.issues).toEqual([
      expect.objectContaining({ path: ['a'], hint: 'it is a group: name one of it, "g 1"' }),
    ])
  })
})
