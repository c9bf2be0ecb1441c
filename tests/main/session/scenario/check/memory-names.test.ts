import { describe, expect, it } from 'vitest'
import { runScenario } from '../../../../../main/session/run/runner'
import { validateScenario } from '../../../../../main/session/scenario'
import { rig } from '../../live-rig'

const problemsOf = (steps: readonly object[]): string[] => {
  const checked = validateScenario({ trimline: 1, steps: steps.map((step) => ({ at: 0, ...step })) })
  return checked.ok ? [] : checked.problems.map(({ path, found }) => `${path}: ${found}`)
}

describe('names that memory can have', () => {
  const render = { timeline: { edit: 'render', from: 0, to: 3_000_000 } }
  const priority = (resource: string) => ({ residencyPriority: { resource, priority: 'high' } })

  it('are those of rendered seconds too, where a span is rendered and nowhere else [SC-16]', () => {
    expect(problemsOf([render, priority('render 0 s')])).toEqual([])
    expect(problemsOf([priority('render 0 s')])).toEqual(['steps[0].residencyPriority.resource: "render 0 s"'])
    for (const name of ['render', 'render 0', 'render 00 s', 'render -1 s', 'render 99999999 s'])
      expect(problemsOf([render, priority(name)])).toEqual([`steps[1].residencyPriority.resource: "${name}"`])
  })

  it('make a group where they have numbers, of which all that free can name can be expected [SC-16] [SC-15]', async () => {
    const single = (name: string) => ({ allocate: { name, size: 65_536 } })
    const layout = { layout: { pools: [{ name: 'L', committed: [{ name: 'y 7', size: 65_536 }] }] } }
    const effect = { addEffect: { name: 'E', resources: [{ name: 'z 1', size: 65_536 }] } }
    const made = [{ allocation: 'placed' }, single('x 1'), single('x 02'), layout, effect]
    const groups = ['x', 'y', 'E.z']
    const expected = { expect: { allocated: groups, contents: ['x', 'E.z'] } }
    const freed = [{ free: { name: 'x' } }, { free: { name: 'y' } }, { expect: { notAllocated: ['x', 'y'] } }]
    const steps = [...made, expected, ...freed].map((step) => ({ at: 0, ...step }))
    const checked = validateScenario({ trimline: 1, steps })
    if (!checked.ok) throw new Error(checked.problems.map(({ path, found }) => `${path}: ${found}`).join('\n'))
    expect((await runScenario(checked.scenario)).failures).toEqual([])
    // as one it is none, and nothing else makes a group
    expect(problemsOf([...made, { expect: { resident: groups } }])).toEqual(
      groups.map((name, i) => `steps[5].expect.resident[${i}]: "${name}"`),
    )
    expect(problemsOf([...made, { expect: { allocated: ['x 1', 'w'] } }])).toEqual([
      'steps[5].expect.allocated[1]: "w"',
    ])
  })

  it('of a layout make a group where they have numbers, which is freed by its name [SC-16] [DF-04]', () => {
    const committed = ['x 2', 'x 6', 'y'].map((name) => ({ name, size: 65_536 }))
    const layout = { layout: { pools: [{ name: 'L', committed }] } }
    expect(problemsOf([layout, { free: { name: 'x' } }])).toEqual([])
    expect(problemsOf([layout, { free: { name: 'z' } }])).toEqual(['steps[1].free.name: "z"'])
    const live = rig({ app: { policy: 'none', effects: [] }, steps: [{ at: 0, ...layout }] })
    live.elapse(10)
    const named = (): string[] => [...live.session.world.editor.memory.all].map(({ name }) => name)
    expect(named()).toEqual(['x 2', 'x 6', 'y'])
    live.must({ kind: 'free', name: 'x', every: 1 })
    expect(named()).toEqual(['y'])
    const again = rig(JSON.parse(live.session.toRecordingText()))
    again.elapse(10)
    expect([...again.session.world.editor.memory.all].map(({ name }) => name)).toEqual(['y'])
  })
})
