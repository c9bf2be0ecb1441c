import { ALLOCATION_STEPS } from './example-steps-of-allocation'

/** One valid step per verb of this version, with the value that it resolves to. */
export const STEPS: [Record<string, unknown>, unknown][] = [
  [{ apply: 'Blur' }, 'Blur'],
  [{ idle: false }, false],
  [{ suspend: true }, true],
  [{ resume: true }, true],
  [{ lock: true }, true],
  [{ unlock: true }, true],
  [{ periodicTrim: true }, true],
  [{ restartPeriodicTrim: true }, true],
  [{ trimToBudget: '1MiB' }, 1_048_576],
  [{ notify: { flags: ['PERIODIC_TRIM', 'TRIM_TO_BUDGET'], bytes: '1KiB' } }, { flags: 5, bytes: 1024 }],
  [{ notify: { flags: ['RESTART_PERIODIC_TRIM'] } }, { flags: 2, bytes: 0 }],
  [{ notify: { flags: ['PERIODIC_TRIM'], bytes: 0 } }, { flags: 1, bytes: 0 }],
  [{ budget: 65_536 }, 65_536],
  [{ otherProcess: { name: 'game', usage: '1GiB' } }, { name: 'game', usage: 1_073_741_824 }],
  [{ otherProcess: { name: 'game', usage: 0, foreground: true } }, { name: 'game', usage: 0, foreground: true }],
  [{ recreateDevice: true }, true],
  [
    { residencyPriority: { resource: 'Blur.main', priority: 'minimum' } },
    { resource: 'Blur.main', priority: 'minimum' },
  ],
  [{ reserve: '64MiB' }, 67_108_864],
  [{ externalReservation: { group: 'non-local', bytes: '1MiB' } }, { group: 'non-local', bytes: 1_048_576 }],
  [{ inject: { fault: 'make-resident-fails', count: 2 } }, { fault: 'make-resident-fails', count: 2 }],
  [{ inject: { fault: 'build-paging-buffer-fails', count: 3 } }, { fault: 'build-paging-buffer-fails', count: 3 }],
  [
    {
      inject: {
        fault: 'build-paging-buffer-fails',
        notify: 'NotifyIoMmuUnmap',
        chunk: 3,
        adapter: 0,
        result: 'no-room',
      },
    },
    {
      fault: 'build-paging-buffer-fails',
      notify: 'NotifyIoMmuUnmap',
      chunk: 3,
      adapter: 0,
      result: 'no-room',
      count: 1,
    },
  ],
  [
    { inject: { fault: 'touches-after-unmap', chunk: 0, count: 2 } },
    { fault: 'touches-after-unmap', chunk: 0, count: 2 },
  ],
  [{ inject: { fault: 'changes-split-buffer', adapter: 0 } }, { fault: 'changes-split-buffer', adapter: 0, count: 1 }],
  [{ inject: { fault: 'background-task-throws' } }, { fault: 'background-task-throws', count: 1 }],
  [
    { inject: { fault: 'driver-call-throws', call: 'CreateAllocation' } },
    { fault: 'driver-call-throws', call: 'CreateAllocation', count: 1 },
  ],
  [
    { expect: { intact: ['Blur.main'], hitches: 1, devicesRemoved: { max: 0 } } },
    { intact: ['Blur.main'], hitches: 1, devicesRemoved: { max: 0 } },
  ],
  [{ addEffect: { name: 'Glow' } }, { name: 'Glow', gpuTime: 4000, resources: [] }],
  [{ removeEffect: 'Glow' }, 'Glow'],
  [{ policy: 'fence-lru' }, 'fence-lru'],
  [{ inject: { fault: 'allocation-fails' } }, { fault: 'allocation-fails', count: 1 }],
  [
    { inject: { fault: 'callback-takes', duration: '5ms', count: 2 } },
    { fault: 'callback-takes', count: 2, duration: 5000 },
  ],
  [
    { expect: { pagedOut: ['Blur.temp'], evictions: 3, findings: { min: 1, max: 2 }, nonLocalUsage: { min: '1MiB' } } },
    { pagedOut: ['Blur.temp'], evictions: 3, findings: { min: 1, max: 2 }, nonLocalUsage: { min: 1_048_576 } },
  ],
  [
    { addEffect: { name: 'Film', passes: [{ engine: 'compute', gpuTime: '2ms', work: {} }] } },
    {
      name: 'Film',
      gpuTime: 2000,
      resources: [],
      passes: [
        {
          engine: 'compute',
          gpuTime: 2000,
          work: { dispatches: 4, threadGroups: 8100, threads: 256, instructions: 100 },
        },
      ],
    },
  ],
  [{ submit: { engine: 'copy', gpuTime: 0 } }, { engine: 'copy', gpuTime: 0, priority: 'normal' }],
  [
    {
      submit: {
        engine: '3d',
        priority: 'realtime',
        context: 'game',
        resources: ['Blur.main'],
        work: { pixels: 7 },
        parts: [
          { gpuTime: '1ms', resources: ['Blur.main'] },
          { gpuTime: '2ms', resources: ['Blur.temp'] },
        ],
        wait: { fence: 'a', value: 1 },
        signal: { fence: 'b', value: 2 },
        disablePreemption: true,
      },
    },
    {
      engine: '3d',
      gpuTime: 3000,
      priority: 'realtime',
      context: 'game',
      resources: ['Blur.main'],
      work: { draws: 4, primitives: 1, triangles: 2, pixels: 7, instructions: 100 },
      parts: [
        { gpuTime: 1000, resources: ['Blur.main'] },
        { gpuTime: 2000, resources: ['Blur.temp'] },
      ],
      wait: { fence: 'a', value: 1 },
      signal: { fence: 'b', value: 2 },
      disablePreemption: true,
    },
  ],
  [{ play: true }, true],
  [{ system: { tdr: { delay: '50ms' } } }, { tdr: { delay: 50_000 } }],
  [
    {
      system: {
        evictionMode: 'eager',
        periodicTrim: { whileActive: true },
        preemption: { model: 'win7', graphics: 'none', compute: 'shader' },
        tdr: { level: 'bugcheck' },
        compositor: { enabled: false, gpuTime: '1us' },
      },
    },
    {
      evictionMode: 'eager',
      periodicTrim: { whileActive: true },
      preemption: { model: 'win7', graphics: 'none', compute: 'shader' },
      tdr: { level: 'bugcheck' },
      compositor: { enabled: false, gpuTime: 1 },
    },
  ],
  [{ inject: { fault: 'hang' } }, { fault: 'hang', count: 1 }],
  [
    { inject: { fault: 'hang', duration: '3s', engine: 'paging' } },
    { fault: 'hang', count: 1, duration: 3_000_000, engine: 'paging' },
  ],
  [{ inject: { fault: 'engine-reset-fails' } }, { fault: 'engine-reset-fails', count: 1 }],
  [
    {
      expect: {
        missedVerticalBlanks: 0,
        tears: { max: 1 },
        preemptions: { min: 2 },
        engineResets: 1,
        adapterResets: 0,
        bugCheck: false,
        compositorLatency: { min: '1ms', max: '2ms' },
        rules: { 'GP-05': 1, 'TN-34b': { max: 3 } },
      },
    },
    {
      missedVerticalBlanks: 0,
      tears: { max: 1 },
      preemptions: { min: 2 },
      engineResets: 1,
      adapterResets: 0,
      bugCheck: false,
      compositorLatency: { min: 1000, max: 2000 },
      rules: { 'GP-05': 1, 'TN-34b': { max: 3 } },
    },
  ],
  [
    { addEffect: { name: 'Soft', shader: 'Blur', constants: { radius: 3, tint: [1, 0.5, -2] } } },
    { name: 'Soft', gpuTime: 4000, resources: [], shader: 'Blur', constants: { radius: [3], tint: [1, 0.5, -2] } },
  ],
  [{ setConstants: { effect: 'Blur', constants: { radius: 0 } } }, { effect: 'Blur', constants: { radius: [0] } }],
  [{ setBackgroundProcessingMode: { mode: 'ALLOWED' } }, { mode: 'ALLOWED', action: 'KEEP_ALL' }],
  [
    {
      setBackgroundProcessingMode: {
        mode: 'DISABLE_PROFILING_BY_SYSTEM',
        action: 'COMMIT_RESULTS_HIGH_PRIORITY',
        event: 'done',
        drain: true,
      },
    },
    {
      mode: 'DISABLE_PROFILING_BY_SYSTEM',
      action: 'COMMIT_RESULTS_HIGH_PRIORITY',
      event: 'done',
      drain: true,
    },
  ],
  [{ frames: { count: 1000 } }, { count: 1000 }],
  [{ workflow: { name: 'pix-single-frame' } }, { name: 'pix-single-frame', maxPasses: 8 }],
  [{ workflow: { name: 'turn-off', maxPasses: 1 } }, { name: 'turn-off', maxPasses: 1 }],
  [{ system: { developerMode: true } }, { developerMode: true }],
  [{ system: { cpu: { cores: 2, frameTime: '3ms' } } }, { cpu: { cores: 2, frameTime: 3000 } }],
  [{ system: { cpu: { dispatch: { core: 3 } } } }, { cpu: { dispatch: { core: 3 } } }],
  [
    {
      expect: {
        backgroundTasks: 2,
        cancelledTasks: { max: 0 },
        variants: { Blur: { min: 1 }, Grayscale: 0 },
        furtherMeasurementsDesired: false,
        workflows: { 'pix-single-frame': true, 'turn-off': false },
      },
    },
    {
      backgroundTasks: 2,
      cancelledTasks: { max: 0 },
      variants: { Blur: { min: 1 }, Grayscale: 0 },
      furtherMeasurementsDesired: false,
      workflows: { 'pix-single-frame': true, 'turn-off': false },
    },
  ],
  [
    { addEffect: { name: 'Noise', resources: [{ name: 'grain', size: 4096, alignment: '4KiB', scratch: true }] } },
    {
      name: 'Noise',
      gpuTime: 4000,
      resources: [{ name: 'grain', size: 4096, resident: true, alignment: 4096, scratch: true }],
    },
  ],
  ...ALLOCATION_STEPS,
]
