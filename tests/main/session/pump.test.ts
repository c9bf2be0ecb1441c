import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SPEEDS } from '../../../preload/contract'
import { quietSystem } from '../support/world'
import { rig } from './live-rig'

/** A system with much to do: a periodic trim in every millisecond of simulated time. */
const busy = () =>
  rig({
    system: { periodicTrim: { interval: 1000, whileActive: true } },
    app: { policy: 'fence-lru' },
  })

describe('the pump of the live session', () => {
  it('advances simulated time by wall time × speed, whatever the portions', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.constantFrom(...SPEEDS)), {
          minLength: 1,
          maxLength: 20,
        }),
        (portions) => {
          const live = rig()
          let expected = 0
          for (const [ms, speed] of portions) {
            live.must({ kind: 'setSpeed', speed })
            live.elapse(ms)
            expected += ms * 1000 * speed
          }
          expect(live.now).toBe(expected)
        },
      ),
      { numRuns: 50 },
    )
  })

  it.each([16, 1, 250])(
    'the real input counts from the end of a scenario on, also where %i ms pass at once [TN-22] [SC-01]',
    (ms) => {
      const live = rig({
        system: { periodicTrim: { idleAfter: '1s' } },
        app: { effects: [] },
        steps: [{ at: '1ms', idle: false }],
        until: '90500us',
      })
      live.session.reportIdle(100, 'active')
      for (let passed = 0; passed < 120; passed += ms) {
        live.skip(ms)
        while (live.session.pump()) {}
      }
      const { steps } = live.session.recording()
      expect(steps.map(({ at, verb, value }) => [at, verb, value])).toEqual([
        [1_000, 'idle', false],
        [90_500, 'idle', true],
      ])
      expect(live.session.world.vidmm.periodicTrim.idle).toBe(true)
    },
  )

  it('a step does not go past the end of a scenario: the real input counts from there on [TN-22] [SC-01]', () => {
    const live = rig({
      system: { ...quietSystem(), periodicTrim: { idleAfter: '1s' } },
      app: { effects: [] },
      steps: [{ at: '1ms', idle: false }],
      until: '5ms',
    })
    live.session.reportIdle(100, 'active')
    live.must({ kind: 'step' }, { kind: 'step' })
    expect(live.now).toBe(5_000)
    live.must({ kind: 'step' })
    const { steps } = live.session.recording()
    expect(steps.map(({ at, verb, value }) => [at, verb, value])).toEqual([
      [1_000, 'idle', false],
      [5_000, 'idle', true],
    ])
  })

  it('does not lose the fractions of slow motion: 1000 portions of 0.25 × 0.001 ms are 0.25 ms', () => {
    const live = rig()
    live.must({ kind: 'setSpeed', speed: 0.25 })
    for (let i = 0; i < 1000; i++) {
      live.skip(0.001)
      live.session.pump()
    }
    expect(live.now).toBeGreaterThanOrEqual(249)
    expect(live.now).toBeLessThanOrEqual(250)
  })

  it('works for 4 ms at most at a time, and says that there is more to do', () => {
    const live = busy()
    live.must({ kind: 'setSpeed', speed: 16 })
    live.skip(200)
    live.costOfLook = 1 // every look at the clock finds a ms gone, and looks come between events only
    const before = live.now
    expect(live.session.pump()).toBe(true)
    const slice = live.now - before
    expect(slice).toBeGreaterThan(0)
    expect(slice).toBeLessThan(200 * 16 * 1000)
    live.costOfLook = 0
    while (live.session.pump()) {}
    // nothing was lost by the interruption
    expect(live.now).toBeGreaterThanOrEqual(200 * 16 * 1000)
  })

  it('looks at the clock after each call of a policy of one’s own, which may take a second [LB-15]', () => {
    const text = "export default { name: 'slow', create: () => ({ prepare() {}, completed() {} }) }"
    const steps = Array.from({ length: 20 }, (_unused, i) => ({ at: i * 10_000, apply: 'Blur' }))
    const live = rig({ app: { policy: { file: 'slow.mjs', text } }, steps })
    const applied = (): number => live.records.filter(({ type }) => type === 'apply').length
    live.skip(200)
    // as if the one call had taken all of the slice
    live.costOfLook = 5
    for (let turn = 1; turn <= 3; turn++) {
      expect(live.session.pump()).toBe(true)
      expect(applied()).toBeLessThanOrEqual(turn)
    }
    live.costOfLook = 0
    while (live.session.pump()) {}
    expect(applied()).toBe(20)
  })

  it('makes up for at most a quarter of a second after the machine was stopped', () => {
    const live = rig()
    live.elapse(100)
    live.skip(3_600_000)
    while (live.session.pump()) {}
    expect(live.now).toBe(100_000 + 250_000)
    live.elapse(100)
    expect(live.now).toBe(450_000)
  })

  it('falls behind rather than owe more and more when the machine is too slow for the speed', () => {
    const live = busy()
    live.must({ kind: 'setSpeed', speed: 16 })
    live.costOfLook = 2
    for (let turn = 0; turn < 400; turn++) {
      live.skip(16)
      live.session.pump()
    }
    live.costOfLook = 0
    const before = live.now
    live.session.pump()
    while (live.session.pump()) {}
    // at most what a quarter of a second is at this speed, and the last look at the clock, however long it lagged
    expect(live.now - before).toBeLessThanOrEqual((250 + 16) * 16 * 1000)
  })

  it('stands still while paused, and does not make up for the pause', () => {
    const live = rig()
    live.elapse(50)
    live.must({ kind: 'pause' })
    expect(live.shown.clock.running).toBe(false)
    live.elapse(5_000)
    expect(live.now).toBe(50_000)
    live.must({ kind: 'run' })
    live.elapse(10)
    expect(live.now).toBe(60_000)
  })

  it('steps to the next event, and to the next display frame when none is nearer', () => {
    const live = rig({ system: quietSystem() })
    live.must({ kind: 'pause' }, { kind: 'applyEffect', effect: 'Blur' })
    live.must({ kind: 'step' })
    // Blur is resident: its packet starts at once and takes 4 ms
    expect(live.now).toBe(4_000)
    expect(live.shown.effects[0]?.completed).toBe(1)
    live.must({ kind: 'step' })
    expect(live.now).toBe(4_000 + 16_667)
  })

  it('steps to the vertical blanks of a compositor, and to the end of its presents', () => {
    const live = rig()
    live.must({ kind: 'pause' })
    const stops = Array.from({ length: 4 }, () => {
      live.must({ kind: 'step' })
      return live.now
    })
    expect(stops).toEqual([16_667, 17_167, 33_333, 33_833])
  })

  it('pauses by stepping, and runs on from there', () => {
    const live = rig()
    live.elapse(10)
    live.must({ kind: 'step' })
    expect(live.shown.clock.running).toBe(false)
    const { now } = live
    live.elapse(100)
    expect(live.now).toBe(now)
    live.must({ kind: 'run' })
    live.elapse(20)
    expect(live.now).toBe(now + 20_000)
  })

  it('steps through the steps of a scenario, the events of a moment before its steps', () => {
    const live = rig({
      steps: [
        { at: 0, apply: 'Blur' },
        { at: 4000, apply: 'Grayscale' },
        { at: 5000, periodicTrim: true },
      ],
    })
    const applied = (): number[] => live.shown.effects.map(({ completed, inFlight }) => completed + inFlight)
    live.must({ kind: 'step' })
    expect([live.now, applied()]).toEqual([0, [1, 0]])
    live.must({ kind: 'step' })
    expect([live.now, live.shown.effects[0]?.completed, applied()]).toEqual([4000, 1, [1, 0]])
    live.must({ kind: 'step' })
    expect([live.now, applied()]).toEqual([4000, [1, 1]])
    live.must({ kind: 'step' })
    expect(live.shown.playback).toMatchObject({ stepsDone: 3, steps: 3 })
  })
})
