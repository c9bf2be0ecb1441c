/** The scenarios that every sound policy passes (LB-16), as their files would be. */

/** What is judged of a run depends on which it is. */
export const WORKLOADS = ['editing', 'in flight', 'told to free', 'every flag', 'removed device'] as const
export type Workload = (typeof WORKLOADS)[number]

const effect = (name: string, size: string, more: object = {}) => ({
  name,
  gpuTime: '4ms',
  resources: [
    { name: 'main', size, ...more },
    { name: 'table', size: '64KiB' },
  ],
})

const EFFECTS = [
  effect('Blur', '64MiB'),
  effect('Grade', '48MiB'),
  effect('Sharpen', '32MiB', { resident: false }),
  { ...effect('Render', '96MiB'), gpuTime: '400ms' },
]

/**
 * What "told to free" asks for, bytes, and when, µs: alone, and together with either of the other flags (TN-03). Nothing is
 * in flight then.
 */
export const TO_FREE = {
  bytes: 96 * 1024 * 1024,
  told: [
    { at: 5_000_000, flags: ['TRIM_TO_BUDGET'] },
    { at: 8_000_000, flags: ['PERIODIC_TRIM', 'TRIM_TO_BUDGET'] },
    { at: 11_000_000, flags: ['RESTART_PERIODIC_TRIM', 'TRIM_TO_BUDGET'] },
  ],
} as const

/** All that one notification can have (TN-03). */
const FLAGS = [
  ['PERIODIC_TRIM'],
  ['RESTART_PERIODIC_TRIM'],
  ['TRIM_TO_BUDGET'],
  ['PERIODIC_TRIM', 'TRIM_TO_BUDGET'],
  ['RESTART_PERIODIC_TRIM', 'TRIM_TO_BUDGET'],
] as const

/** Bytes only where they mean something. */
function everyFlag(from: number): object[] {
  return FLAGS.flatMap((flags, i) => {
    const value = { flags, ...(flags.some((flag) => flag === 'TRIM_TO_BUDGET') ? { bytes: '16MiB' } : {}) }
    const at = from + i * 200_000
    return [
      { at, apply: ['Blur', 'Grade', 'Sharpen'][i % 3] },
      // while the GPU is at it, and when it is done
      { at: at + 1000, notify: value },
      { at: at + 100_000, notify: value },
    ]
  })
}

const TAKES_OVER = { at: '42100ms' }

const STEPS: Readonly<Record<Workload, readonly object[]>> = {
  editing: [
    { at: 0, apply: 'Blur' },
    { at: '100ms', apply: 'Sharpen' },
    { at: '200ms', apply: 'Blur' },
    { at: '1s', idle: true },
    { at: '30s', idle: false },
    { at: '30s', apply: 'Grade' },
    { at: '31s', budget: '128MiB' },
    { at: '32s', apply: 'Sharpen' },
    { at: '33s', removeEffect: 'Blur' },
    { at: '34s', apply: 'Grade' },
    // of no effect
    { at: '35s', resource: { name: 'loose', size: '16MiB' } },
    { at: '35s', use: { set: ['loose', 'Grade.main'] } },
    { at: '36s', free: { name: 'loose' } },
    { at: '36s', removeEffect: 'Grade' },
    // what is gone by then is no longer its to evict
    { at: '37s', notify: { flags: ['PERIODIC_TRIM', 'TRIM_TO_BUDGET'], bytes: '1GiB' } },
    { at: '40s', policy: 'none' },
    { at: '41s', notify: { flags: ['PERIODIC_TRIM'] } },
    // it takes over while the GPU is at work that it was not told of
    { at: '42s', apply: 'Render' },
    TAKES_OVER,
    { at: '42200ms', notify: { flags: ['TRIM_TO_BUDGET'], bytes: '1GiB' } },
    { at: '43s', apply: 'Sharpen' },
    { at: '44s', notify: { flags: ['PERIODIC_TRIM'] } },
  ],
  'in flight': [
    { at: 0, apply: 'Render' },
    { at: '10ms', notify: { flags: ['PERIODIC_TRIM'] } },
    { at: '20ms', notify: { flags: ['TRIM_TO_BUDGET'], bytes: '1GiB' } },
    { at: '30ms', apply: 'Blur' },
    { at: '40ms', apply: 'Grade' },
    // the first of the two is finished while the second is not
    { at: '40ms', apply: 'Grade' },
    { at: '50ms', notify: { flags: ['TRIM_TO_BUDGET', 'PERIODIC_TRIM'], bytes: '1GiB' } },
    { at: '1s', apply: 'Render' },
  ],
  'told to free': [
    { at: 0, apply: 'Blur' },
    { at: '100ms', apply: 'Grade' },
    { at: '200ms', apply: 'Sharpen' },
    ...TO_FREE.told.flatMap(({ at, flags }, i) => [
      // as much again, where that has gone by then
      ...(i === 2 ? [{ at: at - 1_000_000, apply: 'Render' }] : []),
      { at, notify: { flags, bytes: TO_FREE.bytes } },
    ]),
  ],
  'every flag': everyFlag(100_000),
  'removed device': [
    { at: 0, apply: 'Blur' },
    { at: '100ms', apply: 'Sharpen' },
    { at: '1s', inject: { fault: 'hang', count: 1 } },
    { at: '1s', apply: 'Grade' },
    { at: '10s', notify: { flags: ['PERIODIC_TRIM'] } },
    { at: '11s', apply: 'Blur' },
    { at: '12s', recreateDevice: true },
    { at: '13s', apply: 'Blur' },
    { at: '14s', notify: { flags: ['PERIODIC_TRIM'] } },
    { at: '15s', apply: 'Sharpen' },
  ],
}

/** A scenario file's content, but for the policy. */
export function workloadFile(workload: Workload, policy: unknown): object {
  const app = { policy, effects: EFFECTS, clips: [] }
  const system = { localMemory: '1GiB', compositor: { enabled: false } }
  const steps = STEPS[workload].map((step) => (step === TAKES_OVER ? { ...step, policy } : step))
  return { trimline: 1, name: `kit: ${workload}`, system, app, steps, until: '60s' }
}
