/**
 * Going back in runs that a comparison opened, while nothing was done in them yet (LB-02, LB-06). The oracle of what is shown
 * is a session to which those moments came as time went on.
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { varied } from '../../../../main/session/laboratory/comparison/variants'
import { Checkpoints } from '../../../../main/session/past/checkpoints'
import type { Scenario } from '../../../../main/session/scenario'
import { Checkpoint } from '../../../../main/sim/checkpoint/checkpoint'
import type { PolicyName, SessionCommand, VariantChoice } from '../../../../preload/contract'
import { mustEqual } from '../../../support/must-equal'
import { Chance } from '../../../torture/commands/chance'
import { effects, LiveRig, MIB, scenario } from '../live-rig'
import { ofRun } from './shown'

const FILES = Number(process.env.TRIMLINE_RUNS ?? (process.env.CI === undefined ? 4 : 40))
/** µs */
const UNTIL = 24_000_000
const MS = 1000
const VARIANT = { policy: 'none', budget: 40 * MIB } as const

const goTo = (time: number): SessionCommand => ({ kind: 'goTo', time })

/** Presses, sets of resources, playback and idleness on a budget that has room for some. */
function file(chance: Chance): Scenario {
  const steps = Array.from({ length: 150 }, () => ({
    at: chance.upTo(UNTIL / MS - 1) * MS,
    ...chance.one<Record<string, unknown>>([
      { apply: chance.one(['A', 'B', 'C']) },
      { use: { set: chance.one([['A.r'], ['B.r', 'C.r']]), gpuTime: chance.upTo(20_000) } },
      { play: chance.flip() },
      { idle: chance.flip() },
      { periodicTrim: true },
      { submit: { engine: chance.one(['3d', 'compute']), gpuTime: chance.between(1, 30_000) } },
      { otherProcess: { name: 'game', usage: `${chance.upTo(40)}MiB` } },
    ]),
  }))
  return scenario({
    system: { localMemory: '64MiB', budget: '24MiB', pagingBandwidth: '1GiB', hardwareScheduling: chance.flip() },
    app: { policy: 'fence-lru', effects: effects({ A: 8 * MIB, B: 16 * MIB, C: 4 * MIB }, false) },
    steps: steps.toSorted((a, b) => a.at - b.at),
    until: UNTIL,
  })
}

/** What was shown at those moments as they came. */
function asTheyCame(run: Scenario, moments: readonly number[]): unknown[] {
  const live = new LiveRig(run)
  return moments.map((moment) => {
    live.elapse((moment - live.now) / MS)
    return ofRun(live)
  })
}

/** Opened to be compared on, and what was compared in it is gone on with, as the Laboratory does. */
function opened(run: Scenario, checkpointsEvery: number, variant: VariantChoice = VARIANT): LiveRig {
  const live = new LiveRig(run, { startTasks: () => ({ cancel: () => {} }) }, checkpointsEvery)
  const work = { scenario: run, from: 0, variants: [variant], branch: null, done: 0 }
  live.session.goOnWith({
    work,
    shown: { variants: null, difference: null, records: null },
    file: null,
    fileCompared: 'cut.json',
  })
  live.elapse(1)
  return live
}

/** Three moments of a run at random, in order. */
const some = (chance: Chance): number[] =>
  [1, 2, 3].map(() => chance.between(6_000, UNTIL / MS - 1) * MS).toSorted((a, b) => a - b)

afterEach(() => vi.restoreAllMocks())

describe('a run that a comparison opened', () => {
  it(
    'is gone back in from checkpoints that were kept as it was played, and shows what it showed then [LB-02] [LB-06]',
    () => {
      const restored = vi.spyOn(Checkpoint.prototype, 'restore')
      for (let seed = 0; seed < FILES; seed++) {
        const chance = new Chance(seed)
        const run = file(chance)
        const moments = some(chance)
        const shown = asTheyCame(run, moments)
        const live = opened(run, 1)
        expect(live.now).toBe(UNTIL)
        for (const place of [2, 0, 1]) {
          restored.mockClear()
          live.must(goTo(moments[place] as number))
          mustEqual(ofRun(live), shown[place], `seed ${seed}, at ${moments[place]}`)
          // from one that was shown before it may be a shorter way
          if (place !== 1) expect(restored.mock.results).toEqual([{ type: 'return', value: true }])
        }
        live.must({ kind: 'returnTo', branch: 1 })
        expect(live.now).toBe(UNTIL)
      }
    },
    60_000 + FILES * 5_000,
  )

  it.each([
    ['in which all goes well', VARIANT],
    // what it refuses is not on the clip, and what is rendered there is rendered later
    ['in which presses fail', { policy: 'creative-app', budget: 20 * MIB } as const],
  ])(
    'as a branch of the session is, too, %s, when it was shown at a late moment [LB-02] [LB-06]',
    (_title, variant) => {
      const restored = vi.spyOn(Checkpoint.prototype, 'restore')
      for (const seed of [7, 8]) {
        const chance = new Chance(seed)
        const run = file(chance)
        const moments = some(chance)
        const shown = asTheyCame(varied(run, variant), moments)
        const live = opened(run, 1, variant)
        restored.mockClear()
        live.must({ kind: 'openRun', row: 0, time: UNTIL })
        // on the way there it was run from its beginning
        expect(restored).not.toHaveBeenCalled()
        for (const place of [2, 0, 1]) {
          restored.mockClear()
          live.must(goTo(moments[place] as number))
          mustEqual(ofRun(live), shown[place], `seed ${seed}, at ${moments[place]}`)
          if (place !== 1) expect(restored.mock.results).toEqual([{ type: 'return', value: true }])
        }
        expect(live.shown.branches).toMatchObject({ shown: 2, branches: [{ id: 1 }, { id: 2, parent: 1 }] })
      }
    },
  )

  it('has on the clip what it had rendered by then, not what was rendered elsewhere [LB-02] [LB-06]', () => {
    // 8 MiB take 31.25 ms, in or out; those of A go first where the budget has no room for both
    const system = { localMemory: '64MiB', pagingBandwidth: '256MiB', evictionMode: 'eager' }
    const pressed = (budget: number): LiveRig => {
      const app = { policy: 'mapping-layer', effects: effects({ A: 8 * MIB, B: 16 * MIB }, false) }
      const live = new LiveRig(
        scenario({ system: { ...system, budget }, app }),
        { startTasks: () => ({ cancel() {} }) },
        1,
      )
      live.must({ kind: 'applyEffect', effect: 'A' })
      live.elapse(96)
      live.must({ kind: 'applyEffect', effect: 'B' })
      live.elapse(300)
      return live
    }
    /** B is rendered 62.5 ms after its press, and 31.25 ms later where A's memory goes out before. */
    const at = [50_000, 150_000, 170_000, 200_000, 300_000]
    const [early, late] = [
      [['A'], ['A'], ['A', 'B'], ['A', 'B'], ['A', 'B']],
      [['A'], ['A'], ['A'], ['A', 'B'], ['A', 'B']],
    ]
    for (const [own, other, shown] of [
      [40, 20, late],
      [20, 40, early],
    ] as const) {
      const live = pressed(own * MIB)
      live.must({ kind: 'compareVariants', budgets: [other * MIB] }, { kind: 'cancelVariants' })
      live.must({ kind: 'openRun', row: 0, time: 300_000 })
      const stacks = at.map((time) => {
        live.must(goTo(time))
        return live.shown.project.stack
      })
      expect(stacks).toEqual(shown)
    }
  })

  it.each([
    ['undone', ['undo'], { undoName: 'Add X', redoName: null }],
    ['undone and redone', ['undo', 'redo'], { undoName: 'Add X', redoName: null }],
    ['undone with what was before it', ['undo', 'undo'], { undoName: 'Apply A', redoName: 'Add X' }],
  ] as const)('has what was done before a press that it refused, which was %s [LB-06]', (_title, ways, expected) => {
    const app = { policy: 'none', effects: effects({ A: 8 * MIB, B: 4 * MIB }, false) }
    const beside = { startTasks: () => ({ cancel() {} }) }
    const live = new LiveRig(scenario({ system: { localMemory: '64MiB' }, app }), beside, 1)
    live.must({ kind: 'applyEffect', effect: 'A' })
    live.elapse(100)
    live.must({ kind: 'addEffect', effect: { name: 'X', gpuTime: 1_000, resources: [] } })
    live.elapse(100)
    live.must({ kind: 'applyEffect', effect: 'B' })
    live.elapse(100)
    live.must(...ways.map((kind) => ({ kind })))
    live.elapse(100)
    // A takes more than that: it is evicted while the GPU uses it, and the device is removed before B
    live.must(
      { kind: 'compareVariants', policies: ['d3dx12-residency'], budgets: [4 * MIB] },
      { kind: 'cancelVariants' },
    )
    live.must({ kind: 'openRun', row: 0, time: 400_000 })
    expect(live.shown.project).toMatchObject(expected)
    // the saved project applies what is on the clip
    expect(live.session.toScenarioText()).not.toMatch(/"apply": *"B"/)
    live.must(goTo(250_000))
    expect(live.shown.project).toMatchObject({ undoName: 'Add X', redoName: null })
    live.must(goTo(400_000))
    expect(live.shown.project).toMatchObject(expected)
  })

  it('of which one is opened in turn has on the clip what it refused, and that one did not [LB-06]', () => {
    const app = { policy: 'none', effects: effects({ A: 8 * MIB, B: 4 * MIB }, false) }
    const beside = { startTasks: () => ({ cancel() {} }) }
    const live = new LiveRig(scenario({ system: { localMemory: '64MiB' }, app }), beside, 1)
    live.must({ kind: 'applyEffect', effect: 'A' })
    live.elapse(100)
    live.must({ kind: 'applyEffect', effect: 'B' })
    live.elapse(100)
    const opened = (policy: PolicyName, budget: number): readonly string[] => {
      live.must({ kind: 'compareVariants', policies: [policy], budgets: [budget] }, { kind: 'cancelVariants' })
      live.must({ kind: 'openRun', row: 0, time: 200_000 })
      return live.shown.project.stack
    }
    // A takes more than that: the device is removed before B, as above
    expect(opened('d3dx12-residency', 4 * MIB)).not.toContain('B')
    expect(opened('none', 32 * MIB)).toEqual(['A', 'B'])
  })

  it('keeps none of a run that a person gave up while it was on its way [LB-02]', () => {
    const made = vi.spyOn(Checkpoint, 'of')
    const forgotten = vi.spyOn(Checkpoints.prototype, 'forget')
    const live = opened(file(new Chance(3)), 1)
    made.mockClear()
    live.costOfLook = 60
    live.must({ kind: 'openRun', row: 0, time: UNTIL })
    for (let turn = 0; turn < 100 && made.mock.calls.length === 0; turn++) live.session.pump()
    live.costOfLook = 0
    live.must({ kind: 'cancelOpening' })
    expect(made).toHaveBeenCalled()
    expect(forgotten).toHaveBeenCalledTimes(1)
    expect(live.shown.branches).toMatchObject({ shown: 1, branches: [{ id: 1 }] })
    live.must({ kind: 'openRun', row: 0, time: 2_000_000 })
    expect(live.shown.branches).toMatchObject({ shown: 2, branches: [{ id: 1 }, { id: 2 }] })
  })
})
