/** Names of pools, clips and allocations: what they may be, and what has to be there when they are used. */
import { describe, expect, test } from 'vitest'
import { app, CLIP, refusal, scenarioOf, steps } from './validating'

describe('names of pools [DF-01] [DF-06]', () => {
  const pools = [{ name: 'Media' }, { name: 'Staging', heap: 'upload' }]
  const layout = (...names: string[]) => ({ layout: { pools: names.map((name) => ({ name })) } })

  test.each<[unknown, string]>([
    [app({ pools: [{ name: 'A' }, { name: 'A' }] }), 'app.pools[1].name: "A"; a name that no other pool has'],
    [
      app({ pools: [{ name: 'UPLOAD' }] }),
      'app.pools[0].name: "UPLOAD"; a name other than "DEFAULT", "UPLOAD" or "READBACK", the default pools',
    ],
    [app({ pools, pool: 'Medai' }), 'app.pool: "Medai"; the name of a custom pool'],
    [app({ pools, pool: 'Medai' }), 'did you mean "Media"?'],
    [
      app({ pools, pool: 'Staging' }),
      'app.pool: "Staging"; a pool of the heap type "default"; this one is of "upload"',
    ],
    [app({ pool: 'DEFAULT' }), 'for default pools, leave the field out'],
    [steps(layout('A', 'B', 'A')), 'steps[0].layout.pools[2].name: "A"; a name that no other pool of the layout has'],
    [steps(layout('READBACK')), 'steps[0].layout.pools[0].name: "READBACK"; a name other than'],
    [steps({ defragment: { pool: 'A' } }, layout('A')), 'steps[0].defragment.pool: "A"; the name of a custom pool'],
    [
      steps({ defragmentation: { call: 'begin', pool: 'A' } }),
      'steps[0].defragmentation.pool: "A"; the name of a cust',
    ],
    [steps({ defragment: { pool: 'DEFAULT' } }), 'there is none; for default pools, leave the field out'],
    [app({ pools }, { allocate: { name: 'a', size: 1, pool: 'Stagin' } }), 'did you mean "Staging"?'],
    [
      app({ pools }, { allocate: { name: 'a', size: 1, pool: 'Staging', heap: 'readback' } }),
      'steps[0].allocate.heap: "readback"; "upload", as the pool "Staging" has, or nothing',
    ],
    [steps({ expect: { blocks: { A: 1 } } }), 'steps[0].expect.blocks.A: "A"; the name of a pool: "DEFAULT", "UPLOAD"'],
    [steps({ expect: { fragmentation: { default: { max: 0 } } } }), 'did you mean "DEFAULT"?'],
  ])('%j', (file, message) => {
    const problems = refusal(file)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(message)
  })

  test('those that a layout makes are known from then on, and to expectations at any time', () => {
    const file = steps({ expect: { blocks: { A: 0 } } }, layout('A'), { defragment: { pool: 'A' } })
    expect(scenarioOf(file).steps).toHaveLength(3)
  })

  test('a linear pool may be named: what BeginDefragmentation answers is a result [DF-07]', () => {
    const linear = [{ name: 'Ring', heap: 'upload', algorithm: 'linear' }]
    expect(scenarioOf(app({ pools: linear }, { defragment: { pool: 'Ring' } })).steps).toHaveLength(1)
  })

  test('with a pool whose name is bad, no other is called unknown', () => {
    expect(refusal(app({ pools: [{ name: 1 }], pool: 'A' }))).toEqual([
      'app.pools[0].name: 1; a name that is not empty',
    ])
  })
})

describe('names of clips, which they have in common with effects', () => {
  test.each<[unknown, string]>([
    [app({ clips: [CLIP, CLIP] }), 'app.clips[1].name: "Beach"; a name that no other effect or clip has'],
    [app({ clips: [{ ...CLIP, name: 'Blur' }] }), 'app.clips[0].name: "Blur"; a name that no other effect or clip has'],
    [steps({ removeClip: 'Beach' }), 'steps[0].removeClip: "Beach"; the name of a clip that exists at that time'],
    [steps({ removeClip: 'Blur' }), 'there is none; it is an effect, which "removeEffect" removes'],
    [app({ clips: [CLIP] }, { removeEffect: 'Beach' }), '"Blur" or "Grayscale"; it is a clip'],
    [app({ clips: [CLIP] }, { setConstants: { effect: 'Beach', constants: { a: 1 } } }), 'it is a clip'],
    [app({ clips: [CLIP] }, { apply: 'Beahc' }), 'did you mean "Beach"?'],
    [
      app({ clips: [CLIP] }, { expect: { resident: ['Beech.frame 1'] } }),
      'steps[0].expect.resident[0]: "Beech.frame 1"',
    ],
  ])('%j', (file, message) => {
    const problems = refusal(file)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(message)
  })

  test('a clip can be applied, its memory named, and it can be imported again', () => {
    const file = app(
      { clips: [CLIP] },
      { apply: 'Beach' },
      { expect: { resident: ['Beach.frame 1'], allocated: ['Beach.proxy 1:2'] } },
      { removeClip: 'Beach' },
      { importClip: CLIP },
      { defragment: { ignore: ['Beach.thumbnail 3'] } },
    )
    expect(scenarioOf(file).steps).toHaveLength(5)
  })
})

describe('names of allocations', () => {
  const group = { allocate: { name: 'g', size: '1MiB', count: 3 } }

  test.each<[unknown, string]>([
    [
      steps({ free: { name: 'g' } }, group),
      'steps[0].free.name: "g"; the name of an allocation or a group that exists',
    ],
    [steps(group, { free: { name: 'g 4' } }), 'steps[1].free.name: "g 4"; the name of an allocation or a group'],
    [steps(group, { free: { name: 'g 0' } }), 'steps[1].free.name: "g 0"'],
    [steps(group, { free: { name: 'Blur.main' } }), 'steps[1].free.name: "Blur.main"'],
    [steps(group, { map: 'g' }), 'steps[1].map: "g"'],
    [steps(group, { defragment: { destroy: ['g'] } }), 'it is a group: name one of it, "g 1"'],
    [steps(group, { map: 'h 1' }), 'steps[1].map: "h 1"; the full name of a resource, or the name of an allocation'],
    [steps(group, { unmap: 'g 9' }), 'steps[1].unmap: "g 9"'],
    [steps(group, { write: 'gg' }), 'steps[1].write: "gg"'],
    [steps(group, { movable: { name: 'g1', movable: true } }), 'steps[1].movable.name: "g1"'],
    [steps(group, { defragment: { ignore: ['g 1', 'h'] } }), 'steps[1].defragment.ignore[1]: "h"'],
    [steps({ defragmentation: { call: 'begin', destroy: ['h'] } }), 'steps[0].defragmentation.destroy[0]: "h"'],
    [steps(group, { expect: { allocated: ['h'] } }), 'steps[1].expect.allocated[0]: "h"'],
    [steps(group, { expect: { contents: ['g 7'] } }), 'steps[1].expect.contents[0]: "g 7"'],
    [
      steps(group, { defragment: { ignore: ['g 1'], destroy: ['g 2', 'g 1'] } }),
      'steps[1].defragment.destroy[1]: "g 1"; a name that "ignore" has not as well',
    ],
  ])('%j', (file, message) => {
    const problems = refusal(file)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(message)
  })

  test('a group that is freed in part is still there, and so are its members', () => {
    const file = steps(group, { free: { name: 'g', every: 2 } }, { free: { name: 'g 3' } }, { free: { name: 'g' } })
    expect(scenarioOf(file).steps).toHaveLength(4)
  })

  test('a group stands for all of it where memory as such is expected, and what was allocated one by one is one', () => {
    const expected = { expect: { allocated: ['g'], contents: ['g'], notAllocated: ['g 2'] } }
    expect(scenarioOf(steps(group, expected)).steps).toHaveLength(2)
    const oneByOne = [{ allocate: { name: 'a 1', size: 1 } }, { allocate: { name: 'a 2', size: 1 } }]
    expect(scenarioOf(steps(...oneByOne, { free: { name: 'a', every: 2 } })).steps).toHaveLength(3)
  })

  test('a name may be used again: the allocation before may have failed, which only the run can tell [DF-03]', () => {
    const big = { allocate: { name: 'big', size: '8MiB' } }
    expect(scenarioOf(steps(group, big, { defragment: {} }, big, { free: { name: 'big' } })).steps).toHaveLength(5)
  })

  test('heaps are blocks of their pool, by number [RS-15]', () => {
    const file = app({ pools: [{ name: 'A' }] }, { expect: { resident: ['DEFAULT block 0', 'A block 12'] } })
    expect(scenarioOf(file).steps).toHaveLength(1)
    expect(refusal(steps({ expect: { resident: ['A block 12'] } }))[0]).toContain('"A block 12"; the full name of')
  })
})
