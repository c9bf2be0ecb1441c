/** Branches of a run, and what is compared between and beside them. */
import { describe, expect, it } from 'vitest'
import { differenceOfRuns } from '../../../../main/session/laboratory/comparison/compare'
import { runTrialOf } from '../../../../main/session/laboratory/defragmentation-comparison'
import type { StartTasks, Task } from '../../../../main/session/laboratory/tasks'
import { MOST_BRANCHES } from '../../../../main/session/past/past'
import { differenceRows, type SessionCommand } from '../../../../preload/contract'
import { effects, LiveRig, MIB, rig, scenario } from '../live-rig'
import { branchesOf, goTo, press, pressed, returnTo } from './pressed'

describe('branches', () => {
  it('have names, and go: what parted from one that is deleted parted from its parent [LB-02]', () => {
    const live = pressed()
    live.must(goTo(150_000), press('B'))
    live.elapse(96)
    live.must(goTo(200_000), press('A'), { kind: 'renameBranch', branch: 3, name: 'without B' })
    expect(live.do({ kind: 'deleteBranch', branch: 3 })).toMatchObject({ ok: false })
    expect(branchesOf(live).branches).toMatchObject([{}, { id: 2, parent: 1 }, { id: 3, parent: 2, name: 'without B' }])
    live.must({ kind: 'deleteBranch', branch: 2 })
    // the other had parted from it at 200 ms: what came between is its own now
    expect(branchesOf(live).branches).toMatchObject([{ id: 1 }, { id: 3, parent: 1, from: 150_000 }])
    expect(live.do(returnTo(2))).toMatchObject({ ok: false })
    live.must(returnTo(1))
    expect(branchesOf(live).branches[1]).toMatchObject({ id: 3, commands: 2 })
    live.must(returnTo(3))
    expect(live.session.recording().steps).toHaveLength(3)
  })

  it('that were deleted are restored, the last one first, with what they were and what parted from them [LB-02]', () => {
    const live = pressed()
    live.must(goTo(150_000), press('B'))
    live.elapse(96)
    live.must(goTo(200_000), press('A'), { kind: 'renameBranch', branch: 2, name: 'with B' })
    live.elapse(16)
    live.must(goTo(100_000), press('A'))
    const { branches } = branchesOf(live)
    expect(branchesOf(live).deleted).toBeNull()
    live.must({ kind: 'deleteBranch', branch: 2 }, { kind: 'deleteBranch', branch: 1 })
    expect(branchesOf(live)).toMatchObject({ branches: [{ id: 3 }, { id: 4 }], deleted: { id: 1, name: 'Main' } })
    expect(live.do({ kind: 'restoreBranch', branch: 2 })).toEqual({
      ok: false,
      message: 'That branch is not the one that was deleted last: restore that one first.',
    })
    live.must({ kind: 'restoreBranch', branch: 1 })
    expect(branchesOf(live)).toMatchObject({ branches: [{ id: 1 }, { id: 3 }, {}], deleted: { id: 2, name: 'with B' } })
    live.must({ kind: 'restoreBranch', branch: 2 })
    expect(branchesOf(live)).toMatchObject({ branches, deleted: null })
    // it is gone to as ever, and its end is what it was
    live.must(returnTo(2))
    expect(live.session.recording().steps).toMatchObject([{}, { verb: 'apply', value: 'B' }])
    expect(live.do({ kind: 'restoreBranch', branch: 2 })).toMatchObject({ ok: false })
  })

  it('that come back have a free name, and none comes back into another run [LB-02]', () => {
    const live = pressed()
    live.must(goTo(150_000), press('B'), { kind: 'deleteBranch', branch: 1 })
    live.must({ kind: 'renameBranch', branch: 2, name: 'Main' }, { kind: 'restoreBranch', branch: 1 })
    expect(branchesOf(live).branches.map(({ name }) => name)).toEqual(['Main (2)', 'Main'])
    live.must({ kind: 'deleteBranch', branch: 1 }, { kind: 'restartSimulation' })
    expect(branchesOf(live).deleted).toBeNull()
    expect(live.do({ kind: 'restoreBranch', branch: 1 })).toMatchObject({ ok: false })
  })

  it('are told apart by their names: one that another has is refused, and one that begins gets a free one [LB-02] [LB-06]', () => {
    const live = pressed()
    live.must(goTo(150_000), press('B'))
    expect(live.do({ kind: 'renameBranch', branch: 2, name: 'Main' })).toEqual({
      ok: false,
      message: 'There is already a branch named “Main”. Choose another name.',
    })
    live.must({ kind: 'renameBranch', branch: 2, name: 'mine' }, { kind: 'renameBranch', branch: 1, name: 'Branch 2' })
    live.elapse(96)
    live.must(goTo(170_000), press('A'))
    expect(branchesOf(live).branches.map(({ name }) => name)).toEqual(['Branch 2', 'mine', 'Branch 2 (2)'])
  })

  it('that a person has named go last of all, the oldest of them first [LB-02]', () => {
    const live = rig({ app: { effects: effects({ A: MIB }) } })
    live.elapse(50)
    const begin = (times: number, name?: string): void => {
      for (let i = 0; i < times; i++) {
        live.must(goTo(20_000), press('A'))
        if (name !== undefined)
          live.must({ kind: 'renameBranch', branch: branchesOf(live).shown, name: times === 1 ? name : `${name} ${i}` })
        live.elapse(16)
      }
    }
    begin(1, 'to be kept')
    begin(MOST_BRANCHES)
    // 34 were begun: of those without a name the two oldest are gone
    expect(
      branchesOf(live)
        .branches.slice(0, 3)
        .map(({ id }) => id),
    ).toEqual([1, 2, 5])
    expect(branchesOf(live).forgotten).toBe(2)
    begin(MOST_BRANCHES, 'another')
    // all of them have names now
    expect(
      branchesOf(live)
        .branches.slice(0, 2)
        .map(({ name }) => name),
    ).toEqual(['Main', 'another 1'])
  })

  it('go by age and name also where the run as it began was deleted: what parted from it is not kept for that [LB-02]', () => {
    const live = rig({ app: { effects: effects({ A: MIB }) } })
    live.elapse(50)
    const begin = (): void => {
      live.must(goTo(20_000), press('A'))
      live.elapse(16)
    }
    for (let i = 1; i < MOST_BRANCHES; i++) begin()
    live.must({ kind: 'deleteBranch', branch: 1 })
    begin()
    const { shown } = branchesOf(live)
    live.must({ kind: 'renameBranch', branch: shown, name: 'to be kept' })
    begin()
    begin()
    // 35 were begun and one deleted; 2 parted from that one
    const left = branchesOf(live).branches.map(({ id }) => id)
    expect(left).toHaveLength(MOST_BRANCHES)
    expect(left[0]).toBe(4)
    expect(left).toContain(shown)
  })

  it(`are ${MOST_BRANCHES} at most: the oldest but the first goes, and is counted [LB-02]`, () => {
    const live = rig({ app: { effects: effects({ A: MIB }) } })
    live.elapse(50)
    for (let i = 0; i < MOST_BRANCHES + 3; i++) {
      live.must(goTo(20_000), press('A'))
      live.elapse(16)
    }
    const { branches, forgotten, shown } = branchesOf(live)
    expect(branches).toHaveLength(MOST_BRANCHES)
    expect(forgotten).toBe(4)
    expect(branches.at(-1)?.id).toBe(shown)
    expect(branches.slice(0, 2)).toMatchObject([
      { id: 1, parent: null },
      { id: 6, parent: 1 },
    ])
  })
})

describe('what was compared beside the session', () => {
  it('stays at another moment: what each algorithm of defragmentation came to [LB-02] [DF-16]', () => {
    const startTasks: StartTasks = (tasks, watch) => {
      for (const [index, task] of tasks.entries())
        if (task.kind === 'defragmentation')
          watch.done(index, { kind: task.kind, result: runTrialOf(task.trial, task.algorithm) })
      return { cancel: () => {} }
    }
    const live = new LiveRig(scenario({ app: { pools: [{ name: 'P', blockSize: MIB }] } }), { startTasks })
    live.elapse(48)
    live.must(
      { kind: 'allocate', name: 'tile', size: MIB / 4, count: 3, pool: 'P' },
      { kind: 'compareDefragmentation' },
    )
    live.elapse(48)
    const { defragmentationComparison } = live.shown
    expect(defragmentationComparison).toMatchObject({ state: 'done' })
    expect(defragmentationComparison?.rows.length).toBeGreaterThan(1)
    live.must(goTo(64_000))
    expect(live.shown.defragmentationComparison).toEqual(defragmentationComparison)
  })
})

describe('two branches', () => {
  it('are compared by what was done in each: where they part, and what each resource cost [LB-02] [LB-06]', async () => {
    const asked: Task[] = []
    const startTasks: StartTasks = (tasks) => {
      asked.push(...tasks)
      return { cancel: () => {} }
    }
    const app = { effects: effects({ A: MIB, B: 2 * MIB }, false) }
    const live = new LiveRig(scenario({ app }), { startTasks })
    live.elapse(96)
    live.must(press('A'))
    live.elapse(96)
    const main = live.session.recording()
    live.must(goTo(50_000), press('B'))
    live.elapse(96)
    const other = live.session.recording()
    const compare: SessionCommand = { kind: 'compareBranches', branches: [1, 2] }
    live.must(compare)
    const [task] = asked
    if (task?.kind !== 'branches') throw new Error('branches were not compared')
    expect(asked).toHaveLength(1)
    expect(task.runs.map(({ scenario: run }) => run)).toEqual([main, other])
    expect(live.do(compare)).toMatchObject({ ok: false, message: expect.stringContaining('running already') })
    // what comes of it is shown wherever the session is by then
    live.must(goTo(20_000), { kind: 'cancelBranchComparison' })
    expect(live.shown.branchComparison).toMatchObject({ state: 'cancelled', branches: [1, 2] })
    expect(live.do({ kind: 'compareBranches', branches: [1, 9] })).toMatchObject({ ok: false })

    const { labels, first, resources } = await differenceOfRuns(task.runs)
    expect(labels).toEqual(['Main', 'Branch 1'])
    // the other was pressed at 50 ms, when nothing happened in the first before its own press
    expect(first?.records[1]).toMatchObject({ t: 50_000 })
    expect(differenceRows(resources)).toEqual([
      {
        name: 'B.r',
        pagedIn: [0, 2 * MIB],
        evictions: [0, 0],
        waited: [0, expect.any(Number)],
        at: [null, expect.any(Number)],
      },
      {
        name: 'A.r',
        pagedIn: [MIB, 0],
        evictions: [0, 0],
        waited: [expect.any(Number), 0],
        at: [expect.any(Number), null],
      },
    ])
  })
})
