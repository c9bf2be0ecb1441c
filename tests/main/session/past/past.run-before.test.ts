/** The run that the simulation was restarted in is kept, with its branches, and is returned to as it was (LB-02). */
import { describe, expect, it } from 'vitest'
import { validateScenario } from '../../../../main/session/scenario'
import type { SessionCommand } from '../../../../preload/contract'
import { effects, type LiveRig, MIB, rig } from '../live-rig'
import { branchesOf, goTo, press, pressed, returnTo, stackOf } from './pressed'

const RETURN: SessionCommand = { kind: 'returnToRunBefore' }
const RESTART: SessionCommand = { kind: 'restartSimulation' }

/** All that was done, and what a window shows that does not tell one frame from the next. */
function whole(live: LiveRig): object {
  const { clock, project, effects: cards, allocations, notifications, system, branches } = live.fresh()
  const { before: _, ...lines } = branches
  return {
    recording: live.session.toRecordingText(),
    saved: live.session.toScenarioText(),
    dirty: live.session.dirty,
    ...{ clock, stack: project.stack },
    ...{ cards, allocations: allocations.ids.length, notifications: notifications.items.length, system, lines },
  }
}

describe('the run before', () => {
  it('is there after a restart with all its branches, goes on, and the other one can be returned to in turn [LB-02]', () => {
    const live = pressed()
    expect(branchesOf(live).before).toBeNull()
    expect(live.do(RETURN)).toEqual({ ok: false, message: 'There is no run before this one.' })
    live.must(goTo(150_000), press('B'), { kind: 'renameBranch', branch: 2, name: 'mine' })
    live.elapse(96)
    const first = whole(live)
    live.must(RESTART)
    expect([live.now, branchesOf(live).branches.length]).toEqual([0, 1])
    expect(branchesOf(live).before).toEqual({ branches: 2, end: 246_000 })
    live.elapse(48)
    live.must(press('A'))
    live.elapse(32)
    const second = whole(live)
    live.must(RETURN)
    expect(whole(live)).toEqual(first)
    expect(branchesOf(live).before).toEqual({ branches: 1, end: 80_000 })
    // it lives: branches are returned to, and time goes on
    live.must(returnTo(1))
    expect([live.now, stackOf(live)]).toEqual([288_000, ['A', 'B']])
    live.must(returnTo(2))
    expect(whole(live)).toEqual(first)
    live.must(RETURN)
    expect(whole(live)).toEqual(second)
    live.must(RETURN)
    live.elapse(96)
    expect(live.now).toBe(342_000)
    live.must(goTo(100_000))
    expect(stackOf(live)).toEqual(['A'])
  })

  it('is on its own device, and saved or not as it was [LB-02]', () => {
    const live = rig({ app: { effects: effects({ A: MIB }) } })
    live.elapse(96)
    live.must(press('A'))
    live.elapse(96)
    live.session.markSaved()
    const before = whole(live)
    live.must({ kind: 'setDevice', profile: 'discrete-8gib' })
    expect(live.session.dirty).toBe(true)
    live.elapse(32)
    live.must(RETURN)
    expect(whole(live)).toEqual(before)
    expect([live.shown.system.profile, live.session.dirty]).toEqual([null, false])
    live.must(RETURN)
    expect([live.shown.system.profile, live.session.dirty]).toEqual(['discrete-8gib', true])
  })

  it('stays when what was restarted next had nothing done in it: two fields of the device in turn lose no run [LB-02]', () => {
    const live = pressed()
    const first = whole(live)
    live.must({ kind: 'setDevice', localMemory: 4096 * MIB })
    live.elapse(48)
    live.must({ kind: 'setDevice', pagingBandwidth: 1024 * MIB }, RESTART)
    expect(branchesOf(live).before).toEqual({ branches: 1, end: 288_000 })
    live.must(RETURN)
    expect(whole(live)).toEqual(first)
    live.must(RETURN)
    expect(live.shown.system).toMatchObject({ localMemory: 4096 * MIB, pagingBandwidth: 1024 * MIB })
    // a branch is something that was done, and so is a press
    live.must(RETURN, RESTART, press('A'), RESTART)
    expect(branchesOf(live).before).toEqual({ branches: 1, end: 0 })
  })

  it('ends where it ended, also where an earlier moment of it was looked at [LB-02]', () => {
    const live = pressed()
    const end = whole(live)
    live.must(goTo(100_000), RESTART)
    expect(branchesOf(live).before).toEqual({ branches: 1, end: 288_000 })
    live.elapse(16)
    live.must(goTo(0), RETURN)
    expect(whole(live)).toEqual(end)
    // and of this one the end is kept, not the moment that was looked at
    expect(branchesOf(live).before).toEqual({ branches: 1, end: 16_000 })
  })

  it('is the one before the newest restart alone, and keeps nothing of what was changed after it [LB-02]', () => {
    const live = pressed()
    live.must(RESTART)
    live.elapse(32)
    live.must({ kind: 'addEffect', effect: { name: 'C', gpuTime: 500, resources: [] } })
    live.elapse(32)
    live.must(RESTART)
    expect(branchesOf(live).before).toEqual({ branches: 1, end: 64_000 })
    live.elapse(16)
    live.must({ kind: 'removeEffect', effect: 'C' })
    expect(live.shown.effects.map(({ name }) => name)).toEqual(['A', 'B'])
    live.must(RETURN)
    expect(branchesOf(live).before).toMatchObject({ end: 16_000 })
    expect(live.shown.effects.map(({ name }) => name)).toEqual(['A', 'B', 'C'])
    const saved: unknown = JSON.parse(live.session.toScenarioText())
    expect(validateScenario(saved).ok).toBe(true)
  })
})
