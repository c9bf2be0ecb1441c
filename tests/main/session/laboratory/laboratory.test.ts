/** What is compared, and what can be asked of it, with work that is done by hand (LB-03 to LB-06, LB-18). */
import { describe, expect, it } from 'vitest'
import { Laboratory, type LaboratoryPart } from '../../../../main/session/laboratory/laboratory'
import { runTask, type StartTasks, type Task, type TaskWatch } from '../../../../main/session/laboratory/tasks'
import type { VariantWork } from '../../../../main/session/laboratory/work'
import { quietSystem, scenarioOf } from '../../support/world'

const scenario = scenarioOf({
  name: 'short',
  system: quietSystem(),
  app: { effects: [{ name: 'A', resources: [{ name: 'r', size: '64KiB', resident: false }] }] },
  steps: [{ at: 0, apply: 'A' }],
  until: '100ms',
})

const WORK: VariantWork = { scenario, from: 0, variants: [{ policy: 'none' }, {}], branch: 3, done: 1 }

function laboratory() {
  const begun: { tasks: readonly Task[]; watch: TaskWatch; cancelled: boolean }[] = []
  const start: StartTasks = (tasks, watch) => {
    const one = { tasks, watch, cancelled: false }
    begun.push(one)
    return {
      cancel: () => {
        one.cancelled = true
      },
    }
  }
  const changes: LaboratoryPart[] = []
  const lab = new Laboratory(start, (part) => changes.push(part))
  /** Does what was begun last. */
  const work = async (): Promise<void> => {
    const { tasks, watch } = begun[begun.length - 1] ?? { tasks: [], watch: null }
    for (const [index, task] of tasks.entries()) watch?.done(index, await runTask(task))
  }
  return { lab, begun, changes, work }
}

/** One in which the work was compared. */
async function compared(work: VariantWork = WORK) {
  const set = laboratory()
  set.lab.compare(work)
  await set.work()
  return set
}

const NOTHING = { ok: false, message: 'Nothing is compared yet. Press Compare first.' }
const RUNNING = { ok: false, message: 'A comparison is running already. Cancel it first.' }
const NO_ROW = { ok: false, message: 'The table has no such row any more.' }

describe('before anything was compared', () => {
  it('nothing can be asked of it', () => {
    const { lab, begun } = laboratory()
    expect(lab.differ(0, 1)).toEqual(NOTHING)
    expect(lab.showRecords(0, { column: 'pageInBytes' })).toEqual(NOTHING)
    expect(lab.runOf(0)).toEqual(NOTHING)
    expect(lab.compared()).toEqual(NOTHING)
    expect(lab.cancel()).toEqual({ ok: false, message: 'No comparison is running.' })
    expect([lab.report(), lab.problem, begun]).toEqual([null, null, []])
  })

  it('nor where nothing can be started', () => {
    const lab = new Laboratory(undefined, () => {})
    expect(lab.problem).toBe('Comparisons are not available here.')
    expect(lab.differ(0, 1)).toMatchObject({ ok: false, message: 'Comparisons are not available here.' })
  })
})

describe('a file to be compared on', () => {
  it('is open until it is closed', () => {
    const { lab, changes } = laboratory()
    expect([lab.input, lab.inputView]).toEqual([null, null])
    lab.open({ title: 'a file', scenario })
    expect([lab.input, lab.inputView]).toEqual([scenario, { title: 'a file', steps: 1, until: 100_000 }])
    lab.open(null)
    expect([lab.input, lab.inputView]).toEqual([null, null])
    expect(changes).toEqual(['comparisonInput', 'comparisonInput'])
  })
})

describe('a comparison', () => {
  it('takes the place of the one before, with all that was asked of that', async () => {
    const { lab, changes, work } = await compared()
    expect(lab.variants).toMatchObject({ state: 'done', branch: 3 })
    lab.differ(0, 1)
    await work()
    lab.showRecords(0, { column: 'pageInBytes' })
    await work()
    expect([lab.difference?.state, lab.records?.found?.sum]).toEqual(['done', 65_536])
    changes.length = 0
    lab.compare(WORK)
    expect([lab.variants?.state, lab.difference, lab.records]).toEqual(['running', null, null])
    expect(changes).toEqual(['difference', 'variantRecords', 'variants'])
  })

  it('is one at a time, and all of it is given up together', async () => {
    const { lab, begun } = await compared()
    lab.differ(0, 1)
    for (const refused of [lab.differ(1, 0), lab.showRecords(0, { column: 'hitches' }), lab.compared()])
      expect(refused).toEqual(RUNNING)
    expect(lab.cancel()).toEqual({ ok: true })
    expect([begun.at(-1)?.cancelled, lab.difference?.state]).toEqual([true, 'cancelled'])
  })

  it('of records gives way to those of another number: that was refused until the first were found [LB-04]', async () => {
    const { lab, begun, work } = await compared()
    lab.showRecords(0, { column: 'hitches' })
    const [first] = begun.slice(-1)
    expect(lab.showRecords(2, { column: 'pageInBytes' })).toEqual(NO_ROW)
    expect(first?.cancelled).toBe(false)
    expect(lab.showRecords(0, { column: 'pageInBytes' })).toEqual({ ok: true })
    expect([first?.cancelled, lab.records]).toMatchObject([true, { state: 'running', key: 'pageInBytes', found: null }])
    // what the first finds after all is nobody's
    for (const [index, task] of (first?.tasks ?? []).entries()) first?.watch.done(index, await runTask(task))
    expect(lab.records).toMatchObject({ state: 'running', key: 'pageInBytes', found: null })
    const busy = { ok: false, message: 'The records of a number are being found. Cancel that first.' }
    expect([lab.differ(0, 1), lab.compared(), lab.problem]).toEqual([busy, busy, busy.message])
    await work()
    expect(lab.records).toMatchObject({ state: 'done', key: 'pageInBytes', found: { sum: 65_536 } })
    // beside a comparison there is no number to be asked about
    lab.differ(0, 1)
    expect(lab.showRecords(0, { column: 'hitches' })).toEqual(RUNNING)
  })

  it('of two runs is of two different rows', async () => {
    const { lab, begun } = await compared()
    const two = { ok: false, message: 'Choose two different runs of the table.' }
    expect([lab.differ(0, 0), lab.differ(0, 2), lab.differ(-1, 0)]).toEqual([two, two, two])
    expect(lab.differ(1, 0)).toEqual({ ok: true })
    expect(begun.at(-1)?.tasks).toMatchObject([{ kind: 'difference', variants: [{}, { policy: 'none' }] }])
  })

  it('has the records of a row that it has', async () => {
    const { lab, begun } = await compared()
    expect(lab.showRecords(2, { column: 'hitches' })).toEqual(NO_ROW)
    expect(lab.showRecords(0, { column: 'hitches' })).toEqual({ ok: true })
    expect(begun.at(-1)?.tasks).toMatchObject([{ kind: 'records', variant: { policy: 'none' } }])
  })

  it('is reported when all of it is there [LB-18]', async () => {
    const { lab, work } = laboratory()
    lab.compare(WORK)
    expect(lab.report()).toBeNull()
    await work()
    expect(lab.report()).toContain('short')
  })
})

describe('a row as a run of the session [LB-06]', () => {
  it('is what was varied, on the branch that it was of', async () => {
    const { lab } = await compared()
    expect(lab.runOf(0)).toEqual({
      branch: 3,
      steps: 1,
      from: 0,
      until: 100_000,
      variant: { policy: 'none' },
      label: 'none',
    })
    expect(lab.runOf(2)).toEqual(NO_ROW)
  })

  it('is none of what a file has, or has yet to come, or of a run that is over', async () => {
    const ofFile = await compared({ ...WORK, branch: null })
    expect(ofFile.lab.runOf(0)).toMatchObject({
      ok: false,
      message: expect.stringContaining('not of the run that is shown'),
    })
    const early = await compared({ ...WORK, done: 0 })
    expect(early.lab.runOf(0)).toMatchObject({ ok: false, message: expect.stringContaining('yet to play') })
    const over = await compared()
    over.lab.runEnded()
    expect(over.lab.runOf(0)).toMatchObject({
      ok: false,
      message: expect.stringContaining('not of the run that is shown'),
    })
    // what was compared stays to be looked at
    expect(over.lab.variants).toMatchObject({ state: 'done', branch: null })
  })
})

it('what was compared goes on in another session, as of its branch', async () => {
  const before = laboratory()
  before.lab.open({ title: 'a file', scenario })
  before.lab.compare({ ...WORK, branch: null, done: 0 })
  await before.work()
  before.lab.open({ title: 'another', scenario })
  const kept = before.lab.compared()
  if ('ok' in kept) throw new Error(JSON.stringify(kept))
  const after = laboratory()
  after.lab.goOnWith(kept, 5)
  expect(after.lab.variants).toEqual({ ...before.lab.variants, branch: 5 })
  // what is open is not what was compared
  expect([after.lab.inputView?.title, after.lab.fileCompared]).toEqual(['another', 'a file'])
  // all its steps are done there
  expect(after.lab.runOf(1)).toMatchObject({ branch: 5, steps: 1, variant: {} })
  expect(after.changes).toEqual(['comparisonInput', 'variants', 'difference', 'variantRecords'])
})

it('what was compared is “this session” while that is the one that is shown: after a restart it was said of another [LB-03]', async () => {
  const untitled = { ...WORK, scenario: { ...scenario, name: 'untitled' } }
  const { lab } = await compared(untitled)
  expect(lab.variants?.workload).toBe('this session: 1 step, 100 ms')
  lab.runEnded()
  expect(lab.variants?.workload).toBe('an earlier session: 1 step, 100 ms')
  // as the session that is shown, again
  const kept = lab.compared()
  if ('ok' in kept) throw new Error(JSON.stringify(kept))
  const after = laboratory()
  after.lab.goOnWith(kept, 5)
  expect(after.lab.variants?.workload).toBe('this session: 1 step, 100 ms')
  // a session with a name, and a file, keep theirs
  const named = await compared()
  named.lab.runEnded()
  expect(named.lab.variants?.workload).toBe('“short”: 1 step, 100 ms')
})

it('a report of a session that nobody has named is headed with what the project is called, or what was done in it [LB-18]', async () => {
  const untitled = { ...WORK, scenario: { ...scenario, name: 'untitled' } }
  const heading = (report: string | null) => /<h1>(.*)<\/h1>/.exec(report ?? '')?.[1]
  const { lab } = await compared(untitled)
  expect([heading(lab.report()), heading(lab.report('Holiday'))]).toEqual([
    'A session of 1 step: 2 variants',
    'Holiday: 2 variants',
  ])
  const named = await compared()
  expect(heading(named.lab.report('Holiday'))).toBe('short: 2 variants')
})

it('what was compared has the name of its file, also when another is open by now; a session has none [LB-18]', async () => {
  const { lab, work } = laboratory()
  lab.open({ title: 'rx6600.rmv', scenario })
  lab.compare(WORK)
  await work()
  expect(lab.fileCompared).toBe(null)
  lab.compare({ ...WORK, branch: null, done: 0 })
  await work()
  lab.open({ title: 'another.etl', scenario })
  expect(lab.fileCompared).toBe('rx6600.rmv')
})

describe('two branches [LB-02]', () => {
  const run = { scenario, variant: {}, label: 'one' }
  const branches = { branches: [1, 2], runs: [run, run] } as const

  it('are compared beside the rest, one pair at a time', async () => {
    const { lab, work } = await compared()
    expect(lab.compareBranches(branches)).toEqual({ ok: true })
    expect([lab.compareBranches(branches), lab.problem]).toEqual([RUNNING, null])
    await work()
    expect(lab.branches).toMatchObject({ state: 'done', branches: [1, 2], difference: { first: null } })
  })

  it('are of no run any more when another begins', () => {
    const { lab, begun, changes } = laboratory()
    lab.compareBranches(branches)
    lab.runEnded()
    expect([begun[0]?.cancelled, lab.branches]).toEqual([true, null])
    expect(changes).toEqual(['branchComparison', 'branchComparison', 'branchComparison'])
    expect(lab.cancelBranches()).toEqual({ ok: false, message: 'No comparison is running.' })
  })
})
