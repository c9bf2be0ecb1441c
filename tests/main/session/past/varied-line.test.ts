/**
 * Runs of a comparison as runs of the session (LB-06, LB-02). The oracle of their traces is what runs scenarios, given the
 * recording under the variant as the comparison gives it.
 */
import { describe, expect, it } from 'vitest'
import { variantLabel, variantsOf, varied } from '../../../../main/session/laboratory/comparison/variants'
import { MOST_BRANCHES } from '../../../../main/session/past/past'
import { runScenario } from '../../../../main/session/run/runner'
import type { Scenario } from '../../../../main/session/scenario'
import { traceLine } from '../../../../main/sim/trace-lines'
import type { PolicyName, SessionCommand, VariantChoice } from '../../../../preload/contract'
import { mustEqual } from '../../../support/must-equal'
import { Chance } from '../../../torture/commands/chance'
import { anyCommand } from '../../../torture/commands/generate'
import { anyStart } from '../../../torture/commands/start'
import { effects, LiveRig, MIB, scenario } from '../live-rig'

/** Of the product's own policies. */
type Choice = Omit<Extract<SessionCommand, { kind: 'compareVariants' }>, 'kind' | 'policies'> & {
  policies?: PolicyName[]
}

/** They begin another run, or go to another moment. */
const OTHERS: ReadonlySet<SessionCommand['kind']> = new Set<SessionCommand['kind']>([
  'restartSimulation',
  'setDevice',
  'setApp',
  'goTo',
  'returnTo',
  'openRun',
  'returnToRunBefore',
  'compareVariants',
])

const begun = (from: Scenario): LiveRig => new LiveRig(from, { startTasks: () => ({ cancel: () => {} }) })

/** What is compared stays where nothing has come of it yet. */
function compare(live: LiveRig, command: Choice): void {
  live.must({ kind: 'compareVariants', ...command }, { kind: 'cancelVariants' })
}

async function traceOf(run: Scenario, until: number): Promise<string[]> {
  const chunks: string[] = []
  const cut = { ...run, steps: run.steps.filter(({ at }) => at <= until), until }
  await runScenario(cut, { sink: (chunk) => chunks.push(chunk) })
  return chunks.join('').trimEnd().split('\n').slice(1)
}

const linesOf = (live: LiveRig): string[] => live.records.map((record) => traceLine(record))
const press = (effect: string): SessionCommand => ({ kind: 'applyEffect', effect })
const openRun = (row: number, time: number): SessionCommand => ({ kind: 'openRun', row, time })

/** A and B by turns, every 96 ms; the budget has room for one of them. */
function turns(fields: Record<string, unknown> = {}): LiveRig {
  const live = begun(
    scenario({
      system: { localMemory: '64MiB', budget: '12MiB' },
      app: { effects: effects({ A: 8 * MIB, B: 8 * MIB }), policy: 'fence-lru' },
      ...fields,
    }),
  )
  for (const effect of ['A', 'B', 'A', 'B']) {
    live.elapse(96)
    live.must(press(effect))
  }
  live.elapse(96)
  return live
}

const CHOICES: readonly Choice[] = [
  { policies: ['none', 'fence-lru', 'submission-lru'], budgets: [8 * MIB, 32 * MIB] },
  { profiles: ['integrated'], policies: ['none'] },
  { preemption: true },
  { policies: ['none', 'fence-lru'], input: 'here', from: 150_000 },
  { preemption: true, input: 'here', from: 100_000 },
  { budgets: [6 * MIB], input: 'here', from: 0 },
]

describe('a run of the table that is opened', () => {
  it('has the trace of that variant at its moment and at its end, and the end of the session stays [LB-06] [LB-02]', async () => {
    for (const choice of CHOICES) {
      const live = turns()
      live.must({ kind: 'setBudget', bytes: 14 * MIB }, { kind: 'setPolicy', policy: 'none' }, press('A'))
      live.elapse(50)
      compare(live, choice)
      const [recording, saved, end, mine] = [
        live.session.recording(),
        live.session.toScenarioText(),
        live.now,
        linesOf(live),
      ]
      const { policies, budgets, profiles, preemption: _, ...rest } = choice
      const named = variantsOf({ policies, budgets, profiles })
      const known: readonly VariantChoice[] =
        choice.preemption === true
          ? [{ preemption: { model: 'win7', graphics: 'dma-buffer', compute: 'dma-buffer' } }]
          : named
      for (const [row, variant] of known.entries()) {
        const run = varied(recording, variant, rest.from ?? 0)
        for (const time of [230_000, end]) {
          live.must(openRun(row, time))
          mustEqual(linesOf(live), await traceOf(run, time), JSON.stringify([choice, row, time]))
          // only looked at: what is saved is the session's own end
          if (time !== end) expect(live.session.toScenarioText()).toBe(saved)
        }
        const { branches, shown } = live.shown.branches
        expect(branches.find(({ id }) => id === shown)).toMatchObject({
          name: variantLabel(variant, recording),
          parent: 1,
          from: rest.from ?? 0,
          end: null,
        })
        // both moments are of one branch
        expect(branches).toHaveLength(row + 2)
        live.must({ kind: 'returnTo', branch: 1 })
        mustEqual(linesOf(live), mine)
        expect(live.session.toScenarioText()).toBe(saved)
      }
    }
  })

  it('has nothing to take back of what is chosen otherwise in it; of what is not, it has [LB-06]', () => {
    const live = turns()
    live.must({ kind: 'setPolicy', policy: 'none' }, { kind: 'setBudget', bytes: 14 * MIB })
    live.elapse(50)
    live.must({ kind: 'setEvictionMode', mode: 'eager' })
    live.elapse(50)
    compare(live, { policies: ['submission-lru'] })
    live.must(openRun(0, live.now))
    const undone: (string | null)[] = []
    for (
      let name = live.shown.project.undoName;
      name !== null && undone.length < 4;
      name = live.shown.project.undoName
    ) {
      undone.push(name)
      live.must({ kind: 'undo' })
    }
    expect(undone).toEqual(['Eviction mode', 'Budget', 'Apply B', 'Apply A'])
    expect(live.shown.system).toMatchObject({
      policy: 'submission-lru',
      configuredBudget: 12 * MIB,
      evictionMode: 'lazy',
    })
  })

  it('goes on at its end under what was chosen, is recorded and saved so, and can be told from its origin [LB-06]', async () => {
    const live = turns()
    compare(live, { policies: ['none'], budgets: [40 * MIB] })
    const end = live.now
    live.must(openRun(0, end), press('A'))
    live.elapse(40)
    expect(live.shown.system).toMatchObject({ policy: 'none', configuredBudget: 40 * MIB })
    expect(live.session.recording()).toMatchObject({ app: { policy: 'none' }, system: { budget: 40 * MIB } })
    mustEqual(linesOf(live), await traceOf(live.session.recording(), live.now))
    expect(JSON.parse(live.session.toScenarioText())).toMatchObject({ app: { policy: 'none' } })
    live.must({ kind: 'compareBranches', branches: [1, 2] })
    // what is done at an earlier moment of it parts from it, under the same choices
    live.must({ kind: 'goTo', time: 150_000 }, press('B'))
    live.elapse(40)
    expect(live.shown.branches.branches.at(-1)).toMatchObject({ parent: 2, from: 150_000 })
    mustEqual(linesOf(live), await traceOf(live.session.recording(), live.now))
  })

  it('under way has what was set before, and saves what was chosen [LB-06]', () => {
    const live = turns()
    compare(live, { policies: ['none'], budgets: [40 * MIB], input: 'here', from: 150_000 })
    live.must(openRun(0, 100_000))
    expect(live.shown.system).toMatchObject({ policy: 'fence-lru', configuredBudget: 12 * MIB })
    live.must({ kind: 'goTo', time: 200_000 }, press('A'))
    expect(live.shown.system).toMatchObject({ policy: 'none', configuredBudget: 40 * MIB })
    const saved: unknown = JSON.parse(live.session.toScenarioText())
    expect(saved).toMatchObject({ app: { policy: 'none' }, system: { budget: 40 * MIB } })
  })

  it.each([
    ['one that is played', { until: '700ms' }],
    // a project: nothing of it is played
    ['one that is saved', { steps: [{ at: 0, apply: 'A' }], until: '300ms' }],
  ])('of a file, %s, has the trace of that variant when the file is the session [LB-06]', async (_title, fields) => {
    const file = scenario({
      system: { localMemory: '64MiB', budget: '12MiB' },
      app: { effects: effects({ A: 8 * MIB, B: 8 * MIB }), policy: 'fence-lru' },
      steps: [
        { at: '50ms', apply: 'A' },
        { at: '100ms', idle: true },
        { at: '180ms', apply: 'B' },
        { at: '250ms', play: true },
        { at: '260ms', policy: 'submission-lru' },
        { at: '400ms', apply: 'A' },
        { at: '500ms', expect: { evictions: { min: 1 } } },
      ],
      ...fields,
    })
    const variants = variantsOf({ policies: ['none', 'submission-lru'], budgets: [8 * MIB, 32 * MIB] })
    const work = { scenario: file, from: 0, variants, branch: null, done: 0 }
    const live = begun(file)
    live.session.goOnWith({
      work,
      shown: { variants: null, difference: null, records: null },
      file: null,
      fileCompared: 'cut.json',
    })
    live.elapse(96)
    // it stands at its end, and all that it came to is the file's own run
    expect([live.now, live.shown.clock.running]).toEqual([file.until, false])
    mustEqual(linesOf(live), await traceOf(file, file.until))
    for (const [row, variant] of variants.entries())
      for (const time of [200_000, file.until]) {
        live.must(openRun(row, time))
        mustEqual(linesOf(live), await traceOf(varied(file, variant), time), JSON.stringify([row, time]))
      }
    // and a moment of its own
    live.must({ kind: 'goTo', time: 200_000, branch: 1 })
    mustEqual(linesOf(live), await traceOf(file, 200_000))
  })

  it('is none of a file that is not yet played to its end; where that is given up it is none of the session [LB-06]', () => {
    const steps = Array.from({ length: 20 }, (_, i) => ({ at: `${50 + i}ms`, apply: 'A' }))
    const file = scenario({ app: { effects: effects({ A: MIB }) }, steps, until: '9s' })
    const slowly = (): LiveRig => {
      const live = begun(file)
      live.costOfLook = 60
      const work = { scenario: file, from: 0, variants: variantsOf({ policies: ['none'] }), branch: null, done: 0 }
      const shown = { variants: null, difference: null, records: null }
      live.session.goOnWith({ work, shown, file: null, fileCompared: 'cut.json' })
      expect(live.shown.project.opening).toMatchObject({ stage: 'going' })
      return live
    }
    const live = slowly()
    for (const command of [openRun(0, 60_000), { kind: 'goTo', time: 0 }, { kind: 'returnTo', branch: 1 }] as const)
      expect(live.do(command)).toMatchObject({ ok: false, message: expect.stringContaining('on its way') })
    live.elapse(500)
    expect(live.now).toBe(file.until)
    live.must(openRun(0, 60_000))
    const other = slowly()
    other.must({ kind: 'cancelOpening' })
    expect(other.now).toBeLessThan(file.until)
    expect(other.do(openRun(0, 60_000))).toMatchObject({
      ok: false,
      message: expect.stringContaining('not of the run that is shown'),
    })
  })

  it('is refused where it is no run of this session, or that moment is none of it [LB-06]', () => {
    const why = (live: LiveRig, command: SessionCommand): string => {
      const result = live.do(command)
      return result.ok ? 'opened' : (result.message ?? '')
    }
    const live = turns()
    expect(why(live, openRun(0, 0))).toContain('Nothing is compared yet')
    compare(live, { policies: ['none'] })
    expect(why(live, openRun(1, 0))).toContain('no such row')
    expect(why(live, openRun(0, live.now + 1))).toContain('none ends at 0.480 s')
    live.must({ kind: 'goTo', time: 100_000 }, press('B'), { kind: 'deleteBranch', branch: 1 })
    expect(why(live, openRun(0, 0))).toContain('no such branch')
    live.must({ kind: 'restartSimulation' })
    expect(why(live, openRun(0, 0))).toContain('not of the run that is shown')
    const steps = [50, 100, 900].map((at) => ({ at: `${at}ms`, apply: 'A' }))
    const playing = begun(scenario({ app: { effects: effects({ A: MIB }) }, steps, until: '1s' }))
    playing.elapse(200)
    compare(playing, { policies: ['none'], input: 'here', from: 60_000 })
    expect(why(playing, openRun(0, 60_000))).toContain('yet to play')
    expect(playing.shown.branches.branches).toHaveLength(1)
  })

  it('is one of the branches that are kept, of which the oldest go [LB-02]', () => {
    const live = turns()
    for (let count = 0; count < MOST_BRANCHES + 2; count++) {
      compare(live, { budgets: [(count + 1) * MIB] })
      live.must(openRun(0, 1_000), { kind: 'returnTo', branch: 1 })
    }
    const { branches, forgotten } = live.shown.branches
    expect([branches.length, forgotten]).toEqual([MOST_BRANCHES, 3])
    expect(branches[0]).toMatchObject({ name: 'Main' })
  })

  it('of any session, also one that a file plays, has the trace of its variant [LB-06] [LB-01]', async () => {
    const variants: VariantChoice[] = [{ policy: 'none' }, { policy: 'fence-lru' }]
    let opened = 0
    for (let seed = 0; seed < 9; seed++) {
      const chance = new Chance(seed)
      const live = begun(anyStart(chance))
      for (let left = chance.between(5, 30); left > 0; left--) {
        const command = anyCommand(chance, live.session.world)
        if (!OTHERS.has(command.kind)) live.do(command)
        if (chance.flip()) live.elapse(chance.upTo(100))
      }
      live.must({ kind: 'run' })
      live.elapse(50)
      const recording = live.session.recording()
      const isPart = chance.flip()
      const from = isPart ? chance.upTo(recording.until - 1) : 0
      // what is yet to be played is no part of it
      const asked = {
        policies: ['none' as const, 'fence-lru' as const],
        ...(isPart ? { input: 'here' as const, from } : {}),
      }
      if (!live.do({ kind: 'compareVariants', ...asked }).ok) continue
      live.must({ kind: 'cancelVariants' })
      for (const [row, variant] of variants.entries()) {
        const time = chance.upTo(recording.until)
        if (!live.do(openRun(row, time)).ok) continue
        live.elapse(20)
        opened++
        const run = varied(recording, variant, from)
        expect(linesOf(live), `seed ${seed}, row ${row}, at ${time} of ${recording.until}, from ${from}`).toEqual(
          await traceOf(run, time),
        )
      }
    }
    expect(opened).toBeGreaterThan(4)
  })
})
