import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AllocationState,
  COMPUTE_GRANULARITIES,
  CONTEXT_PRIORITIES,
  type CpuDispatch,
  type EffectSpec,
  GRAPHICS_GRANULARITIES,
  POLICY_NAMES,
  PREEMPTION_MODELS,
  type SessionCommand,
  SPEEDS,
  TDR_LEVELS,
} from '../../../../preload/contract'
import { fullName } from '../../../../renderer/store/allocations'
import type { InterfaceState } from '../../../../renderer/store/model'
import { inSegment } from '../../../support/sample'
import { type LiveRig, MIB, rig } from '../live-rig'
import { visible } from '../visible'

/** Few names, so that effects are added, removed and added again, and handles used again. */
const NAMES = ['Blur', 'Grayscale', 'Sepia', 'Tint'] as const
const name = fc.constantFrom(...NAMES)

const effect: fc.Arbitrary<EffectSpec> = fc.record({
  name,
  gpuTime: fc.integer({ min: 0, max: 30_000 }),
  resources: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      size: fc.integer({ min: 1, max: 80 * MIB }),
      resident: fc.boolean(),
    }),
    { selector: (resource) => resource.name, maxLength: 3 },
  ),
})

const bytes = fc.integer({ min: 0, max: 300 * MIB })

/** What makes work for the scheduler, and what it then does. */
const gpuCommand: fc.Arbitrary<SessionCommand> = fc.oneof(
  fc.record({ kind: fc.constant('play' as const), playing: fc.boolean() }),
  fc.record({
    kind: fc.constant('submit' as const),
    engine: fc.constantFrom('3d' as const, 'compute' as const, 'copy' as const, 'video-decode' as const),
    gpuTime: fc.integer({ min: 0, max: 200_000 }),
    priority: fc.constantFrom(...CONTEXT_PRIORITIES),
  }),
  fc.record({
    kind: fc.constant('inject' as const),
    fault: fc.constant('hang' as const),
    duration: fc.constantFrom(undefined, 3_000, 100_000),
  }),
  fc.constant({ kind: 'inject', fault: 'engine-reset-fails' } as const),
  fc.record({
    kind: fc.constant('setPreemption' as const),
    model: fc.constantFrom(...PREEMPTION_MODELS),
    graphics: fc.constantFrom(...GRAPHICS_GRANULARITIES),
    compute: fc.constantFrom(...COMPUTE_GRANULARITIES),
  }),
  fc.record({
    kind: fc.constant('setTdr' as const),
    level: fc.constantFrom(...TDR_LEVELS),
    delay: fc.constantFrom(20_000, 2_000_000),
  }),
  fc.record({
    kind: fc.constant('setCpu' as const),
    cores: fc.integer({ min: 1, max: 3 }),
    smt: fc.boolean(),
    frameTime: fc.constantFrom(0, 2_000, 30_000),
    dispatch: fc.constantFrom<CpuDispatch[]>('runtime', 'app', { core: 0 }, { core: 2 }),
  }),
  fc.record({
    kind: fc.constant('setCompositor' as const),
    enabled: fc.boolean(),
    gpuTime: fc.constantFrom(500, 20_000),
  }),
)

const command: fc.Arbitrary<SessionCommand> = fc.oneof(
  { weight: 5, arbitrary: gpuCommand },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('applyEffect' as const), effect: name }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('addEffect' as const), effect }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('removeEffect' as const), effect: name }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<SessionCommand>(
      { kind: 'run' },
      { kind: 'pause' },
      { kind: 'step' },
      { kind: 'undo' },
      { kind: 'redo' },
      { kind: 'periodicTrim' },
      { kind: 'restartPeriodicTrim' },
      { kind: 'trimToBudget' },
      { kind: 'setEvictionMode', mode: 'eager' },
      { kind: 'setEvictionMode', mode: 'lazy' },
      { kind: 'idle', idle: true },
      { kind: 'idle', idle: false },
      { kind: 'setPeriodicTrim', interval: 50_000, whileActive: true },
      { kind: 'setPeriodicTrim', idleAfter: 1_000_000, whileActive: false },
      { kind: 'registerCallback', callback: 'OnTrim', context: 'c', behaviour: 'throw' },
      { kind: 'registerCallback', callback: 'Other', context: 'c', behaviour: 'register-inside' },
      { kind: 'registerCallback', callback: 'Third', context: 'c', behaviour: 'unregister-inside' },
      { kind: 'selectResource', id: null },
      { kind: 'restartSimulation' },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('setBudget' as const, 'setOtherProcess' as const), bytes }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('trimToBudget' as const), bytes }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('notify' as const), flags: fc.integer({ min: 1, max: 7 }), bytes }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('setPolicy' as const), policy: fc.constantFrom(...POLICY_NAMES) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('setSpeed' as const), speed: fc.constantFrom(...SPEEDS) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('selectResource' as const), id: fc.nat(12) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unregisterCallback' as const), cookie: fc.nat(4) }) },
)

type Move =
  | { do: SessionCommand }
  | { elapse: number }
  | { idle: number | null }
  | { power: 'suspend' | 'resume' | 'lock' | 'unlock' }
  | { frame: true }

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: command }) },
  { weight: 5, arbitrary: fc.record({ elapse: fc.integer({ min: 1, max: 120 }) }) },
  { weight: 6, arbitrary: fc.constant({ frame: true as const }) },
  { weight: 1, arbitrary: fc.record({ idle: fc.constantFrom(null, 0, 2, 3600) }) },
  { weight: 1, arbitrary: fc.record({ power: fc.constantFrom('suspend', 'resume', 'lock', 'unlock') }) },
)

function carryOut(live: LiveRig, step: Move): void {
  if ('do' in step) live.do(step.do)
  else if ('elapse' in step) live.elapse(step.elapse)
  else if ('idle' in step) live.session.reportIdle(step.idle, step.idle === null ? 'unknown' : 'active')
  else if ('power' in step) live.session.power(step.power)
  else live.session.publishFrame()
}

/** Bytes of each segment group by what the map shows: being brought in, and on the list but paged out. */
function onTheMap({ allocations }: InterfaceState): unknown {
  const sum = (segment: number, state: number): number =>
    allocations.ids
      .filter((id) => allocations.segments[id] === segment && allocations.states[id] === state)
      .filter((id) => (allocations.references[id] ?? 0) > 0)
      .reduce((total, id) => total + (allocations.bytes[id] ?? 0), 0)
  return [0, 1].map((segment) => [sum(segment, AllocationState.pending), sum(segment, AllocationState.pagedOut)])
}

function onTheBars({ memory: { local, nonLocal } }: InterfaceState): unknown {
  return [local, nonLocal].map(({ pending, forcedOut }) => [pending, forcedOut])
}

const small = { system: { localMemory: '256MiB', budget: '200MiB' }, app: { policy: 'fence-lru' } }

describe('frames', () => {
  it('accumulate to what a window that is opened now shows, whatever was done before', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        const live = rig(small)
        live.session.publishFrame()
        for (const step of moves) carryOut(live, step)
        expect(onTheBars(live.shown)).toEqual(onTheMap(live.shown))
        for (const sample of live.shown.samples.items) expect(inSegment(sample)).toBeLessThanOrEqual(sample.capacity)
        const shown = visible(live.shown)
        expect(shown).toEqual(visible(live.fresh()))
      }),
      { numRuns: 300 },
    )
  })

  it('accumulate in the same way while a scenario plays', () => {
    const steps = [
      { at: '0ms', apply: 'Blur' },
      { at: '5ms', submit: { engine: '3d', gpuTime: '30ms', context: 'game' } },
      { at: '20ms', addEffect: { name: 'Sepia', resources: [{ name: 'a', size: '40MiB' }] } },
      { at: '20ms', apply: 'Sepia' },
      { at: '40ms', otherProcess: { name: 'game', usage: '128MiB' } },
      { at: '50ms', policy: 'creative-app' },
      { at: '60ms', idle: true },
      { at: '60ms', removeEffect: 'Blur' },
      { at: '70ms', inject: { fault: 'callback-throws' } },
      { at: '71ms', budget: '32MiB' },
      { at: '72ms', apply: 'Grayscale' },
      { at: '80ms', lock: true },
      { at: '90ms', expect: { notifications: { min: 1 } } },
      { at: '100ms', unlock: true },
    ]
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 12 }), (portions) => {
        const live = rig({ ...small, steps })
        live.session.publishFrame()
        for (const ms of portions) {
          live.elapse(ms)
          live.session.publishFrame()
        }
        const shown = visible(live.shown)
        expect(shown).toEqual(visible(live.fresh()))
      }),
      { numRuns: 100 },
    )
  })

  it('show an allocation that took the handle of one that is gone, both in one frame', () => {
    const live = rig(small)
    const tint = (size: number): EffectSpec => ({
      name: 'Tint',
      gpuTime: 0,
      resources: [{ name: 'a', size, resident: true }],
    })
    live.must({ kind: 'addEffect', effect: tint(MIB) })
    const before = live.id('Tint.a')
    live.must(
      { kind: 'removeEffect', effect: 'Tint' },
      { kind: 'addEffect', effect: { ...tint(2 * MIB), name: 'Sepia' } },
    )
    const { allocations } = live.shown
    expect(live.id('Sepia.a')).toBe(before)
    expect(allocations.live[before]).toBe(1)
    expect(allocations.bytes[before]).toBe(2 * MIB)
    expect(allocations.ids.filter((id) => id === before)).toHaveLength(1)
    expect(allocations.ids.map((id) => fullName(allocations, id))).not.toContain('Tint.a')
  })

  it('say nothing of an allocation that came and went between two frames', () => {
    const live = rig(small)
    live.session.publishFrame()
    const before = live.shown.allocations.ids.length
    const effectOnce: EffectSpec = { name: 'Once', gpuTime: 0, resources: [{ name: 'a', size: MIB, resident: true }] }
    live.must({ kind: 'addEffect', effect: effectOnce }, { kind: 'removeEffect', effect: 'Once' })
    live.session.publishFrame()
    expect(live.frames.at(-1)?.allocations).toBeUndefined()
    expect(live.shown.allocations.ids).toHaveLength(before)
  })
})
