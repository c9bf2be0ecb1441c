/** The fields and verbs of the allocator, of media and of defragmentation. */
import { describe, expect, test } from 'vitest'
import { type Scenario, validateScenario } from '../../../../../main/session/scenario'

function scenarioOf(value: unknown): Scenario {
  const result = validateScenario(value)
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2))
  return result.scenario
}

/** `path: found; expected; hint` of everything that is wrong. */
function refusal(value: unknown): string[] {
  const result = validateScenario(value)
  if (result.ok) throw new Error('accepted')
  return result.problems.map(({ path, found, expected, hint }) =>
    [`${path}: ${found}; ${expected}`, ...(hint === undefined ? [] : [hint])].join('; '),
  )
}

const app = (fields: object, ...steps: object[]) => ({
  trimline: 1,
  app: fields,
  steps: steps.map((step) => ({ at: 0, ...step })),
})
const steps = (...list: object[]) => app({}, ...list)
const KIB = 1024
const MIB = 1024 * KIB
const CLIP = { name: 'Beach', width: 1920, height: 1080 }

describe('defaults', () => {
  test('of the app and the system: committed resources, blocks of 64 MiB, no pools, no media [DF-01]', () => {
    const scenario = scenarioOf({ trimline: 1 })
    expect(scenario.system.copyBandwidth).toBe(64 * 1024 * MIB)
    expect(scenario.app).toMatchObject({ allocation: 'committed', blockSize: 64 * MIB, pools: [], clips: [] })
    expect(scenario.app).not.toHaveProperty('pool')
  })

  test('of a pool [DF-01]', () => {
    expect(scenarioOf(app({ pools: [{ name: 'A' }], pool: 'A' })).app).toMatchObject({
      pool: 'A',
      pools: [
        {
          name: 'A',
          heap: 'default',
          minBlocks: 0,
          maxBlocks: 0,
          algorithm: 'tlsf',
          alwaysCommitted: false,
        },
      ],
    })
    // none is given explicitly: its blocks begin small
    expect(scenarioOf(app({ pools: [{ name: 'A' }] })).app.pools[0]?.blockSize).toBeUndefined()
  })

  test('a step that has none keeps what it leaves out away, as by hand', () => {
    const [clip, one, all] = scenarioOf(
      steps({ importClip: CLIP }, { allocate: { name: 'a', size: '1MiB' } }, { free: { name: 'a' } }),
    ).steps
    expect(clip?.value).toStrictEqual(CLIP)
    expect(one?.value).toStrictEqual({ name: 'a', size: MIB })
    expect(all?.value).toStrictEqual({ name: 'a' })
  })
})

describe('sizes and counts', () => {
  const allocate = (fields: object) => steps({ allocate: { name: 'a', size: 1, ...fields } })
  const pool = (fields: object) => app({ pools: [{ name: 'A', ...fields }] })
  const resource = (fields: object) => app({ effects: [{ name: 'A', resources: [{ name: 'r', size: 1, ...fields }] }] })

  test.each<[unknown, string]>([
    [{ trimline: 1, system: { copyBandwidth: 0 } }, 'system.copyBandwidth: 0; a size of at least 1B'],
    [app({ allocation: 'place' }), 'app.allocation: "place"; one of "committed" or "placed"; did you mean "placed"?'],
    [app({ blockSize: '100KiB' }), 'app.blockSize: "100KiB"; a size of at least 64KiB that is a multiple of 64KiB'],
    [app({ blockSize: 0 }), 'app.blockSize: 0; a size of at least 64KiB'],
    [
      pool({ blockSize: 65_537 }),
      'app.pools[0].blockSize: 65537; a size of at least 64KiB that is a multiple of 64KiB',
    ],
    [pool({ minBlocks: 3, maxBlocks: 2 }), 'app.pools[0].minBlocks: 3; at most "maxBlocks" (2)'],
    // a heap for each of them is made before anything else happens
    [pool({ blockSize: '64KiB', minBlocks: 2_000_000 }), 'app.pools[0].minBlocks: 2000000; at most 100000'],
    [pool({ maxBlocks: 2 ** 32 }), 'app.pools[0].maxBlocks: 4294967296; at most 4294967295'],
    [pool({ algorithm: 'buddy' }), 'app.pools[0].algorithm: "buddy"; one of "tlsf" or "linear"'],
    [pool({ heap: 'gpu-upload' }), 'app.pools[0].heap: "gpu-upload"; one of "default", "upload" or "readback"'],
    [pool({ size: 1 }), 'app.pools[0].size: an unknown field; only the fields name, heap, blockSize'],
    [
      resource({ alignment: 3 * KIB }),
      'app.effects[0].resources[0].alignment: 3072; 4KiB (small textures), 64KiB or 4MiB',
    ],
    // 8 KiB and 1 MiB are powers of two, but D3D12 has no such alignment
    [resource({ alignment: '8KiB' }), 'app.effects[0].resources[0].alignment: "8KiB"; 4KiB (small textures), 64KiB or'],
    [resource({ alignment: '1MiB' }), 'app.effects[0].resources[0].alignment: "1MiB"; 4KiB (small textures), 64KiB or'],
    [
      resource({ size: '12MiB', alignment: '4KiB' }),
      'app.effects[0].resources[0].alignment: "4KiB"; 64KiB or 4MiB: the size is 12MiB, and only textures of at most 64KiB',
    ],
    [
      resource({ alignment: 2 * KIB }),
      'app.effects[0].resources[0].alignment: 2048; 4KiB (small textures), 64KiB or 4MiB',
    ],
    [
      resource({ alignment: '8MiB' }),
      'app.effects[0].resources[0].alignment: "8MiB"; 4KiB (small textures), 64KiB or 4MiB',
    ],
    // 2^32 + 4 KiB is no power of two, though its lower half is
    [
      resource({ alignment: 2 ** 32 + 4096 }),
      'app.effects[0].resources[0].alignment: 4294971392; 4KiB (small textures), 64KiB or 4MiB',
    ],
    [resource({ scratch: 1 }), 'app.effects[0].resources[0].scratch: 1; true or false'],
    [app({ clips: [{ ...CLIP, width: 0 }] }), 'app.clips[0].width: 0; a whole number of at least 1'],
    [app({ clips: [{ ...CLIP, height: 16_385 }] }), 'app.clips[0].height: 16385; at most 16384 texels'],
    [steps({ importClip: { ...CLIP, frames: 0 } }), 'steps[0].importClip.frames: 0; a whole number of at least 1'],
    [steps({ importClip: { ...CLIP, thumbnails: 100_001 } }), 'steps[0].importClip.thumbnails: 100001; at most 100000'],
    [steps({ project: { width: 1280 } }), 'steps[0].project.height: nothing; a whole number of at least 1'],
    [allocate({ size: 0 }), 'steps[0].allocate.size: 0; a size of at least 1B'],
    [allocate({ size: true }), 'steps[0].allocate.size: true; a size of at least 1B such as "64MiB", or an object'],
    [allocate({ size: { min: '1MiB' } }), 'steps[0].allocate.size.max: nothing; a size of at least 64KiB'],
    [allocate({ size: { min: 1, max: '1MiB' } }), 'steps[0].allocate.size.min: 1; a size of at least 64KiB'],
    [
      allocate({ size: { min: '64KiB', max: '65KiB' } }),
      'steps[0].allocate.size.max: "65KiB"; a size of at least 64KiB that is a multiple of 64KiB',
    ],
    [allocate({ size: { min: '2KB', max: 'x' } }), 'steps[0].allocate.size.min: "2KB"; a size of at least 64KiB'],
    [allocate({ size: { min: '2MiB', max: '1MiB' } }), 'steps[0].allocate.size.min: "2MiB"; at most "max" (1MiB)'],
    [
      allocate({ size: { min: '1MiB', most: 1 } }),
      'steps[0].allocate.size.most: an unknown field; only the fields min, max',
    ],
    [allocate({ count: 0 }), 'steps[0].allocate.count: 0; a whole number of at least 1'],
    [allocate({ count: 100_001 }), 'steps[0].allocate.count: 100001; at most 100000'],
  ])('%j', (file, message) => {
    expect(refusal(file).join('\n')).toContain(message)
  })

  test.each<[object, string]>([
    [{ every: 0 }, 'steps[1].free.every: 0; a whole number of at least 1'],
    [{ share: 0 }, 'steps[1].free.share: 0; a number above 0, at most 1'],
    [{ share: 1.1 }, 'steps[1].free.share: 1.1; a number above 0, at most 1'],
  ])('free %j', (fields, message) => {
    expect(refusal(steps({ allocate: { name: 'a', size: 1, count: 9 } }, { free: { name: 'a', ...fields } }))).toEqual([
      message,
    ])
  })

  test.each([4 * KIB, '64KiB', '4MiB'])('a resource may be placed at multiples of %s', (alignment) => {
    const { effects } = scenarioOf(resource({ alignment })).app
    expect(Math.log2(effects[0]?.resources[0]?.alignment ?? 0) % 1).toBe(0)
  })
})

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

describe('a layout [DF-23]', () => {
  test('gives a number to what has a name that is taken; it is freed by that', () => {
    const blocks = [{ size: '4MiB', allocations: [{ offset: 0, size: '1MiB', name: 'sky' }] }]
    const before = [{ allocate: { name: 'sky', size: '1MiB' } }, { layout: { pools: [{ name: 'A', blocks }] } }]
    expect(scenarioOf(steps(...before, { free: { name: 'sky (2)' } }, { free: { name: 'sky' } })).steps).toHaveLength(4)
    expect(refusal(steps(...before, { free: { name: 'sea (2)' } }))).toHaveLength(1)
  })

  const block = (size: number, ...allocations: object[]) =>
    steps({ layout: { pools: [{ name: 'A', blocks: [{ size, allocations }] }] } })
  const at = 'steps[0].layout.pools[0].blocks[0].allocations'

  test.each<[unknown, string]>([
    [block(100, { offset: 0, size: 0 }), `${at}[0].size: 0; a size of at least 1B`],
    [block(100, { offset: -1, size: 1 }), `${at}[0].offset: -1; a size`],
    [block(100, { offset: 60, size: 41 }), `${at}[0].size: 41; at most 40B, as its block ends at 100B`],
    [block(100, { offset: 100, size: 1 }), `${at}[0].size: 1; at most 0B, as its block ends at 100B`],
    [
      block(100, { offset: 0, size: 11 }, { offset: 10, size: 1 }),
      `${at}[1].offset: 10; at least 11B, the end of the one before: by offset, without overlap`,
    ],
    [
      block(100, { offset: 50, size: 1 }, { offset: 0, size: 1 }),
      `${at}[1].offset: 0; at least 51B, the end of the one before`,
    ],
    // neither bad fields nor sums beyond 2^53 come into what several fields tell together
    [block(100, { offset: '1x', size: '1KB' }, { offset: 0, size: 1 }), `${at}[0].offset: "1x"; a size`],
    [
      block(100, { offset: 2 ** 53 - 1, size: 2 ** 53 - 1 }, { offset: 5, size: 1 }),
      `${at}[0].size: 9007199254740991; at most 0B, as its block ends at 100B`,
    ],
    [block(0), 'steps[0].layout.pools[0].blocks[0].size: 0; a size of at least 1B'],
    [steps({ layout: { pools: [] } }), 'steps[0].layout.pools: an empty list; at least one pool'],
    [
      block(100, { offset: 0, size: 1, name: 'a' }, { offset: 1, size: 1, name: 'a' }),
      `${at}[1].name: "a"; a name that nothing else of the layout has`,
    ],
  ])('%j', (file, message) => {
    expect(refusal(file)[0]).toContain(message)
  })

  test('ranges that touch, at any offset, to the very end of the block', () => {
    const file = block(1000, { offset: 3, size: 253 }, { offset: 256, size: 744 })
    expect(scenarioOf(file).steps).toHaveLength(1)
  })

  test('what lies in it can be used by its name; what has none is called after its pool', () => {
    const file = block(100, { offset: 0, size: 1, name: 'a' }, { offset: 1, size: 1 })
    const again = { movable: { name: 'a (2)', movable: true } }
    const more = [again, { movable: { name: 'a', movable: false } }, { movable: { name: 'A 0 at 1', movable: false } }]
    const used = [...more, { free: { name: 'a' } }, { free: { name: 'A 0 at 1' } }].map((step) => ({ at: 0, ...step }))
    expect(scenarioOf({ ...file, steps: [...file.steps, ...used] }).steps).toHaveLength(6)
  })
})

describe('the verb defragmentation', () => {
  test.each<[object, string]>([
    [{}, 'steps[0].defragmentation.call: nothing; one of "begin", "beginPass", "operation", "endPass", "run" or "end"'],
    [{ call: 'beginPas' }, 'did you mean "beginPass"?'],
    [{ call: 'run', algorithm: 'fast' }, 'steps[0].defragmentation.algorithm: an unknown field; only the fields call'],
    [{ call: 'operation', operation: 'COPY' }, 'steps[0].defragmentation.move: nothing; a whole number of at least 0'],
    [{ call: 'operation', move: 0, operation: 'copy' }, 'did you mean "COPY"?'],
    [
      { call: 'begin', algorithm: 'quick' },
      'steps[0].defragmentation.algorithm: "quick"; one of "fast", "balanced" or',
    ],
    [{ call: 'begin', evicted: 'keep' }, 'steps[0].defragmentation.evicted: "keep"; one of "skip" or "make-resident"'],
    [{ call: 'begin', maxBytesPerPass: -1 }, 'steps[0].defragmentation.maxBytesPerPass: -1; a size'],
    [{ call: 'begin', timePerFrame: '1KiB' }, 'steps[0].defragmentation.timePerFrame: "1KiB"; a duration'],
  ])('%j is refused', (value, message) => {
    const problems = refusal(steps({ defragmentation: value }))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(message)
  })

  test('calls in an order that the allocator refuses are no mistakes of the file', () => {
    expect(scenarioOf(steps({ defragmentation: { call: 'endPass' } })).steps).toHaveLength(1)
  })
})

describe('conditions', () => {
  test.each<[object, string]>([
    [{ allocated: [] }, 'steps[0].expect.allocated: an empty list; at least one name'],
    [{ blocks: {} }, 'steps[0].expect.blocks: an empty object; at least one pool'],
    [{ blocks: { DEFAULT: -1 } }, 'steps[0].expect.blocks.DEFAULT: -1; a whole number of at least 0'],
    [{ fragmentation: { DEFAULT: 0 } }, 'steps[0].expect.fragmentation.DEFAULT: 0; an object'],
    [{ fragmentation: { DEFAULT: { max: 1.5 } } }, 'fragmentation.DEFAULT.max: 1.5; a number from 0 to 1'],
    [{ bytesMoved: 5 }, 'steps[0].expect.bytesMoved: 5; an object'],
    [{ bytesMoved: { min: '1x' } }, 'steps[0].expect.bytesMoved.min: "1x"; a size'],
    [{ failedByFragmentaton: 1 }, 'did you mean "failedByFragmentation"?'],
  ])('%j is refused', (conditions, message) => {
    const problems = refusal(steps({ expect: conditions }))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(message)
  })
})

test('all that is wrong is told at once [SC-02]', () => {
  const file = app(
    { allocation: 'none', pools: [{ name: 'DEFAULT', minBlocks: 2, maxBlocks: 1 }], clips: [{ ...CLIP, frames: 0 }] },
    { allocate: { name: 'a', size: 0, pool: 'B' } },
    { free: { name: 'b' } },
    { defragment: { pool: 'C', evicted: 1 } },
  )
  expect(refusal(file).map((problem) => problem.slice(0, problem.indexOf(':')))).toEqual(
    expect.arrayContaining([
      'app.allocation',
      'app.pools[0].minBlocks',
      'app.pools[0].name',
      'app.clips[0].frames',
      'steps[0].allocate.size',
      'steps[0].allocate.pool',
      'steps[1].free.name',
      'steps[2].defragment.evicted',
      'steps[2].defragment.pool',
    ]),
  )
})

describe('the blocks that pools are created with fit their segment [DF-01]', () => {
  const withPools = (system: object, ...pools: object[]) => ({ trimline: 1, system, app: { pools } })
  const small = { localMemory: '256MiB', nonLocalMemory: '128MiB' }

  test('four of 64 MiB fit 256 MiB, five do not', () => {
    scenarioOf(withPools(small, { name: 'A', minBlocks: 4 }))
    expect(refusal(withPools(small, { name: 'A', minBlocks: 5 }))).toEqual([
      'app.pools[0].minBlocks: 5; at most 4, as a block has 64MiB, system.localMemory 256MiB',
    ])
  })

  test('pools of the same segment share it; those of upload memory lie in the other', () => {
    const upload = { name: 'U', heap: 'upload', blockSize: '32MiB' }
    scenarioOf(withPools(small, { name: 'A', minBlocks: 4 }, { ...upload, minBlocks: 4 }))
    expect(
      refusal(withPools(small, { name: 'A', minBlocks: 3 }, { name: 'B', minBlocks: 2 }, { ...upload, minBlocks: 5 })),
    ).toEqual([
      'app.pools[1].minBlocks: 2; at most 1, as a block has 64MiB, system.localMemory 256MiB and other pools have 192MiB of it',
      'app.pools[2].minBlocks: 5; at most 4, as a block has 32MiB, system.nonLocalMemory 128MiB',
    ])
  })
})
