/** Steps of media, of the allocator and of defragmentation: see example-steps.ts. */

/** `defragment` with its defaults. */
const DEFRAGMENT = {
  algorithm: 'balanced',
  maxBytesPerPass: 0,
  maxAllocationsPerPass: 0,
  timePerFrame: 0,
  bytesPerFrame: 0,
  evicted: 'skip',
  ignore: [],
  destroy: [],
}

/** One valid step per verb of them, with the value that it resolves to. */
export const ALLOCATION_STEPS: readonly [Record<string, unknown>, unknown][] = [
  [{ importClip: { name: 'Beach', width: 1920, height: 1080 } }, { name: 'Beach', width: 1920, height: 1080 }],
  [
    { importClip: { name: 'Dunes', width: 1, height: 16_384, frames: 1, thumbnails: 0 } },
    { name: 'Dunes', width: 1, height: 16_384, frames: 1, thumbnails: 0 },
  ],
  [{ removeClip: 'Dunes' }, 'Dunes'],
  [{ project: { width: 1280, height: 720 } }, { width: 1280, height: 720 }],
  [{ allocation: 'placed' }, 'placed'],
  [{ allocate: { name: 'one', size: 1 } }, { name: 'one', size: 1 }],
  [
    {
      layout: {
        pools: [
          {
            name: 'Cache',
            heap: 'upload',
            blockSize: '32MiB',
            algorithm: 'linear',
            blocks: [
              {
                size: '1KiB',
                allocations: [
                  { offset: 0, size: 256, name: 'a' },
                  { offset: 256, size: 768 },
                ],
              },
            ],
            committed: [{ size: '1MiB' }, { size: 1, name: 'b' }],
          },
          { name: 'Empty', blocks: [{ size: 1 }] },
        ],
      },
    },
    {
      pools: [
        {
          name: 'Cache',
          heap: 'upload',
          blockSize: 33_554_432,
          algorithm: 'linear',
          blocks: [
            {
              size: 1024,
              allocations: [
                { offset: 0, size: 256, name: 'a' },
                { offset: 256, size: 768 },
              ],
            },
          ],
          committed: [{ size: 1_048_576 }, { size: 1, name: 'b' }],
        },
        {
          name: 'Empty',
          heap: 'default',
          blockSize: 67_108_864,
          algorithm: 'tlsf',
          blocks: [{ size: 1, allocations: [] }],
          committed: [],
        },
      ],
    },
  ],
  [
    {
      allocate: {
        name: 'many',
        size: { min: '64KiB', max: '16MiB' },
        count: 100_000,
        heap: 'upload',
        pool: 'Cache',
        committed: true,
        pinned: true,
        scratch: true,
      },
    },
    {
      name: 'many',
      size: { min: 65_536, max: 16_777_216 },
      count: 100_000,
      heap: 'upload',
      pool: 'Cache',
      committed: true,
      pinned: true,
      scratch: true,
    },
  ],
  [{ movable: { name: 'many 100000', movable: false } }, { name: 'many 100000', movable: false }],
  [{ map: 'many 1' }, 'many 1'],
  [{ write: 'many 1' }, 'many 1'],
  [{ unmap: 'many 1' }, 'many 1'],
  [{ inject: { fault: 'stale-mapping', count: 2 } }, { fault: 'stale-mapping', count: 2 }],
  [{ inject: { fault: 'reserve-fails' } }, { fault: 'reserve-fails', count: 1 }],
  [{ inject: { fault: 'stale-descriptor' } }, { fault: 'stale-descriptor', count: 1 }],
  [{ defragment: {} }, DEFRAGMENT],
  [
    {
      defragment: {
        algorithm: 'fast',
        maxBytesPerPass: '8MiB',
        maxAllocationsPerPass: 4,
        pool: 'Cache',
        timePerFrame: '2ms',
        bytesPerFrame: '8MiB',
        evicted: 'make-resident',
        ignore: ['a', 'Beach.frame 1'],
        destroy: ['Blur.main'],
      },
    },
    {
      algorithm: 'fast',
      maxBytesPerPass: 8_388_608,
      maxAllocationsPerPass: 4,
      pool: 'Cache',
      timePerFrame: 2000,
      bytesPerFrame: 8 * 1024 * 1024,
      evicted: 'make-resident',
      ignore: ['a', 'Beach.frame 1'],
      destroy: ['Blur.main'],
    },
  ],
  [{ defragmentation: { call: 'begin' } }, { call: 'begin', desc: DEFRAGMENT }],
  [
    { defragmentation: { call: 'begin', algorithm: 'full', pool: 'Empty' } },
    { call: 'begin', desc: { ...DEFRAGMENT, algorithm: 'full', pool: 'Empty' } },
  ],
  [{ defragmentation: { call: 'beginPass' } }, { call: 'beginPass' }],
  [
    { defragmentation: { call: 'operation', move: 0, operation: 'DESTROY' } },
    { call: 'operation', move: 0, operation: 'DESTROY' },
  ],
  [{ defragmentation: { call: 'endPass' } }, { call: 'endPass' }],
  [{ defragmentation: { call: 'run' } }, { call: 'run' }],
  [{ defragmentation: { call: 'end' } }, { call: 'end' }],
  [{ free: { name: 'many', every: 2, share: 0.5 } }, { name: 'many', every: 2, share: 0.5 }],
  [{ free: { name: 'many' } }, { name: 'many' }],
  [
    {
      expect: {
        allocated: ['a', 'Beach.frame 1'],
        notAllocated: ['many'],
        contents: ['Blur.main'],
        blocks: { Cache: 1, DEFAULT: { min: 1 } },
        fragmentation: { UPLOAD: { max: 0.25 }, READBACK: { min: 0, max: 1 } },
        heapsFreed: 2,
        bytesMoved: { max: '1GiB' },
        allocationsMoved: { min: 3 },
        defragmentationPasses: 4,
        defragmentations: 1,
        failedByFragmentation: 1,
        failedByExhaustion: 0,
        delays: { count: 2, worst: { max: '50ms' }, 'page-in': '1.5ms', 'vertical-blank': { min: 1 } },
      },
    },
    {
      allocated: ['a', 'Beach.frame 1'],
      notAllocated: ['many'],
      contents: ['Blur.main'],
      blocks: { Cache: 1, DEFAULT: { min: 1 } },
      fragmentation: { UPLOAD: { max: 0.25 }, READBACK: { min: 0, max: 1 } },
      heapsFreed: 2,
      bytesMoved: { max: 1_073_741_824 },
      allocationsMoved: { min: 3 },
      defragmentationPasses: 4,
      defragmentations: 1,
      failedByFragmentation: 1,
      failedByExhaustion: 0,
      delays: { count: 2, worst: { max: 50_000 }, 'page-in': 1_500, 'vertical-blank': { min: 1 } },
    },
  ],
]
