import { describe, expect, it } from 'vitest'
import { INITIAL_MENU, type MenuModel, withFrame } from '../../../../main/shell/menu/menu-model'
import type { SessionCommand } from '../../../../preload/contract'
import { type LiveRig, rig } from '../../session/live-rig'

const BLUR = { app: { effects: [{ name: 'Blur', resources: [{ name: 'r', size: '1MiB' }] }] } }

/** What the menu shows after every frame of the session so far. */
function shown(live: LiveRig): MenuModel {
  live.session.publishFrame()
  return live.frames.reduce(withFrame, INITIAL_MENU)
}

describe('what the native menu shows', () => {
  it.each<[SessionCommand, Partial<MenuModel>]>([
    [{ kind: 'setSpeed', speed: 4 }, { speed: 4 }],
    [{ kind: 'idle', idle: true }, { simulatedIdle: true }],
    [{ kind: 'applyEffect', effect: 'Blur' }, { undoName: 'Apply Blur' }],
  ])('follows %j', (command, change) => {
    const live = rig(BLUR)
    const before = shown(live)
    live.must(command)
    expect(shown(live)).toEqual({ ...before, ...change })
  })

  it('is the same object while nothing in it changes, however much else does', () => {
    const live = rig(BLUR)
    const before = shown(live)
    const from = live.frames.length
    live.must({ kind: 'inject', fault: 'hang', duration: 5_000 })
    live.elapse(200)
    live.session.publishFrame()
    const later = live.frames.slice(from)
    expect(later.length).toBeGreaterThan(0)
    expect(later.reduce(withFrame, before)).toBe(before)
  })

  it('offers neither Run nor Pause of a system that has ended, until it is restarted [GP-25]', () => {
    const live = rig(BLUR)
    live.must({ kind: 'setTdr', level: 'bugcheck' }, { kind: 'inject', fault: 'hang', engine: '3d' })
    live.elapse(50)
    expect(shown(live).ended).toBe(false)
    live.elapse(5_000)
    const ended = shown(live)
    expect(ended.ended).toBe(true)
    live.must({ kind: 'restartSimulation' })
    expect(shown(live).ended).toBe(false)
  })

  it('knows whether the start page lies over the editor', () => {
    const live = rig(BLUR)
    const before = shown(live)
    const project = live.frames.find((frame) => frame.project !== undefined)?.project
    const [frame] = live.frames
    if (project === undefined || frame === undefined) throw new Error('found no frame with a project')
    const start = withFrame(before, { ...frame, project: { ...project, start: { atStart: true } } })
    expect([before.atStartPage, start.atStartPage]).toEqual([false, true])
    expect(withFrame(start, { ...frame, project }).atStartPage).toBe(false)
  })

  it('leaves idleness to a scenario that plays', () => {
    const live = rig({ steps: [{ at: '1s', idle: true }], until: '2s' })
    expect(shown(live)).toMatchObject({ scriptedIdle: true, simulatedIdle: false })
  })
})
