import { describe, expect, it } from 'vitest'
import { TrimFlag } from '../../../preload/contract'
import { type LiveRig, rig } from './live-rig'

const { PERIODIC_TRIM, RESTART_PERIODIC_TRIM } = TrimFlag

/** Flags and moments (ms) of the notifications of the system. */
function periodic(live: LiveRig): [number, number][] {
  const own = live.shown.notifications.items.filter(({ source }) => source === 'system')
  return own.map(({ flags, t }) => [flags, t / 1000])
}

/** The real input, as the desktop app reports it every now and then. */
function idleFor(live: LiveRig, seconds: number): void {
  live.session.reportIdle(seconds, seconds > 0 ? 'idle' : 'active')
}

describe('idleness in the live session', () => {
  it('sends PERIODIC_TRIM at once when the real input was absent for idleAfter, and an interval later again [TN-21] [TN-22]', () => {
    const live = rig({ system: { periodicTrim: { interval: '1s', idleAfter: '3s' } } })
    idleFor(live, 2)
    live.elapse(160)
    expect(periodic(live)).toEqual([])
    expect(live.shown.idle).toMatchObject({ idle: false, state: 'active', source: 'real', realIdleSeconds: 2 })
    idleFor(live, 3)
    live.elapse(160)
    expect(periodic(live)).toEqual([[PERIODIC_TRIM, 160]])
    expect(live.shown.idle).toMatchObject({
      idle: true,
      state: 'idle',
      realIdleSeconds: 3,
      nextPeriodicTrim: 1_160_000,
    })
    live.elapse(2_000)
    expect(periodic(live).map(([, t]) => t)).toEqual([160, 1_160, 2_160])
  })

  it('sends RESTART_PERIODIC_TRIM when input returns, and stops the cadence [TN-21] [TN-23]', () => {
    const live = rig({ system: { periodicTrim: { interval: '1s' } } })
    idleFor(live, 60)
    live.elapse(480)
    idleFor(live, 0)
    live.elapse(3_200)
    expect(periodic(live)).toEqual([
      [PERIODIC_TRIM, 0],
      [RESTART_PERIODIC_TRIM, 480],
    ])
    expect(live.shown.idle).toMatchObject({ idle: false, nextPeriodicTrim: null, realIdleSeconds: 0 })
  })

  it('goes by the changed idle threshold [TN-22]', () => {
    const live = rig()
    idleFor(live, 4)
    live.elapse(32)
    expect(live.shown.idle.idle).toBe(false)
    live.must({ kind: 'setPeriodicTrim', idleAfter: 4_000_000 })
    live.elapse(32)
    expect(live.shown.idle.idle).toBe(true)
    expect(live.shown.system.idleAfter).toBe(4_000_000)
  })

  it('runs the cadence from the moment when the settings change, also while active when told so [TN-21]', () => {
    const live = rig()
    live.elapse(320)
    live.must({ kind: 'setPeriodicTrim', interval: 500_000, whileActive: true })
    expect(live.shown.idle.nextPeriodicTrim).toBe(820_000)
    live.elapse(1_200)
    expect(periodic(live)).toEqual([
      [PERIODIC_TRIM, 820],
      [PERIODIC_TRIM, 1_320],
    ])
    live.must({ kind: 'setPeriodicTrim', whileActive: false })
    expect(live.shown.idle.nextPeriodicTrim).toBeNull()
  })

  it('counts as active when the platform cannot tell, but not under Simulate idle', () => {
    const live = rig()
    live.session.reportIdle(null, 'unknown')
    live.elapse(32)
    expect(live.shown.idle).toMatchObject({ idle: false, realIdleSeconds: null, source: 'real' })
    live.must({ kind: 'idle', idle: true })
    live.elapse(32)
    expect(live.shown.idle).toMatchObject({ idle: true, source: 'simulated' })
  })

  it('simulates idleness against the real input, until told otherwise', () => {
    const live = rig()
    idleFor(live, 0)
    live.must({ kind: 'idle', idle: true })
    live.elapse(16)
    idleFor(live, 0)
    live.elapse(16)
    expect(periodic(live)).toEqual([[PERIODIC_TRIM, 0]])
    live.must({ kind: 'idle', idle: false })
    live.elapse(16)
    expect(periodic(live)).toEqual([
      [PERIODIC_TRIM, 0],
      [RESTART_PERIODIC_TRIM, 32],
    ])
    expect(live.shown.idle.source).toBe('real')
  })

  it('simulates idleness while paused too: it is shown at once and delivered by the next step', () => {
    const live = rig()
    live.must({ kind: 'pause' }, { kind: 'idle', idle: true })
    expect(live.shown.idle).toMatchObject({ idle: true, source: 'simulated' })
    live.must({ kind: 'step' })
    expect(periodic(live)).toEqual([[PERIODIC_TRIM, 0]])
  })

  it('leaves idleness to the scenario while it plays, and to the real input afterwards [TN-22]', () => {
    const live = rig({
      system: { periodicTrim: { interval: '10s' } },
      steps: [
        { at: '100ms', idle: true },
        { at: '200ms', idle: false },
      ],
      until: '1s',
    })
    idleFor(live, 3_600)
    live.elapse(48)
    expect(live.shown.idle).toMatchObject({ idle: false, source: 'scripted' })
    live.elapse(900)
    expect(periodic(live)).toEqual([
      [PERIODIC_TRIM, 100],
      [RESTART_PERIODIC_TRIM, 200],
    ])
    live.session.power('suspend')
    expect(live.shown.idle.state).toBe('active')
    live.elapse(200)
    expect(live.shown.idle).toMatchObject({ idle: true, source: 'real' })
    expect(periodic(live)).toHaveLength(3)
  })

  it('leaves idleness to the real input also where the last step goes on in slices while time stands still [TN-22]', () => {
    const live = rig({ steps: [{ at: 0, allocate: { name: 'g', size: '64KiB', count: 200 } }], until: 0 })
    live.must({ kind: 'pause' })
    live.costOfLook = 60
    live.must({ kind: 'step' })
    expect(live.shown).toMatchObject({ playback: { stepsDone: 0 }, idle: { source: 'scripted' } })
    live.costOfLook = 0
    live.elapse(16)
    expect(live.shown).toMatchObject({ clock: { now: 0 }, playback: { stepsDone: 1 }, idle: { source: 'real' } })
    live.session.power('lock')
    expect(live.shown.idle.state).toBe('locked')
  })

  it('stops the cadence during suspend and restarts it on resume, shown at once [TN-21] [TN-23]', () => {
    const live = rig({ system: { periodicTrim: { interval: '1s' } } })
    idleFor(live, 60)
    live.elapse(160)
    live.session.power('suspend')
    expect(live.shown.idle).toMatchObject({ state: 'suspended', nextPeriodicTrim: null })
    live.elapse(3_200)
    expect(periodic(live)).toEqual([[PERIODIC_TRIM, 0]])
    live.session.power('resume')
    live.elapse(16)
    expect(live.shown.idle).toMatchObject({ state: 'idle', nextPeriodicTrim: 4_360_000 })
    expect(periodic(live).at(-1)).toEqual([RESTART_PERIODIC_TRIM, 3_360])
  })

  it('restarts on unlock, and shows the lock at once [TN-23]', () => {
    const live = rig()
    live.elapse(16)
    live.session.power('lock')
    expect(live.shown.idle.state).toBe('locked')
    live.session.power('unlock')
    expect(live.shown.idle.state).toBe('active')
    live.elapse(16)
    expect(periodic(live)).toEqual([[RESTART_PERIODIC_TRIM, 16]])
  })

  it('a person locks and unlocks, suspends and resumes it, too: RESTART_PERIODIC_TRIM when that ends, no cadence while it sleeps [TN-21] [TN-23]', () => {
    const live = rig({ system: { periodicTrim: { interval: '1s', whileActive: true } } })
    live.elapse(480)
    live.must({ kind: 'lock', locked: true })
    expect(live.shown.idle).toMatchObject({ state: 'locked', locked: true })
    live.must({ kind: 'lock', locked: false })
    expect(live.shown.idle).toMatchObject({ state: 'active', locked: false })
    live.elapse(160)
    live.must({ kind: 'lock', locked: true }, { kind: 'suspend', suspended: true })
    // asleep, and locked all the same
    expect(live.shown.idle).toMatchObject({ state: 'suspended', locked: true, nextPeriodicTrim: null })
    live.elapse(3_200)
    expect(periodic(live)).toEqual([[RESTART_PERIODIC_TRIM, 480]])
    live.must({ kind: 'suspend', suspended: false })
    live.elapse(1_600)
    expect(periodic(live)).toEqual([
      [RESTART_PERIODIC_TRIM, 480],
      [RESTART_PERIODIC_TRIM, 3_840],
      [PERIODIC_TRIM, 4_840],
    ])
    expect(live.shown.idle.state).toBe('locked')
  })

  it('nobody locks or suspends what a scenario decides, until it ends [TN-22]', () => {
    const live = rig({ steps: [{ at: '1s', idle: true }], until: '2s' })
    for (const command of [
      { kind: 'lock', locked: true },
      { kind: 'suspend', suspended: true },
    ] as const)
      expect(live.do(command)).toMatchObject({ ok: false, message: expect.stringMatching(/^The scenario .*Wait for/) })
    live.elapse(2_400)
    live.must({ kind: 'lock', locked: true })
    expect(live.shown.idle.locked).toBe(true)
  })
})
