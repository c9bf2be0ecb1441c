/** What is said of a branch, and by what a run that was compared is known (LB-02, LB-06). */
import { expect, test } from 'vitest'
import { Project } from '../../../../main/editor/project'
import { branchView, isUntouched, runKey } from '../../../../main/session/past/branch'
import { beginningOf, type Line } from '../../../../main/session/past/line'
import { WatchedSystem } from '../../../../main/session/run/watched-system'
import { IdleRule } from '../../../../main/session/world/idle-rule'
import { scenario } from '../live-rig'

test('a branch that goes on has no end; one that ends has the steps that are its own alone [LB-02]', () => {
  const began = beginningOf(WatchedSystem.of(scenario({}), new Project(), new IdleRule(), undefined))
  const branch = {
    id: 3,
    name: 'mine',
    isNamed: true,
    parent: 1,
    from: 16_000,
    common: 1,
    began,
    line: null,
    run: null,
  }
  const shared = { id: 3, name: 'mine', parent: 1, from: 16_000 }
  expect(branchView(branch)).toEqual({ ...shared, end: null, commands: null })
  const steps = [8_000, 20_000, 24_000].map((at) => ({ at, verb: 'apply' as const, value: 'Blur' }))
  const line: Line = { steps, played: [], project: [], handChanges: [], idle: [], end: 32_000 }
  expect(branchView({ ...branch, line })).toEqual({ ...shared, end: 32_000, commands: 2 })

  const run = { branches: [branch], shown: branch, line: { ...line, steps: [] }, lastId: 1, forgotten: 0 }
  expect(isUntouched(run)).toBe(true)
  expect(isUntouched({ ...run, branches: [branch, branch] })).toBe(false)
  expect(isUntouched({ ...run, line })).toBe(false)
  // those of the file that is played are nobody's
  expect(isUntouched({ ...run, line: { ...line, played: steps } })).toBe(true)
  expect(isUntouched({ ...run, line: { ...line, played: steps.slice(0, 2) } })).toBe(false)
  const idle = { at: 9_000, verb: 'idle' as const, value: true }
  expect(isUntouched({ ...run, line: { ...line, steps: [idle] } })).toBe(true)
  const noted = { at: 0, change: { kind: 'touch' as const, with: [] as [] }, revision: 1, isOfRun: false }
  const put = { ...noted, change: { kind: 'put' as const, with: ['Blur'] as [string] } }
  const withChange = (project: Line['project']) => isUntouched({ ...run, line: { ...line, steps: [], project } })
  expect([withChange([noted]), withChange([{ ...put, isOfRun: true }]), withChange([put])]).toEqual([true, true, false])
})

test('two looks at one run are of one branch, and at another of another [LB-06]', () => {
  const run = { branch: 1, steps: 3, from: 0, until: 9, variant: { policy: 'none' as const }, label: 'none' }
  expect(runKey({ ...run, label: 'called otherwise' })).toBe(runKey(run))
  for (const other of [
    { branch: 2 },
    { steps: 4 },
    { from: 1 },
    { until: 8 },
    { variant: { policy: 'dawn' as const } },
  ])
    expect(runKey({ ...run, ...other })).not.toBe(runKey(run))
})
