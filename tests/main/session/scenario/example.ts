/** The example of the specification, without its comments: every field of the format with its default. */
export const EXAMPLE = {
  $schema: '../scenario.schema.json',
  trimline: 1,
  name: 'two effects',
  seed: 1,
  system: {
    wddm: '3.2',
    trimNotifications: true,
    developerMode: false,
    localMemory: '2GiB',
    nonLocalMemory: '8GiB',
    budget: '1843MiB',
    pagingBandwidth: '8GiB',
    evictionMode: 'lazy',
    periodicTrim: { interval: '10s', idleAfter: '5s', whileActive: false },
    pagingProcessVa: 0,
    hardwareScheduling: false,
    preemption: { model: 'win8', graphics: 'pixel', compute: 'thread-group' },
    tdr: { level: 'recover', delay: '2s', limitCount: 5, limitTime: '60s' },
    backgroundProcessing: true,
    refreshRate: 60,
  },
  app: {
    policy: 'creative-app',
    effects: [
      {
        name: 'Blur',
        gpuTime: '4ms',
        resources: [
          { name: 'main', size: '64MiB' },
          { name: 'temp', size: '64MiB' },
          { name: 'kernel', size: '64KiB', resident: true },
        ],
      },
      {
        name: 'Grayscale',
        gpuTime: '2ms',
        resources: [
          { name: 'convert', size: '32MiB', resident: false },
          { name: 'luminance', size: '64KiB', resident: false },
        ],
      },
    ],
  },
  steps: [
    { at: '0s', apply: 'Blur' },
    { at: '1s', idle: true },
    { at: '30s', idle: false },
    { at: '31s', budget: '64MiB' },
    { at: '32s', expect: { resident: ['Blur.main'], localUsage: { max: '64MiB' } } },
  ],
  until: '60s',
}

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
]
