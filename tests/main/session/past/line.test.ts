/** What a run was (LB-02): how it began, and what was done in it, with nothing of the system that it was. */
import { describe, expect, it } from 'vitest'
import { Project } from '../../../../main/editor/project'
import { beginningOf, type Line, lineOf } from '../../../../main/session/past/line'
import { replayed } from '../../../../main/session/past/replay'
import { WatchedSystem } from '../../../../main/session/run/watched-system'
import type { Step } from '../../../../main/session/scenario'
import { IdleRule } from '../../../../main/session/world/idle-rule'
import { inOneGo } from '../../../../main/sim/slices'
import { effects, MIB, scenario } from '../live-rig'

describe('a line [LB-02]', () => {
  it('of a run that was made of another is that line', () => {
    const file = scenario({ app: { effects: effects({ A: MIB, B: MIB }) }, steps: [{ at: '100ms', apply: 'B' }] })
    const [played] = file.steps
    const line: Line = {
      steps: [
        { at: 48_000, verb: 'apply', value: 'A' },
        played as Step,
        { at: 192_000, verb: 'budget', value: 8 * MIB },
      ],
      // what the file did is its own: conditions can name nothing else
      played: [undefined, played],
      project: [{ at: 48_000, change: { kind: 'put', with: ['A', 0] }, revision: 0, isOfRun: false }],
      handChanges: [{ at: 192_000, action: { verb: 'budget', value: 8 * MIB } }],
      idle: [{ at: 200_000, on: true }],
      end: 240_000,
    }
    const began = { scenario: file, project: new Project(), simulatesIdle: false }
    const running = inOneGo(replayed(began, line, line.end, { system: null }))
    expect(lineOf(running)).toEqual(line)
    running.world.sim.advanceTo(250_000)
    expect(lineOf(running).end).toBe(250_000)
  })
})

describe('how a run begins [LB-02]', () => {
  it('is its scenario and its project as they are now, whatever is changed later', () => {
    const file = scenario({ app: { effects: effects({ A: MIB }) } })
    const running = WatchedSystem.of(file, new Project())
    const began = beginningOf(running)
    running.project.put('A')
    expect([began.scenario, began.project.stack(false), running.project.stack(false)]).toEqual([file, [], ['A']])
    expect(began.project.history).toEqual([])
  })

  it('knows from then on when the project changed, and whether idleness was simulated', () => {
    const idle = new IdleRule()
    idle.simulate(true)
    const running = WatchedSystem.of(scenario({ app: { effects: effects({ A: MIB }) } }), new Project(), idle)
    expect(beginningOf(running).simulatesIdle).toBe(true)
    idle.simulate(false)
    expect(beginningOf(running).simulatesIdle).toBe(false)
    running.world.sim.advanceTo(70_000)
    running.project.put('A')
    expect(lineOf(running).project.map(({ at }) => at)).toEqual([70_000])
  })
})
