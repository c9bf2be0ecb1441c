/** Scenario files in which drivers fail, as their authors would write them; expected times are worked out by hand. */
import { validateScenario } from '../../../../main/session/scenario'
import { type Line, ofType, type Played, play, type ScenarioFile } from '../../policies/support/play'

/** What a step injects. */
export type Fault = Record<string, unknown>

/**
 * An integrated GPU whose paging process has 4 MiB of VA space: A.r, of 10 MiB, is notified in chunks of 4, 4 and 2 MiB. It
 * is evicted at 1 s, and once more at 3 s, when it has been made resident again. 1 MiB takes 1 ms.
 */
export function evicting(faults: readonly Fault[], system: Record<string, unknown> = {}): ScenarioFile {
  const { driver, ...rest } = system as { driver?: Record<string, unknown> }
  return {
    system: {
      localSegment: 'aperture',
      localMemory: '64MiB',
      hardwareScheduling: true,
      pagingBandwidth: '1000MiB',
      evictionMode: 'eager',
      driver: { notifyEviction: true, notifyIoMmuUnmap: true, ...driver },
      ...rest,
    },
    app: {
      policy: 'none',
      effects: [{ name: 'A', gpuTime: '1ms', resources: [{ name: 'r', size: '10MiB', compressed: true }] as never }],
    },
    steps: [
      { at: 0, apply: 'A' },
      ...faults.map((inject) => ({ at: '1s', inject })),
      { at: '1s', evict: { names: ['A.r'] } },
      { at: '3s', makeResident: { names: ['A.r'] } },
      { at: '3500ms', evict: { names: ['A.r'] } },
    ],
    until: '5s',
  }
}

/** "NotifyEviction 0 ×1": which notification, chunk, and how many buffers it took. @param until only what ended by then, µs */
export function notified({ lines }: Played, until = 3_000_000): string[] {
  return ofType(lines, 'paging-operation').flatMap(({ t, notify, chunk, buffers }) =>
    notify === undefined || t > until ? [] : [`${notify} ${chunk} ×${buffers}`],
  )
}

/** Resources with 24 MiB each on 64 MiB, where two fit: at 1 s and at 2 s a buffer with four parts is split in two. */
export function splitting(faults: readonly Fault[], system: Record<string, unknown> = {}): ScenarioFile {
  const names = ['a', 'b', 'c', 'd']
  const submit = { engine: '3d', parts: names.map((name) => ({ gpuTime: '10ms', resources: [`E.${name}`] })) }
  return {
    system: { localMemory: 64 * 1024 * 1024 + 65_536, budget: '64MiB', pagingBandwidth: '1000MiB', ...system },
    app: { policy: 'none', effects: [{ name: 'E', resources: names.map((name) => ({ name, size: '24MiB' })) }] },
    steps: [...faults.map((inject) => ({ at: '1s', inject })), { at: '1s', submit }, { at: '2s', submit }],
    until: '3s',
  }
}

const LARGE = { policy: 'creative-app-fixed' as const, effects: [effect('Blur'), effect('Grayscale')] }

function effect(name: string) {
  return { name, gpuTime: '2ms', resources: [{ name: 'r', size: '8MiB' }] }
}

const INTRUSIVE = { mode: 'ALLOW_INTRUSIVE_MEASUREMENTS' }
export const COMMIT = { mode: 'ALLOWED', action: 'COMMIT_RESULTS' }

/** Three PSOs (two passes of Blur, one of Grayscale) are measured for one frame and committed at 400 ms, and once more at 3 s. */
export function compiling(faults: readonly Fault[], more: Record<string, unknown>[] = []): ScenarioFile {
  return {
    app: LARGE,
    steps: [
      { at: 0, apply: 'Blur' },
      { at: '50ms', apply: 'Grayscale' },
      { at: '100ms', setBackgroundProcessingMode: { ...INTRUSIVE, action: 'DISCARD_PREVIOUS' } },
      { at: '200ms', frames: { count: 1 } },
      ...faults.map((inject) => ({ at: '400ms', inject })),
      { at: '400ms', setBackgroundProcessingMode: { ...COMMIT, event: 'first' } },
      ...more,
      { at: '2s', setBackgroundProcessingMode: { ...INTRUSIVE, action: 'DISCARD_PREVIOUS' } },
      { at: '2100ms', frames: { count: 1 } },
      { at: '3s', setBackgroundProcessingMode: { ...COMMIT, event: 'second' } },
      { at: '5s', expect: { signalled: ['second'] } },
    ],
    until: '6s',
  }
}

/** "1 queued", "1 start" … of each background task, in order. @param until µs */
export function tasks({ lines }: Played, until = 2_000_000): string[] {
  return ofType(lines, 'background-task')
    .filter(({ t }) => t <= until)
    .map(({ task, phase }) => `${task} ${phase}`)
}

export function messages({ lines }: Played, rule: string): string[] {
  return ofType(lines, 'finding')
    .filter((line: Line) => line.rule === rule)
    .map(({ message }) => String(message))
}

/** "path: found; expected" of every problem with it. */
export function problems(file: ScenarioFile): string[] {
  const parsed = validateScenario({ trimline: 1, ...file })
  return parsed.ok ? [] : parsed.problems.map(({ path, found, expected }) => `${path}: ${found}; ${expected}`)
}

export { ofType, play }
