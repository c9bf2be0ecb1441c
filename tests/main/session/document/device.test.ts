/** The project on another device: the simulation starts again, what was made and set stays. */
import { describe, expect, it } from 'vitest'
import { withDevice } from '../../../../main/session/document/device'
import { varied } from '../../../../main/session/laboratory/comparison/variants'
import { PROFILE_NAMES } from '../../../../main/session/scenario/profiles'
import { scenarioOf } from '../../support/world'
import { effects, MIB, rig } from '../live-rig'

const GIB = 1024 * MIB

describe('another device', () => {
  it('restarts the simulation with its memory and bandwidth, and keeps the project and what was set', () => {
    const live = rig({ app: { effects: effects({ Blur: MIB }) } })
    live.must({ kind: 'setTdr', delay: 50_000 }, { kind: 'timeline', change: { edit: 'split', at: 3_000_000 } })
    live.elapse(500)
    live.must({ kind: 'setDevice', profile: 'discrete-8gib' })
    expect(live.now).toBe(0)
    // 90 % of 8 GiB, down to 64 KiB
    const budget = Math.floor((0.9 * 8 * GIB) / 65_536) * 65_536
    expect(live.shown.system).toMatchObject({
      profile: 'discrete-8gib',
      localMemory: 8 * GIB,
      pagingBandwidth: 16 * GIB,
      configuredBudget: budget,
    })
    expect(live.session.world.system.tdr.delay).toBe(50_000)
    expect(live.shown.project.timeline.clips).toHaveLength(2)
    expect(live.shown.effects.map(({ name }) => name)).toEqual(['Blur'])
    expect(live.session.dirty).toBe(true)
    live.must({ kind: 'setDevice', settings: { localMemory: 3 * GIB } })
    expect(live.shown.system).toMatchObject({ localMemory: 3 * GIB, pagingBandwidth: 16 * GIB })
    live.must({ kind: 'setDevice', profile: null })
    // what was set beside the profile stays
    expect(live.shown.system).toMatchObject({ profile: null, localMemory: 3 * GIB, pagingBandwidth: 8 * GIB })
  })

  it('that takes long to build leaves the project as it was saved until it is there, and when one gives up', () => {
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`E${i}`, 4096]))
    const live = rig({ app: { effects: effects(many) } })
    live.session.markSaved()
    live.must({ kind: 'setDevice', profile: 'discrete-8gib' })
    expect(live.shown.project.opening).not.toBeNull()
    expect(live.session.dirty).toBe(false)
    live.must({ kind: 'cancelOpening' })
    expect(live.session.dirty).toBe(false)
    expect(live.shown.system.profile).toBeNull()
    live.must({ kind: 'setDevice', profile: 'discrete-8gib' })
    live.elapse(5_000)
    expect(live.shown.system.profile).toBe('discrete-8gib')
    expect(live.session.dirty).toBe(true)
  })

  it('is that of the row of a comparison with the same profile, and keeps a budget while its memory is the same [LB-03]', () => {
    const said = { profile: 'discrete-8gib', pagingBandwidth: '1GiB', localMemory: '3GiB', budget: '1GiB' }
    const scenario = scenarioOf({ system: said })
    for (const profile of PROFILE_NAMES) {
      const used = withDevice(scenario, { profile })
      if ('problem' in used) throw new Error(used.problem)
      expect(used.scenario.system).toEqual(varied(scenario, { profile }).system)
    }
    const quick = withDevice(scenario, { settings: { pagingBandwidth: 2 * GIB } })
    expect(quick).toMatchObject({
      scenario: { system: { localMemory: 3 * GIB, pagingBandwidth: 2 * GIB, budget: GIB } },
    })
    const large = withDevice(scenario, { settings: { localMemory: 10 * GIB } })
    expect(large).toMatchObject({ scenario: { system: { localMemory: 10 * GIB, budget: 9 * GIB } } })
  })

  it('is in what is saved, and opens so', () => {
    const live = rig({ app: { effects: effects({ Blur: MIB }) } })
    live.must(
      { kind: 'setDevice', profile: 'integrated', settings: { localMemory: GIB } },
      { kind: 'setDeveloperMode', on: true },
    )
    const again = rig(JSON.parse(live.session.toScenarioText()))
    expect(again.shown.system).toEqual(live.shown.system)
    expect(again.session.world.developer.mode).toBe(true)
  })

  it('that is too small for the project is refused, and nothing changes', () => {
    const live = rig({ app: { effects: effects({ Blur: 100 * MIB }) } })
    live.elapse(100)
    const result = live.do({ kind: 'setDevice', settings: { localMemory: 64 * MIB } })
    expect(result).toMatchObject({
      ok: false,
      message: expect.stringMatching(
        /^This cannot run on that device\..*\nChoose another device, or change the project\.$/s,
      ),
    })
    expect(live.now).toBeGreaterThan(0)
    expect(live.shown.system.localMemory).toBe(2 * GIB)
  })
})

describe('the memory of another device', () => {
  it('is asked of the project that is there, not of effects that are not in it', () => {
    const live = rig({ app: { effects: effects({ Blur: MIB }) } })
    live.must({ kind: 'setDevice', settings: { localMemory: 8 * MIB } })
    expect(live.shown.system.localMemory).toBe(8 * MIB)
  })
})

describe('the panels of the window', () => {
  it('are saved with the project, which is not unsaved for them, and open as they were', () => {
    const live = rig()
    const layout = { rows: { upper: 72.5, chart: 27.5 } }
    expect(live.shown.project.layout).toBeNull()
    live.must({ kind: 'setPanelLayout', layout })
    expect(live.session.dirty).toBe(false)
    expect(live.shown.project.layout).toEqual(layout)
    expect(rig(JSON.parse(live.session.toScenarioText())).shown.project.layout).toEqual(layout)
  })
})
