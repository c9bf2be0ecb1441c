/** What is cheap to look at goes into a frame where it says something new, and only there. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Frame, SessionCommand } from '../../../../preload/contract'
import { type LiveRig, MIB, rig } from '../live-rig'

const LOOKED_AT = [
  'memory',
  'processes',
  'system',
  'idle',
  'device',
  'project',
  'registrations',
  'gpu',
  'background',
  'playback',
] as const satisfies readonly (keyof Frame)[]

const BLUR = { name: 'Blur', gpuTime: 1_000, resources: [{ name: 'main', size: MIB, resident: true }] }
const FILE = {
  // nothing of it goes on by itself
  system: { localMemory: '256MiB', budget: '200MiB', compositor: { enabled: false } },
  app: { policy: 'fence-lru', effects: [BLUR] },
}

/** Stands still, and has shown all. */
function still(): LiveRig {
  const live = rig(FILE)
  live.elapse(100)
  live.must({ kind: 'pause' })
  live.fresh()
  return live
}

/** The frame after the command; undefined: nothing is to be shown. */
function frameAfter(live: LiveRig, command: SessionCommand): Frame | undefined {
  const before = live.frames.length
  live.do(command)
  live.session.publishFrame()
  expect(live.frames.length - before).toBeLessThanOrEqual(1)
  return live.frames[before]
}

/** Which of the parts that are sent whole it has, in order. */
function whole(frame: Frame | undefined): string[] {
  const told = ['effects', 'pipelines', 'offers', 'selection', 'delays', 'branches', 'preview'] as const
  return [...LOOKED_AT, ...told].filter((part) => frame?.[part] !== undefined)
}

describe('the frame after a command has the parts that it has changed', () => {
  it.each<[SessionCommand, string[]]>([
    // a budget stands with the settings, the segment and the process
    [{ kind: 'setBudget', bytes: 64 * MIB }, ['memory', 'processes', 'system', 'project']],
    [{ kind: 'setEvictionMode', mode: 'eager' }, ['system', 'project']],
    [{ kind: 'setTdr', delay: 50_000 }, ['project', 'gpu']],
    [{ kind: 'setDeveloperMode', on: true }, ['project', 'background']],
    [{ kind: 'idle', idle: true }, ['idle']],
    [{ kind: 'registerCallback', callback: 'f', context: '', behaviour: 'ignore' }, ['registrations']],
    [{ kind: 'selectResource', id: null }, ['selection']],
  ])('%o', (command, parts) => {
    expect(whole(frameAfter(still(), command))).toEqual(parts)
  })

  it('and none where it has changed nothing', () => {
    const live = still()
    frameAfter(live, { kind: 'setBudget', bytes: 64 * MIB })
    expect(frameAfter(live, { kind: 'setBudget', bytes: 64 * MIB })).toBeUndefined()
  })

  it('all of them where it was refused: a control that shows what was wanted goes back', () => {
    const live = still()
    // of a project that was just opened there is nothing to undo
    const frame = frameAfter(live, { kind: 'undo' })
    expect(LOOKED_AT.filter((part) => frame?.[part] === undefined)).toEqual([])
    const { length } = live.frames
    live.session.publishFrame()
    expect(live.frames).toHaveLength(length)
  })

  it('the project after an edit of the timeline that leaves all where it lay', () => {
    const live = still()
    const [clip] = live.shown.project.timeline.clips
    // there is no more footage than it shows
    const drag: SessionCommand = {
      kind: 'timeline',
      change: { edit: 'trim', clip: clip?.id ?? '', end: 2 * (clip?.length ?? 0) },
    }
    frameAfter(live, drag)
    expect(whole(frameAfter(live, drag))).toEqual(['project'])
    expect(live.shown.project.timeline.clips).toEqual([clip])
  })
})

const NAMES = ['Blur', 'Sepia'] as const
const command: fc.Arbitrary<SessionCommand> = fc.oneof(
  fc.record({ kind: fc.constant('applyEffect' as const), effect: fc.constantFrom(...NAMES) }),
  fc.record({ kind: fc.constantFrom('setBudget' as const, 'setOtherProcess' as const), bytes: fc.nat(200 * MIB) }),
  fc.record({ kind: fc.constant('setTdr' as const), delay: fc.constantFrom(20_000, 2_000_000) }),
  fc.record({
    kind: fc.constant('setPolicy' as const),
    policy: fc.constantFrom('none' as const, 'fence-lru' as const),
  }),
  fc.record({
    kind: fc.constant('setEvictionMode' as const),
    mode: fc.constantFrom('eager' as const, 'lazy' as const),
  }),
  fc.record({ kind: fc.constant('play' as const), playing: fc.boolean() }),
  fc.record({ kind: fc.constant('idle' as const), idle: fc.boolean() }),
  fc.record({ kind: fc.constant('setDeveloperMode' as const), on: fc.boolean() }),
  fc.record({ kind: fc.constant('setCpu' as const), cores: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('unregisterCallback' as const), cookie: fc.nat(2) }),
  fc.constantFrom<SessionCommand>(
    { kind: 'undo' },
    { kind: 'redo' },
    { kind: 'removeEffect', effect: 'Blur' },
    { kind: 'addEffect', effect: { ...BLUR, name: 'Sepia' } },
    { kind: 'periodicTrim' },
    { kind: 'registerCallback', callback: 'f', context: '', behaviour: 'ignore' },
    { kind: 'inject', fault: 'hang', duration: 3_000 },
    { kind: 'recreateDevice' },
    { kind: 'pause' },
    { kind: 'run' },
    { kind: 'step' },
  ),
)

const move = fc.oneof({ weight: 3, arbitrary: command }, { weight: 2, arbitrary: fc.integer({ min: 1, max: 60 }) })

describe('a part that is looked at', () => {
  it('is in a frame if it says something else than the window has, and what the window has never changes by itself', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const live = rig(FILE)
        live.fresh()
        for (const step of moves) {
          // as the window has it, on the other side of the bridge
          const had = structuredClone(live.shown)
          const refused = typeof step === 'object' && !live.do(step).ok
          if (typeof step === 'number') live.elapse(step)
          const { length } = live.frames
          live.session.publishFrame()
          const frame = live.frames[length]
          const anew = live.fresh()
          if (refused) continue
          for (const part of LOOKED_AT)
            if (frame?.[part] === undefined)
              expect(had[part], `${part} after ${JSON.stringify(step)}`).toEqual(anew[part])
            else expect(frame[part], `${part} after ${JSON.stringify(step)}`).not.toEqual(had[part])
        }
      }),
      { numRuns: 60 },
    )
  })
})
