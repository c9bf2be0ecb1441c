/** The fields and verbs of the allocator, of media and of defragmentation; for names see allocation.names.test.ts. */
import { describe, expect, test } from 'vitest'
import { app, CLIP, refusal, scenarioOf, steps } from './validating'

const KIB = 1024
const MIB = 1024 * KIB

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
